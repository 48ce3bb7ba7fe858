/// What the server counts of its own work.
package final class Metrics: Sendable {
    /// Requests and connections that were refused, by reason.
    let refusals = Counters<Refusal>()

    package init() {}
}

/// Why a request or a connection was refused.
enum Refusal: String, CaseIterable, Sendable {
    /// More work waits than may: 503.
    case busy
    /// The request target is longer than allowed: 414.
    case longTarget = "long_target"
    /// The header section is larger than allowed: 431.
    case largeHeader = "large_header"
    /// The body is larger than allowed: 413.
    case largeBody = "large_body"
    /// The request is not HTTP: 400.
    case malformed
    /// The answer would touch or have more pixels than allowed: 400.
    case largePicture = "large_picture"
    /// The request's head or the reader of the answer is too slow: 408, or closed.
    case slow
    /// The answer took too long to make: 503.
    case timeout
    /// Too many connections: 503.
    case connections
    /// One address asks for too much: 429.
    case rate
    /// A token is wrong, expired or taken back.
    case token
}
