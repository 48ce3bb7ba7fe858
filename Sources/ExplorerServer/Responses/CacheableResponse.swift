import ClauseStore
import DocumentLibrary
import DocumentModel
import FileSupport
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// How long an answer may be kept by browsers and caches.
enum CachePolicy: Sendable {
    /// Asked for again each time, which costs a 304 when nothing changed.
    case revalidate
    /// For addresses whose content may change when a document is replaced.
    case minutes
    /// For addresses that name a version: their content never changes.
    case immutable
    /// For what is only true for a moment.
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

/// Bytes with a strong validator, answered in full, as 304, or compressed, as the request asks (RFC 9110).
struct CacheableResponse: Sendable {
    let body: ByteBuffer
    let mediaType: String
    /// What the strong ETag holds between its quotes.
    let validator: String
    var cachePolicy: CachePolicy
    /// The same bytes in gzip, where they were compressed in advance.
    var compressedBody: ByteBuffer?
    var isCompressible = false
    /// The value of the Link field, where there is one.
    var links: String?
    /// Which field of the request decided the media type, if any: `Accept`.
    var negotiatedField: String?

    /// What lives until the body is sent.
    var hold: WorkPool.Hold?

    /// RFC 8288, section 3.
    private static let linkField = HTTPField.Name("Link")

    /// A JSON response; its validator is a digest of its bytes.
    static func json(
        _ value: JSON, mediaType: String = "application/json", cachePolicy: CachePolicy = .revalidate
    ) -> CacheableResponse {
        json(value.bytes(), mediaType: mediaType, cachePolicy: cachePolicy)
    }

    /// The same of JSON that is encoded already.
    static func json(
        _ bytes: [UInt8], mediaType: String = "application/json", cachePolicy: CachePolicy = .revalidate
    ) -> CacheableResponse {
        text(bytes, mediaType: mediaType, cachePolicy: cachePolicy)
    }

    /// Text of any kind, which compresses well.
    static func text(_ bytes: [UInt8], mediaType: String, cachePolicy: CachePolicy = .revalidate) -> CacheableResponse {
        CacheableResponse(
            body: ByteBuffer(bytes: bytes), mediaType: mediaType, validator: ContentDigest.of(bytes),
            cachePolicy: cachePolicy, isCompressible: true)
    }

    /// The answer to a request for these bytes.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .cacheControl: cachePolicy.fieldValue]
        if let links, let name = Self.linkField { headers[name] = links }
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
        if let condition = request.headers[.ifNoneMatch], EntityTags.contain(tag, in: condition) {
            headers[.contentEncoding] = nil
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers,
            body: hold.map { Self.body(content, holding: $0) } ?? .init(byteBuffer: content))
    }

    /// A body that is given out piece by piece as the reader takes it, so that what is held for it is known.
    private static func body(_ content: ByteBuffer, holding hold: WorkPool.Hold) -> ResponseBody {
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
