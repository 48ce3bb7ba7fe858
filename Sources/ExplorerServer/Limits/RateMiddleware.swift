import Hummingbird
import NIOCore

/// Bounds how many requests of one address are answered in a second (`--rate`).
///
/// What a server has ready is not counted: stored tiles, which the tile lane answers before they come here in any case, the
/// viewer's files, and what says whether the server is well. A reader's device asks for hundreds of these at once.
struct RateMiddleware: RouterMiddleware {
    private static let uncounted = ["/tiles/", "/dzi/", "/viewer/", "/theme/", "/health/"]

    let limit: RateLimit

    /// - Returns: Nil where nothing is limited.
    init?(_ limits: ServerLimits) {
        guard limits.addressRate > 0 else { return nil }
        limit = RateLimit(
            burst: max(1, limits.addressBurst), interval: .nanoseconds(Int64(max(1, 1e9 / limits.addressRate))))
    }

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if !Self.uncounted.contains(where: path.hasPrefix),
            let wait = limit.take(RateLimit.name(of: context.remoteAddress), at: .now())
        {
            throw Problem(
                status: .tooManyRequests, detail: "too many requests came from your address; try again later",
                headers: [.retryAfter: "\(wait)"], refusal: .rate)
        }
        return try await next(request, context)
    }
}
