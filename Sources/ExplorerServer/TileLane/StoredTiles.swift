import NIOCore
import TileEngine
import WebDocuments

/// A GET or HEAD of a tile, as the lane has it before it. Its bytes are those of the connection's input.
struct TileRequest {
    let target: UnsafeRawBufferPointer
    /// The value of If-None-Match.
    var condition: UnsafeRawBufferPointer?
    var isHead = false
}

extension TileRequest {
    /// The request that a head describes, which begins with the bytes.
    init(_ head: RequestHead, in bytes: UnsafeRawBufferPointer) {
        target = UnsafeRawBufferPointer(rebasing: bytes[head.target])
        condition = head.ifNoneMatch.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
        isHead = head.method == .head
    }
}

/// An answer of the lane, ready to be sent, and where it comes from.
struct LaneAnswer {
    let bytes: ByteBuffer
    let source: LaneSource

    init(_ bytes: ByteBuffer, _ source: LaneSource) { (self.bytes, self.source) = (bytes, source) }
}

/// What the tile lane has for a request.
enum LaneResponse {
    /// The answer.
    case ready(LaneAnswer)
    /// The answer will be there once its bytes were fetched, unless they cannot be; nil where it is then to be asked for again.
    case coming(EventLoopFuture<LaneAnswer?>)
}

/// Tiles that nobody asked for lately: read on the connection's own event loop where the system holds their bytes in
/// memory, so that the first touch of a tile costs little more than the next. Those of an archive that is elsewhere are
/// fetched on the same loop.
///
/// Only for images that anyone may see, and whose facts have not expired; the routes behind the lane look them up, read what
/// lies on a disk, and make tiles that are not stored.
struct StoredTiles: Sendable {
    let library: CurrentLibrary
    let hotTiles: HotTiles
    let publicAddress: PublicAddress
    /// The bounds of an answer to a IIIF request.
    let limits: RenderLimits

    /// The answer to the request, which may become a hot tile by it, or `nil` for the way behind the lane.
    ///
    /// - Parameters:
    ///   - isSecondTime: Whether the image was looked up for this request already.
    ///   - loop: The connection's event loop, on which this is called.
    /// - Complexity: O(*n*) in the tile's size.
    func answer(
        to request: TileRequest, isSecondTime: Bool, now: HTTPDate.Clock, on loop: any EventLoop
    ) -> LaneResponse? {
        guard let target = TileTarget(request.target) else { return nil }
        let images = library.served.images
        guard let image = images.knownToAnyone(target.image, at: now.deadline) else {
            // Whoever comes after a pause would else be answered by the routes, with all that they send at once.
            guard !isSecondTime else { return nil }
            return .coming(
                loop.makeFutureWithTask {
                    try await images.lookUpForAnyone(target.image)
                    return nil
                })
        }
        // Byte counts are known of stored tiles only.
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
            var answer = ReadyResponse(tile: address, of: image, policy: policy, links: links, byteCount: nil)
            if answer.isNamed(by: condition) {
                hotTiles.note(
                    &answer, .notModified, target: request.target, expiration: image.expiration, now: now)
                return .ready(LaneAnswer(answer.bytes, .notModified))
            }
        }
        // The routes read the tile before they answer, so that a damaged one is not promised.
        guard !request.isHead else { return nil }
        var answer = ReadyResponse(tile: address, of: image, policy: policy, links: links, byteCount: byteCount)
        if let place = image.archive.absentPlace(of: address) {
            return coming(place, of: image, as: answer, target: Array(request.target), on: loop)
        }
        var isWhole = false
        answer.bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: byteCount) { space in
            isWhole = image.archive.readTileWithoutWaiting(
                address, into: UnsafeMutableRawBufferPointer(rebasing: space[..<byteCount]))
            return isWhole ? byteCount : 0
        }
        guard isWhole else { return nil }
        hotTiles.note(&answer, target: request.target, expiration: image.expiration, now: now)
        return .ready(LaneAnswer(answer.bytes, .stored))
    }

    /// The answer with a tile that is to be fetched.
    private func coming(
        _ place: TileArchive.RemotePlace, of image: ServedImage, as answer: ReadyResponse, target: [UInt8],
        on loop: any EventLoop
    ) -> LaneResponse? {
        guard let source = image.archive.source as? any LaneBytes, source.isAvailable else { return nil }
        let expiration = image.expiration
        let future = image.archive.fetch(place, from: source, on: loop).map { [hotTiles] tile -> LaneAnswer? in
            var answer = answer
            answer.bytes.writeImmutableBuffer(tile)
            target.withUnsafeBytes { hotTiles.note(&answer, target: $0, expiration: expiration) }
            return LaneAnswer(answer.bytes, .fetched)
        }
        return .coming(future)
    }

    /// The Link field of a tile that is asked for as a region, or `nil` for one that is larger than an answer may be.
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
