import NIOCore
import TileEngine
import WebDocuments

/// What the tile lane has for a request.
enum LaneResponse {
    /// The answer.
    case ready(ByteBuffer)
    /// The answer will be there once its bytes were fetched, unless they cannot be.
    case coming(EventLoopFuture<ByteBuffer>)
}

/// Tiles that nobody asked for lately: read on the connection's own event loop where the system holds their bytes in
/// memory, so that the first touch of a tile costs little more than the next. Those of an archive that is elsewhere are
/// fetched on the same loop.
///
/// Only for images that anyone may see, and whose facts have not expired; the routes behind the lane look them up, read what lies on a disk,
/// and make tiles that are not stored.
struct StoredTiles: Sendable {
    let library: CurrentLibrary
    let hotTiles: HotTiles
    let publicAddress: PublicAddress
    /// The bounds of an answer to a IIIF request.
    let limits: RenderLimits

    /// The answer to a GET of the target, which may become a hot tile by it, or `nil` for the way behind the lane.
    ///
    /// - Parameter loop: The connection's event loop, on which this is called.
    /// - Complexity: O(*n*) in the tile's size.
    func answer(
        to bytes: UnsafeRawBufferPointer, now: HTTPDate.Clock, on loop: any EventLoop
    ) -> LaneResponse? {
        guard let target = TileTarget(bytes),
            let image = library.served.images.knownToAnyone(target.image, at: now.deadline)
        else {
            return nil
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
        var answer = ReadyResponse(
            tile: address, of: image, policy: target.version == nil ? .minutes : .immutable, links: links,
            byteCount: byteCount)
        if let place = image.archive.absentPlace(of: address) {
            return coming(place, of: image, as: answer, target: Array(bytes), on: loop)
        }
        var isWhole = false
        answer.bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: byteCount) { space in
            isWhole = image.archive.readTileWithoutWaiting(
                address, into: UnsafeMutableRawBufferPointer(rebasing: space[..<byteCount]))
            return isWhole ? byteCount : 0
        }
        guard isWhole else { return nil }
        hotTiles.note(&answer, target: bytes, expiration: image.expiration, now: now)
        return .ready(answer.bytes)
    }

    /// The answer with a tile that is to be fetched.
    private func coming(
        _ place: TileArchive.RemotePlace, of image: ServedImage, as answer: ReadyResponse, target: [UInt8],
        on loop: any EventLoop
    ) -> LaneResponse? {
        guard let source = image.archive.source as? any LaneBytes, source.isAvailable else { return nil }
        let expiration = image.expiration
        let future = image.archive.fetch(place, from: source, on: loop).map { [hotTiles] tile in
            var answer = answer
            answer.bytes.writeImmutableBuffer(tile)
            target.withUnsafeBytes { hotTiles.note(&answer, target: $0, expiration: expiration) }
            return answer.bytes
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
