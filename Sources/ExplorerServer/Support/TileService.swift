import NIOCore
import TileEngine

/// Tiles as they are answered: stored ones out of the pyramid, others made once and kept.
final class TileService: Sendable {
    /// A made tile's whole identity: the pyramid's content, the place, the format.
    private struct TileKey: Hashable, Sendable {
        let version: String
        let address: TileAddress
        let format: TileFormat
    }

    private let images: ServedImages
    private let pool: WorkPool
    private let renderPool: WorkPool
    private let cache: TileCache<TileKey, ByteBuffer>

    init(images: ServedImages, pool: WorkPool, renderPool: WorkPool, cacheByteCount: Int) {
        self.images = images
        self.pool = pool
        self.renderPool = renderPool
        cache = TileCache(byteLimit: cacheByteCount)
    }

    /// The image of an id.
    ///
    /// - Throws: ``Problem`` 404 when there is none.
    func image(_ id: String) async throws -> ServedImage {
        if let image = images.known(id) { return image }
        return try await pool.run { [images] in try images.find(id) }
    }

    /// The tile's answer.
    ///
    /// - Parameters:
    ///   - address: A place in the image's grid, up to the 2× level.
    ///   - format: The stored format, or another that is then made.
    ///   - version: The version that the address names, if it names one.
    func tile(
        _ address: TileAddress, of image: ServedImage, as format: TileFormat, version: String?
    ) async throws -> Reply {
        let bytes: ByteBuffer
        if format == image.archive.format, address.level <= image.archive.pyramid.nativeLevel {
            bytes = try await pool.run {
                guard let bytes = try image.archive.tile(address) else { throw Problem.notFound("no such tile") }
                return ByteBuffer(bytes: bytes)
            }
        } else {
            let key = TileKey(version: image.version, address: address, format: format)
            bytes = try await cache.value(for: key, cost: { $0.readableBytes }) { [renderPool] in
                try await renderPool.run { ByteBuffer(bytes: try image.renderer.tile(address, as: format)) }
            }
        }
        return Reply(
            body: bytes, mediaType: format.mediaType,
            validator: "\(image.version)-\(address.level)-\(address.column)-\(address.row)-\(format.fileExtension)",
            cachePolicy: version == image.version ? .immutable : .minutes)
    }
}
