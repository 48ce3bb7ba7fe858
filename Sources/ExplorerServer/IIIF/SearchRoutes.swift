import ClauseStore
import Hummingbird

/// Content Search 2.0: the annotations that hold words, and words that can be searched for.
///
/// Specification: <https://iiif.io/api/search/2.0/>
struct SearchRoutes<Context: RequestContext> {
    let store: StoreReader
    let address: PublicAddress

    func add(to router: Router<Context>) {
        router.get("/iiif/search/2") { request, _ in try await annotations(of: nil, request) }
        router.get("/iiif/search/2/{document}") { request, context in
            try await annotations(of: try context.parameters.require("document"), request)
        }
        router.get("/iiif/search/2/{document}/autocomplete", use: terms)
    }

    /// <https://iiif.io/api/search/2.0/#4-content-search>
    private func annotations(of document: String?, _ request: Request) async throws -> Response {
        let parameters = try QueryParameters(of: request)
        var query = AnnotationQuery(
            words: parameters.value("q"), motivations: Self.motivations(parameters), lang: parameters.value("lang"),
            preferredLanguages: Negotiation.languages(request.headers[.acceptLanguage]))
        let page = try parameters.positive("page") ?? 1
        let pageSize = AnnotationQuery.largestPart
        // A page so far out that its place cannot be told is behind the last one in any case.
        query.offset = (page - 1).multipliedReportingOverflow(by: pageSize).overflow ? .max : (page - 1) * pageSize
        let matches = try await store.annotations(query, of: document)
        guard page == 1 || !matches.isEmpty else {
            let last = max(1, (matches.total + pageSize - 1) / pageSize)
            throw Problem.notFound("no page \(page) of this search, expected 1 to \(last)")
        }
        let path = "/iiif/search/2" + (document.map { "/\($0)" } ?? "")
        let writer = SearchPageWriter(
            base: address.base, service: address.url(path) + Self.queryText(query),
            ignored: parameters.names(except: ["q", "motivation", "lang", "page"]),
            isAcrossDocuments: document == nil)
        let bytes = Array(writer.page(matches, number: page, pageSize: pageSize))
        return Reply.linkedData(
            bytes, context: SearchPageWriter.context, to: request, alsoVariesBy: "Accept-Language"
        ).response(to: request)
    }

    /// <https://iiif.io/api/search/2.0/#5-autocomplete>
    @Sendable private func terms(_ request: Request, _ context: Context) async throws -> Response {
        let parameters = try QueryParameters(of: request)
        let document = try context.parameters.require("document")
        let query = AnnotationQuery(
            words: parameters.value("q"), motivations: Self.motivations(parameters), lang: parameters.value("lang"))
        let minimum = try parameters.positive("min")
        guard let typed = query.words else {
            throw Problem.badRequest("q is missing, expected the beginning of a word")
        }
        let found = try await store.terms(beginning: typed, query, of: document, minimum: minimum ?? 1)
        let service = address.url("/iiif/search/2/\(document)")
        let ignored = parameters.names(except: ["q", "motivation", "lang", "min"])
        let page = JSON.object(
            [
                ("@context", .string(SearchPageWriter.context)),
                (
                    "id",
                    .string("\(service)/autocomplete\(Self.queryText(query))" + (minimum.map { "&min=\($0)" } ?? ""))
                ),
                ("type", .string("TermPage")),
            ] + (ignored.isEmpty ? [] : [("ignored", .array(ignored.map { .string($0) }))]) + [
                ("items", .array(found.map { Self.term($0, query, service: service) }))
            ])
        return Reply.linkedData(page.bytes(), context: SearchPageWriter.context, to: request).response(to: request)
    }

    /// <https://iiif.io/api/search/2.0/#53-extended-autocomplete-response>
    private static func term(_ term: SearchTerm, _ query: AnnotationQuery, service: String) -> JSON {
        var exact = query
        // In quotation marks, so that words that only begin so are not found.
        exact.words = "\"\(term.value)\""
        let search = JSON.object([
            ("id", .string(service + queryText(exact))), ("type", .string("SearchService2")),
        ])
        let label = JSON.object([(term.lang, .array([.string(term.label)]))])
        return .object(
            [("value", .string(term.value)), ("language", .string(term.lang)), ("total", .int(term.total))]
                + (term.label == term.value ? [] : [("label", label)]) + [("service", .array([search]))])
    }

    /// Motivations are separated by spaces.
    private static func motivations(_ parameters: QueryParameters) -> [String] {
        (parameters.value("motivation") ?? "").parts(at: " ").map(String.init)
    }

    /// The parameters that count, in one order, so that a search has one address.
    private static func queryText(_ query: AnnotationQuery) -> String {
        let pairs = [
            ("q", query.words),
            ("motivation", query.motivations.isEmpty ? nil : query.motivations.joined(separator: " ")),
            ("lang", query.lang),
        ].compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
