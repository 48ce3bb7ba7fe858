import ClauseStore
import DocumentModel
import NIOCore

/// The authorization of the current request.
///
/// It is bound to the request's task, so that every query to the store uses it implicitly, and a route that forgets it
/// cannot reveal more than anyone may read. Work outside a request, such as the renewal of an ``Expiration``, names its
/// principal.
enum RequestAuthorization: Equatable, Sendable {
    /// The result of validating the token that a program sent.
    case bearer(TokenVerdict)
    /// The result of validating the token in a browser's cookie.
    case cookie(TokenVerdict)
    /// A person whom the proxy has signed in: see ``ProxyIdentity``. The proxy adds it to every request of a browser,
    /// so the same rules apply as for the cookie.
    case identity(TokenInfo)
    /// A person at this machine, who may edit everything: see ``ServerOptions/isEditable``.
    case local

    /// The authorization of the current request; nil if it is anonymous.
    @TaskLocal static var current: RequestAuthorization?

    /// Whether the current request comes from an editor of a document.
    static func mayEdit(_ document: String) -> Bool { current?.editor?.grant.covers(document) ?? false }

    /// The result of validating the request's token; nil if there was none.
    var verdict: TokenVerdict? {
        switch self {
        case .bearer(let verdict), .cookie(let verdict): verdict
        case .identity(let token): .valid(token)
        case .local: nil
        }
    }

    /// The editor with this authorization; nil for readers.
    var editor: RequestEditor? {
        switch self {
        case .local: RequestEditor(name: TokenInfo.localEditor, key: "", scope: .publish, grant: .everything)
        case .bearer(.valid(let token)), .cookie(.valid(let token)), .identity(let token):
            token.scope == .read
                ? nil : RequestEditor(name: token.label, key: token.id, scope: token.scope, grant: token.grant)
        case .bearer, .cookie: nil
        }
    }
}

/// The author of a request that may change documents.
struct RequestEditor: Hashable, Sendable {
    /// The name under which edits are recorded: a token's label, or `local`.
    let name: String
    /// The token's id; empty for ``RequestAuthorization/local``.
    let key: String
    /// ``TokenScope/edit`` or ``TokenScope/publish``.
    let scope: TokenScope
    /// The documents that may be changed.
    let grant: Principal.Grant

    /// Returns the name under which an editor is counted. It has the token, too, because editors behind a proxy, or on
    /// one line, share an address.
    func limitName(at address: SocketAddress?) -> String { key + "@" + RateLimit.name(of: address) }
}

extension Principal {
    /// This principal with the grant of the current request's token.
    var ofCurrentRequest: Principal {
        switch RequestAuthorization.current {
        case .bearer(.valid(let token)), .cookie(.valid(let token)), .identity(let token):
            Principal(grant: token.grant, seesDrafts: seesDrafts)
        case .local: Principal(grant: .everything, seesDrafts: seesDrafts)
        case .bearer, .cookie, nil: self
        }
    }
}
