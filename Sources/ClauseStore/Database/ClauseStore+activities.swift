public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// A number that grows whenever a document is added, replaced or removed.
    ///
    /// - Complexity: O(log *n*) in the number of activities.
    public func libraryRevision() throws(ClauseStoreError) -> Int64 {
        try read { try Self.libraryRevision($0) }
    }

    static func libraryRevision(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT max(key) FROM activity")
        return try Int64.fetchOne(statement) ?? 0
    }

    /// What happened to the library's documents, the oldest first. Nothing is ever taken out of that list.
    ///
    /// - Parameters:
    ///   - start: How many of the oldest to leave out.
    ///   - limit: How many are wanted.
    ///   - principal: The identity. To one who may not read drafts a document is created when it is published, and deleted when it
    ///     becomes a draft; restricting it deletes it in the same way.
    /// - Returns: How many there are altogether, and those that are wanted.
    /// - Complexity: O(*n*) in the number of activities up to the last that is wanted.
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

/// What decides who may read a document.
struct Exposure: Equatable {
    let status: DocumentStatus
    let access: DocumentAccess

    init(_ header: DocumentHeader) { (status, access) = (header.status, header.access) }

    /// Reads the columns of these names.
    init(_ row: Row) throws {
        (status, access) = (try StoredJSON.choice(row["status"]), try StoredJSON.choice(row["access"]))
    }

    var isPublic: Bool { status == .published && access == .open }
}

/// Writes down what happens to documents, within the transaction in which it happens.
struct ActivityLog {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// - Parameters:
    ///   - document: The document's id.
    ///   - former: What it was before, nil where it was not there.
    ///   - present: What it is now, nil where it is not there any more.
    ///   - date: When.
    func note(_ document: String, from former: Exposure?, to present: Exposure?, at date: Date) throws {
        let kind = Self.kind(wasThere: former != nil, isThere: present != nil)
        let openKind = Self.kind(wasThere: former?.access == .open, isThere: present?.access == .open)
        let publicKind = Self.kind(wasThere: former?.isPublic == true, isThere: present?.isPublic == true)
        try database.execute(
            sql: """
                INSERT INTO activity (document, kind, openKind, publicKind, endedAt) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                document, kind?.rawValue, openKind?.rawValue, publicKind?.rawValue,
                max(date.timeIntervalSince1970, try lastEnd()),
            ])
    }

    /// The same as it was before a document could be restricted.
    private func noteStatus(
        _ document: String, from former: DocumentStatus?, to status: DocumentStatus?, at date: Date
    ) throws {
        let kind = Self.kind(wasThere: former != nil, isThere: status != nil)
        let publicKind = Self.kind(wasThere: former == .published, isThere: status == .published)
        try database.execute(
            sql: "INSERT INTO activity (document, kind, publicKind, endedAt) VALUES (?, ?, ?, ?)",
            arguments: [
                document, kind?.rawValue, publicKind?.rawValue, max(date.timeIntervalSince1970, try lastEnd()),
            ])
    }

    /// When the newest activity ended.
    private func lastEnd() throws -> Double {
        try Double.fetchOne(database, sql: "SELECT endedAt FROM activity ORDER BY key DESC LIMIT 1") ?? 0
    }

    private static func kind(wasThere: Bool, isThere: Bool) -> DocumentActivity.Kind? {
        switch (wasThere, isThere) {
        case (false, true): .create
        case (true, true): .update
        case (true, false): .delete
        case (false, false): nil
        }
    }

    /// Writes down what the versions tell that a library has kept from before there was a log.
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
                // What cannot be read was not meant for everybody.
                status = header.map { $0.status ?? .published } ?? .draft
            }
            try noteStatus(id, from: statuses[id], to: status, at: Date(timeIntervalSince1970: row[1]))
            statuses[id] = status
        }
    }
}
