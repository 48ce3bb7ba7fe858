public import DocumentModel
import DocumentFormats
import Foundation
import GRDB

/// A former version of a document in a temporary store, which can be queried in the same way as the served version.
///
/// The store is a file in a temporary folder, which is removed when the version is no longer in use.
public final class FormerVersion: Sendable {
    /// The store, which contains only this document.
    public let store: ClauseStore
    /// The document in its former state.
    public let document: DocumentInfo
    private let folder: String

    init(store: ClauseStore, document: DocumentInfo, folder: String) {
        (self.store, self.document, self.folder) = (store, document, folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

extension ClauseStore {
    /// The maximum total size of the source files of a version to be opened, in bytes; enough for about 20,000 clauses.
    public static let formerVersionLimit = 32 << 20

    /// Returns the library-wide revision of a version of a document. A revision is never reused for other content.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document;
    ///   ``ClauseStoreError/noVersion(_:document:count:)``.
    public func revision(
        of document: String, version number: Int, for principal: Principal
    ) throws(ClauseStoreError) -> Int64 {
        try read { try Self.revision(of: document, version: number, for: principal, $0) }
    }

    static func revision(
        of document: String, version number: Int, for principal: Principal = .administrator, _ database: Database
    ) throws -> Int64 {
        let sql = """
            SELECT (SELECT key FROM version WHERE version.document = document.id AND version.number = ?),
                (SELECT number FROM version WHERE version.key = document.version)
            FROM document WHERE document.id = ? AND \(Principal.condition)
            """
        let statement = try database.cachedStatement(sql: sql)
        let row = try Row.fetchOne(statement, arguments: [number, document] + principal.arguments)
        guard let row else { throw ClauseStoreError.noDocument(document) }
        guard let key: Int64 = row[0] else {
            throw ClauseStoreError.noVersion(number, document: document, count: row[1])
        }
        return key
    }

    /// Opens a former version of a document: creates a store from the version's source files.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - number: The version's number.
    ///   - folder: An existing folder. The store is created in a subfolder.
    /// - Returns: Nil if the source files exceed ``formerVersionLimit``.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noVersion(_:document:count:)``; `SourceFaults`
    ///   if this version of the program finds faults in a file that was accepted earlier.
    /// - Complexity: As ``put(_:images:source:at:sweeping:)``.
    public func openFormerVersion(
        _ number: Int, of document: String, in folder: String
    ) throws -> FormerVersion? {
        let key = try revision(of: document, version: number, for: .administrator)
        let found: (kept: KeptVersion, source: String, addedAt: Date)? = try read { database in
            let sql = "SELECT coalesce(sum(length(bytes)), 0) FROM sourceFile WHERE version = ?"
            guard try Int.fetchOne(database, sql: sql, arguments: [key]) ?? 0 <= Self.formerVersionLimit,
                let row = try Row.fetchOne(
                    database, sql: "SELECT source, addedAt FROM version WHERE key = ?", arguments: [key])
            else { return nil }
            return (
                try KeptVersion(database, key: key), row["source"],
                Date(timeIntervalSince1970: row["addedAt"])
            )
        }
        guard let found else { return nil }
        let content = try found.kept.document()
        let own = "\(folder)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
        do {
            let store = try ClauseStore(path: "\(own)/library.sqlite", access: .readWrite)
            try store.write { database in
                let writer = ContentWriter(database)
                let version = try writer.insertVersion(
                    content, found.kept.images, number: number, source: found.source, at: found.addedAt)
                try writer.replaceContent(with: content, version: version)
            }
            return FormerVersion(store: store, document: try store.document(document), folder: own)
        } catch {
            try? FileManager.default.removeItem(atPath: own)
            throw error
        }
    }
}
