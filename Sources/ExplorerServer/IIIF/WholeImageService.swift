import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import TileEngine

/// Streams whole images that exceed the limit for a rendering, strip by strip, so that the memory depends on the width
/// only. A limited number are sent at once, because each waits for its client.
final class WholeImageService: Sendable {
    private let pool: WorkPool
    private let limits: RenderLimits
    private let counters: WorkCounters
    private let semaphore: AsyncSemaphore
    /// The lengths of images that were made completely.
    private let lengths = ResponseLengths()

    init(pool: WorkPool, limits: ServerLimits, counters: WorkCounters) {
        (self.pool, self.limits, self.counters) = (pool, limits.render, counters)
        // Only programs request these, and they retry, so there is no queue.
        semaphore = AsyncSemaphore(
            limit: ServerLimits.longResponseCount, addressLimit: limits.addressLongResponseCount, waitingLimit: 0)
    }

    /// The number of images being sent.
    var openCount: Int { semaphore.permitCount }

    /// Returns the level to stream in strips, if the request is for a whole level that is too large to render at once.
    func level(of request: RegionRequest, in pyramid: Pyramid) -> Int? {
        guard request.size.width * request.size.height > limits.outputArea else { return nil }
        return pyramid.level(ofWhole: request)
    }

    /// Responds with a whole level.
    ///
    /// - Parameters:
    ///   - head: The source of the response's fields. Its body is empty.
    ///   - address: The client's address, see ``RateLimit/name(of:)``.
    ///   - logger: Logs errors that interrupt a response.
    /// - Throws: ``Problem/busy`` if too many images are being sent, in all or to the address, or the queue is full;
    ///   ``TileEngineError`` for the tiles.
    func response(
        _ level: Int, of image: ServedImage, like head: CacheableResponse, to request: Request, from address: String,
        logger: Logger
    ) async throws -> Response {
        var response = head.response(to: request)
        guard response.status == .ok else { return response }
        let validator = head.validator
        let byteCount = lengths.length(of: validator)
        if request.method == .head, let byteCount {
            response.body = ResponseBody(contentLength: byteCount) { try await $0.finish(nil) }
            return response
        }
        let strips = try Strips(of: image, level: level, self, permit: try await semaphore.acquire(for: address))
        guard let first = try await strips.next() else { throw Problem.notFound("no such image") }
        if request.method == .head {
            // A HEAD response must have the correct length or none, and the connection requires one, so the strips are
            // made to compute it.
            var sum = first.readableBytes
            while let strip = try await strips.next() { sum += strip.readableBytes }
            lengths.remember(sum, of: validator)
            response.body = ResponseBody(contentLength: sum) { try await $0.finish(nil) }
            return response
        }
        response.body = ResponseBody(contentLength: byteCount) { [lengths] writer in
            do {
                var sum = first.readableBytes
                try await writer.write(first)
                while let strip = try await strips.next() {
                    sum += strip.readableBytes
                    try await writer.write(strip)
                }
                lengths.remember(sum, of: validator)
                try await writer.finish(nil)
            } catch let error as TileEngineError {
                logger.error("response interrupted", metadata: ["image": "\(image.id)", "error": "\(error)"])
                throw error
            }
        }
        return response
    }

    // MARK: Strips

    /// The strips of one response, made one after another. Holds one of the places until it is released.
    private final class Strips: Sendable {
        private let image: ServedImage
        private let encoder: WholeImageEncoder
        private let service: WholeImageService
        private let permit: Reservation
        private let position = NIOLockedValueBox(0)

        init(of image: ServedImage, level: Int, _ service: WholeImageService, permit: Reservation) throws {
            encoder = try WholeImageEncoder(image.archive, level: level)
            (self.image, self.service, self.permit) = (image, service, permit)
        }

        /// Returns the next strip's bytes, or nil after the last one.
        func next() async throws -> ByteBuffer? {
            let number = position.withLockedValue { number in
                defer { number += 1 }
                return number
            }
            guard number < encoder.stripCount else { return nil }
            let cost = encoder.cost(ofStrip: number)
            try await image.archive.fetchTiles(for: cost)
            // The first strip is queued with the weight of the whole image, and may be refused like the widest
            // renderings. Later strips are never refused, because the response has begun; each queues behind narrower
            // work.
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

    /// Returns the weight of a whole image while it waits to start: that of its pixels, but no more than that of the
    /// widest rendering, so that a few can wait.
    private func weight(of encoder: WholeImageEncoder) -> Int {
        min(3 * encoder.size.width * encoder.size.height, limits.sourceArea + 2 * limits.outputArea)
    }
}
