import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import TileEngine

/// Whole images that have more pixels than one picture may: each is sent strip by strip while it is made, so that what it
/// takes follows its width. Only a few are on their way at once, as each waits for its reader.
final class WholeImageService: Sendable {
    /// How many are made and sent at once.
    static let countAtOnce = 8

    private struct Key: Hashable, Sendable {
        let version: String
        let level: Int
    }

    /// More lengths than this are not remembered.
    private static let byteCountLimit = 1_024

    private let pool: WorkPool
    private let limits: RenderLimits
    private let counters: WorkCounters
    /// Programs ask for them, and ask again: none waits.
    private let semaphore = AsyncSemaphore(limit: countAtOnce, waitingLimit: 0)
    /// How long the pictures are that were sent to their end: the same tiles always give the same bytes.
    private let byteCounts = NIOLockedValueBox<[Key: Int]>([:])

    /// - Parameters:
    ///   - pool: Where strips are made.
    ///   - limits: The bounds of pictures that are made at once.
    ///   - counters: Where strips are counted.
    init(pool: WorkPool, limits: RenderLimits, counters: WorkCounters) {
        (self.pool, self.limits, self.counters) = (pool, limits, counters)
    }

    /// How many pictures are on their way.
    var openCount: Int { semaphore.permitCount }

    /// The level whose whole picture is to be sent in strips: one that is too large to be made at once.
    func level(of request: RegionRequest, in pyramid: Pyramid) -> Int? {
        guard request.size.width * request.size.height > limits.outputArea else { return nil }
        return pyramid.level(ofWhole: request)
    }

    /// The answer with a level as a whole.
    ///
    /// - Parameters:
    ///   - head: What the answer's fields are made of; its body is empty.
    ///   - logger: Told of what ends an answer that has begun.
    /// - Throws: ``Problem/busy`` where too many are on their way, or too much waits; ``TileEngineError`` for the tiles.
    func response(
        _ level: Int, of image: ServedImage, like head: CacheableResponse, to request: Request, logger: Logger
    ) async throws -> Response {
        var response = head.response(to: request)
        guard response.status == .ok else { return response }
        let key = Key(version: image.version, level: level)
        let byteCount = byteCounts.withLockedValue { $0[key] }
        if request.method == .head, let byteCount {
            response.body = ResponseBody(contentLength: byteCount) { try await $0.finish(nil) }
            return response
        }
        let strips = try Strips(of: image, level: level, self, permit: try await semaphore.acquire())
        guard let first = try await strips.next() else { throw Problem.notFound("no such image") }
        if request.method == .head {
            // A head must name the length of the body or nothing, and the connection cannot leave it out.
            var sum = first.readableBytes
            while let strip = try await strips.next() { sum += strip.readableBytes }
            remember(sum, for: key)
            response.body = ResponseBody(contentLength: sum) { try await $0.finish(nil) }
            return response
        }
        response.body = ResponseBody(contentLength: byteCount) { [weak self] writer in
            do {
                var sum = first.readableBytes
                try await writer.write(first)
                while let strip = try await strips.next() {
                    sum += strip.readableBytes
                    try await writer.write(strip)
                }
                self?.remember(sum, for: key)
                try await writer.finish(nil)
            } catch let error as TileEngineError {
                logger.error("answer broken off", metadata: ["image": "\(image.id)", "error": "\(error)"])
                throw error
            }
        }
        return response
    }

    private func remember(_ byteCount: Int, for key: Key) {
        byteCounts.withLockedValue { counts in
            if counts.count >= Self.byteCountLimit { counts = [:] }
            counts[key] = byteCount
        }
    }

    // MARK: Strips

    /// The strips of one answer, which ask for one after the other. It has one of the places until it is gone.
    private final class Strips: Sendable {
        private let image: ServedImage
        private let encoder: WholeImageEncoder
        private let service: WholeImageService
        private let permit: AsyncSemaphore.Permit
        private let position = NIOLockedValueBox(0)

        init(of image: ServedImage, level: Int, _ service: WholeImageService, permit: AsyncSemaphore.Permit) throws {
            encoder = try WholeImageEncoder(image.archive, level: level)
            (self.image, self.service, self.permit) = (image, service, permit)
        }

        /// The next strip's bytes; nil after the last one.
        func next() async throws -> ByteBuffer? {
            let number = position.withLockedValue { number in
                defer { number += 1 }
                return number
            }
            guard number < encoder.stripCount else { return nil }
            let cost = encoder.cost(ofStrip: number)
            try await image.archive.fetchTiles(for: cost)
            // The first strip waits with the weight of all of them, and gives way as the widest do; the rest of an answer
            // that has begun is not refused, and stands back behind what is narrower strip by strip.
            let estimatedPixels = number == 0 ? service.weight(of: encoder) : cost.weight
            return try await service.pool.run(
                number == 0 ? .any : .begun, estimatedPixels: estimatedPixels,
                estimatedBytes: cost.memory(for: .jpeg, hasOpacity: false)
            ) { [self] isCancelled in
                try service.counters.measure {
                    try encoder.nextStrip(isCancelled: isCancelled).map { ByteBuffer(bytes: $0) }
                }
            }
        }
    }

    /// What a whole image weighs while it waits to begin: as its pixels do, but no more than the widest of all other
    /// pictures, so that a few may wait.
    private func weight(of encoder: WholeImageEncoder) -> Int {
        min(3 * encoder.size.width * encoder.size.height, limits.sourceArea + 2 * limits.outputArea)
    }
}
