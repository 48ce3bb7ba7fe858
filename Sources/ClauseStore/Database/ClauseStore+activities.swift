public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns a number that grows whenever a document is added, replaced or removed.
    ///
    /// - Complexity: O(log *n*) in the number of activities.
    public func libraryRevision() throws(ClauseStoreError) -> Int64 {
        try read { try Self.libraryRevision($0) }
    }

    static func libraryRevision(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT max(key) FROM activity")
        return try Int64.fetchOne(statement) ?? 0
    }

    /// Returns the activities of the library's documents, the oldest first. Activities are never removed from the list.
    ///
    /// - Parameters:
    ///   - start: The number of oldest activities to skip.
    ///   - limit: The maximum number of activities to return.
    ///   - principal: The identity. For a principal who may not read drafts, a document is created when it is
    ///     published, and deleted when it becomes a draft or is restricted.
    /// - Returns: The total number of activities, and the requested ones.
    /// - Complexity: O(*n*) in the number of activities up to the last requested one.
    public func activities(
        from start: Int, limit: Int, for principal: Principal
    ) throws(ClauseStoreError) -> (total: Int, activities: [DocumentActivity]) {
        let kind = principal.activityKind
        return try read { database in
            let total: SQLRequest<Int> = "SELECT count(*) FROM activity WHERE (\(kind)) IS NOT NULL"
            let request: SQLRequest<Row> = """
                SELECT \(kind), document, endedAt FROM activity WHERE (\(kind)) IS NOT NULL
                ORDER BY key LIMIT \(max(0, limit)) OFFSET \(max(0, start))
                """
            return (
                try total.fetchOne(database) ?? 0,
                try request.fetchAll(database).map { row in
                    DocumentActivity(
                        kind: try StoredJSON.choice(row[0]), document: row[1],
                        endedAt: Date(timeIntervalSince1970: row[2]))
                }
            )
        }
    }
}

/// The properties that determine who may read a document.
struct Exposure: Equatable {
    let status: DocumentStatus
    let access: DocumentAccess

    init(_ header: DocumentHeader) { (status, access) = (header.status, header.access) }

    /// Reads the columns with these names.
    init(_ row: Row) throws {
        (status, access) = (try StoredJSON.choice(row["status"]), try StoredJSON.choice(row["access"]))
    }

    var isPublic: Bool { status == .published && access == .open }
}

/// Records activities of documents, within the transaction that causes them.
struct ActivityLog {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// - Parameters:
    ///   - document: The document's id.
    ///   - former: The former exposure; nil if the document did not exist.
    ///   - present: The new exposure; nil if the document no longer exists.
    ///   - date: The time of the activity.
    func note(_ document: String, from former: Exposure?, to present: Exposure?, at date: Date) throws {
        let kind = Self.kind(existed: former != nil, exists: present != nil)
        let openKind = Self.kind(existed: former?.access == .open, exists: present?.access == .open)
        let publicKind = Self.kind(existed: former?.isPublic == true, exists: present?.isPublic == true)
        try database.execute(
            sql: """
                INSERT INTO activity (document, kind, openKind, publicKind, endedAt) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                document, kind?.rawValue, openKind?.rawValue, publicKind?.rawValue,
                max(date.timeIntervalSince1970, try lastEnd()),
            ])
    }

    /// Records an activity in the form used before documents could be restricted.
    private func noteStatus(
        _ document: String, from former: DocumentStatus?, to status: DocumentStatus?, at date: Date
    ) throws {
        let kind = Self.kind(existed: former != nil, exists: status != nil)
        let publicKind = Self.kind(existed: former == .published, exists: status == .published)
        try database.execute(
            sql: "INSERT INTO activity (document, kind, publicKind, endedAt) VALUES (?, ?, ?, ?)",
            arguments: [
                document, kind?.rawValue, publicKind?.rawValue, max(date.timeIntervalSince1970, try lastEnd()),
            ])
    }

    /// Returns the time of the newest activity.
    private func lastEnd() throws -> Double {
        try Double.fetchOne(database, sql: "SELECT endedAt FROM activity ORDER BY key DESC LIMIT 1") ?? 0
    }

    private static func kind(existed: Bool, exists: Bool) -> DocumentActivity.Kind? {
        switch (existed, exists) {
        case (false, true): .create
        case (true, true): .update
        case (true, false): .delete
        case (false, false): nil
        }
    }

    /// Records activities derived from the versions that a library kept before the log was introduced.
    func noteVersions() throws {
        struct Header: Decodable { let status: DocumentStatus? }
        var statuses: [String: DocumentStatus] = [:]
        let versions = """
            SELECT version.document, version.addedAt, document.status, sourceFile.bytes FROM version
            LEFT JOIN document ON document.version = version.key
            LEFT JOIN sourceFile ON sourceFile.version = version.key AND sourceFile.name = 'document.json'
            ORDER BY version.addedAt, version.key
            """
        let rows = try Row.fetchCursor(database, sql: versions)
        while let row = try rows.next() {
            let id: String = row[0]
            var status = try (row[2] as String?).map { try StoredJSON.choice($0) as DocumentStatus }
            if status == nil {
                let header = (row[3] as Data?).flatMap { try? JSONDecoder().decode(Header.self, from: $0) }
                // A header that cannot be read is treated as a draft, to be safe.
                status = header.map { $0.status ?? .published } ?? .draft
            }
            try noteStatus(id, from: statuses[id], to: status, at: Date(timeIntervalSince1970: row[1]))
            statuses[id] = status
        }
    }
}
