import ClauseStore
import DocumentLibrary
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

// 1. `ImageAPIRoutes` decodes the percent encoding of each part of the path, once. `RegionParameter`, `SizeParameter`
// and `RotationParameter` parse the words of the specification; `ImageRequestParser` resolves them for this image: the
// region cropped to it, the size within twice the region and within `ImageSizeLimits`, which `ImageInformation` states.
// Version 2.1 differs in its size parameters only. 2. The result is a `RegionRequest`, independent of how it was
// spelled: the key of the cache, and the source of the canonical address in the Link header
// (`canonicalPath(of:image:)`). 3. A request that is exactly a stored tile (`Pyramid.address(forIIIFRegion:size:)`)
// gets that tile and its ETag, also while the image is being cut. The tile lane knows these addresses in the form that
// viewers derive from `tiles` (`TileTarget`). 4. `WholeImageService` streams whole images that exceed the limit for a
// rendering, strip by strip, as `WholeImageEncoder` makes them from the tiles. 5. `RenderService` renders everything
// else; its ETag is the digest of the bytes.

/// The IIIF Image API, versions 3.0 and 2.1, level 2: image information, and regions of images.
///
/// Specifications: <https://iiif.io/api/image/3.0/>, <https://iiif.io/api/image/2.1/>
struct ImageAPIRoutes {
    let tiles: TileService
    let store: StoreReader
    let renders: RenderService
    let wholeImages: WholeImageService
    let hotTiles: HotTiles
    let publicAddress: PublicAddress
    let announced: AnnouncedDocuments

    func add(to router: Router<ServerContext>) {
        for version in ImageAPIVersion.allCases {
            let base = "\(version.prefix){image}"
            router.get("\(base)") { request, context in try await self.redirect(context, version) }
            router.get("\(base)/info.json") { request, context in
                try await self.informationOfAny(request, context, version)
            }
            router.get("\(base)/{region}/{size}/{rotation}/{file}") { request, context in
                try await self.imageForAny(request, context, version)
            }
        }
    }

    /// Redirects the base URI to the image information (section 2 of both).
    private func redirect(_ context: ServerContext, _ version: ImageAPIVersion) async throws -> Response {
        let source = try await tiles.source(try Self.parameter("image", context))
        return Response(
            status: .seeOther,
            headers: [
                .location: publicAddress.url(version.prefix + source.id + "/info.json"),
                .cacheControl: CachePolicy.revalidate.fieldValue,
            ])
    }

    /// Responds with image information, which is public for an announced document.
    private func informationOfAny(
        _ request: Request, _ context: ServerContext, _ version: ImageAPIVersion
    ) async throws -> Response {
        try await orAnnounced(context) {
            try await information(request, context, version)
        } _: { document in
            try await announced.reading(document) { try await information(request, context, version) }
        }
    }

    /// Responds with an image. Images of an announced document also accept the cookie of readers who signed in from a
    /// viewer.
    private func imageForAny(
        _ request: Request, _ context: ServerContext, _ version: ImageAPIVersion
    ) async throws -> Response {
        try await orAnnounced(context) {
            try await image(request, context, version)
        } _: { document in
            let cookie = ImageCookie.value(of: request, at: publicAddress)
            guard try await announced.covers(document, cookie, from: context.remoteAddress) else {
                throw Problem(.unauthorized, "this image is for readers who have signed in")
            }
            var response = try await announced.reading(document) { try await image(request, context, version) }
            response.headers[.cacheControl] = "private, no-cache"
            response.headers[.vary] = [response.headers[.vary], "Cookie"].compactMap(\.self).joined(separator: ", ")
            return response
        }
    }

    private func orAnnounced(
        _ context: ServerContext, _ body: () async throws -> Response, _ other: (String) async throws -> Response
    ) async throws -> Response {
        try await announced.response(
            body, orAnnounced: { try await announced.document(ofImage: try Self.parameter("image", context)) }, other)
    }

