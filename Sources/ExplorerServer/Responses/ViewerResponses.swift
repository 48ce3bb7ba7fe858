import NIOConcurrencyHelpers
import NIOCore
import Viewer

/// The web client's files as responses. Each is compressed on its first request, because compressing all of them took a
/// quarter of the start-up time.
final class ViewerResponses: Sendable {
    let bundle: ViewerBundle
    private let responses = NIOLockedValueBox<[String: CacheableResponse]>([:])
    private let texts = NIOLockedValueBox<InterfaceTexts?>(nil)

    init(_ bundle: ViewerBundle) { self.bundle = bundle }

    /// Returns the bytes of a file, or none if it does not exist.
    func bytes(of path: String) -> [UInt8] { bundle[path]?.bytes ?? [] }

    /// Returns the texts of the interface, which are read on first use.
    func interfaceTexts() throws -> InterfaceTexts {
        if let texts = texts.withLockedValue({ $0 }) { return texts }
        let read = try InterfaceTexts(bundle)
        texts.withLockedValue { $0 = read }
        return read
    }

    /// Returns the response with the file at a path in the bundle, or `nil` if there is none.
    func response(for path: String) -> CacheableResponse? {
        if let response = responses.withLockedValue({ $0[path] }) { return response }
        guard let file = bundle[path] else { return nil }
        let body = ByteBuffer(bytes: file.bytes)
        let isCompressible = file.isCompressible && Gzip.isWorthwhile(body.readableBytes)
        // Two concurrent requests may both compute this, with the same result.
        let response = CacheableResponse(
            body: body, mediaType: file.mediaType, validator: file.digest, cachePolicy: .revalidate,
            compressedBody: isCompressible ? Gzip.compress(body, level: 9) : nil, isCompressible: isCompressible)
        responses.withLockedValue { $0[path] = response }
        return response
    }
}
