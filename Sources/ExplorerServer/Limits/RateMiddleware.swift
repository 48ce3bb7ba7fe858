import Hummingbird
import NIOCore

/// Limits the rate of requests from one address (`--rate`).
///
/// Cheap requests are not counted: stored tiles, which the tile lane usually serves before they get here, the viewer's
/// files, and health probes. A reader's device may request hundreds of these at once.
struct RateMiddleware: RouterMiddleware {
    private static let uncounted = ["/tiles/", "/dzi/", "/viewer/", "/theme/", "/health/"]

    let limit: RateLimit

    /// - Returns: Nil if there is no limit.
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
                .tooManyRequests, "too many requests came from your address; try again later",
                headers: [.retryAfter: "\(wait)"], refusal: .rate)
        }
        return try await next(request, context)
    }
}
