import ClauseStore
import DocumentFormats
import DocumentModel
import Hummingbird
import ImageGeometry
import WebDocuments

/// The routes for documents and their parts.
struct DocumentRoutes {
    let store: StoreReader
    let hitTests: HitTestService
    let presentations: PresentationService
    let imagesInProgress: ImagesInProgress
    let publicAddress: PublicAddress

    func add(to router: Router<ServerContext>) {
        router.get("/api/documents", use: documents)
        router.get("/api/documents/{document}", use: document)
        router.get("/api/documents/{document}/categories") { request, context in
            try await store.response(to: request, context) { store, document in
                JSON.categories(
                    try store.categories(of: document.id), of: document.id,
                    counts: try store.clauseCounts(of: document.id))
            }
        }
        router.get("/api/documents/{document}/clauses", use: clauses)
        router.get("/api/documents/{document}/clauses/{clause}", use: clause)
        router.get("/api/documents/{document}/clauses/{clause}/words", use: words)
        router.get("/api/documents/{document}/at", use: at)
        router.get("/api/documents/{document}/pages/{page}/captures", use: captures)
        router.get("/api/documents/{document}/tours") { request, context in
            try await store.response(to: request, context) { JSON.tours(try $0.tours(of: $1.id), of: $1.id) }
        }
        router.get("/api/documents/{document}/glossary") { request, context in
            try await store.response(to: request, context) { JSON.glossary(try $0.glossary(of: $1.id), of: $1.id) }
        }
        router.get("/api/search", use: search)
    }

    @Sendable private func documents(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let filter = DocumentFilter(
            words: query.value("q"), conditions: try query.conditions(), limit: try query.positive("limit"),
            cursor: try query.cursor("after"))
        let includesFacets = try Self.included(query, among: ["facets"]).contains("facets")
        return try await store.list(filter, withFacets: includesFacets) { [publicAddress] store, part, facets in
            let json = JSON.documents(
                try part.documents.compactMap { document in
                    guard let counts = try store.clauseCountsIfThere(of: document.id) else { return nil }
                    return JSON.document(
                        document, counts: counts, manifest: Self.manifest(of: document, at: publicAddress),
                        isListed: true)
                }, total: part.total, next: part.next, facets: facets)
            // The JSON is written and compressed here, on the pool's thread, because that takes longer than reading.
            return CacheableResponse.json(json).response(to: request)
        }
    }

