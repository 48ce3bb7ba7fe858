import DocumentLibrary
import HTTPTypes
import NIOCore
import TileEngine

/// Where the tiles of an image come from: its finished pyramid, or one that is still being cut.
enum TileSource: Sendable {
    case finished(ServedImage)
    case inProgress(ImageInProgress)

    /// The image's id.
    var id: String {
        switch self {
        case .finished(let image): image.id
        case .inProgress(let image): image.id
        }
    }

    /// The id of the image's document.
    var document: String {
        switch self {
        case .finished(let image): image.document
        case .inProgress(let image): image.document
        }
    }

    /// What the tiles' ETags begin with; the same before and after the image is finished, as the tiles are.
    var version: String {
        switch self {
        case .finished(let image): image.version
        case .inProgress(let image): image.version
        }
    }

    var pyramid: Pyramid {
        switch self {
        case .finished(let image): image.archive.pyramid
        case .inProgress(let image): image.growing.pyramid
        }
    }

    /// The colour of the document's paper.
    var paper: PaperColour {
        switch self {
        case .finished(let image): image.paper
        case .inProgress: .white
        }
    }

    /// The encoding of the stored tiles.
    var format: TileFormat {
        switch self {
        case .finished(let image): image.archive.format
        case .inProgress(let image): image.growing.format
        }
    }
}

/// Tiles as they are answered: stored ones out of the pyramid, others made once and kept.
final class TileService: Sendable {
    /// A made tile's whole identity: the pyramid's content, the place, the format.
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

    /// How the cache of made tiles is used.
    var cacheUsage: CacheUsage { cache.usage }

    init(
        images: ServedImages, imagesInProgress: ImagesInProgress, scanWork: ScanWork, pool: WorkPool,
        renderPool: WorkPool, cacheByteCount: Int, decodedTiles: DecodedTiles
    ) {
        self.scanWork = scanWork
        self.images = images
        self.imagesInProgress = imagesInProgress
        self.pool = pool
        self.renderPool = renderPool
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.setAside)
    }

    /// The image of an id, finished or not. One that is being cut is of a document that was made of it, which is open, or an
    /// uploaded scan, which editors may see.
    ///
    /// - Throws: ``Problem`` 404 when there is none.
    func source(_ id: String) async throws -> TileSource {
        if let image = images.known(id) { return .finished(image) }
        if let image = imageInProgress(id) { return .inProgress(image) }
        return .finished(try await images.image(id))
    }

    /// The finished image of an id.
    ///
    /// - Throws: ``Problem`` 404 when there is none, 503 when it is still being cut.
    func image(_ id: String) async throws -> ServedImage {
        guard let cutting = imageInProgress(id) else { return try await images.image(id) }
        // Its last tile is there before the database says so, and the database says so before the work on it has ended.
        guard cutting.growing.state == .finished else { throw Self.notYet(cutting) }
        do {
            return try await images.image(id)
        } catch let problem as Problem where problem.status == .notFound {
            throw Self.notYet(cutting)
        }
    }

    /// The image of an id while it is being cut, if whoever asks may see it.
    private func imageInProgress(_ id: String) -> ImageInProgress? {
        if let image = imagesInProgress.image(id) { return image }
        guard let image = scanWork.image(id), RequestAuthorization.mayEdit(image.document) else { return nil }
        return image
    }

    /// Whether an image has no colours; of one that is still being cut nobody knows.
    func isGrey(_ source: TileSource) async throws -> Bool {
        guard case .finished(let image) = source else { return false }
        return try await pool.run { try image.renderer.isGrey() }
    }

    /// The tile's answer.
    ///
    /// - Parameters:
    ///   - address: A place in the image's grid, up to the 2× level.
    ///   - format: The stored format, or another that is then made.
    ///   - version: The version that the address names, if it names one.
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
        } else {
            let key = TileKey(version: image.version, address: address, format: format)
            return try await cache.value(for: key, cost: { $0.storageCapacity + 256 }) { [renderPool] in
                if let cost = image.renderer.cost(ofTile: address) {
                    try await image.archive.fetchTiles(for: cost)
                }
                // At the 2× level it is made of up to four tiles.
                let side = image.archive.pyramid.tileSize
                return try await renderPool.run(estimatedPixels: 6 * side * side) { _ in
                    ByteBuffer(bytes: try image.renderer.tile(address, as: format))
                }
            }
        }
    }

    /// A stored tile that is elsewhere, without a thread that waits for it; nil where it is here, or is to be looked at
    /// again by whoever may wait.
    private func fetched(_ address: TileAddress, of archive: TileArchive) async throws -> ByteBuffer? {
        guard let place = archive.absentPlace(of: address), let source = archive.source as? any LaneBytes else {
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
            status: .serviceUnavailable,
            detail: "the image '\(cutting.id)' is still being cut; this part is not there yet",
            headers: [.retryAfter: "1"])
    }
}
