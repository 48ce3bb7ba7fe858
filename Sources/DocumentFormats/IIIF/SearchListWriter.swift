public import DocumentModel
public import Foundation

/// Writes annotation search results in the form of IIIF Content Search 1.0: a list of annotations, with a hit for each
/// annotation that contains the words.
///
/// A target is the clause's box written as an address, because clients of this version read nothing else.
/// Specification: <https://iiif.io/api/search/1.0/#search-api-responses>
public struct SearchListWriter: Sendable {
    /// The IIIF context.
    public static let context = SearchServices.context1

    private let base: String
    private let service: String
    private let ignored: [String]

    /// - Parameters:
    ///   - base: The beginning of all addresses, scheme and host: `https://example.org`.
    ///   - service: The address of this search, with its supported parameters except `page`.
    ///   - ignored: The names of the parameters that are ignored.
    public init(base: String, service: String, ignored: [String]) {
        (self.base, self.service, self.ignored) = (base, service, ignored)
    }

    /// Returns a page of results.
    ///
    /// - Parameters:
    ///   - matches: The annotations of this page.
    ///   - page: The page number, from 1.
    ///   - pageSize: The number of annotations on all pages except the last.
    /// - Complexity: O(*n*) in the size of the response.
    public func list(_ matches: AnnotationMatches, number page: Int, pageSize: Int) -> Data {
        let last = max(1, (matches.total + pageSize - 1) / pageSize)
        let found = matches.items.map { match in (match, resource(of: match)) }
        let value: JSONValue = [
            "@context": .array(["http://iiif.io/api/presentation/2/context.json", .string(Self.context)]),
            "@id": .string(address(page)), "@type": "sc:AnnotationList",
            "within": [
                "@type": "sc:Layer", "total": .integer(matches.total),
                "ignored": .list(ignored.map(JSONValue.string)),
                "first": .string(address(1)), "last": .string(address(last)),
            ],
            "next": page < last ? .string(address(page + 1)) : nil, "prev": page > 1 ? .string(address(page - 1)) : nil,
            "startIndex": .integer(matches.offset), "resources": .array(found.map(\.1)),
            "hits": .array(found.compactMap { match, resource in match.context.map { Self.hit($0, on: resource) } }),
        ]
        return Data((value.compactText + "\n").utf8)
    }

    private func address(_ page: Int) -> String { SearchServices.address(service, page: page) }

    private func resource(of match: AnnotationMatch) -> JSONValue {
        let document = match.document.source
        let addresses = PresentationAddresses(base: base, document: document.id)
        let clause = match.clause
        let (words, language) = Self.words(of: match)
        return [
            "@id": .string(addresses.annotation(of: clause, on: match.page)), "@type": "oa:Annotation",
            "motivation": "oa:commenting", "label": .array(Self.names(of: clause, in: document)),
            "resource": [
                "@type": "cnt:ContentAsText", "format": "text/plain", "language": language.map(JSONValue.string),
                "chars": .string(words),
            ],
            "on": .string(addresses.box(of: clause, on: match.page)),
        ]
    }

    /// Returns a hit. There is one per annotation even if the words occur several times, because viewers identify hits
    /// by their annotation.
    private static func hit(_ quote: TextQuote, on annotation: JSONValue) -> JSONValue {
        [
            "@type": "search:Hit", "annotations": .array([annotation["@id"] ?? .null]), "before": .string(quote.prefix),
            "match": .string(quote.exact), "after": .string(quote.suffix),
        ]
    }

    /// Returns the names of a clause: its number and its title in each language.
    private static func names(of clause: Clause, in document: SourceDocument) -> [JSONValue] {
        let titles = document.texts.compactMapValues { $0[clause.id]?.title }.sorted { $0.key < $1.key }
        guard !titles.isEmpty else { return [.string(clause.number ?? clause.id)] }
        return titles.map { language, title in
            [
                "@value": .string([clause.number, title].compactMap { $0 }.joined(separator: ". ")),
                "@language": .string(language),
            ]
        }
    }

    /// Returns the first text that contains the quoted words, or the clause's first text if there is no quote.
    private static func words(of match: AnnotationMatch) -> (text: String, language: String?) {
        let document = match.document.source
        let languages = document.header.languages + [document.header.language]
        let quote = match.context.map { $0.prefix + $0.exact + $0.suffix }
        for language in languages {
            guard let texts = document.texts[language]?[match.clause.id] else { continue }
            for text in Snippet.Field.allCases.compactMap({ texts[$0] }) {
                if let quote, !text.contains(quote) { continue }
                return (text, language)
            }
        }
        return (quote ?? match.clause.incipit ?? "", nil)
    }
}
