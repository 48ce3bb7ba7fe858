import DocumentLibrary
import HTTPTypes
import NIOCore
import TileEngine
import WebDocuments

/// Pictures that are made of tiles when they are asked for: regions and cut-outs. Each is made once and kept while there
/// is room, and identical requests wait for the same work.
final class RenderService: Sendable {
    /// A picture's whole identity: the pyramid's content, and what is wanted of it.
    private struct Key: Hashable, Sendable {
        let version: String
        let picture: RenderedPicture
    }

    /// An encoded picture, and the digest of its bytes: taken once, when it is made. It counts in the memory of the pool as
    /// long as somebody has it.
    struct Rendering: Sendable {
        let bytes: ByteBuffer
        let digest: String
        let hold: WorkPool.Hold
    }

    /// The bounds of one answer's work.
    let limits: RenderLimits

    private let pool: WorkPool
    private let cache: CoalescingCache<Key, Rendering>
    private let counters: WorkCounters

    /// How the cache of pictures is used.
    var cacheUsage: CacheUsage { cache.usage }

    /// - Parameters:
    ///   - pool: Where pictures are made; its queue is the bound of what waits.
    ///   - cacheByteCount: How many bytes of encoded pictures are kept.
    ///   - decodedTiles: The decoded tiles, which give these bytes up when they are needed.
    ///   - counters: Where pictures are counted.
    init(
        pool: WorkPool, cacheByteCount: Int, decodedTiles: DecodedTiles, limits: RenderLimits,
        counters: WorkCounters = WorkCounters()
    ) {
        self.counters = counters
        self.pool = pool
        self.limits = limits
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.setAside)
    }

    /// The encoded picture.
    ///
    /// - Throws: ``Problem``: 400 for what the image does not have or what is beyond the limits, 503 when too much waits
    ///   that is narrower.
    func rendering(of picture: RenderedPicture, from image: ServedImage) async throws -> Rendering {
        do {
            // Refused before it takes a place in the queue.
            let cost = try image.renderer.cost(of: picture.request, limits: limits)
            try limits.check(cost)
            let memory = cost.memory(for: picture.request.encoding.format, hasOpacity: picture.hasOpacity)
            guard memory <= pool.memory.limit else {
                throw TileEngineError(
                    .tooLarge,
                    "a picture that takes \(memory >> 20) MiB of memory, expected at most \(pool.memory.limit >> 20) MiB"
                )
            }
            return try await cache.value(
                for: Key(version: image.version, picture: picture), cost: { $0.bytes.storageCapacity + 256 }
            ) { [pool, limits, counters] in
                try await image.archive.fetchTiles(for: cost)
                return try await pool.run(estimatedPixels: cost.weight, estimatedBytes: memory) { isCancelled in
                    let bytes = try counters.measure {
                        try picture.render(with: image.renderer, limits: limits, isCancelled: isCancelled)
                    }
                    return Rendering(
                        bytes: ByteBuffer(bytes: bytes), digest: ContentDigest.of(bytes),
                        hold: pool.hold(byteCount: bytes.count))
                }
            }
        } catch let error as TileEngineError where error.kind == .tooLarge {
            throw Problem(status: .badRequest, detail: error.reason, refusal: .largePicture)
        } catch let error as TileEngineError where error.kind == .outOfRange {
            throw Problem.badRequest(error.reason)
        }
    }
}

extension RenderCost {
    /// What the work is weighed by, in pixels: those that are read, and those that are made, each of which takes about
    /// twice as long, since it is resampled and encoded.
    var weight: Int { sourceArea + 2 * outputArea }
}

/// What is wanted of an image: a region as it is, or a clause cut out of it.
enum RenderedPicture: Hashable, Sendable {
    case region(RegionRequest)
    case cutOut(ClauseCutOut)

    var request: RegionRequest {
        switch self {
        case .region(let request): request
        case .cutOut(let cutOut): cutOut.request
        }
    }

    /// Whether it is transparent in places before it is encoded.
    var hasOpacity: Bool {
        switch self {
        case .region(let request): !request.turnsByRightAngles
        case .cutOut: true
        }
    }

    func render(
        with renderer: TileRenderer, limits: RenderLimits, isCancelled: () -> Bool
    ) throws -> [UInt8] {
        switch self {
        case .region(let request): try renderer.render(request, limits: limits, isCancelled: isCancelled)
        case .cutOut(let cutOut): try cutOut.render(with: renderer, limits: limits, isCancelled: isCancelled)
        }
    }
}
