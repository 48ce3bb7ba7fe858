import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Returns JSON that caches must not store.
    ///
    /// - Parameters:
    ///   - bytes: The encoded JSON.
    ///   - location: The address of what the request created, if anything.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, location: String? = nil) -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: CachePolicy.never.fieldValue]
        headers[.location] = location
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
