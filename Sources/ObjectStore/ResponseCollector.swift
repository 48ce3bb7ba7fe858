import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Collects one response within its limits.
///
/// `@unchecked Sendable` is safe because the client calls a delegate only on the event loop of its request, and nothing
/// else has a reference to it.
final class ResponseCollector: HTTPClientResponseDelegate, @unchecked Sendable {
    typealias Response = StoreResponse

    /// The maximum length of an error response, in bytes.
    private static let faultByteLimit = 256 << 10

    private let name: String
    private let byteLimit: Int
    private let isHead: Bool
    private var head: HTTPResponseHead?
    private var body = ByteBuffer()
    private var declaredByteCount: Int?

    init(_ request: StoreRequest) {
        name = request.name
        byteLimit = request.responseByteLimit
        isHead = request.method == .HEAD
    }

    private var limit: Int {
        head?.status.code == 200 || head?.status.code == 206 ? byteLimit : max(byteLimit, Self.faultByteLimit)
    }

    func didReceiveHead(task: HTTPClient.Task<StoreResponse>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        self.head = head
        guard !isHead, let declared = head.headers.first(name: "content-length").flatMap(Int.init), declared >= 0 else {
            return task.eventLoop.makeSucceededVoidFuture()
        }
        guard declared <= limit else { return task.eventLoop.makeFailedFuture(tooLong(declared)) }
        declaredByteCount = declared
        body.reserveCapacity(declared)
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<StoreResponse>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        guard part.readableBytes <= limit - body.readableBytes else {
            return task.eventLoop.makeFailedFuture(tooLong(nil))
        }
        var part = part
        // The first part is often the whole body. It is used without copying.
        if body.readableBytes == 0, part.readableBytes == declaredByteCount {
            body = part
        } else {
            body.writeBuffer(&part)
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<StoreResponse>) throws -> StoreResponse {
        guard let head else { throw HTTPClientError.remoteConnectionClosed }
        return StoreResponse(status: head.status, headers: head.headers, body: body)
    }

    private func tooLong(_ byteCount: Int?) -> StoreError {
        let found = byteCount.map { "is \($0) bytes long" } ?? "is too long"
        return .damaged(name, reason: "the response \(found), expected at most \(limit) bytes")
    }
}
