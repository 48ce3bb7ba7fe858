public import Foundation

/// The operations that a token allows on the documents it covers. Each scope includes those before it.
public enum TokenScope: String, CaseIterable, Comparable, Sendable {
    /// Reading, including drafts and restricted documents.
    case read
    /// Changing the working copy.
    case edit
    /// Publishing and discarding the working copy.
    case publish

    /// Whether one scope allows less than another.
    public static func < (one: TokenScope, other: TokenScope) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The record of an access token. It holds a digest of the token, not the token itself.
public struct TokenInfo: Hashable, Sendable {
    /// The validity of a token.
    public enum State: String, Sendable {
        /// The token is valid.
        case valid
        /// The token has expired.
        case expired
        /// The token was revoked by the administrator.
        case revoked
    }

    /// The name under which edits made on the server's own machine are recorded. No token for editing has this label.
    public static let localEditor = "local"

    /// The id. It is part of the token and not secret.
    public let id: String
    /// The person or purpose that the token is for, as stated by the administrator. Edits are recorded under this name.
    public let label: String
    /// The documents that it covers.
    public let grant: Principal.Grant
    /// The operations that it allows on them.
    public let scope: TokenScope
    /// The time of creation.
    public let createdAt: Date
    /// The time from which the token is no longer valid; nil if it never expires.
    public let expiresAt: Date?
    /// The time of revocation, if it was revoked.
    public let revokedAt: Date?
    /// The start of the day (UTC) on which the token was last used; nil if never.
    public let lastUse: Date?

    /// Creates the record of a token, by default a new one.
    public init(
        id: String, label: String, grant: Principal.Grant, scope: TokenScope = .read, createdAt: Date, expiresAt: Date?,
        revokedAt: Date? = nil, lastUse: Date? = nil
    ) {
        (self.id, self.label, self.grant, self.scope) = (id, label, grant, scope)
        (self.createdAt, self.expiresAt, self.revokedAt) = (createdAt, expiresAt, revokedAt)
        self.lastUse = lastUse
    }

    /// Returns the validity of the token at a given time.
    public func state(at date: Date) -> State {
        if revokedAt != nil { return .revoked }
        if let expiresAt, date >= expiresAt { return .expired }
        return .valid
    }
}

/// An event in the history of a token.
public struct TokenEvent: Hashable, Sendable {
    /// A kind of event.
    public enum Kind: String, Sendable {
        /// The token was created.
        case created
        /// The token was used for the first time on a day.
        case used
        /// The token was revoked.
        case revoked
    }

    /// The token's id.
    public let token: String
    /// The token's scope.
    public let scope: TokenScope
    /// The kind of event.
    public let kind: Kind
    /// The time of the event; for a use, the start of the day (UTC).
    public let at: Date

    package init(token: String, scope: TokenScope, kind: Kind, at: Date) {
        (self.token, self.scope, self.kind, self.at) = (token, scope, kind, at)
    }
}