    @Sendable private func document(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, version) = (try context.parameters.require("document"), try QueryParameters(of: request).version())
        let newest = try await store.newest(of: id, beside: version)
        let json = try await store.read(about: id, version: version) {
            [imagesInProgress, publicAddress] store, document in
            JSON.document(
                document, counts: try store.clauseCounts(of: document.id),
                manifest: Self.manifest(of: document, at: publicAddress), newest: newest
            ) { id in imagesInProgress.image(id)?.json(includesRows: false) }
        }
        return CacheableResponse.json(json).response(to: request)
    }

    private static func manifest(of document: DocumentInfo, at address: PublicAddress) -> String {
        PresentationAddresses(base: address.base, document: document.id).manifest
    }

    @Sendable private func clauses(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let kind = try query.value("kind", "'clause' or 'detail'", ClauseKind.init(rawValue:))
        let included = try Self.included(query, among: ["regions", "counts"])
        let matchesAll = try query.value("match", "'any' or 'all'") { ["any": false, "all": true][$0] } ?? false
        let filter = ClauseFilter(
            categories: query.list("category"), matchesAllCategories: matchesAll,
            search: query.value("q"), lang: query.value("lang"), textLanguage: query.value("translated"),
            page: try query.positive("page"), kind: kind, bounds: try Self.bounds(query),
            includingRegions: included.contains("regions"), limit: try query.positive("limit"),
            cursor: try query.cursor("after"))
        let list = try await presentations.clauses(
            of: try context.parameters.require("document"), version: try query.version(), filter,
            withCounts: included.contains("counts"))
        return list.response(to: request, mediaType: "application/json")
    }

    @Sendable private func clause(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let id = try context.parameters.require("clause")
        let includesRegions = try Self.included(query, among: ["regions"]).contains("regions")
        let lang = query.value("lang")
        return try await store.response(to: request, context) { store, document in
            JSON.clause(try store.clause(id, of: document.id, lang: lang, includingRegions: includesRegions))
        }
    }

    @Sendable private func at(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let point = Point(x: try query.requiredNumber("x"), y: try query.requiredNumber("y"))
        let page = try query.positive("page") ?? 1
        let document = try context.parameters.require("document")
        let (categories, lang) = (query.list("category"), query.value("lang"))
        if let version = try query.version() {
            return try await at(point, page, categories, lang, of: document, version: version, query, request)
        }
        guard let capture = query.value("capture") else {
            let clauses = try await hitTests.clauses(
                of: document, at: point, page: page, categories: categories, lang: lang)
            let json = JSON.clauses(clauses, at: point, page: page, document: document)
            return CacheableResponse.json(json).response(to: request)
        }
        let onPage = try await store.read(about: document) { store, document in
            try store.point(point, ofCapture: capture, page: page, of: document.id)
        }
        var clauses = JSON.array([]).bytes()
        if let onPage {
            clauses = try await hitTests.clauses(
                of: document, at: onPage, page: page, categories: categories, lang: lang)
        }
        let json = JSON.clauses(clauses, at: point, page: page, document: document, capture: (capture, onPage))
        return CacheableResponse.json(json).response(to: request)
    }

    /// Responds with the clauses of a former version at a point.
    private func at(
        _ point: Point, _ page: Int, _ categories: [String], _ lang: String?, of id: String, version: Int,
        _ query: QueryParameters, _ request: Request
    ) async throws -> Response {
        let capture = query.value("capture")
        let json = try await store.read(about: id, version: version) { store, document in
            var onPage: Point? = point
            if let capture { onPage = try store.point(point, ofCapture: capture, page: page, of: document.id) }
            let clauses = try onPage.map {
                try store.clauses(
                    of: document.id, at: $0, page: page, categories: categories, lang: lang, for: .administrator)
            }
            return JSON.clauses(
                clauses ?? [], at: point, page: page, document: document.id,
                capture: capture.map { ($0, onPage) })
        }
        return CacheableResponse.json(json).response(to: request)
    }

    @Sendable private func captures(_ request: Request, _ context: ServerContext) async throws -> Response {
        let number = Int(try context.parameters.require("page"))
        let json = try await store.read(about: try context.parameters.require("document")) { _, document in
            guard let page = document.pages.first(where: { $0.number == number }) else {
                throw Problem.notFound("\(document.id) has no such page, expected 1 to \(document.pages.count)")
            }
            return JSON.captures(of: page, in: document.id)
        }
        return CacheableResponse.json(json).response(to: request)
    }

    @Sendable private func words(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let (id, lang) = (try context.parameters.require("clause"), query.value("lang"))
        return try await store.response(to: request, context) { store, document in
            JSON.links(try store.links(of: id, in: document.id, lang: lang))
        }
    }

    @Sendable private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        guard let words = query.value("q") else {
            throw Problem.badRequest("q is missing, expected words to search for")
        }
        let lang = query.value("lang")
        return try await store.search(
            words, lang: lang, limit: try query.positive("limit") ?? 100, after: try query.cursor("after")
        ) { matches in CacheableResponse.json(.hits(matches)).response(to: request) }
    }

    /// `bbox=x,y,w,h` in image space.
    private static func bounds(_ query: QueryParameters) throws -> Rectangle? {
        try query.value("bbox", "x,y,width,height in pixels, such as 100,200,50,80") { text in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else { return nil }
            return Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    private static func included(_ query: QueryParameters, among known: [String]) throws -> [String] {
        let parts = query.list("include")
        if let unknown = parts.first(where: { !known.contains($0) }) {
            let expected = known.map { "'\($0)'" }.joined(separator: " or ")
            throw Problem.badRequest("include is '\(unknown)', expected \(expected)")
        }
        return parts
    }
}

extension StoreReader {
    /// Returns JSON that is made from the document in the path, in the version that the query names.
    func response(
        to request: Request, _ context: ServerContext,
        _ body: @escaping @Sendable (ClauseStore, DocumentInfo) throws -> JSON
    ) async throws -> Response {
        let (id, version) = (try context.parameters.require("document"), try QueryParameters(of: request).version())
        return CacheableResponse.json(try await read(about: id, version: version, body)).response(to: request)
    }
}
