import HTTPTypes

/// The refusals of HTTP/1.1 and HTTP/2 requests that exceed a limit.
extension Problem {
    static var connect: Problem {
        Problem(
            .methodNotAllowed, "CONNECT is not allowed here, expected GET or HEAD",
            headers: [.allow: "GET, HEAD, OPTIONS"], refusal: .malformed)
    }

    /// - Parameter byteCount: The length of the target; nil if its end has not arrived.
    static func longTarget(_ byteCount: Int?, limit: Int) -> Problem {
        let found = byteCount.map { "of \($0) bytes" } ?? "too long"
        return Problem(.uriTooLong, "a target \(found), expected at most \(limit) bytes", refusal: .longTarget)
    }

    static func largeHeader(lineLimit: Int, byteLimit: Int) -> Problem {
        Problem(
            .requestHeaderFieldsTooLarge,
            "the request's header is too large, expected at most \(lineLimit) lines of \(byteLimit) bytes together",
            refusal: .largeHeader)
    }

    static func largeBody(_ byteCount: Int, limit: Int) -> Problem {
        largeBody("a body of \(byteCount) bytes, expected at most \(limit)")
    }

    static func largeBody(_ what: String) -> Problem {
        Problem(.contentTooLarge, "the request has \(what)", refusal: .largeBody)
    }

    /// The request took too long to arrive.
    static func slow(after limit: Duration) -> Problem {
        Problem(.requestTimeout, "the request did not arrive within \(limit)", refusal: .slow)
    }

    /// The response took too long to make.
    static func timeout(after limit: Duration) -> Problem {
        Problem(
            .serviceUnavailable, "the response took longer than \(limit); try again later",
            headers: [.retryAfter: "10"],
            refusal: .timeout)
    }
}
