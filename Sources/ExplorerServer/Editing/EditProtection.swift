import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// Decides who may read and change working copies, before anything of a request's body is read.
///
/// Routes that change something are added by ``post(_:scope:byteLimit:to:_:)``, so that none is without protection.
struct EditProtection: Sendable {
    /// A request that may change a document.
    struct Admitted: Sendable {
        let document: String
        let editor: RequestEditor
        let request: Request
        let body: ByteBuffer
    }

    let store: StoreReader
    let publicAddress: PublicAddress
    let tokens: TokenService
    /// How often each token may change something from each address.
    let rate: RateLimit
    /// Why nothing can be changed in the library; nil where it can.
    let refusal: ChangeRefusal?

    /// Who may edit a document with the current request; nil for those who may only read. That there is such a document is
    /// not looked at.
    func editorIfAny(of document: String) -> RequestEditor? {
        guard refusal == nil, let editor = RequestAuthorization.current?.editor, editor.grant.covers(document) else {
            return nil
        }
        return editor
    }

    /// Who edits a document with the current request.
    ///
    /// - Throws: For a document that the principal may not read, as for one that is not there; otherwise ``Problem`` 401
    ///   without a token, and 403 with one that does not allow it.
    func editor(of document: String, scope: TokenScope = .edit) async throws -> RequestEditor {
        let editor = RequestAuthorization.current?.editor
        if let editor, editor.grant.covers(document), editor.scope >= scope { return editor }
        _ = try await store.document(document)
        guard case .valid = RequestAuthorization.current?.verdict else {
            throw Problem(
                status: .unauthorized, detail: "no token, expected one for this document with the scope \(scope)",
                headers: [.wwwAuthenticate: "Bearer scope=\"\(scope)\""])
        }
        throw Problem(
            status: .forbidden,
            detail: "the token does not allow this, expected one for this document with the scope \(scope)",
            headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope)\""])
    }

    /// What tells whether the editor of the current request may still edit a document later.
    ///
    /// - Parameter address: Where the request comes from, see ``RateLimit/name(of:)``.
    func renewal(
        of request: Request, from address: String, for document: String
    ) -> @Sendable () async -> Bool {
        if case .local? = RequestAuthorization.current { return { true } }
        guard let presented = PresentedToken(of: request, at: publicAddress) else { return { false } }
        return { [tokens] in
            guard case .valid(let token)? = try? await tokens.verdict(on: presented.text, from: address) else {
                return false
            }
            return token.scope >= .edit && token.grant.covers(document)
        }
    }

    /// Adds a route that changes the document that its path names.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes of JSON a request may have.
    func post(
        _ path: RouterPath, scope: TokenScope, byteLimit: Int, to router: Router<ServerContext>,
        _ handler: @escaping @Sendable (Admitted) async throws -> Response
    ) {
        router.post(path) { request, context in
            let document = try context.parameters.require("document")
            return try await handler(admit(request, context, to: document, scope: scope, byteLimit: byteLimit))
        }
    }

    /// Admits a request that changes a document, and reads its body.
    ///
    /// - Throws: ``Problem``, the first that applies: 404, 401 and 403 as ``editor(of:scope:)``; 403 for a request of
    ///   another site's page, and of a library that cannot be changed; 415 for a body that is not JSON, 413 for one that
    ///   is too long; 429 for too many.
    private func admit(
        _ request: Request, _ context: ServerContext, to document: String, scope: TokenScope, byteLimit: Int
    ) async throws -> Admitted {
        let editor = try await editor(of: document, scope: scope)
        try checkOrigin(of: request)
        if let refusal { throw Problem(refusal) }
        guard MediaType.isJSON(request.headers[.contentType]) else {
            throw Problem(
                status: .unsupportedMediaType,
                detail: "Content-Type is '\(request.headers[.contentType] ?? "")', expected application/json")
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > byteLimit {
            throw Problem(
                status: .contentTooLarge,
                detail: "the request has a body of \(length) bytes, expected at most \(byteLimit)", refusal: .largeBody)
        }
        let name = editor.key + "@" + RateLimit.name(of: context.remoteAddress)
        if let wait = rate.take(name, at: .now()) {
            throw Problem(
                status: .tooManyRequests, detail: "too many changes at once, expected at most ten in a second",
                headers: [.retryAfter: "\(wait)"], refusal: .rate)
        }
        let body = try await request.wholeBody(upTo: byteLimit, expecting: "JSON")
        return Admitted(document: document, editor: editor, request: request, body: body)
    }

    /// A browser states the origin of a page with every request that changes something. Only a program, which sends its own
    /// token, may leave it out.
    private func checkOrigin(of request: Request) throws(Problem) {
        let isBearer = if case .bearer? = RequestAuthorization.current { true } else { false }
        guard let origin = request.headers[.origin] else {
            if isBearer { return }
            throw Problem(
                status: .forbidden,
                detail: "Origin is missing, expected \(publicAddress.base), or a token in Authorization")
        }
        guard request.isOwn(origin, at: publicAddress), isBearer || request.isFromHere(at: publicAddress) else {
            throw Problem(
                status: .forbidden, detail: "the request came from another site, expected one of \(publicAddress.base)")
        }
    }
}

extension Problem {
    /// The library cannot be changed.
    init(_ refusal: ChangeRefusal) {
        let detail =
            switch refusal {
            case .replica:
                "this server is a replica, which is read-only; edit on the server that publishes its releases"
            case .readOnly: "the library is on a read-only file system, or this server may not write to it"
            }
        self.init(status: .forbidden, detail: detail)
    }
}

/// The media type of a body: <https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1>
enum MediaType {
    /// Whether it is JSON, whatever its parameters.
    static func isJSON(_ field: String?) -> Bool {
        guard let type = field?.parts(at: ";", maxSplits: 1).first else { return false }
        return type.trimmed.lowercased() == "application/json"
    }
}
