import NIOCore
import TileEngine

/// Tiles that nobody asked for lately: read on the connection's own event loop where the system holds their bytes in
/// memory, so that the first touch of a tile costs little more than the next.
///
/// Only for images that were looked up within the lease's time; the way behind the lane does that, reads what lies on a
/// disk, and makes tiles that are not stored.
struct StoredTiles: Sendable {
    let images: ServedImages
    let hotTiles: HotTiles

    /// The answer to a GET of the target, which may become a hot tile by it, or `nil` for the way behind the lane.
    ///
    /// - Complexity: O(*n*) in the tile's size.
    func answer(to bytes: UnsafeRawBufferPointer, now: HTTPDate.Clock) -> ByteBuffer? {
        guard let target = TileTarget(bytes), let image = images.known(target.image, at: now.deadline) else {
            return nil
        }
        let address: TileAddress?
        switch target.place {
        case .deepZoom(let place): address = place
        case .map(let z, let x, let y): address = image.archive.pyramid.address(z: z, x: x, y: y)
        }
        // Byte counts are known of stored tiles only.
        guard let address, target.format == image.archive.format,
            target.version == nil || target.version == image.version,
            let byteCount = image.archive.byteCount(of: address)
        else { return nil }
        var answer = ReadyAnswer(
            tile: address, of: image, policy: target.version == nil ? .minutes : .immutable, byteCount: byteCount)
        var isWhole = false
        answer.bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: byteCount) { space in
            isWhole = image.archive.readTileWithoutWaiting(
                address, into: UnsafeMutableRawBufferPointer(rebasing: space[..<byteCount]))
            return isWhole ? byteCount : 0
        }
        guard isWhole else { return nil }
        hotTiles.note(&answer, target: bytes, lease: image.lease, now: now)
        return answer.bytes
    }
}
