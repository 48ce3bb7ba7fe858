import ClauseStore
import DocumentLibrary
import DocumentModel
import FileSupport
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// How long browsers and caches may keep a response.
enum CachePolicy: Sendable {
    /// Must be revalidated every time, which costs a 304 if nothing changed.
    case revalidate
    /// For addresses whose content may change when a document is replaced.
    case minutes
    /// For addresses that include a version, whose content never changes.
    case immutable
    /// For content that is only valid for a moment.
    case never

    var fieldValue: String {
        switch self {
        case .revalidate: "public, no-cache"
        case .minutes: "public, max-age=300"
        case .immutable: "public, max-age=31536000, immutable"
        case .never: "no-store"
        }
    }
}

/// Bytes with a strong validator, sent in full, as a 304 or compressed, according to the request (RFC 9110).
struct CacheableResponse: Sendable {
    let body: ByteBuffer
    let mediaType: String
    /// The strong ETag without its quotes.
    let validator: String
    var cachePolicy: CachePolicy
    /// The gzipped bytes, if they were compressed in advance.
    var compressedBody: ByteBuffer?
    var isCompressible = false
    /// The value of the Link field, if there is one.
    var links: String?
    /// The request field that decided the media type, if any: `Accept`.
    var negotiatedField: String?

    /// Kept alive until the body is sent, to account for its memory.
    var hold: Reservation?

    /// Returns a JSON response. Its validator is a digest of its bytes.
    static func json(_ value: JSON, cachePolicy: CachePolicy = .revalidate) -> CacheableResponse {
        text(value.bytes(), mediaType: "application/json", cachePolicy: cachePolicy)
    }

    static func json(_ bytes: [UInt8]) -> CacheableResponse { text(bytes, mediaType: "application/json") }

    /// Returns a response with text of any kind, which compresses well.
    static func text(_ bytes: [UInt8], mediaType: String, cachePolicy: CachePolicy = .revalidate) -> CacheableResponse {
        CacheableResponse(
            body: ByteBuffer(bytes: bytes), mediaType: mediaType, validator: ContentDigest.of(bytes),
            cachePolicy: cachePolicy, isCompressible: true)
    }

    /// Returns the response to a request for these bytes.
    ///
    /// - Parameter status: The status of the whole bytes. The request's conditions hold for a success alone:
    ///   <https://www.rfc-editor.org/rfc/rfc9110#section-13.2.1>
    func response(to request: Request, status: HTTPResponse.Status = .ok) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .cacheControl: cachePolicy.fieldValue]
        headers[.link] = links
        var content = body
        var tag = validator
        let varying = [negotiatedField, isCompressible ? "Accept-Encoding" : nil].compactMap(\.self)
        if !varying.isEmpty { headers[.vary] = varying.joined(separator: ", ") }
        if isCompressible {
            if Gzip.isWorthwhile(content.readableBytes), Gzip.isAccepted(by: request.headers[.acceptEncoding]),
                let compressed = compressedBody ?? Gzip.compress(content)
            {
                content = compressed
                tag += "-gzip"
                headers[.contentEncoding] = "gzip"
            }
        }
        headers[.eTag] = "\"\(tag)\""
        if status.kind == .successful, let condition = request.headers[.ifNoneMatch],
            EntityTags.contain(tag, in: condition)
        {
            headers[.contentEncoding] = nil
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: status, headers: headers,
            body: hold.map { Self.body(content, holding: $0) } ?? .init(byteBuffer: content))
    }

    /// Returns a body that is sent piece by piece as the client reads it, and holds its memory reservation until then.
    private static func body(_ content: ByteBuffer, holding hold: Reservation) -> ResponseBody {
        ResponseBody(contentLength: content.readableBytes) { writer in
            var rest = content
            while let piece = rest.readSlice(length: min(pieceByteCount, rest.readableBytes)), piece.readableBytes > 0 {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
            withExtendedLifetime(hold) {}
        }
    }

    private static let pieceByteCount = 256 << 10
}
