import ClauseStore
import DocumentFormats
import DocumentModel
import FileSupport
import Hummingbird
import WebDocuments

// 1. `SearchRoutes` parses words, motivations and languages; unknown parameters are returned as `ignored`. 2.
// `ClauseStore.annotations(_:of:)` finds texts with the same index as the viewer's search, a part at a time;
// `TextQuote` finds the positions within a text, with the text before and after. 3. `SearchPageWriter` writes the
// annotations as the annotation page has them, and the positions as annotations of them. 4. Autocompletion reads the
// terms of the index (`ClauseStore+terms`), within the document's texts.

/// Content Search 2.0 and 1.0: annotations that contain words, and completions of words.
///
/// Specifications: <https://iiif.io/api/search/2.0/>, <https://iiif.io/api/search/1.0/>
struct SearchRoutes {
    let store: StoreReader
    let address: PublicAddress

    func add(to router: Router<ServerContext>) {
        router.get("/iiif/search/2") { request, _ in try await annotations(of: nil, .two, request) }
        for version in Version.allCases {
            router.get("/iiif/search/\(version.rawValue)/{document}") { request, context in
                try await annotations(of: try context.parameters.require("document"), version, request)
            }
            router.get("/iiif/search/\(version.rawValue)/{document}/autocomplete") { request, context in
                try await terms(of: try context.parameters.require("document"), version, request)
            }
        }
    }

    /// A version of Content Search. The versions differ only in the form of their responses.
    private enum Version: Int, CaseIterable {
        case one = 1
        case two = 2

        var context: String { self == .one ? SearchListWriter.context : SearchPageWriter.context }
    }

    /// <https://iiif.io/api/search/2.0/#4-content-search>, <https://iiif.io/api/search/1.0/#search>
    private func annotations(of document: String?, _ version: Version, _ request: Request) async throws -> Response {
        let parameters = try QueryParameters(of: request)
        var query = AnnotationQuery(
            words: parameters.value("q"), motivations: Self.motivations(parameters), lang: parameters.value("lang"),
            preferredLanguages: Negotiation.languages(request.headers[.acceptLanguage]))
        let page = try parameters.positive("page") ?? 1
        let pageSize = AnnotationQuery.largestPart
        // If the offset overflows, the page is beyond the last one in any case.
        query.offset = (page - 1).multipliedReportingOverflow(by: pageSize).overflow ? .max : (page - 1) * pageSize
        let matches = try await store.annotations(query, of: document)
        guard page == 1 || !matches.isEmpty else {
            let last = max(1, (matches.total + pageSize - 1) / pageSize)
            throw Problem.notFound("no page \(page) of this search, expected 1 to \(last)")
        }
        let path = "/iiif/search/\(version.rawValue)" + (document.map { "/\($0)" } ?? "")
        let service = address.url(path) + Self.queryText(query)
        let ignored = parameters.names(except: ["q", "motivation", "lang", "page"])
        let bytes =
            switch version {
            case .one:
                SearchListWriter(base: address.base, service: service, ignored: ignored)
                    .list(matches, number: page, pageSize: pageSize)
            case .two:
                SearchPageWriter(
                    base: address.base, service: service, ignored: ignored, isAcrossDocuments: document == nil
                ).page(matches, number: page, pageSize: pageSize)
            }
        return CacheableResponse.linkedData(
            Array(bytes), context: version.context, to: request, alsoVariesBy: "Accept-Language"
        ).response(to: request)
    }

    /// <https://iiif.io/api/search/2.0/#5-autocomplete>, <https://iiif.io/api/search/1.0/#autocomplete>
    private func terms(of document: String, _ version: Version, _ request: Request) async throws -> Response {
        let parameters = try QueryParameters(of: request)
        let query = AnnotationQuery(
            words: parameters.value("q"), motivations: Self.motivations(parameters), lang: parameters.value("lang"))
        let minimum = try parameters.positive("min")
        guard let typed = query.words else {
            throw Problem.badRequest("q is missing, expected the beginning of a word")
        }
        let found = try await store.terms(beginning: typed, query, of: document, minimum: minimum ?? 1)
        let service = address.url("/iiif/search/\(version.rawValue)/\(document)")
        let ignored = parameters.names(except: ["q", "motivation", "lang", "min"])
        let id = "\(service)/autocomplete\(Self.queryText(query))" + (minimum.map { "&min=\($0)" } ?? "")
        let left: JSON.Members =
            ignored.isEmpty ? [] : [("ignored", .strings(ignored))]
        let context: JSON.Members = [("@context", .string(version.context))]
        let list =
            switch version {
            case .one:
                JSON.object(
                    context + [("@id", .string(id)), ("@type", .string("search:TermList"))] + left + [
                        ("terms", .array(found.map { Self.term1($0, query, service: service) }))
                    ])
            case .two:
                JSON.object(
                    context + [("id", .string(id)), ("type", .string("TermPage"))] + left + [
                        ("items", .array(found.map { Self.term2($0, query, service: service) }))
                    ])
            }
        return CacheableResponse.linkedData(list.bytes(), context: version.context, to: request).response(to: request)
    }

    /// <https://iiif.io/api/search/1.0/#response>
    private static func term1(_ term: SearchTerm, _ query: AnnotationQuery, service: String) -> JSON {
        .object(
            [
                ("match", .string(term.value)), ("count", .int(term.total)),
                ("url", .string(service + search(for: term, query))),
            ] + (term.label == term.value ? [] : [("label", .string(term.label))]))
    }

    /// <https://iiif.io/api/search/2.0/#53-extended-autocomplete-response>
    private static func term2(_ term: SearchTerm, _ query: AnnotationQuery, service: String) -> JSON {
        let search = JSON.object([
            ("id", .string(service + search(for: term, query))), ("type", .string("SearchService2")),
        ])
        let label = JSON.object([(term.lang, .array([.string(term.label)]))])
        return .object(
            [("value", .string(term.value)), ("language", .string(term.lang)), ("total", .int(term.total))]
                + (term.label == term.value ? [] : [("label", label)]) + [("service", .array([search]))])
    }

    /// Returns the query that searches for a term, in quotation marks to exclude words that merely begin with it.
    private static func search(for term: SearchTerm, _ query: AnnotationQuery) -> String {
        var exact = query
        exact.words = "\"\(term.value)\""
        return queryText(exact)
    }

    /// Returns the motivations, which are separated by spaces.
    private static func motivations(_ parameters: QueryParameters) -> [String] {
        (parameters.value("motivation") ?? "").parts(at: " ").map(String.init)
    }

    /// Returns the significant parameters in a fixed order, so that each search has one address.
    private static func queryText(_ query: AnnotationQuery) -> String {
        let pairs = [
            ("q", query.words),
            ("motivation", query.motivations.isEmpty ? nil : query.motivations.joined(separator: " ")),
            ("lang", query.lang),
        ].compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
