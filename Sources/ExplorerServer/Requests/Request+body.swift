import Hummingbird
import NIOCore

extension Request {
    /// Reads the whole body.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - expected: What the body should have been, for the error message.
    /// - Throws: 413 if it is longer, and ``Problem`` 400 if it ends too early.
    func wholeBody(upTo limit: Int, expecting expected: String) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: limit)
        } catch {
            throw Problem.cause(ofUnreadBody: error, expecting: expected)
        }
    }
}

extension Problem {
    /// Returns the error to report when a body cannot be read to its end: 400 if the client disconnected or violated
    /// HTTP, which is not the server's fault; otherwise the original error.
    static func cause(ofUnreadBody error: any Error, expecting expected: String) -> any Error {
        if error is CancellationError || error is any HTTPResponseError { return error }
        return Problem.badRequest("the request's body ended too early, expected \(expected)")
    }
}
