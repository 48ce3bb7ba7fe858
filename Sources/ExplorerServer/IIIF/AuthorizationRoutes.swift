import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// IIIF Authorization Flow 2.0, by which a viewer on another site lets its reader sign in here and see the images of an
/// announced document: <https://iiif.io/api/auth/2.0/>
///
/// 1. The viewer reads an image's `info.json`, which names these services, and queries the probe service for whether
///    the reader may see the image.
/// 2. If not, it opens `/iiif/auth/2/access` in a window: the form of `/access`, which closes the window at the end.
///    Besides the cookie for our own pages, the reader gets one that other sites' pages send with what they load
///    (``ImageCookie``). It is valid only for images of announced documents.
/// 3. The viewer loads the token service in a frame, which posts a token for the probe service to the viewer's origin.
///    That token grants no read access.
struct AuthorizationRoutes: Sendable {
    /// The lifetime of a token for the probe service, in seconds.
    private static let probeSeconds = 300
    /// The maximum length of a message id or an origin, in bytes.
    private static let textLimit = 500

    let announced: AnnouncedDocuments
    let publicAddress: PublicAddress

    func add(to router: Router<ServerContext>) {
        router.get("/iiif/auth/2/probe/{image}", use: probe)
        router.get("/iiif/auth/2/access") { _, _ in
            AccessRoutes.redirect(to: AccessRoutes.formAddress(AccessRoutes.viewerDestination))
        }
        router.get("/iiif/auth/2/token", use: token)
        router.get("/iiif/auth/2/logout") { _, _ in AccessRoutes.redirect(to: "/access") }
    }

    /// Section 5.2.
    @Sendable private func probe(_ request: Request, _ context: ServerContext) async throws -> Response {
        let image = try context.parameters.require("image")
        guard let document = try await announced.document(ofImage: image) else {
            throw Problem.notFound("no such image")
        }
        let text = request.headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        let grant = try await announced.tokens.grant(ofProbeToken: text, at: Date())
        let isGranted = grant?.covers(document) ?? false
        var members: JSON.Members = [
            ("@context", .string(AuthServices.context)), ("type", .string("AuthProbeResult2")),
            ("status", .int(isGranted ? 200 : 401)),
        ]
        if !isGranted { members.append(("heading", .object([("en", .array([.string("Sign in to see this image")]))]))) }
        return .json(JSON.object(members).bytes())
    }

    /// Section 5.3: responds with a page for a frame, which posts its result to the requesting origin only.
    @Sendable private func token(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        guard let text = query.value("origin"), text.utf8.count <= Self.textLimit,
            let origin = URLComponents(string: text)?.origin
        else {
            throw Problem.badRequest("origin is missing or invalid, expected one such as https://viewer.example.org")
        }
        guard let message = query.value("messageId"), message.utf8.count <= Self.textLimit else {
            throw Problem.badRequest("messageId is missing, expected one of at most \(Self.textLimit) bytes")
        }
        var members: JSON.Members = [("@context", .string(AuthServices.context))]
        let address = RateLimit.name(of: context.remoteAddress)
        if let cookie = ImageCookie.value(of: request, at: publicAddress),
            let probe = try await announced.tokens.probeToken(for: cookie, from: address, seconds: Self.probeSeconds)
        {
            members += [
                ("type", .string("AuthAccessToken2")), ("accessToken", .string(probe)),
                ("expiresIn", .int(Self.probeSeconds)), ("messageId", .string(message)),
            ]
        } else {
            members += [
                ("type", .string("AuthAccessTokenError2")), ("profile", .string("missingAspect")),
                ("messageId", .string(message)),
                ("heading", .object([("en", .array([.string("You are not signed in")]))])),
            ]
        }
        return Self.page(posting: .object(members), to: origin)
    }

    private static func page(posting value: JSON, to origin: String) -> Response {
        let nonce = (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimalDigits
        let (message, target) = (value.scriptText, JSON.string(origin).scriptText)
        let html = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Sign-in</title>
            <script nonce="\(nonce)">parent.postMessage(\(message), \(target));</script></html>
            """
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: CachePolicy.never.fieldValue,
                .contentSecurityPolicy: "default-src 'none'; script-src 'nonce-\(nonce)'; frame-ancestors \(origin)",
            ], body: .init(byteBuffer: ByteBuffer(string: html)))
    }
}

/// The cookie with which pages of other sites may load images of announced documents. It is valid for nothing else, and
/// set only for readers who signed in from a viewer.
enum ImageCookie {
    private static func name(at address: PublicAddress) -> String {
        address.base.hasPrefix("https://") ? "__Secure-explore-iiif" : "explore-iiif"
    }

    /// Returns the token in the cookie of a request.
    static func value(of request: Request, at address: PublicAddress) -> String? {
        request.headers[.cookie].flatMap { PresentedToken.value(of: name(at: address), in: $0) }
    }

    /// Returns the value of the Set-Cookie field, as ``AccessCookie/field(_:seconds:at:)`` does. Browsers send
    /// cross-site cookies only if they are `Secure`.
    static func field(_ token: String?, seconds: Int?, at address: PublicAddress) -> String {
        var text = "\(name(at: address))=\(token ?? ""); Path=/iiif/; HttpOnly; SameSite=None; Secure"
        if let seconds = token == nil ? 0 : seconds { text += "; Max-Age=\(seconds)" }
        return text
    }
}

extension TokenService {
    private static let probeMark = "explore-probe."

    /// Returns the signature of a token for the probe service, over the id of the access token and the expiry.
    private static func probeCode(_ id: String, _ end: Int, _ key: [UInt8]) -> String {
        authenticationCode(of: Array("probe \(id) \(end)".utf8), key: key).hexadecimalDigits
    }

    /// Returns a token for the probe service; nil if the reader's token is not valid.
    func probeToken(for text: String, from address: String, seconds: Int) async throws -> String? {
        guard case .valid(let token) = try await verdict(on: text, from: address) else { return nil }
        let end = Int(Date().timeIntervalSince1970) + seconds
        guard let key = try await probeKey(token.id) else { return nil }
        return "\(Self.probeMark)\(token.id).\(end).\(Self.probeCode(token.id, end, key))"
    }

    /// Returns the grant behind a token for the probe service; nil for any other text.
    func grant(ofProbeToken text: String?, at now: Date) async throws -> Principal.Grant? {
        guard let text, text.utf8.count <= 500, text.hasPrefix(Self.probeMark) else { return nil }
        let parts = text.dropFirst(Self.probeMark.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let end = Int(parts[1]), Double(end) > now.timeIntervalSince1970,
            let key = try await probeKey(String(parts[0])),
            areEqualCodes(Array(parts[2].utf8), Array(Self.probeCode(String(parts[0]), end, key).utf8))
        else { return nil }
        return try await grant(ofToken: String(parts[0]), at: now)
    }
}
