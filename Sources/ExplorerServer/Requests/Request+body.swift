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
        } catch let error as CancellationError {
            throw error
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            // Who sent it left before the end, or broke the rules of HTTP on the way: no fault of the server's.
            throw Problem.badRequest("the request ended within its body, expected \(expected)")
        }
    }
}
