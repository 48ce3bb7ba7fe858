import Hummingbird
import NIOCore

extension Request {
    /// The whole body.
    ///
    /// - Parameters:
    ///   - limit: How many bytes it may have.
    ///   - expected: What it should have been, in words.
    /// - Throws: 413 for a longer one, and ``Problem`` 400 for one that ends too early.
    func wholeBody(upTo limit: Int, expecting expected: String) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: limit)
        } catch {
            throw Problem.cause(ofUnreadBody: error, expecting: expected)
        }
    }
}

extension Problem {
    /// Why a body could not be read to its end: 400 where the client left or broke the rules of HTTP, which is no fault of
    /// the server's; otherwise the error as it is.
    static func cause(ofUnreadBody error: any Error, expecting expected: String) -> any Error {
        if error is CancellationError || error is any HTTPResponseError { return error }
        return Problem.badRequest("the request ended within its body, expected \(expected)")
    }
}
