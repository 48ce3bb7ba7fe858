public import DocumentModel
public import Foundation

/// Writes annotation search results in the form of IIIF Content Search 2.0: an annotation page of results, and a second
/// one that marks the positions of the words.
///
/// Specification: <https://iiif.io/api/search/2.0/#42-responses>
public struct SearchPageWriter: Sendable {
    /// The IIIF context, which includes that of Presentation.
    public static let context = "http://iiif.io/api/search/2/context.json"

    private let base: String
    private let service: String
    private let ignored: [String]
    private let isAcrossDocuments: Bool

    /// - Parameters:
    ///   - base: The beginning of all addresses, scheme and host: `https://example.org`.
    ///   - service: The address of this search, with its supported parameters except `page`.
    ///   - ignored: The names of the parameters that are ignored.
    ///   - isAcrossDocuments: Whether annotations must name their manifest.
    public init(base: String, service: String, ignored: [String], isAcrossDocuments: Bool) {
        (self.base, self.service, self.ignored) = (base, service, ignored)
        self.isAcrossDocuments = isAcrossDocuments
    }

    /// Returns a page of results.
    ///
    /// - Parameters:
    ///   - matches: The annotations of this page.
    ///   - page: The page's number, from 1.
    ///   - pageSize: The number of annotations on all pages except the last.
    /// - Complexity: O(*n*) in the size of the response.
    public func page(_ matches: AnnotationMatches, number page: Int, pageSize: Int) -> Data {
        let last = max(1, (matches.total + pageSize - 1) / pageSize)
        var writers: [String: AnnotationWriter] = [:]
        var (items, additions): ([JSONValue], [JSONValue]) = ([], [])
        for match in matches.items {
            let id = match.document.info.id
            let writer =
                writers[id] ?? PresentationWriter(match.document, base: base).annotationWriter(isAlone: true)
            writers[id] = writer
            let annotation = writer.annotation(of: match.clause, page: match.page)
            items.append(isAcrossDocuments ? within(writer, annotation) : annotation)
            let quotes =
                (match.context.map { [("contextualizing", $0)] } ?? []) + match.highlights.map { ("highlighting", $0) }
            for (motivation, quote) in quotes {
                let id = "\(address(page))#match-\(additions.count + 1)"
                additions.append(Self.addition(id, motivation, quote, on: annotation["id"]))
            }
        }
        let marks: JSONValue = [
            "id": "\(address(page))#matches", "type": "AnnotationPage", "items": .array(additions),
        ]
        let value: JSONValue = [
            "@context": .string(Self.context), "id": .string(address(page)), "type": "AnnotationPage",
            "partOf": [
                "id": .string(service), "type": "AnnotationCollection", "total": .integer(matches.total),
                "first": reference(1), "last": reference(last),
            ],
            "next": page < last ? reference(page + 1) : nil, "prev": page > 1 ? reference(page - 1) : nil,
            "startIndex": .integer(matches.offset),
            "ignored": .list(ignored.map(JSONValue.string)), "items": .array(items),
            "annotations": additions.isEmpty ? nil : .array([marks]),
        ]
        return Data((value.compactText + "\n").utf8)
    }

    private func address(_ page: Int) -> String { SearchServices.address(service, page: page) }

    private func reference(_ page: Int) -> JSONValue {
        ["id": .string(address(page)), "type": "AnnotationPage"]
    }

    /// Adds the containing manifest: <https://iiif.io/api/search/2.0/#423-references-to-containing-resources>
    private func within(_ writer: AnnotationWriter, _ annotation: JSONValue) -> JSONValue {
        guard case .object(let members) = annotation else { return annotation }
        let manifest: JSONValue = [
            "id": .string(writer.addresses.manifest), "type": "Manifest",
            "label": PresentationValues.words(writer.document.header.title),
        ]
        return .object(
            members.map { member in
                guard member.key == "target" else { return member }
                return JSONValue.Member(key: "target", value: member.value.adding(["partOf": manifest]))
            })
    }

    /// Returns an annotation that marks a match: <https://iiif.io/api/search/2.0/#43-extended-responses>
    private static func addition(
        _ id: String, _ motivation: String, _ quote: TextQuote, on annotation: JSONValue?
    ) -> JSONValue {
        let selector: JSONValue = [
            "type": "TextQuoteSelector", "prefix": quote.prefix.isEmpty ? nil : .string(quote.prefix),
            "exact": .string(quote.exact), "suffix": quote.suffix.isEmpty ? nil : .string(quote.suffix),
        ]
        return [
            "id": .string(id), "type": "Annotation", "motivation": .string(motivation),
            "target": [
                "type": "SpecificResource", "source": annotation,
                "selector": .array([selector]),
            ],
        ]
    }
}