    /// Section 5 of both. The information does not change while an image is being cut.
    private func information(
        _ request: Request, _ context: ServerContext, _ version: ImageAPIVersion
    ) async throws -> Response {
        let source = try await tiles.source(try Self.parameter("image", context))
        let information = ImageInformation(
            base: publicAddress.base, image: source.id, pyramid: source.pyramid, format: source.format,
            limits: renders.limits, isGrey: try await tiles.isGrey(source),
            document: try await store.document(source.document))
        let (accept, body) = (request.headers[.accept], information.json(version).bytes())
        let isLinked =
            version == .three ? Negotiation.prefersLinkedData(accept) : Negotiation.asksForLinkedData(accept)
        let form = LinkedDataForm(isLinked: isLinked, profile: version == .three ? version.context : nil)
        var cacheable = CacheableResponse.linkedData(body, as: form)
        cacheable.links = version.links(canonical: nil)
        return cacheable.response(to: request)
    }

    /// Section 4 of both.
    private func image(_ request: Request, _ context: ServerContext, _ version: ImageAPIVersion) async throws
        -> Response
    {
        let source = try await tiles.source(try Self.parameter("image", context))
        let parser = ImageRequestParser(
            version: version, pyramid: source.pyramid, limits: renders.limits, paper: source.paper)
        let wanted = try parser.request(
            region: Self.parameter("region", context), size: Self.parameter("size", context),
            rotation: Self.parameter("rotation", context), file: Self.parameter("file", context))
        let links = version.links(
            canonical: publicAddress.url(parser.canonicalPath(of: wanted, image: source.id)))
        let named = try QueryParameters(of: request).value("v")
        if let address = wanted.storedTile(of: source) {
            var cacheable = try await tiles.tile(address, of: source, as: source.format, version: named)
            cacheable.links = links
            let response = cacheable.response(to: request)
            if case .finished(let image) = source,
                TileTarget(request.uri.string)?.storedAddress(in: image) == address
            {
                hotTiles.note(cacheable, given: response, to: request, of: image)
            }
            return response
        }
        let (image, client) = (try await tiles.image(source.id), RateLimit.name(of: context.remoteAddress))
        if let level = wholeImages.level(of: wanted, in: image.archive.pyramid) {
            var head = CacheableResponse(
                body: ByteBuffer(), mediaType: ImageFormat.jpeg.mediaType,
                validator: "\(image.version)-\(level)-whole-jpg",
                cachePolicy: named == image.version ? .immutable : .minutes)
            head.links = links
            return try await wholeImages.response(
                level, of: image, like: head, to: request, from: client, logger: context.logger)
        }
        let rendering = try await renders.rendering(of: .region(wanted), from: image, for: client)
        // The version identifies the scan's content, but the paper colour belongs to the document and can change.
        let isFixed = named == image.version && !wanted.showsPaper
        var cacheable = CacheableResponse(
            body: rendering.bytes, mediaType: wanted.encoding.format.mediaType, validator: rendering.digest,
            cachePolicy: isFixed ? .immutable : .minutes, hold: rendering.hold)
        cacheable.links = links
        return cacheable.response(to: request)
    }

    /// Returns a part of the path with its percent encoding decoded once (section 9 of both): a `%` in an id is itself
    /// encoded.
    private static func parameter(_ name: String, _ context: ServerContext) throws -> String {
        let text = try context.parameters.require(name)
        guard text.contains("%") else { return text }
        guard let plain = text.removingPercentEncoding else {
            throw Problem.badRequest("'\(text)' is not percent-encoded UTF-8")
        }
        return plain
    }
}

extension RegionRequest {
    /// The stored tile that equals the response: not rotated, in its own colours and format.
    fileprivate func storedTile(of source: TileSource) -> TileAddress? {
        guard !isMirrored, rotation == 0, quality == .color, encoding.format == ImageFormat(source.format) else {
            return nil
        }
        return source.pyramid.address(forIIIFRegion: region, size: size)
    }

    /// Whether paper is visible in the response.
    fileprivate var showsPaper: Bool {
        encoding.format == .jpeg && rotation.truncatingRemainder(dividingBy: 90) != 0
    }
}
