import HTTPTypes
import Hummingbird

/// Responds to each request from the library that is current when it arrives.
///
/// A request that fails while the library is being replaced is repeated with the new one, because the old one's files
/// may be gone.
struct CurrentResponder: HTTPResponder {
    let current: CurrentLibrary
    let reloader: LibraryReloader
    let state: ServerState
    let hstsSeconds: Int?

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var response = try await self.response(to: request, context: context)
        if let hstsSeconds { response.headers[.strictTransportSecurity] = "max-age=\(hstsSeconds)" }
        // Clients with persistent connections should switch to another server before this one closes them.
        if state.isEnding { response.headers[.connection] = "close" }
        return response
    }

    private func response(to request: Request, context: ServerContext) async throws -> Response {
        let served = current.served
        let response = try await served.responder.respond(to: request, context: context)
        guard response.status == .internalServerError, request.method == .get || request.method == .head,
            let next = await reloader.successor(of: served)
        else { return response }
        return try await next.responder.respond(to: request, context: context)
    }
}
