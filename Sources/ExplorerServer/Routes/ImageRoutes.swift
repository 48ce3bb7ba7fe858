import ClauseStore
import DocumentLibrary
import Foundation
import HTTPTypes
import Hummingbird
import TileEngine

/// Pictures made when they are asked for: regions of an image by the IIIF Image API 3.0, and clauses cut out of their scan.
struct ImageRoutes<Context: RequestContext> {
    let tiles: TileService
    let store: StoreReader
    let renders: RenderService
    let hotTiles: HotTiles

    func add(to router: Router<Context>) {
        router.get("/iiif/3/{image}/{region}/{size}/{rotation}/{file}", use: region)
        router.get("/api/documents/{document}/clauses/{clause}/{file}", use: cutOut)
    }

    /// Specification: <https://iiif.io/api/image/3.0/#4-image-requests>
    @Sendable private func region(_ request: Request, _ context: Context) async throws -> Response {
        let image = try await tiles.image(try context.parameters.require("image"))
        let parser = ImageRequestParser(image: image.archive.pyramid.size, limits: renders.limits, paper: .white)
        let wanted = try parser.request(
            region: Self.decoded(try context.parameters.require("region")),
            size: Self.decoded(try context.parameters.require("size")),
            rotation: Self.decoded(try context.parameters.require("rotation")),
            file: try context.parameters.require("file"))
        guard let address = wanted.storedTile(of: image.archive) else {
            return try await answer(.region(wanted), of: image, to: request)
        }
        let reply = try await tiles.tile(address, of: .finished(image), as: image.archive.format, version: nil)
        let response = reply.response(to: request)
        if request.uri.query == nil { hotTiles.note(reply, given: response, to: request, lease: image.lease) }
        return response
    }

    /// `image.{jpg,png,webp}?width=&page=`
    @Sendable private func cutOut(_ request: Request, _ context: Context) async throws -> Response {
        let parts = try context.parameters.require("file").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "image", let format = ImageFormat(fileExtension: parts[1]), format != .tiff
        else {
            throw Problem.notFound(
                "nothing is at this address; a clause's cut-out is image.jpg, image.png or image.webp")
        }
        let query = try QueryParameters(of: request)
        let (width, page, id) = (
            try query.positive("width"), try query.positive("page"), try context.parameters.require("clause")
        )
        let cutOut = try await store.ask(about: try context.parameters.require("document")) { store, document in
            let clause = try store.clause(id, of: document.id, lang: nil, includingRegions: true)
            do throws(CutOutError) {
                return try ClauseCutOut(of: clause, in: document, page: page, width: width, format: format)
            } catch {
                if case .width = error { throw Problem.badRequest(error.description) }
                throw Problem.notFound(error.description)
            }
        }
        let image = try await tiles.image(cutOut.page.imageID ?? "")
        return try await answer(.cutOut(cutOut), of: image, to: request)
    }

    private func answer(
        _ picture: RenderedPicture, of image: ServedImage, to request: Request
    ) async throws -> Response {
        let bytes = try await renders.bytes(of: picture, from: image)
        return Reply(
            body: bytes, mediaType: picture.request.encoding.format.mediaType,
            validator: Reply.digest(of: bytes.readableBytesView),
            cachePolicy: .minutes
        ).response(to: request)
    }

    /// A part of the path without its percent encoding, which clients use for `^`, `!` and commas.
    private static func decoded(_ text: String) throws(Problem) -> String {
        guard text.contains("%") else { return text }
        guard let plain = text.removingPercentEncoding else {
            throw .badRequest("'\(text)' has a '%' that no two hexadecimal digits follow")
        }
        return plain
    }
}

extension RegionRequest {
    /// The stored tile that is the answer already: unturned, in its own colours and format.
    fileprivate func storedTile(of archive: TileArchive) -> TileAddress? {
        guard !isMirrored, rotation == 0, quality == .color, encoding.format == ImageFormat(archive.format) else {
            return nil
        }
        return archive.pyramid.address(forIIIFRegion: region, size: size)
    }
}
