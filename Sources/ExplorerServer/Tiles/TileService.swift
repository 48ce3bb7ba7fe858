import DocumentLibrary
import HTTPTypes
import NIOCore
import TileEngine

/// The source of an image's tiles: its finished pyramid, or one that is still being cut.
enum TileSource: Sendable {
    case finished(ServedImage)
    case inProgress(ImageInProgress)

    /// The image's id.
    var id: String { member(\.id, \.id) }
    /// The id of the image's document.
    var document: String { member(\.document, \.document) }
    /// The start of the tiles' ETags. Like the tiles, it does not change when the image is finished.
    var version: String { member(\.version, \.version) }
    var pyramid: Pyramid { member(\.archive.pyramid, \.growing.pyramid) }
    /// The encoding of the stored tiles.
    var format: TileFormat { member(\.archive.format, \.growing.format) }
    /// The colour of the document's paper.
    var paper: PaperColour { member(\.paper, { _ in .white }) }

    private func member<Value>(_ finished: (ServedImage) -> Value, _ inProgress: (ImageInProgress) -> Value) -> Value {
        switch self {
        case .finished(let image): finished(image)
        case .inProgress(let image): inProgress(image)
        }
    }
}

/// Serves tiles: stored ones from the pyramid, others are made once and cached.
final class TileService: Sendable {
    /// The identity of a made tile: the pyramid's content, the address and the format.
    private struct TileKey: Hashable, Sendable {
        let version: String
        let address: TileAddress
        let format: TileFormat
    }

    private let images: ServedImages
    private let imagesInProgress: ImagesInProgress
    private let scanWork: ScanWork
    private let pool: WorkPool
    private let renderPool: WorkPool
    private let cache: CoalescingCache<TileKey, ByteBuffer>

    var cacheUsage: CacheUsage { cache.usage }

    init(
        images: ServedImages, imagesInProgress: ImagesInProgress, scanWork: ScanWork, pool: WorkPool,
        renderPool: WorkPool, cacheByteCount: Int, decodedTiles: DecodedTiles
    ) {
        (self.images, self.imagesInProgress, self.scanWork) = (images, imagesInProgress, scanWork)
        (self.pool, self.renderPool) = (pool, renderPool)
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.reserve)
    }

    /// Returns the image with an id, finished or not. An image that is being cut either belongs to an open document
    /// being created from it, or is an uploaded scan, which editors may see.
    ///
    /// - Throws: ``Problem`` 404 if there is none.
    func source(_ id: String) async throws -> TileSource {
        if let image = images.known(id) { return .finished(image) }
        if let image = imageInProgress(id) { return .inProgress(image) }
        return .finished(try await images.image(id))
    }

    /// Returns the finished image with an id.
    ///
    /// - Throws: ``Problem`` 404 if there is none, 503 if it is still being cut.
    func image(_ id: String) async throws -> ServedImage {
        guard let cutting = imageInProgress(id) else { return try await images.image(id) }
        // The last tile is complete before the database has the image, which in turn happens before the job ends.
        guard cutting.growing.state == .finished else { throw Self.notYet(cutting) }
        do {
            return try await images.image(id)
        } catch let problem as Problem where problem.status == .notFound {
            throw Self.notYet(cutting)
        }
    }

    /// Returns the image with an id while it is being cut, if the current user may see it.
    private func imageInProgress(_ id: String) -> ImageInProgress? {
        if let image = imagesInProgress.image(id) { return image }
        guard let image = scanWork.image(id), RequestAuthorization.mayEdit(image.document) else { return nil }
        return image
    }

    /// Whether an image has no colours; false while it is being cut, because that is not known yet.
    func isGrey(_ source: TileSource) async throws -> Bool {
        guard case .finished(let image) = source else { return false }
        return try await pool.run { try image.renderer.isGrey() }
    }

    /// Returns the response with a tile.
    ///
    /// - Parameters:
    ///   - address: A tile of the image, up to the 2× level.
    ///   - format: The stored format, or another one to convert to.
    ///   - version: The version in the address, if any.
    func tile(
        _ address: TileAddress, of source: TileSource, as format: TileFormat, version: String?
    ) async throws -> CacheableResponse {
        let bytes = try await bytes(of: address, of: source, as: format)
        return CacheableResponse(
            body: bytes, mediaType: format.mediaType,
            validator: "\(source.version)-\(address.level)-\(address.column)-\(address.row)-\(format.fileExtension)",
            cachePolicy: version == source.version ? .immutable : .minutes)
    }

    private func bytes(
        of address: TileAddress, of source: TileSource, as format: TileFormat
    ) async throws -> ByteBuffer {
        let image: ServedImage
        switch source {
        case .finished(let finished): image = finished
        case .inProgress(let cutting):
            guard format == cutting.growing.format,
                let bytes = try await pool.run(
                    .forTile, { try cutting.growing.tile(address).map { ByteBuffer(bytes: $0) } })
            else { throw Self.notYet(cutting) }
            return bytes
        }
        if format == image.archive.format, address.level <= image.archive.pyramid.nativeLevel {
            if let fetched = try await fetched(address, of: image.archive) { return fetched }
            return try await pool.run(.forTile) {
                guard let bytes = try image.archive.tile(address) else { throw Problem.notFound("no such tile") }
                return ByteBuffer(bytes: bytes)
            }
        }
        let key = TileKey(version: image.version, address: address, format: format)
        return try await cache.value(for: key, cost: { $0.storageCapacity + 256 }) { [renderPool] in
            if let cost = image.renderer.cost(ofTile: address) { try await image.archive.fetchTiles(for: cost) }
            // A tile of the 2× level is made from up to four tiles.
            let side = image.archive.pyramid.tileSize
            return try await renderPool.run(estimatedPixels: 6 * side * side) { _ in
                ByteBuffer(bytes: try image.renderer.tile(address, as: format))
            }
        }
    }

    /// Fetches a stored tile of a remote archive without blocking a thread. Returns nil if it is local, or damaged and
    /// must be read again on a thread that may block.
    private func fetched(_ address: TileAddress, of archive: TileArchive) async throws -> ByteBuffer? {
        guard let place = archive.remoteLocation(of: address), let source = archive.source as? any LaneBytes else {
            return nil
        }
        do {
            return try await archive.fetch(place, from: source, on: nil).get()
        } catch let error as TileEngineError where error.kind == .damaged {
            return nil
        }
    }

    private static func notYet(_ cutting: ImageInProgress) -> Problem {
        if case .failed(let error) = cutting.growing.state {
            return .notFound("the scan of '\(cutting.id)' could not be cut: it \(error.reason)")
        }
        return Problem(
            .serviceUnavailable, "the image '\(cutting.id)' is still being cut; this part is not ready yet",
            headers: [.retryAfter: "1"])
    }
}
