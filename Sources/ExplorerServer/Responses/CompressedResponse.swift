import FileSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// A long answer that is made once and kept: compressed, and as it is where it is short.
struct PackedAnswer: Sendable {
    /// A digest of the bytes.
    let validator: String
    let compressed: ByteBuffer
    let plainByteCount: Int
    /// The bytes as they are, unless they are too many.
    let plain: ByteBuffer?

    /// What it takes of memory.
    var cost: Int { compressed.readableBytes + (plain?.readableBytes ?? 0) + 256 }

    /// The answer to a request: in the form that it would rather have.
    func response(to request: Request, context: String) -> Response {
        let form = LinkedDataForm(for: request, context: context)
        let tag = validator + form.validatorSuffix
        if let plain {
            return Reply(
                body: plain, mediaType: form.mediaType, validator: tag, cachePolicy: .revalidate,
                compressedBody: compressed, isCompressible: true, negotiatedField: "Accept"
            ).response(to: request)
        }
        let isPacked = Gzip.isAccepted(by: request.headers[.acceptEncoding])
        var response = Reply(
            body: compressed, mediaType: form.mediaType, validator: isPacked ? tag + "-gzip" : tag,
            cachePolicy: .revalidate, negotiatedField: "Accept, Accept-Encoding"
        ).response(to: request)
        guard response.status == .ok else { return response }
        if isPacked { response.headers[.contentEncoding] = "gzip" } else { response.body = unpacked }
        return response
    }

    /// The bytes as they are, made while they are sent.
    private var unpacked: ResponseBody {
        ResponseBody(contentLength: plainByteCount) { [compressed] writer in
            let stream = GunzipStream(compressed)
            while let piece = stream.next() { try await writer.write(piece) }
            try await writer.finish(nil)
        }
    }
}

/// Makes a ``PackedAnswer`` of text that is written to it.
struct AnswerPacker: TextOutputStream {
    /// Longer answers are not kept as they are.
    private static let plainLimit = 256 << 10
    private static let pieceByteCount = 64 << 10

    private var piece: [UInt8] = []
    private var plain: ByteBuffer? = ByteBuffer()
    private var byteCount = 0
    private let digest = MessageDigest()
    private let compression = GzipStream()

    mutating func write(_ text: String) {
        piece += text.utf8
        if piece.count >= Self.pieceByteCount { pass() }
    }

    private mutating func pass() {
        digest.update(piece)
        compression.write(piece)
        byteCount += piece.count
        if byteCount > Self.plainLimit { plain = nil } else { plain?.writeBytes(piece) }
        piece.removeAll(keepingCapacity: true)
    }

    /// The answer.
    ///
    /// - Throws: ``Problem/busy`` when zlib had no memory.
    mutating func finish() throws(Problem) -> PackedAnswer {
        pass()
        guard let compressed = compression.finish() else { throw .busy }
        return PackedAnswer(
            validator: Reply.name(of: digest.value), compressed: compressed, plainByteCount: byteCount, plain: plain)
    }
}
