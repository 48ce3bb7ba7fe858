import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// Decides who may read and change working copies, before any of a request's body is read.
///
/// Routes that change something are added through methods such as ``change(_:_:scope:byteLimit:to:_:)``, so that none
/// is unprotected.
struct EditProtection: Sendable {
    /// A request that may change a document.
    struct Admitted: Sendable {
        let document: String
        let editor: RequestEditor
        let request: Request
        let context: ServerContext
        let body: ByteBuffer
    }

    /// A request that may upload a file, whose body has not been read yet.
    struct AdmittedUpload: Sendable {
        /// The document; empty if the upload creates one.
        let document: String
        let editor: RequestEditor
        let request: Request
        /// The size of the upload in bytes.
        let byteCount: Int
        /// The editor's place among the uploads, reserved while receiving.
        let place: Reservation
    }

    /// Whether a media type is accepted, and the maximum size in bytes.
    private typealias ExpectedBody = (isJSON: @Sendable (String?) -> Bool, byteLimit: Int)

    let store: StoreReader
    let publicAddress: PublicAddress
    let tokens: TokenService
    /// The rate limit for changes, by token and address.
    let rate: RateLimit
    /// The reason why the library cannot be changed; nil if it can.
    let refusal: ChangeRefusal?
    /// The uploads of each token and address.
    let uploads: AddressLimiter
    /// The maximum size of an upload in bytes.
    let pictureByteCount: Int

    /// Returns the editor of a document with the current request; nil for readers. Does not check that the document
    /// exists.
    func editorIfAny(of document: String) -> RequestEditor? {
        guard refusal == nil, let editor = RequestAuthorization.current?.editor, editor.grant.covers(document) else {
            return nil
        }
        return editor
    }

    /// Returns the editor of a document with the current request.
    ///
    /// - Throws: If the principal may not read the document, the same error as if it did not exist; otherwise
    ///   ``Problem`` 401 without a token, and 403 with an insufficient one.
    func editor(of document: String, scope: TokenScope = .edit) async throws -> RequestEditor {
        let editor = RequestAuthorization.current?.editor
        if let editor, editor.grant.covers(document), editor.scope >= scope { return editor }
        _ = try await store.document(document)
        throw Self.refusal(of: "for this document", scope)
    }

    /// Returns the document in the path of a request, and its editor.
    ///
    /// - Throws: As ``editor(of:scope:)``.
    func edited(in context: ServerContext) async throws -> (document: String, editor: RequestEditor) {
        let document = try context.parameters.require("document")
        return (document, try await editor(of: document))
    }

    /// Returns a closure that checks whether the current request's editor may still edit a document.
    ///
    /// - Parameter address: The client's address, see ``RateLimit/name(of:)``.
    func renewal(
        of request: Request, from address: String, for document: String
    ) -> @Sendable () async -> Bool {
        switch RequestAuthorization.current {
        case .local?: return { true }
        // Nobody can revoke what the proxy has signed, and no cookie that the browser has kept matters beside it.
        case .identity(let token)?: return { Self.allows(token, on: document, at: Date() - ProxyIdentity.leeway) }
        case .bearer?, .cookie?, nil: break
        }
        guard let presented = PresentedToken(of: request, at: publicAddress) else { return { false } }
        return { [tokens] in
            guard case .valid(let token)? = try? await tokens.verdict(on: presented.text, from: address) else {
                return false
            }
            return Self.allows(token, on: document, at: Date())
        }
    }

    /// Whether a token that has not been revoked allows editing a document at a moment.
    static func allows(_ token: TokenInfo, on document: String, at date: Date) -> Bool {
        token.state(at: date) == .valid && token.scope >= .edit && token.grant.covers(document)
    }

