import DocumentLibrary
import DocumentModel
import DocumentPDF
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import TileEngine
import WebDocuments

/// Makes PDFs. Those of a clause or page are made as a whole and cached. Those of a document are streamed page by page,
/// so that the memory depends on a page. A limited number are sent at once, because each waits for its client, and some
/// more wait for a place.
///
/// Images come from the render service, where they queue like any other; text is set on its threads.
final class DownloadService: Sendable {
    /// The maximum number of pictures rendered at once for documents, so that other renderings need not wait behind one
    /// of each document.
    private static let renderCount = 2
    /// The maximum number of documents waiting for a place, for up to ``ServerLimits/requestTime``.
    static let waitingLimit = 16

    /// A cached PDF.
    private struct Kept: Sendable {
        let bytes: ByteBuffer
        let hold: Reservation
    }

    private let images: ServedImages
    private let renders: RenderService
    private let pool: WorkPool
    private let cache: CoalescingCache<String, Kept>
    private let semaphore: AsyncSemaphore
    /// Never refuses, because a document that is being sent waits once at most.
    private let turns = AsyncSemaphore(limit: renderCount, waitingLimit: ServerLimits.longResponseCount)
    /// The lengths of documents' PDFs, computed for HEAD requests.
    private let lengths = ResponseLengths()

    /// The weight of setting a step's text in the render pool, in pixels: some ten milliseconds.
    private static let weightOfText = 1 << 20

    /// - Parameters:
    ///   - pool: The pool that renders images and sets text.
    ///   - decodedTiles: The cache of decoded tiles, which shrinks by the size of the cached PDFs.
    init(
        images: ServedImages, renders: RenderService, pool: WorkPool, limits: ServerLimits, cacheByteCount: Int,
        decodedTiles: DecodedTiles
    ) {
        (self.images, self.renders, self.pool) = (images, renders, pool)
        semaphore = AsyncSemaphore(
            limit: ServerLimits.longResponseCount, addressLimit: limits.addressLongResponseCount,
            waitingLimit: Self.waitingLimit)
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.reserve)
    }

    /// The number of documents waiting for a place.
    var waitingCount: Int { semaphore.waitingCount }

    /// Responds with a PDF.
    ///
    /// - Parameters:
    ///   - head: The source of the response's fields. Its body is empty.
    ///   - address: The client's address, see ``RateLimit/name(of:)``.
    ///   - logger: Logs errors that interrupt a response.
    /// - Throws: ``Problem/busy`` if too many documents or other work is waiting; ``Problem`` 501 if this machine
    ///   cannot make PDFs.
    func response(
        _ booklet: DownloadBooklet, like head: CacheableResponse, to request: Request, from address: String,
        logger: Logger
    ) async throws -> Response {
        var response = head.response(to: request)
        guard response.status == .ok else { return response }
        guard case .document = booklet.content.part else {
            let kept = try await cache.value(
                for: head.validator, cost: { $0.bytes.storageCapacity + 256 }
            ) { [self] in
                let file = Steps(booklet, self, permit: nil)
                var bytes = ByteBuffer()
                while let part = try await file.next() { bytes.writeImmutableBuffer(part) }
                return Kept(bytes: bytes, hold: pool.hold(byteCount: bytes.readableBytes))
            }
            var whole = CacheableResponse(
                body: kept.bytes, mediaType: head.mediaType, validator: head.validator, cachePolicy: head.cachePolicy)
            whole.hold = kept.hold
            return whole.response(to: request)
        }
        if request.method == .head {
            let byteCount = try await byteCount(of: booklet, head.validator, from: address)
            response.body = ResponseBody(contentLength: byteCount) { try await $0.finish(nil) }
            return response
        }
        let file = Steps(booklet, self, permit: try await semaphore.acquire(for: address))
        guard let first = try await file.next() else { throw Problem.busy }
        response.body = ResponseBody(contentLength: nil) { writer in
            do {
                try await writer.write(first)
                while let part = try await file.next() {
                    if part.readableBytes > 0 { try await writer.write(part) }
                }
                try await writer.finish(nil)
            } catch let error where error is PDFError || error is TileEngineError {
                logger.error("response interrupted", metadata: ["error": "\(error)"])
                throw error
            }
        }
        return response
    }

    /// Returns the length of a document's PDF. A HEAD response must have the correct length or none, and the connection
    /// requires one.
    private func byteCount(of booklet: DownloadBooklet, _ validator: String, from address: String) async throws -> Int {
        if let known = lengths.length(of: validator) { return known }
        let file = Steps(booklet, self, permit: try await semaphore.acquire(for: address))
        var sum = 0
        while let part = try await file.next() { sum += part.readableBytes }
        lengths.remember(sum, of: validator)
        return sum
    }

    /// The parts of one file, made one after another. Holds one of the places until it is released.
    private final class Steps: Sendable {
        private let booklet: DownloadBooklet
        private let steps: [DownloadBooklet.Step]
        private let service: DownloadService
        private let position = NIOLockedValueBox(0)
        private let permit: Reservation?
        /// The authorization of the request, because the body is made after the request's task-local value is gone.
        private let authorization = RequestAuthorization.current

        init(_ booklet: DownloadBooklet, _ service: DownloadService, permit: Reservation?) {
            (self.booklet, self.service, self.permit) = (booklet, service, permit)
            steps = booklet.steps
        }

        /// Returns the next step's bytes, which may be empty, or nil after the last one.
        func next() async throws -> ByteBuffer? {
            let number = position.withLockedValue { number in
                defer { number += 1 }
                return number
            }
            guard number < steps.count else { return nil }
            let step = steps[number]
            return try await RequestAuthorization.$current.withValue(authorization) { [self] in
                let picture = try await service.picture(of: step, in: booklet, hasBegun: number > 0)
                do {
                    return try await service.pool.run(
                        number == 0 ? .any : .begun, estimatedPixels: DownloadService.weightOfText,
                        estimatedBytes: 3 * (picture?.bytes.readableBytes ?? 0)
                    ) { [booklet] _ in
                        let jpeg = picture.map { Array($0.bytes.readableBytesView) }
                        return ByteBuffer(bytes: try booklet.take(step, jpeg: jpeg))
                    }
                } catch PDFError.unavailable {
                    throw Problem(.notImplemented, "this server cannot create PDFs; the text is at download.txt")
                }
            }
        }
    }

    /// Renders the image of a step. Once the response has begun, retries while the queue is full, so that a busy moment
    /// does not interrupt it.
    private func picture(
        of step: DownloadBooklet.Step, in booklet: DownloadBooklet, hasBegun: Bool
    ) async throws -> RenderService.Rendering? {
        let (id, wanted): (String?, RenderedPicture)
        switch step {
        case .page(let page):
            (id, wanted) = (page.pyramid == nil ? nil : page.imageID, .region(booklet.request(for: page)))
        case .figure(let cutOut): (id, wanted) = (cutOut.page.imageID, .cutOut(cutOut))
        case .front, .beginTexts, .texts, .end: return nil
        }
        guard let id else { return nil }
        let isDocument = if case .document = booklet.content.part { true } else { false }
        var patience = hasBegun ? Self.patience : 0
        while true {
            do {
                let turn = isDocument ? try await turns.acquire() : nil
                defer { withExtendedLifetime(turn) {} }
                return try await renders.rendering(of: wanted, from: images.image(id))
            } catch let problem as Problem where problem.status == .serviceUnavailable && patience > 0 {
                patience -= 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// The maximum number of retries.
    private static let patience = 20
}
