import ClauseStore
public import DocumentModel
public import Foundation

extension JSON {
    /// A token as the keeper sees it.
    ///
    /// - Parameters:
    ///   - token: What is known of it.
    ///   - date: The moment for which its state is told.
    ///   - text: The token itself, where it has just been made.
    public static func token(_ token: TokenInfo, at date: Date, text: String? = nil) -> JSON {
        var members: [(key: String, value: JSON)] = [("id", .string(token.id))]
        if let text { members.append(("token", .string(text))) }
        let documents: JSON
        switch token.grant {
        case .documents(let ids): documents = .array(ids.sorted().map { .string($0) })
        case .everything: documents = .null
        }
        members += [
            ("label", .string(token.label)), ("state", .string(token.state(at: date).rawValue)),
            ("documents", documents), ("scope", .string(token.scope.rawValue)),
            ("created", time(orNull: token.createdAt)),
            ("expires", time(orNull: token.expiresAt)), ("revoked", time(orNull: token.revokedAt)),
            ("lastUse", token.lastUse.map { .string(day($0)) } ?? .null),
        ]
        return .object(members)
    }

    /// Tokens, the oldest first; `documents` is null for one that is for all.
    public static func tokens(_ tokens: [TokenInfo], at date: Date) -> JSON {
        .object([("total", .int(tokens.count)), ("tokens", .array(tokens.map { .token($0, at: date) }))])
    }

    /// What was done with tokens, the oldest first.
    public static func tokenEvents(_ events: [TokenEvent]) -> JSON {
        let entries = events.map { event in
            JSON.object([
                ("token", .string(event.token)), ("scope", .string(event.scope.rawValue)),
                ("event", .string(event.kind.rawValue)),
                ("at", .string(event.kind == .used ? day(event.at) : time(event.at))),
            ])
        }
        return .object([("total", .int(events.count)), ("events", .array(entries))])
    }

    /// A day in ISO 8601, in UTC.
    public static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    private static func time(orNull date: Date?) -> JSON { date.map { .string(time($0)) } ?? .null }
}
