import FileSupport
import HTTPTypes
import Hummingbird
import Logging
import WebDocuments

/// The outermost middleware of the routes: assigns request ids, and counts and logs responses.
struct ObservationMiddleware: RouterMiddleware {
    let metrics: Metrics
    let accessLog: AccessLog?
    /// Whether to accept request ids from clients.
    let trustsRequestIDs: Bool

    /// The status counted when the client has disconnected, as in nginx.
    private static let clientLeft = 499

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        if trustsRequestIDs, let given = request.headers[.requestID], Self.isID(given) {
            context.logger[metadataKey: "hb.request.id"] = .string(given)
        }
        do {
            var response = try await next(request, context)
            // The viewer's files have no request id: nobody needs it for the sixty files of a page, and it would add 3
            // kB to its first view.
            if context.routePattern != "/viewer/**" || response.status != .ok {
                response.headers[.requestID] = context.id
            }
            note(
                request, context, status: response.status.code, byteCount: response.body.contentLength, start: start)
            return response
        } catch {
            note(request, context, status: Self.clientLeft, byteCount: nil, start: start)
            throw error
        }
    }

    private func note(
        _ request: Request, _ context: ServerContext, status: Int, byteCount: Int?, start: ContinuousClock.Instant
    ) {
        let duration = start.nanosecondsUntilNow
        metrics.routes.count(pattern: context.routePattern, status: status, duration: duration)
        accessLog?.note(request, context: context, status: status, byteCount: byteCount, nanoseconds: duration)
    }

    /// Whether the text is an acceptable id: up to 64 letters, digits, hyphens, dots and underscores, which covers
    /// UUIDs and the ids of other servers.
    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    }
}
