import NIOCore
import TileEngine
import WebDocuments

/// A GET or HEAD request for a tile, as the lane parses it. Its pointers refer to the connection's input buffer.
struct TileRequest {
    let target: UnsafeRawBufferPointer
    /// The value of If-None-Match.
    var condition: UnsafeRawBufferPointer?
    var isHead = false
}

extension TileRequest {
    /// Creates the request from a head at the start of the bytes.
    init(_ head: RequestHead, in bytes: UnsafeRawBufferPointer) {
        target = UnsafeRawBufferPointer(rebasing: bytes[head.target])
        condition = head.ifNoneMatch.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
        isHead = head.method == .head
    }
}

/// A response of the lane, ready to send, and its source.
struct LaneResponse {
    let bytes: ByteBuffer
    let source: LaneSource
    var status: Int { source == .notModified ? 304 : 200 }

    init(_ bytes: ByteBuffer, _ source: LaneSource) { (self.bytes, self.source) = (bytes, source) }
}

/// The lane's result for a request.
enum LaneResult {
    /// The response is available now.
    case ready(LaneResponse)
    /// The response arrives once its bytes have been fetched. The future fails if they cannot be; it yields nil if the
    /// request must be looked up again.
    case coming(EventLoopFuture<LaneResponse?>)
}

/// Serves tiles that are not hot. If the system holds their bytes in memory, they are read on the connection's own
/// event loop, so that the first request for a tile costs little more than the next. Tiles of a remote archive are
/// fetched on the same loop.
///
/// Only for public images whose metadata has not expired. The routes behind the lane look that up, read from disk, and
/// make tiles that are not stored.
struct StoredTiles: Sendable {
    let library: CurrentLibrary
    let hotTiles: HotTiles
    let publicAddress: PublicAddress
    /// The size limits of IIIF responses.
    let limits: RenderLimits

    /// Returns the response to the request, which may make the tile hot, or `nil` to pass the request on to the routes.
    ///
    /// - Parameters:
    ///   - isSecondTime: Whether the image was already looked up for this request.
    ///   - loop: The connection's event loop, on which this must be called.
    /// - Complexity: O(*n*) in the tile's size.
    func response(
        to request: TileRequest, isSecondTime: Bool, now: HTTPDate.Clock, on loop: any EventLoop
    ) -> LaneResult? {
        guard let target = TileTarget(request.target) else { return nil }
        let images = library.served.services.images
        guard let image = images.knownToAnyone(target.image, at: now.deadline) else {
            // Without this, a reader returning after a pause would be served by the routes, with all their overhead.
            guard !isSecondTime else { return nil }
            return .coming(
                loop.makeFutureWithTask {
                    try await images.lookUpForAnyone(target.image)
                    return nil
                })
        }
        // The archive knows the byte counts of stored tiles only.
        guard let address = target.storedAddress(in: image), let byteCount = image.archive.byteCount(of: address) else {
            return nil
        }
        var links: String?
        if case .region(let version, _, _, _) = target.place {
            links = self.links(to: address, of: image, version: version)
            guard links != nil else { return nil }
        }
        let policy = target.version == nil ? CachePolicy.minutes : .immutable
        if let condition = request.condition {
            var response = ReadyResponse(tile: address, of: image, policy: policy, links: links, byteCount: nil)
            if response.isNamed(by: condition) {
                hotTiles.note(
                    &response, .notModified, target: request.target, expiration: image.expiration, now: now)
                return .ready(LaneResponse(response.bytes, .notModified))
            }
        }
        // The routes read the tile before they respond, so that a HEAD response never promises a damaged one.
        guard !request.isHead else { return nil }
        var response = ReadyResponse(tile: address, of: image, policy: policy, links: links, byteCount: byteCount)
        if let place = image.archive.remoteLocation(of: address) {
            return coming(place, of: image, as: response, target: Array(request.target), on: loop)
        }
        var isWhole = false
        response.bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: byteCount) { space in
            isWhole = image.archive.readTileWithoutWaiting(
                address, into: UnsafeMutableRawBufferPointer(rebasing: space[..<byteCount]))
            return isWhole ? byteCount : 0
        }
        guard isWhole else { return nil }
        hotTiles.note(&response, target: request.target, expiration: image.expiration, now: now)
        return .ready(LaneResponse(response.bytes, .stored))
    }

    /// Fetches a remote tile and returns the pending response.
    private func coming(
        _ place: TileArchive.RemoteLocation, of image: ServedImage, as response: ReadyResponse, target: [UInt8],
        on loop: any EventLoop
    ) -> LaneResult? {
        guard let source = image.archive.source as? any LaneBytes, source.isAvailable else { return nil }
        let expiration = image.expiration
        let future = image.archive.fetch(place, from: source, on: loop).map { [hotTiles] tile -> LaneResponse? in
            var response = response
            response.bytes.writeImmutableBuffer(tile)
            target.withUnsafeBytes { hotTiles.note(&response, target: $0, expiration: expiration) }
            return LaneResponse(response.bytes, .fetched)
        }
        return .coming(future)
    }

    /// Returns the Link field for a tile requested as a region, or `nil` if it exceeds the size limits.
    private func links(to address: TileAddress, of image: ServedImage, version: ImageAPIVersion) -> String? {
        let pyramid = image.archive.pyramid
        let parser = ImageRequestParser(version: version, pyramid: pyramid, limits: limits, paper: image.paper)
        guard let aligned = pyramid.alignedIIIFRegion(of: address), parser.sizeLimits.allow(aligned.size) else {
            return nil
        }
        let request = RegionRequest(
            region: aligned.region, size: aligned.size,
            encoding: ImageEncoding(ImageFormat(image.archive.format), paper: image.paper))
        return version.links(canonical: publicAddress.url(parser.canonicalPath(of: request, image: image.id)))
    }
}
