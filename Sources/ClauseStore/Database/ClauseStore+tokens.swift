public import DocumentModel
public import Foundation
import GRDB

/// Access tokens, which allow reading documents that are not open to everyone, and editing.
///
/// They are stored in the library's database and therefore included in backups, but in no export format.
extension ClauseStore {
    /// Stores a new token.
    ///
    /// - Parameters:
    ///   - token: The record of the token.
    ///   - sha256: The token's digest, 32 bytes.
    /// - Throws: ``ClauseStoreError/noDocument(_:)`` if it is for a document that the library does not have, in which
    ///   case nothing is stored; ``ClauseStoreError/readOnly(path:)``, ``ClauseStoreError/busy(path:)``.
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
            try database.note(.created, ofToken: key, at: token.createdAt)
        }
    }

    /// Returns all tokens, the oldest first, including expired and revoked ones.
    public func tokens() throws(ClauseStoreError) -> [TokenInfo] {
        try read { try $0.tokens(where: "1", []).map(\.token) }
    }

    /// Returns a token with its digest.
    ///
    /// - Returns: Nil if there is none.
    public func token(_ id: String) throws(ClauseStoreError) -> (token: TokenInfo, sha256: [UInt8])? {
        try read { try $0.tokens(where: "token.id = ?", [id]).first }
    }

    /// Revokes a token. It stays in the list.
    ///
    /// - Returns: False if it had already been revoked.
    /// - Throws: ``ClauseStoreError/noToken(_:)``, ``ClauseStoreError/readOnly(path:)``,
    ///   ``ClauseStoreError/busy(path:)``.
    public func revokeToken(_ id: String, at date: Date = Date()) throws(ClauseStoreError) -> Bool {
        try write { database in
            guard let key = try Int64.fetchOne(database, sql: "SELECT key FROM token WHERE id = ?", arguments: [id])
            else { throw ClauseStoreError.noToken(id) }
            try database.execute(
                sql: "UPDATE token SET revokedAt = ? WHERE key = ? AND revokedAt IS NULL",
                arguments: [date.timeIntervalSince1970, key])
            guard database.changesCount > 0 else { return false }
            try database.note(.revoked, ofToken: key, at: date)
            return true
        }
    }

    /// Returns the events of all tokens, the oldest first.
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

    /// Records that a token was used, at most once per day. This also works for a store that is opened for reading: it
    /// is the only thing that a server writes to a library it otherwise only reads.
    ///
    /// - Throws: ``ClauseStoreError/busy(path:)``, ``ClauseStoreError/readOnly(path:)`` if the file is not writable.
    public func noteUse(ofToken id: String, at date: Date) throws(ClauseStoreError) {
        let day = (date.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        try writeOnSeparateConnection { database in
            let sql = "SELECT key FROM token WHERE id = ? AND (lastUse IS NULL OR lastUse < ?)"
            guard let key = try Int64.fetchOne(database, sql: sql, arguments: [id, day]) else { return }
            try database.execute(sql: "UPDATE token SET lastUse = ? WHERE key = ?", arguments: [day, key])
            try database.note(.used, ofToken: key, at: Date(timeIntervalSince1970: day))
        }
    }
}

extension Database {
    /// Records an event of a token, within the transaction that causes it.
    fileprivate func note(_ kind: TokenEvent.Kind, ofToken token: Int64, at date: Date) throws {
        try execute(
            sql: "INSERT INTO tokenEvent (token, kind, at) VALUES (?, ?, ?)",
            arguments: [token, kind.rawValue, date.timeIntervalSince1970])
    }

    fileprivate func tokens(
        where condition: String, _ arguments: StatementArguments
    ) throws -> [(token: TokenInfo, sha256: [UInt8])] {
        func date(_ seconds: Double?) -> Date? { seconds.map { Date(timeIntervalSince1970: $0) } }
        let rows = try Row.fetchAll(
            self, sql: "SELECT token.* FROM token WHERE \(condition) ORDER BY key", arguments: arguments)
        return try rows.map { row in
            let sql = "SELECT document FROM tokenDocument WHERE token = ?"
            let documents = try String.fetchSet(self, sql: sql, arguments: [row["key"] as Int64])
            let info = TokenInfo(
                id: row["id"], label: row["label"],
                grant: row["coversEverything"] ? .everything : .documents(documents),
                scope: try StoredJSON.choice(row["scope"]),
                createdAt: Date(timeIntervalSince1970: row["createdAt"]), expiresAt: date(row["expiresAt"]),
                revokedAt: date(row["revokedAt"]), lastUse: date(row["lastUse"]))
            return (info, Array(row["sha256"] as Data))
        }
    }
}
