public import DocumentModel
public import Foundation
import GRDB

/// Tokens: who may read what is not open to everybody, and who may edit.
///
/// They are in the library's database, so that a backup holds them; no format that documents are exported in does.
extension ClauseStore {
    /// Keeps a new token.
    ///
    /// - Parameters:
    ///   - token: What is to be known of it.
    ///   - sha256: Its digest, 32 bytes.
    /// - Throws: ``ClauseStoreError/noDocument(_:)`` when it is for one that the library does not have, and then nothing is
    ///   kept; ``ClauseStoreError/readOnly(path:)``, ``ClauseStoreError/busy(path:)``.
    public func add(_ token: TokenInfo, sha256: [UInt8]) throws(ClauseStoreError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO token (id, sha256, label, coversEverything, scope, createdAt, expiresAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    token.id, Data(sha256), token.label, token.grant == .everything, token.scope.rawValue,
                    token.createdAt.timeIntervalSince1970, token.expiresAt?.timeIntervalSince1970,
                ])
            let key = database.lastInsertedRowID
            if case .documents(let ids) = token.grant {
                for id in ids.sorted() {
                    _ = try DocumentReader(database).key(of: id)
                    try database.execute(
                        sql: "INSERT INTO tokenDocument (token, document) VALUES (?, ?)", arguments: [key, id])
                }
            }
            try TokenLog(database).note(.created, of: key, at: token.createdAt)
        }
    }

    /// All tokens, the oldest first, those that are good no more among them.
    public func tokens() throws(ClauseStoreError) -> [TokenInfo] {
        try read { try TokenReader($0).tokens(where: "1", []).map(\.token) }
    }

    /// A token and the digest that one with this id must have.
    ///
    /// - Returns: Nil when there is none.
    public func token(_ id: String) throws(ClauseStoreError) -> (token: TokenInfo, sha256: [UInt8])? {
        try read { try TokenReader($0).tokens(where: "token.id = ?", [id]).first }
    }

    /// Takes a token back. It stays in the list.
    ///
    /// - Returns: Whether it was not taken back already.
    /// - Throws: ``ClauseStoreError/noToken(_:)``, ``ClauseStoreError/readOnly(path:)``, ``ClauseStoreError/busy(path:)``.
    public func revokeToken(_ id: String, at date: Date = Date()) throws(ClauseStoreError) -> Bool {
        try write { database in
            guard let key = try Int64.fetchOne(database, sql: "SELECT key FROM token WHERE id = ?", arguments: [id])
            else { throw ClauseStoreError.noToken(id) }
            try database.execute(
                sql: "UPDATE token SET revokedAt = ? WHERE key = ? AND revokedAt IS NULL",
                arguments: [date.timeIntervalSince1970, key])
            guard database.changesCount > 0 else { return false }
            try TokenLog(database).note(.revoked, of: key, at: date)
            return true
        }
    }

    /// What was done with tokens, the oldest first.
    public func tokenEvents() throws(ClauseStoreError) -> [TokenEvent] {
        try read { database in
            let sql = """
                SELECT token.id, token.scope, tokenEvent.kind, tokenEvent.at FROM tokenEvent
                JOIN token ON token.key = tokenEvent.token ORDER BY tokenEvent.key
                """
            return try Row.fetchAll(database, sql: sql).map { row in
                TokenEvent(
                    token: row[0], scope: try StoredJSON.choice(row[1]), kind: try StoredJSON.choice(row[2]),
                    at: Date(timeIntervalSince1970: row[3]))
            }
        }
    }

    /// Writes down that a token was used, once for each day. A store that was opened for reading alone can do it too: a
    /// server reads a library, and this is the one thing that it notes there.
    ///
    /// - Throws: ``ClauseStoreError/busy(path:)``, ``ClauseStoreError/readOnly(path:)`` where the file cannot be written.
    public func noteUse(ofToken id: String, at date: Date) throws(ClauseStoreError) {
        let day = (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        try writeApart { database in
            let sql = "SELECT key FROM token WHERE id = ? AND (lastUse IS NULL OR lastUse < ?)"
            guard let key = try Int64.fetchOne(database, sql: sql, arguments: [id, day]) else { return }
            try database.execute(sql: "UPDATE token SET lastUse = ? WHERE key = ?", arguments: [day, key])
            try TokenLog(database).note(.used, of: key, at: Date(timeIntervalSince1970: day))
        }
    }
}

/// Writes down what is done with tokens, within the transaction in which it is done.
private struct TokenLog {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func note(_ kind: TokenEvent.Kind, of token: Int64, at date: Date) throws {
        try database.execute(
            sql: "INSERT INTO tokenEvent (token, kind, at) VALUES (?, ?, ?)",
            arguments: [token, kind.rawValue, date.timeIntervalSince1970])
    }
}

private struct TokenReader {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func tokens(
        where condition: String, _ arguments: StatementArguments
    ) throws -> [(token: TokenInfo, sha256: [UInt8])] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT token.* FROM token WHERE \(condition) ORDER BY key", arguments: arguments)
        return try rows.map { row in
            let sql = "SELECT document FROM tokenDocument WHERE token = ?"
            let documents = try String.fetchSet(database, sql: sql, arguments: [row["key"] as Int64])
            let info = TokenInfo(
                id: row["id"], label: row["label"],
                grant: row["coversEverything"] ? .everything : .documents(documents),
                scope: try StoredJSON.choice(row["scope"]),
                createdAt: Date(timeIntervalSince1970: row["createdAt"]), expiresAt: Self.date(row["expiresAt"]),
                revokedAt: Self.date(row["revokedAt"]), lastUse: Self.date(row["lastUse"]))
            return (info, Array(row["sha256"] as Data))
        }
    }

    private static func date(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSince1970: $0) } }
}
