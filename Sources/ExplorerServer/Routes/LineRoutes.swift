import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import ImageGeometry
import NIOCore
import TileEngine
import WebDocuments

/// The routes that find the text lines of a page and outlines along them.
struct LineRoutes {
    /// The cost of finding all lines, beyond reading the tiles, in pixels of a rendering: about a second. An outline
    /// takes a twentieth of it.
    private static let weightOfPage = 48 << 20
    private static let weightOfOutline = 2 << 20

    let tiles: TileService
    let store: StoreReader
    /// The pool for rendering.
    let pool: WorkPool
    let limits: RenderLimits
    /// The lines that were found, by the version of their image.
    let cache: CoalescingCache<String, FoundLines>

    func add(to router: Router<ServerContext>) {
        router.get("/api/documents/{document}/pages/{page}/lines", use: lines)
        router.get("/api/documents/{document}/pages/{page}/outline", use: outline)
    }

    @Sendable private func lines(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, page, image) = try await image(request, context)
        let cost = try cost(image)
        let found = try await cache.value(for: image.version, cost: Self.byteCount) { [pool, limits] in
            try await image.archive.fetchTiles(for: cost)
            return try await pool.run(estimatedPixels: cost.weight + Self.weightOfPage) { isCancelled in
                try image.renderer.textLines(limits: limits, isCancelled: isCancelled)
            }
        }
        return CacheableResponse.json(.lines(found, of: document, page: page)).response(to: request)
    }

    /// `from=x,y&to=x,y&above=&below=&left=&right=&exact=`
    @Sendable private func outline(_ request: Request, _ context: ServerContext) async throws -> Response {
        let wanted = try Self.wanted(try QueryParameters(of: request))
        let (document, page, image) = try await image(request, context)
        let cost = try cost(image)
        try await image.archive.fetchTiles(for: cost)
        do {
            let found = try await pool.run(estimatedPixels: cost.weight + Self.weightOfOutline) {
                [limits] isCancelled in
                try image.renderer.followLines(wanted, limits: limits, isCancelled: isCancelled)
            }
            return CacheableResponse.json(.outline(found, of: document, page: page)).response(to: request)
        } catch let error as TileEngineError where error.kind == .outOfRange {
            throw Problem.badRequest(error.reason)
        }
    }

    /// Returns the page's image, if the current user may read its document. Editors may name an image of the working
    /// copy, which the published document need not have.
    private func image(
        _ request: Request, _ context: ServerContext
    ) async throws -> (document: String, page: Int, image: ServedImage) {
        let text = try context.parameters.require("page")
        let id = try context.parameters.require("document")
        if let name = try QueryParameters(of: request).value("image") {
            guard let page = Int(text), page > 0, RequestAuthorization.mayEdit(id),
                let image = try? await tiles.source(name), image.document == id
            else {
                throw Problem.notFound("no page of \(FaultText.quoted(id)) has the image \(FaultText.quoted(name))")
            }
            return (id, page, try await tiles.image(name))
        }
        let (document, page) = try await store.read(about: id) { _, document in
            guard let number = Int(text), let page = document.pages.first(where: { $0.number == number }) else {
                throw Problem.notFound(
                    "\(document.id) has no page '\(text)', expected 1 to \(document.pages.count)")
            }
            return (document.id, page)
        }
        guard let imageID = page.imageID else {
            throw Problem.notFound("page \(page.number) of \(document) has no image, so no lines can be found on it")
        }
        return (document, page.number, try await tiles.image(imageID))
    }

    private func cost(_ image: ServedImage) throws -> RenderCost {
        do {
            return try image.renderer.costOfLines(limits: limits)
        } catch let error as TileEngineError where error.kind == .tooLarge {
            throw Problem(.badRequest, error.reason, refusal: .largePicture)
        }
    }

    private static func wanted(_ query: QueryParameters) throws -> LineRequest {
        let exact = query.list("exact")
        if let other = exact.first(where: { $0 != "from" && $0 != "to" }) {
            throw Problem.badRequest("exact is '\(other)', expected 'from', 'to' or both")
        }
        return LineRequest(
            from: try point(query.list("from"), "from"), to: try point(query.list("to"), "to"),
            above: try count(query.number("above"), "above"), below: try count(query.number("below"), "below"),
            left: try query.number("left"), right: try query.number("right"), isFromExact: exact.contains("from"),
            isToExact: exact.contains("to"))
    }

    private static func point(_ parts: [String], _ name: String) throws -> Point {
        let numbers = parts.compactMap(Double.init)
        guard parts.count == 2, numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
            throw Problem.badRequest(
                parts.isEmpty
                    ? "\(name) is missing, expected x,y"
                    : "\(name) is '\(parts.joined(separator: ","))', expected x,y, such as 1200,840")
        }
        return Point(x: numbers[0], y: numbers[1])
    }

    private static func count(_ number: Double?, _ name: String) throws -> Int {
        guard let number else { return 0 }
        guard let count = Int(exactly: number) else {
            throw Problem.badRequest("\(name) is '\(number)', expected a whole number of lines, such as 1 or -1")
        }
        return count
    }

    private static func byteCount(_ found: FoundLines) -> Int {
        found.lines.reduce(256) { $0 + 128 + 16 * ($1.polygon.vertexCount + $1.baseline.count) }
    }
}
