import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// The routes for tiles in the two schemes of viewers, Deep Zoom and z/x/y, with their Deep Zoom descriptor and
/// TileJSON.
struct TileRoutes {
    let tiles: TileService
    let store: StoreReader
    let hotTiles: HotTiles

    func add(to router: Router<ServerContext>) {
        router.get("/dzi/{image}.dzi", use: descriptor)
        router.get("/dzi/{image}_files/{level}/{tile}", use: deepZoomTile)
        router.get("/tiles/{image}.json", use: tileJSON)
        router.get("/tiles/{image}/preview.jpg", use: preview)
        router.get("/tiles/{image}/{z}/{x}/{tile}", use: mapTile)
    }

    /// Serves the Deep Zoom descriptor. It states the native size, so viewers that know nothing of the 2× level stay
    /// below it.
    @Sendable private func descriptor(_ request: Request, _ context: ServerContext) async throws -> Response {
        let image = try await tiles.source(try context.parameters.require("image"))
        let pyramid = image.pyramid
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(image.format.fileExtension)" \
            Overlap="0" TileSize="\(pyramid.tileSize)">
              <Size Width="\(pyramid.width)" Height="\(pyramid.height)"/>
            </Image>

            """
        return CacheableResponse(
            body: ByteBuffer(string: xml), mediaType: "application/xml", validator: image.version + "-dzi",
            cachePolicy: .revalidate
        ).response(to: request)
    }

    /// `{level}/{column}_{row}.{format}`. The last level is the 2× level.
    @Sendable private func deepZoomTile(_ request: Request, _ context: ServerContext) async throws -> Response {
        let image = try await tiles.source(try context.parameters.require("image"))
        let (name, format) = try Self.split(try context.parameters.require("tile"))
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let level = Self.index(Substring(try context.parameters.require("level"))),
            let column = Self.index(parts[0]), let row = Self.index(parts[1])
        else {
            throw Problem.notFound("no such tile; a tile's address ends in {level}/{column}_{row}.jpg")
        }
        let address = TileAddress(level: level, column: column, row: row)
        guard image.pyramid.contains(address) else {
            throw Problem.notFound(Self.refusal(level: level, of: image.pyramid))
        }
        return try await response(address, of: image, as: format, to: request)
    }

    /// `{z}/{x}/{y}.{format}`. At z 0 the whole image is one tile; the largest z is the 2× level.
    @Sendable private func mapTile(_ request: Request, _ context: ServerContext) async throws -> Response {
        let image = try await tiles.source(try context.parameters.require("image"))
        let (name, format) = try Self.split(try context.parameters.require("tile"))
        guard let z = Self.index(Substring(try context.parameters.require("z"))),
            let x = Self.index(Substring(try context.parameters.require("x"))), let y = Self.index(name)
        else {
            throw Problem.notFound("no such tile; a tile's address ends in {z}/{x}/{y}.jpg")
        }
        guard let address = image.pyramid.address(z: z, x: x, y: y) else {
            throw Problem.notFound(
                "no tile \(z)/\(x)/\(y); z runs from 0 to \(image.pyramid.maxZoom), which is 2× native")
        }
        return try await response(address, of: image, as: format, to: request)
    }

    /// Serves TileJSON 3.0.0 for map viewers: https://github.com/mapbox/tilejson-spec/tree/master/3.0.0
    @Sendable private func tileJSON(_ request: Request, _ context: ServerContext) async throws -> Response {
        let image = try await tiles.source(try context.parameters.require("image"))
        let document = try await store.document(image.document)
        let pyramid = image.pyramid
        var cut: JSON.Members = []
        if case .inProgress(let cutting) = image { cut = [("cut", cutting.json(includesRows: true))] }
        let address = "/tiles/\(image.id)/{z}/{x}/{y}.\(image.format.fileExtension)"
        return CacheableResponse.json(
            .object(
                [
                    ("tilejson", .string("3.0.0")),
                    ("name", JSON(document.title.text(in: nil, fallback: document.languages))),
                    ("attribution", JSON(document.attribution?.text(in: nil, fallback: document.languages))),
                    ("tiles", .array([.string(address)])),
                    ("scheme", .string("xyz")),
                    ("minzoom", .int(0)),
                    ("maxzoom", .int(pyramid.maxZoom)),
                    ("width", .int(pyramid.width)),
                    ("height", .int(pyramid.height)),
                    ("tileSize", .int(pyramid.tileSize)),
                    ("version", .string(image.version)),
                ] + cut),
            cachePolicy: cut.isEmpty ? .revalidate : .never
        ).response(to: request)
    }

    /// Serves the preview of an image that is still being cut, if its scan came with one.
    @Sendable private func preview(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.parameters.require("image")
        guard case .inProgress(let image) = try await tiles.source(id), let preview = image.preview else {
            throw Problem.notFound("no preview of '\(id)' here")
        }
        return CacheableResponse(
            body: ByteBuffer(bytes: preview), mediaType: TileFormat.jpeg.mediaType,
            validator: image.version + "-preview",
            cachePolicy: .minutes
        ).response(to: request)
    }

    private func response(
        _ address: TileAddress, of image: TileSource, as format: TileFormat, to request: Request
    ) async throws -> Response {
        let version = try QueryParameters(of: request).value("v")
        let cacheable = try await tiles.tile(address, of: image, as: format, version: version)
        let response = cacheable.response(to: request)
        // With any other query, a client could fill the lane with copies of one tile.
        let isPlainAddress = request.uri.query.map { $0 == "v=\(image.version)" } ?? true
        if isPlainAddress, case .finished(let image) = image {
            hotTiles.note(cacheable, given: response, to: request, of: image)
        }
        return response
    }

    private static func refusal(level: Int, of pyramid: Pyramid) -> String {
        level > pyramid.doubleLevel
            ? "no level \(level); the last is \(pyramid.doubleLevel), which is 2× native"
            : "no such tile in level \(level)"
    }

    /// Splits `3_5.jpg` into `3_5` and JPEG.
    private static func split(_ tile: String) throws -> (Substring, TileFormat) {
        guard let dot = tile.lastIndex(of: "."),
            let format = TileFormat(fileExtension: String(tile[tile.index(after: dot)...])), format != .png
        else {
            throw Problem.notFound("no tile '\(tile)'; tiles are .jpg or .webp")
        }
        return (tile[..<dot], format)
    }

    /// Parses a number of up to nine digits without sign or leading zero, so that each tile has one address.
    private static func index(_ text: Substring) -> Int? {
        text == "0" ? 0 : PageNumber.of(text)
    }
}
