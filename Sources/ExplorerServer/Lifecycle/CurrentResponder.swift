import HTTPTypes
import Hummingbird

/// Answers each request from the library that is served when it arrives.
///
/// One that fails while the library is being replaced is asked again of the new one: the old one's files may be gone already.
struct CurrentResponder: HTTPResponder {
    let current: CurrentLibrary
    let reloader: LibraryReloader
    let state: ServerState
    let hstsSeconds: Int?

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var response = try await answer(to: request, context: context)
        if let hstsSeconds { response.headers[.strictTransportSecurity] = "max-age=\(hstsSeconds)" }
        // A client that keeps its connection is to find another server before this one closes it.
        if state.isEnding { response.headers[.connection] = "close" }
        return response
    }

    private func answer(to request: Request, context: ServerContext) async throws -> Response {
        let served = current.served
        let response = try await served.responder.respond(to: request, context: context)
        guard response.status == .internalServerError, request.method == .get || request.method == .head,
            let next = await reloader.successor(of: served)
        else { return response }
        return try await next.responder.respond(to: request, context: context)
    }
}
