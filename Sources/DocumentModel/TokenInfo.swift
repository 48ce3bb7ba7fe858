public import Foundation

/// What may be done with a token in the documents that it covers. Each scope includes those before it.
public enum TokenScope: String, CaseIterable, Comparable, Sendable {
    /// Reading, drafts and restricted documents included.
    case read
    /// Changing the working copy.
    case edit
    /// Publishing and discarding the working copy.
    case publish

    /// Whether one scope allows less than another.
    public static func < (one: TokenScope, other: TokenScope) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .edit: 1
        case .publish: 2
        }
    }
}

/// What is kept of a token: all but the token itself, of which there is a digest.
public struct TokenInfo: Hashable, Sendable {
    /// Whether a token is good.
    public enum State: String, Sendable {
        /// It is.
        case valid
        /// Its time is over.
        case expired
        /// The keeper took it back.
        case revoked
    }

    /// The name under which edits of people at the server's own machine are recorded; no token for editing has it.
    public static let localEditor = "local"

    /// The id, which is no secret and part of the token.
    public let id: String
    /// Whom or what it is for, in the keeper's words; edits are recorded under this name.
    public let label: String
    /// The documents that it covers.
    public let grant: Principal.Grant
    /// What may be done with them.
    public let scope: TokenScope
    /// When it was made.
    public let createdAt: Date
    /// From when on it is good no more; nil for never.
    public let expiresAt: Date?
    /// When it was taken back, if it was.
    public let revokedAt: Date?
    /// The day on which it was last used, at its beginning in UTC; nil where it never was.
    public let lastUse: Date?

    /// Makes the record of a new token.
    public init(
        id: String, label: String, grant: Principal.Grant, scope: TokenScope = .read, createdAt: Date, expiresAt: Date?
    ) {
        (self.id, self.label, self.grant, self.scope) = (id, label, grant, scope)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
        (revokedAt, lastUse) = (nil, nil)
    }

    package init(
        id: String, label: String, grant: Principal.Grant, scope: TokenScope, createdAt: Date, expiresAt: Date?,
        revokedAt: Date?, lastUse: Date?
    ) {
        (self.id, self.label, self.grant, self.scope) = (id, label, grant, scope)
        (self.createdAt, self.expiresAt, self.revokedAt) = (createdAt, expiresAt, revokedAt)
        self.lastUse = lastUse
    }

    /// Whether it is good at a moment.
    public func state(at date: Date) -> State {
        if revokedAt != nil { return .revoked }
        if let expiresAt, date >= expiresAt { return .expired }
        return .valid
    }
}

/// Something that was done with a token.
public struct TokenEvent: Hashable, Sendable {
    /// What can be done with one.
    public enum Kind: String, Sendable {
        /// It was made.
        case created
        /// It was used, for the first time on that day.
        case used
        /// It was taken back.
        case revoked
    }

    /// The token's id.
    public let token: String
    /// What may be done with the token.
    public let scope: TokenScope
    /// What was done.
    public let kind: Kind
    /// When; of a use the day alone, at its beginning in UTC.
    public let at: Date

    package init(token: String, scope: TokenScope, kind: Kind, at: Date) {
        (self.token, self.scope, self.kind, self.at) = (token, scope, kind, at)
    }
}
