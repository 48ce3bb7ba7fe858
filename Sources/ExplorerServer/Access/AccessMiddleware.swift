import HTTPTypes
import Hummingbird

// 1. `AccessMiddleware` reads the token from `Authorization` or the cookie (`PresentedToken`). `TokenService` validates
// it: its SHA-256 is compared with the stored digests, at most once a second for each token. 2. The result is bound to
// the task of the request (`RequestAuthorization`), and `StoreReader` and `ServedImages` derive the `Principal` from
// it. Every query takes a principal, and a document that it may not read does not exist; so a route cannot forget the
// check. 3. Caches between requests are keyed by principal (`HitTestService`, `PresentationService`), or hold the
// content of files behind a query that was authorized before (`TileService`, `RenderService`). The tile lane knows
// public images only. 4. On a local server with editing enabled, requests from its own pages need no token:
// `LocalRequest`. 5. Responses to requests with a token are `private, no-cache`. `HiddenDocumentTests` walks every
// address of the router.

/// Determines the authorization of a request for everything behind it.
///
/// Responses to requests with a token are private and must be revalidated, so that no shared cache serves them to
/// others, and no browser cache outlives the token.
struct AccessMiddleware: RouterMiddleware {
    let tokens: TokenService
    let publicAddress: PublicAddress
    /// Whether people at this machine may edit.
    let isEditable: Bool
    /// The proxy that signs users in, if there is one.
    let identity: ProxyIdentity?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let presented = PresentedToken(of: request, at: publicAddress)
        // An old cookie does not restrict the person at this machine. A program is limited to its token.
        if isEditable, presented?.isBearer != true, LocalRequest.isLocal(request, at: publicAddress) {
            // The browser's cache is on the same machine, so responses stay cacheable.
            return try await RequestAuthorization.$current.withValue(.local) { try await next(request, context) }
        }
        let known = try identity?.token(of: request, from: context.remoteAddress)
        let authorization: RequestAuthorization
        let address = RateLimit.name(of: context.remoteAddress)
        let verdict: TokenVerdict
        switch presented {
        case nil,
            .cookie where known != nil:
            guard let known, request.isFromHere(at: publicAddress) || request.followsLink else {
                return try await next(request, context)
            }
            verdict = .valid(known)
            authorization = .identity(known)
        case .bearer(let text):
            verdict = try await tokens.verdict(on: text, from: address)
            guard case .valid = verdict else { throw Problem.invalidToken(verdict) }
            authorization = .bearer(verdict)
        case .cookie(let text):
            // A browser sends the cookie with every request. If it is no longer valid, the request is anonymous.
            do {
                verdict = try await tokens.verdict(on: text, from: address)
            } catch let problem as Problem where problem.status == .tooManyRequests {
                return try await next(request, context)
            }
            authorization = .cookie(verdict)
        }
        var response = try await RequestAuthorization.$current.withValue(authorization) {
            try await next(request, context)
        }
        guard case .valid = verdict else { return response }
        if response.headers[.cacheControl] != CachePolicy.never.fieldValue {
            response.headers[.cacheControl] = "private, no-cache"
        }
        let varying = [response.headers[.vary], "Authorization, Cookie"].compactMap(\.self)
        response.headers[.vary] = varying.joined(separator: ", ")
        return response
    }
}

extension Problem {
    /// The token is invalid: <https://www.rfc-editor.org/rfc/rfc6750#section-3.1>
    static func invalidToken(_ verdict: TokenVerdict) -> Problem {
        let detail =
            switch verdict {
            case .expired: "the token has expired; request a new one"
            case .revoked: "the token was revoked; request a new one"
            case .unknown, .valid: "the token is unknown; a token of this library begins with explore_"
            }
        return Problem(.unauthorized, detail, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
    }
}