    /// Adds a route that changes the document in its path.
    ///
    /// - Parameter byteLimit: The maximum size of the JSON body in bytes; nil for requests without a body.
    func change(
        _ method: HTTPRequest.Method, _ path: RouterPath, scope: TokenScope = .edit, byteLimit: Int?,
        to router: Router<ServerContext>, _ handler: @escaping @Sendable (Admitted) async throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            let document = try context.parameters.require("document")
            let editor = try await editor(of: document, scope: scope)
            let body: ExpectedBody? = byteLimit.map { (MediaType.isJSON, $0) }
            return try await handler(admit(request, context, by: editor, to: document, body: body))
        }
    }

    /// Adds a route through which annotation clients propose changes. Pages of other sites may use it if they send
    /// their own token, since no browser adds one by itself.
    ///
    /// - Parameters:
    ///   - document: Returns the document of a request; nil if the body names it. The handler must then call
    ///     ``editor(of:scope:)``.
    func annotate(
        _ method: HTTPRequest.Method, _ path: RouterPath, to router: Router<ServerContext>,
        document: @escaping @Sendable (ServerContext) throws -> String?,
        _ handler: @escaping @Sendable (Admitted) async throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            let document = try document(context)
            let editor =
                if let document {
                    try await editor(of: document)
                } else {
                    try Self.required(RequestAuthorization.current?.editor, "for a document")
                }
            let body: ExpectedBody? =
                method == .delete ? nil : (MediaType.isLinkedData, ServerLimits.annotationByteCount)
            return try await handler(
                admit(request, context, by: editor, to: document ?? "", allowsOthers: true, body: body))
        }
    }

    /// Adds a route that receives an upload, for the document in its path or to create one.
    func upload(
        _ path: RouterPath, to router: Router<ServerContext>,
        _ handler: @escaping @Sendable (AdmittedUpload) async throws -> Response
    ) {
        router.post(path) { request, context in
            let document = context.parameters.get("document")
            let editor =
                if let document {
                    try await editor(of: document)
                } else {
                    try Self.required(creatorIfAny, "for all documents")
                }
            return try await handler(admitPicture(request, context, by: editor, to: document ?? ""))
        }
    }

    /// - Throws: ``Problem`` 401 without a token, and 403 with an insufficient one.
    private static func required(_ editor: RequestEditor?, _ what: String) throws(Problem) -> RequestEditor {
        guard let editor else { throw refusal(of: what, .edit) }
        return editor
    }

    private static func refusal(of what: String, _ scope: TokenScope) -> Problem {
        guard case .valid = RequestAuthorization.current?.verdict else {
            return Problem(
                .unauthorized, "no token, expected one \(what) with the scope \(scope)",
                headers: [.wwwAuthenticate: "Bearer scope=\"\(scope)\""])
        }
        return Problem(
            .forbidden, "the token does not allow this, expected one \(what) with the scope \(scope)",
            headers: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\", scope=\"\(scope)\""])
    }

    /// The editor if the current request may add documents, else nil.
    var creatorIfAny: RequestEditor? {
        RequestAuthorization.current?.editor.flatMap { $0.grant == .everything ? $0 : nil }
    }

    /// Admits an upload by its declared type and length.
    ///
    /// - Throws: ``Problem``, the first that applies: 403 for a cross-site request or a read-only library; 429 for too
    ///   many requests; 415 for an unsupported type, 411 without a length, 413 if it is too long, 429 if the editor
    ///   has too many uploads at once.
    private func admitPicture(
        _ request: Request, _ context: ServerContext, by editor: RequestEditor, to document: String
    ) throws(Problem) -> AdmittedUpload {
        try checkOrigin(of: request)
        if let refusal { throw Problem(refusal) }
        try checkRate(of: editor, context)
        let type = request.headers[.contentType]
        guard MediaType.isUploadable(type) else {
            throw Problem(
                .unsupportedMediaType, "Content-Type is '\(type ?? "")', expected image/* or application/octet-stream")
        }
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length > 0 else {
            throw Problem(.lengthRequired, "no picture, expected one with Content-Length")
        }
        guard length <= pictureByteCount else {
            throw Problem(
                .contentTooLarge, "the picture has \(length) bytes, expected at most \(pictureByteCount)",
                refusal: .largeBody)
        }
        guard let place = uploads.take(for: editor.limitName(at: context.remoteAddress)) else {
            throw Problem(
                .tooManyRequests, "you are already uploading \(uploads.limit) pictures, expected no more at once",
                headers: [.retryAfter: "5"], refusal: .rate)
        }
        return AdmittedUpload(document: document, editor: editor, request: request, byteCount: length, place: place)
    }

    /// Admits a request that changes a document, and reads its body.
    ///
    /// - Parameters:
    ///   - allowsOthers: Whether another site's page may send its own token.
    ///   - body: The expected body; nil for a request without one.
    /// - Throws: ``Problem``, the first that applies: 403 for a cross-site request or a read-only library; 415 if the
    ///   body is not JSON, 413 if it is too long; 429 for too many requests.
    private func admit(
        _ request: Request, _ context: ServerContext, by editor: RequestEditor, to document: String,
        allowsOthers: Bool = false, body: ExpectedBody?
    ) async throws -> Admitted {
        try checkOrigin(of: request, allowsOthers: allowsOthers)
        if let refusal { throw Problem(refusal) }
        if let body {
            let type = request.headers[.contentType]
            guard body.isJSON(type) else {
                throw Problem(.unsupportedMediaType, "Content-Type is '\(type ?? "")', expected application/json")
            }
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > body.byteLimit {
                throw Problem.largeBody(length, limit: body.byteLimit)
            }
        }
        try checkRate(of: editor, context)
        let bytes =
            if let body {
                try await request.wholeBody(upTo: body.byteLimit, expecting: "JSON")
            } else {
                ByteBuffer()
            }
        return Admitted(document: document, editor: editor, request: request, context: context, body: bytes)
    }

    private func checkRate(of editor: RequestEditor, _ context: ServerContext) throws(Problem) {
        guard let wait = rate.take(editor.limitName(at: context.remoteAddress), at: .now()) else { return }
        throw Problem(
            .tooManyRequests, "too many changes at once, expected at most ten in a second",
            headers: [.retryAfter: "\(wait)"], refusal: .rate)
    }

    /// Checks the Origin field, which browsers send with every request that changes something. Only programs, which
    /// send their own token, may omit it.
    ///
    /// - Parameter allowsOthers: Whether another site's page may send its own token.
    private func checkOrigin(of request: Request, allowsOthers: Bool = false) throws(Problem) {
        let isBearer = if case .bearer? = RequestAuthorization.current { true } else { false }
        if isBearer, allowsOthers { return }
        guard let origin = request.headers[.origin] else {
            if isBearer { return }
            throw Problem(.forbidden, "Origin is missing, expected \(publicAddress.base), or a token in Authorization")
        }
        guard request.isOwn(origin, at: publicAddress), isBearer || request.isFromHere(at: publicAddress) else {
            throw Problem(.forbidden, "the request came from another site, expected one from \(publicAddress.base)")
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
        self.init(.forbidden, detail)
    }
}

/// The media type of a body: <https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1>
enum MediaType {
    /// Whether it is an image, audio, or unspecified bytes.
    static func isUploadable(_ field: String?) -> Bool {
        guard let type = type(field) else { return false }
        let isNamed = type.hasPrefix("image/") || type.hasPrefix("audio/")
        return type == "application/octet-stream" || isNamed && type.utf8.count > 6
    }

    /// Whether it is JSON, with any parameters.
    static func isJSON(_ field: String?) -> Bool { type(field) == "application/json" }

    /// Whether it is JSON-LD or JSON, with any parameters.
    static func isLinkedData(_ field: String?) -> Bool { isJSON(field) || type(field) == "application/ld+json" }

    /// Returns the type in lower case, without its parameters.
    private static func type(_ field: String?) -> String? {
        field?.parts(at: ";", maxSplits: 1).first?.trimmed.lowercased()
    }
}
