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

/// PDFs. One of a clause or page is made as a whole and kept while there is room. One of a document is sent page by page
/// while it is made, so that what it takes follows a page; only a few are on their way at once, as each waits for its reader,
/// and a few more wait for them.
///
/// Pictures come from the service of renderings, in whose queue they are as wide as any other; text is set on its threads.
final class DownloadService: Sendable {
    /// How many documents are made and sent at once.
    static let countAtOnce = 2
    /// How many wait for that, until ``ServerLimits/requestTime`` is over.
    static let waitingLimit = 16

    /// A PDF that is kept.
    private struct Kept: Sendable {
        let bytes: ByteBuffer
        let hold: WorkPool.Hold
    }

    private let images: ServedImages
    private let renders: RenderService
    private let pool: WorkPool
    private let cache: CoalescingCache<String, Kept>
    private let semaphore = AsyncSemaphore(limit: countAtOnce, waitingLimit: waitingLimit)
    /// How long the files are that were made for requests of their heads.
    private let byteCounts = NIOLockedValueBox<[String: Int]>([:])
    private static let byteCountLimit = 1_024

    /// What setting the text of a step weighs beside pictures, in pixels: some ten milliseconds.
    private static let weightOfText = 1 << 20

    /// - Parameters:
    ///   - pool: Where pictures are made, and text is set.
    ///   - cacheByteCount: How many bytes of PDFs are kept.
    ///   - decodedTiles: The decoded tiles, which give these bytes up when they are needed.
    init(
        images: ServedImages, renders: RenderService, pool: WorkPool, cacheByteCount: Int, decodedTiles: DecodedTiles
    ) {
        (self.images, self.renders, self.pool) = (images, renders, pool)
        cache = CoalescingCache(byteLimit: cacheByteCount, onChange: decodedTiles.setAside)
    }

    /// How many documents are on their way.
    var openCount: Int { semaphore.permitCount }

    /// The answer with a PDF.
    ///
    /// - Parameters:
    ///   - head: What the answer's fields are made of; its body is empty.
    ///   - logger: Told of what ends an answer that has begun.
    /// - Throws: ``Problem/busy`` where too many documents, or too much else, waits; ``Problem`` 501 where this machine can
    ///   make none.
    func response(
        _ booklet: DownloadBooklet, like head: CacheableResponse, to request: Request, logger: Logger
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
            let byteCount = try await byteCount(of: booklet, head.validator)
            response.body = ResponseBody(contentLength: byteCount) { try await $0.finish(nil) }
            return response
        }
        let file = Steps(booklet, self, permit: try await semaphore.acquire())
        guard let first = try await file.next() else { throw Problem.busy }
        response.body = ResponseBody(contentLength: nil) { writer in
            do {
                try await writer.write(first)
                while let part = try await file.next() {
                    if part.readableBytes > 0 { try await writer.write(part) }
                }
                try await writer.finish(nil)
            } catch let error as PDFError {
                logger.error("answer broken off", metadata: ["error": "\(error)"])
                throw error
            } catch let error as TileEngineError {
                logger.error("answer broken off", metadata: ["error": "\(error)"])
                throw error
            }
        }
        return response
    }

    /// How long a document's PDF is. A head must name the length of the body or nothing, and the connection cannot leave it out.
    private func byteCount(of booklet: DownloadBooklet, _ validator: String) async throws -> Int {
        if let known = byteCounts.withLockedValue({ $0[validator] }) { return known }
        let file = Steps(booklet, self, permit: try await semaphore.acquire())
        var sum = 0
        while let part = try await file.next() { sum += part.readableBytes }
        byteCounts.withLockedValue { counts in
            if counts.count >= Self.byteCountLimit { counts = [:] }
            counts[validator] = sum
        }
        return sum
    }

    /// The parts of one file, which are made one after the other. It has one of the places until it is gone.
    private final class Steps: Sendable {
        private let booklet: DownloadBooklet
        private let steps: [DownloadBooklet.Step]
        private let service: DownloadService
        private let position = NIOLockedValueBox(0)
        private let permit: AsyncSemaphore.Permit?
        /// Who asked: the body of an answer is made when the request is no longer known.
        private let authorization = RequestAuthorization.current

        init(_ booklet: DownloadBooklet, _ service: DownloadService, permit: AsyncSemaphore.Permit?) {
            (self.booklet, self.service, self.permit) = (booklet, service, permit)
            steps = booklet.steps
        }

        /// The next step's bytes, which may be none; nil after the last one.
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
                    throw Problem(
                        status: .notImplemented, detail: "this server makes no PDFs; the text is at download.txt")
                }
            }
        }
    }

    /// The picture that a step shows. Of an answer that has begun, it is asked for again while too much waits, so that a
    /// busy moment does not break it off.
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
        var patience = hasBegun ? Self.patience : 0
        while true {
            do {
                return try await renders.rendering(of: wanted, from: images.image(id))
            } catch let problem as Problem where problem.status == .serviceUnavailable && patience > 0 {
                patience -= 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// How many times a picture of an answer that has begun is asked for again.
    private static let patience = 20
}
