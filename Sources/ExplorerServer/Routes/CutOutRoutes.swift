import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import TileEngine
import WebDocuments

/// The routes for clauses cut out of their scan.
struct CutOutRoutes {
    let tiles: TileService
    let store: StoreReader
    let renders: RenderService

    func add(to router: Router<ServerContext>) {
        router.get("/api/documents/{document}/clauses/{clause}/{file}", use: cutOut)
    }

    /// `image.{jpg,png,webp}?width=&page=&capture=`
    @Sendable private func cutOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parts = try context.parameters.require("file").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "image", let format = ImageFormat(fileExtension: parts[1]), format != .tiff
        else {
            throw Problem.notFound(
                "there is nothing at this address; a clause's cut-out is image.jpg, image.png or image.webp")
        }
        let query = try QueryParameters(of: request)
        let (width, page, id) = (
            try query.positive("width"), try query.positive("page"), try context.parameters.require("clause")
        )
        let capture = query.value("capture")
        let cutOut = try await store.read(
            about: try context.parameters.require("document"), version: try query.version()
        ) { store, document in
            let clause = try store.clause(id, of: document.id, lang: nil, includingRegions: true)
            return try ClauseCutOut(
                of: clause, in: document, page: page, capture: capture, width: width, format: format)
        }
        let image = try await tiles.image(cutOut.page.imageID ?? "")
        let rendering = try await renders.rendering(
            of: .cutOut(cutOut), from: image, for: RateLimit.name(of: context.remoteAddress))
        return rendering.response(to: request, as: format)
    }
}

extension RenderService.Rendering {
    /// Returns the response with the picture, whose content may change when the document is replaced.
    func response(to request: Request, as format: ImageFormat) -> Response {
        CacheableResponse(
            body: bytes, mediaType: format.mediaType, validator: digest, cachePolicy: .minutes, hold: hold
        ).response(to: request)
    }
}
