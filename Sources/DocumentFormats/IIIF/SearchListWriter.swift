public import DocumentModel
public import Foundation

/// Writes what a search for annotations found as IIIF's Content Search 1.0 has it: a list of annotations, and of each that
/// holds the words a hit.
///
/// A target is the box around the clause, as an address: programs of that time read nothing else.
/// Specification: <https://iiif.io/api/search/1.0/#search-api-responses>
public struct SearchListWriter: Sendable {
    /// The IIIF context.
    public static let context = SearchServices.context1

    private let base: String
    private let service: String
    private let ignored: [String]

    /// - Parameters:
    ///   - base: What addresses begin with: scheme and host, `https://example.org`.
    ///   - service: The address of this search, with those of its parameters that count but without `page`.
    ///   - ignored: The names of the parameters that do not count.
    public init(base: String, service: String, ignored: [String]) {
        (self.base, self.service, self.ignored) = (base, service, ignored)
    }

    /// A part of what was found.
    ///
    /// - Parameters:
    ///   - matches: The annotations of this part.
    ///   - page: The part's number, from 1.
    ///   - pageSize: How many annotations a part has, but for the last.
    /// - Complexity: O(*n*) in the size of the answer.
    public func list(_ matches: AnnotationMatches, number page: Int, pageSize: Int) -> Data {
        let last = max(1, (matches.total + pageSize - 1) / pageSize)
        let found = matches.items.map { match in (match, resource(of: match)) }
        let value = JSONValue.members([
            ("@context", .array([.string("http://iiif.io/api/presentation/2/context.json"), .string(Self.context)])),
            ("@id", .string(address(page))), ("@type", .string("sc:AnnotationList")),
            (
                "within",
                .members([
                    ("@type", .string("sc:Layer")), ("total", .integer(matches.total)),
                    ("ignored", ignored.isEmpty ? nil : .array(ignored.map(JSONValue.string))),
                    ("first", .string(address(1))), ("last", .string(address(last))),
                ])
            ),
            ("next", page < last ? .string(address(page + 1)) : nil),
            ("prev", page > 1 ? .string(address(page - 1)) : nil), ("startIndex", .integer(matches.offset)),
            ("resources", .array(found.map(\.1))),
            ("hits", .array(found.compactMap { match, resource in match.context.map { Self.hit($0, on: resource) } })),
        ])
        return Data((value.compactText + "\n").utf8)
    }

    private func address(_ page: Int) -> String { "\(service)\(service.contains("?") ? "&" : "?")page=\(page)" }

    private func resource(of match: AnnotationMatch) -> JSONValue {
        let document = match.document.source
        let addresses = PresentationAddresses(base: base, document: document.id)
        let clause = match.clause
        let part = (AnnotationWriter.pages(of: clause).firstIndex(of: match.page) ?? 0) + 1
        let polygons = clause.regions.filter { $0.page == match.page }.map(\.polygon)
        let (words, language) = Self.words(of: match)
        return .members([
            ("@id", .string(addresses.annotation(of: clause.id, part: part))), ("@type", .string("oa:Annotation")),
            ("motivation", .string("oa:commenting")), ("label", .array(Self.names(of: clause, in: document))),
            (
                "resource",
                .members([
                    ("@type", .string("cnt:ContentAsText")), ("format", .string("text/plain")),
                    ("language", language.map(JSONValue.string)), ("chars", .string(words)),
                ])
            ),
            ("on", .string("\(addresses.canvas(match.page))#xywh=\(AnnotationWriter.box(of: polygons))")),
        ])
    }

    /// One for each annotation, though the words may stand there several times: viewers tell hits apart by their annotation.
    private static func hit(_ quote: TextQuote, on annotation: JSONValue) -> JSONValue {
        .members([
            ("@type", .string("search:Hit")), ("annotations", .array([annotation["@id"] ?? .null])),
            ("before", .string(quote.prefix)), ("match", .string(quote.exact)), ("after", .string(quote.suffix)),
        ])
    }

    /// What a clause is called: its number, and its title in each language.
    private static func names(of clause: Clause, in document: SourceDocument) -> [JSONValue] {
        let titles = document.texts.compactMapValues { $0[clause.id]?.title }.sorted { $0.key < $1.key }
        guard !titles.isEmpty else { return [.string(clause.number ?? clause.id)] }
        return titles.map { language, title in
            .members([
                ("@value", .string([clause.number, title].compactMap { $0 }.joined(separator: ". "))),
                ("@language", .string(language)),
            ])
        }
    }

    /// The text that holds the words, the best where several do; without words the first text of the clause.
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
