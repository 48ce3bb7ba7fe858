import DocumentModel

/// The search services that a manifest refers to, each with its autocomplete service.
///
/// Version 1 is offered as well, because Mirador up to version 4 finds services only by the `profile` of version 1.
/// Specifications: <https://iiif.io/api/search/2.0/#2-service-description>,
/// <https://iiif.io/api/search/1.0/#service-description>
enum SearchServices {
    /// The IIIF context of version 1.
    static let context1 = "http://iiif.io/api/search/1/context.json"

    /// Returns the address of a page of results, counted from 1.
    static func address(_ search: String, page: Int) -> String {
        "\(search)\(search.contains("?") ? "&" : "?")page=\(page)"
    }

    /// Returns the services of both versions, the newer first.
    static func of(_ addresses: PresentationAddresses) -> [JSONValue] {
        let (newer, older) = (addresses.search(version: 2), addresses.search(version: 1))
        return [
            [
                "id": .string(newer), "type": "SearchService2",
                "service": .array([["id": "\(newer)/autocomplete", "type": "AutoCompleteService2"]]),
            ],
            [
                "@context": .string(context1), "@id": .string(older), "@type": "SearchService1",
                "profile": "http://iiif.io/api/search/1/search",
                "service": .array([
                    [
                        "@id": "\(older)/autocomplete", "@type": "AutoCompleteService1",
                        "profile": "http://iiif.io/api/search/1/autocomplete",
                    ]
                ]),
            ],
        ]
    }
}
