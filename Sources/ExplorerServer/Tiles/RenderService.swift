import DocumentLibrary
import HTTPTypes
import NIOCore
import TileEngine
import WebDocuments

/// Renders regions and cut-outs from tiles on request. Each rendering is made once and cached, and identical requests
/// share the work.
final class RenderService: Sendable {
    /// The identity of a rendering: the pyramid's content, and the requested region or cut-out.
    private struct Key: Hashable, Sendable {
        let version: String
        let picture: RenderedPicture
    }

    /// An encoded image and the digest of its bytes, computed once. It counts towards the pool's memory until it is
    /// released.
    struct Rendering: Sendable {
        let bytes: ByteBuffer
        let digest: String
        let hold: Reservation

        /// Returns the same, which also holds a reservation of its client.
        fileprivate func holding(_ other: Reservation) -> Rendering {
            let both = Reservation { [hold] in withExtendedLifetime((hold, other)) {} }
            return Rendering(bytes: bytes, digest: digest, hold: both)
        }
    }

    let limits: RenderLimits

    private let pool: WorkPool
    private let cache: CoalescingCache<Key, Rendering>
    private let counters: WorkCounters
    /// The bytes of renderings that each address has not read yet.
    private let unread: AddressLimiter

    var cacheUsage: CacheUsage { cache.usage }

    /// - Parameters:
    ///   - pool: The pool that renders. Its queue limits the waiting work.
    ///   - decodedTiles: The cache of decoded tiles, which shrinks by the size of the cached renderings.
    init(
        pool: WorkPool, cacheByteCount: Int, decodedTiles: DecodedTiles, limits: ServerLimits,
        counters: WorkCounters = WorkCounters()
    ) {
        (self.pool, self.limits, self.counters) = (pool, limits.render, counters)
        unread = AddressLimiter(limit: limits.addressPictureByteCount)
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.reserve)
    }

    /// Returns the encoded image for a client, whose share of the memory it takes until it has been sent.
    ///
    /// - Parameter address: The client's address, see ``RateLimit/name(of:)``; empty if it is not counted.
    /// - Throws: As ``rendering(of:from:)``; also ``Problem/busy`` if the address has too much that it has not read
    ///   yet.
    func rendering(
        of picture: RenderedPicture, from image: ServedImage, for address: String
    ) async throws -> Rendering {
        guard !address.isEmpty else { return try await rendering(of: picture, from: image) }
        // Checked first to save the work, and counted when the size is known.
        guard !unread.isFull(for: address) else { throw Problem.busy }
        let rendering = try await rendering(of: picture, from: image)
        guard let share = unread.take(rendering.bytes.readableBytes, for: address) else { throw Problem.busy }
        return rendering.holding(share)
    }

    /// Returns the encoded image.
    ///
    /// - Throws: ``Problem``: 400 if it is outside the image or exceeds the limits, 503 if the queue is full of
    ///   narrower work.
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
            throw Problem(.badRequest, error.reason, refusal: .largePicture)
        } catch let error as TileEngineError where error.kind == .outOfRange {
            throw Problem.badRequest(error.reason)
        }
    }
}

extension RenderCost {
    /// The weight of the work, in pixels: those read, plus twice those written, because resampling and encoding take
    /// about twice as long per pixel.
    var weight: Int { sourceArea + 2 * outputArea }
}

/// What to render from an image: a region, or a clause cut out of it.
enum RenderedPicture: Hashable, Sendable {
    case region(RegionRequest)
    case cutOut(ClauseCutOut)

    var request: RegionRequest {
        switch self {
        case .region(let request): request
        case .cutOut(let cutOut): cutOut.request
        }
    }

    /// Whether it has transparent pixels before it is encoded.
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
