import ClauseStore
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// The sign-in form, which stores a token in a cookie for the viewer, and signing out.
///
/// Everything works without scripts: forms are posted as they are, and the response redirects.
struct AccessRoutes: Sendable {
    let tokens: TokenService
    let publicAddress: PublicAddress
    let page: @Sendable (Request) throws -> Response

    func add(to router: Router<ServerContext>) {
        router.get("/access", use: form)
        router.post("/access", use: enter)
        router.get("/access/session") { _, _ in Self.session() }
        router.post("/access/sign-out", use: leave)
    }

    @Sendable private func form(_ request: Request, _ context: ServerContext) throws -> Response {
        var response = try page(request)
        let query = try QueryParameters(of: request)
        // The viewer that opened this window waits for it to close. Without an opener it would seem closed already.
        if query.value("close") != nil || query.value("to") == Self.viewerDestination {
            response.headers[.crossOriginOpenerPolicy] = nil
        }
        return response
    }

    /// Responds with the state of the request's token, for the viewer.
    private static func session() -> Response {
        var members: JSON.Members = []
        switch RequestAuthorization.current?.verdict {
        case .valid(let token):
            members = [
                ("signedIn", .bool(true)), ("label", .string(token.label)),
                ("expires", token.expiresAt.map { .string(JSON.time($0)) } ?? .null),
            ]
        case let verdict?: members = [("signedIn", .bool(false)), ("reason", .string(verdict.word))]
        case nil: members = [("signedIn", .bool(false))]
        }
        return .json(JSON.object(members).bytes())
    }

    /// Handles the form's fields `token`, `to` (optional, where to continue) and `keep` (optional, stay signed in after
    /// the browser closes).
    @Sendable private func enter(_ request: Request, _ context: ServerContext) async throws -> Response {
        let form = try await fields(of: request)
        let way = Self.way(form.value("to"))
        let text = (form.value("token") ?? "").words.joined()
        let verdict: TokenVerdict
        do {
            verdict = try await tokens.verdict(on: text, from: RateLimit.name(of: context.remoteAddress))
        } catch let problem as Problem where problem.status == .tooManyRequests {
            return Self.redirect(to: Self.formAddress(way, saying: "rate"), problem.headers)
        }
        guard case .valid(let token) = verdict else {
            return Self.redirect(to: Self.formAddress(way, saying: verdict.word))
        }
        var seconds: Int?
        if form.value("keep") != nil {
            // Browsers keep a cookie for at most 400 days:
            // https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
            let longest = 400.0 * 86_400
            seconds = Int(max(0, min(token.expiresAt?.timeIntervalSinceNow ?? longest, longest)))
        }
        var cookies: HTTPFields = [.setCookie: AccessCookie.field(text, seconds: seconds, at: publicAddress)]
        if way == Self.viewerDestination {
            cookies.append(
                HTTPField(name: .setCookie, value: ImageCookie.field(text, seconds: seconds, at: publicAddress)))
        }
        return Self.redirect(to: way ?? Self.firstAddress(token.grant), cookies)
    }

    /// The destination after signing in from another site's viewer, in a separate window: see ``AuthorizationRoutes``.
    static let viewerDestination = "/access?close=1"

    @Sendable private func leave(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try await fields(of: request)
        var fields: HTTPFields = [.setCookie: AccessCookie.field(nil, seconds: nil, at: publicAddress)]
        fields.append(HTTPField(name: .setCookie, value: ImageCookie.field(nil, seconds: nil, at: publicAddress)))
        fields[.clearSiteData] = "\"cache\""
        return Self.redirect(to: "/access#signed-out", fields)
    }

    /// Returns the fields of a form sent by one of our own pages.
    private func fields(of request: Request) async throws -> QueryParameters {
        guard request.isFromHere(at: publicAddress) else {
            throw Problem(
                .forbidden, "the form came from another site, expected one from \(publicAddress.url("/access"))")
        }
        let body = try await request.wholeBody(upTo: ServerLimits.formByteCount, expecting: "a form")
        return try QueryParameters(text: String(buffer: body))
    }

    /// Returns the address if it is on this site, or nil for anything that could lead away.
    static func way(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 2_000,
            ["/", "/new", "/capture", viewerDestination].contains(text)
                || ["/documents/", "/capture?document="].contains(where: text.hasPrefix),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return text
    }

    static func formAddress(_ way: String?, saying word: String? = nil) -> String {
        "/access" + (way.map { "?to=" + PercentEncoding.encode($0) } ?? "") + (word.map { "#" + $0 } ?? "")
    }

    /// The document's page if the token is for one document, else the library.
    private static func firstAddress(_ grant: Principal.Grant) -> String {
        if case .documents(let ids) = grant, ids.count == 1, let id = ids.first { return "/documents/\(id)" }
        return "/"
    }

    /// Returns a redirect that caches must not store.
    static func redirect(to place: String, _ fields: HTTPFields = [:]) -> Response {
        var headers = fields
        headers[.location] = place
        headers[.cacheControl] = CachePolicy.never.fieldValue
        return Response(status: .seeOther, headers: headers)
    }
}

extension TokenVerdict {
    /// The word for the verdict in the page's fragment and in the session.
    fileprivate var word: String {
        switch self {
        case .valid: "valid"
        case .expired: "expired"
        case .revoked: "revoked"
        case .unknown: "unknown"
        }
    }
}
