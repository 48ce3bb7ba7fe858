import DocumentModel

/// The search services that a manifest refers to, with the services that complete words.
///
/// Version 1 is there beside version 2 because Mirador, up to version 4, finds services by the `profile` of version 1 alone.
/// Specifications: <https://iiif.io/api/search/2.0/#2-service-description>,
/// <https://iiif.io/api/search/1.0/#service-description>
enum SearchServices {
    /// The IIIF context of version 1.
    static let context1 = "http://iiif.io/api/search/1/context.json"

    /// The services of both versions, the newer first.
    static func of(_ addresses: PresentationAddresses) -> [JSONValue] {
        let (newer, older) = (addresses.search(version: 2), addresses.search(version: 1))
        return [
            .members([
                ("id", .string(newer)), ("type", .string("SearchService2")),
                (
                    "service",
                    .array([
                        .members([
                            ("id", .string("\(newer)/autocomplete")), ("type", .string("AutoCompleteService2")),
                        ])
                    ])
                ),
            ]),
            .members([
                ("@context", .string(context1)), ("@id", .string(older)), ("@type", .string("SearchService1")),
                ("profile", .string("http://iiif.io/api/search/1/search")),
                (
                    "service",
                    .array([
                        .members([
                            ("@id", .string("\(older)/autocomplete")), ("@type", .string("AutoCompleteService1")),
                            ("profile", .string("http://iiif.io/api/search/1/autocomplete")),
                        ])
                    ])
                ),
            ]),
        ]
    }
}
