import FileSupport
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// A long response that is made once and cached: compressed, and also uncompressed if it is short.
struct CompressedResponse: Sendable {
    /// A digest of the bytes.
    let validator: String
    let compressed: ByteBuffer
    let plainByteCount: Int
    /// The uncompressed bytes; nil if there are too many.
    let plain: ByteBuffer?

    /// The size in memory, in bytes.
    var cost: Int { compressed.readableBytes + (plain?.readableBytes ?? 0) + 256 }

    /// Compresses a text.
    ///
    /// - Throws: As ``CompressedResponseWriter/finish()``.
    static func text(_ text: String) throws(Problem) -> CompressedResponse {
        var writer = CompressedResponseWriter()
        writer.write(text)
        return try writer.finish()
    }

    /// Returns the response to a request, in the form that it prefers.
    func response(to request: Request, context: String) -> Response {
        let form = LinkedDataForm(for: request, context: context)
        return response(
            to: request, mediaType: form.mediaType, validator: validator + form.validatorSuffix,
            negotiatedField: "Accept")
    }

    /// Returns the response to a request, with a fixed media type.
    func response(to request: Request, mediaType: String) -> Response {
        response(to: request, mediaType: mediaType, validator: validator, negotiatedField: nil)
    }

    private func response(
        to request: Request, mediaType: String, validator tag: String, negotiatedField: String?
    ) -> Response {
        if let plain {
            return CacheableResponse(
                body: plain, mediaType: mediaType, validator: tag, cachePolicy: .revalidate,
                compressedBody: compressed, isCompressible: true, negotiatedField: negotiatedField
            ).response(to: request)
        }
        let isCompressed = Gzip.isAccepted(by: request.headers[.acceptEncoding])
        var response = CacheableResponse(
            body: compressed, mediaType: mediaType, validator: isCompressed ? tag + "-gzip" : tag,
            cachePolicy: .revalidate,
            negotiatedField: [negotiatedField, "Accept-Encoding"].compactMap(\.self).joined(separator: ", ")
        ).response(to: request)
        guard response.status == .ok else { return response }
        if isCompressed { response.headers[.contentEncoding] = "gzip" } else { response.body = decompressed }
        return response
    }

    /// The uncompressed bytes.
    var body: ResponseBody { plain.map { ResponseBody(byteBuffer: $0) } ?? decompressed }

    /// The uncompressed bytes, decompressed while they are sent.
    private var decompressed: ResponseBody {
        ResponseBody(contentLength: plainByteCount) { [compressed] writer in
            let stream = GunzipStream(compressed)
            while let piece = stream.next() { try await writer.write(piece) }
            try await writer.finish(nil)
        }
    }
}

/// Compresses the text that is written to it into a ``CompressedResponse``.
struct CompressedResponseWriter: TextOutputStream {
    /// Longer responses are only cached compressed.
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
        piece.withUnsafeBytes { compression.write($0) }
        byteCount += piece.count
        if byteCount > Self.plainLimit { plain = nil } else { plain?.writeBytes(piece) }
        piece.removeAll(keepingCapacity: true)
    }

    /// Returns the response.
    ///
    /// - Throws: ``Problem/busy`` if zlib is out of memory.
    mutating func finish() throws(Problem) -> CompressedResponse {
        pass()
        guard let compressed = compression.finish() else { throw .busy }
        return CompressedResponse(
            validator: ContentDigest.text(of: digest.value), compressed: compressed, plainByteCount: byteCount,
            plain: plain)
    }
}
