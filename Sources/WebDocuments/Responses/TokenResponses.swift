public import DocumentModel
public import Foundation

extension JSON {
    /// Returns a token as shown to the administrator.
    ///
    /// - Parameters:
    ///   - date: The time for which the state is given.
    ///   - text: The token itself, if it has just been created.
    public static func token(_ token: TokenInfo, at date: Date, text: String? = nil) -> JSON {
        let documents: JSON =
            switch token.grant {
            case .documents(let ids): .strings(ids.sorted())
            case .everything: .null
            }
        return .object(stating: [
            ("id", .string(token.id)), ("token", text.map { .string($0) }), ("label", .string(token.label)),
            ("state", .string(token.state(at: date).rawValue)), ("documents", documents),
            ("scope", .string(token.scope.rawValue)), ("created", .string(time(token.createdAt))),
            ("expires", JSON(token.expiresAt.map(time))), ("revoked", JSON(token.revokedAt.map(time))),
            ("lastUse", JSON(token.lastUse.map(day))),
        ])
    }

    /// Returns tokens, oldest first. `documents` is null for a token for all documents.
    public static func tokens(_ tokens: [TokenInfo], at date: Date) -> JSON {
        .object([("total", .int(tokens.count)), ("tokens", .array(tokens.map { .token($0, at: date) }))])
    }

    /// Returns the log of token events, oldest first.
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

    /// Returns a day in ISO 8601, in UTC.
    public static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
