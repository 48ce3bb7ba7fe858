public import DocumentModel
import DocumentFormats
import Foundation
import GRDB

/// A former version of a document, in a store of its own: what is asked of the version that is served can be asked of it in
/// the same way.
///
/// The store is a file in a folder for temporary ones, which is removed when nobody uses the version any more.
public final class FormerVersion: Sendable {
    /// The store, which has this document alone.
    public let store: ClauseStore
    /// The document as it was.
    public let document: DocumentInfo
    private let folder: String

    init(store: ClauseStore, document: DocumentInfo, folder: String) {
        (self.store, self.document, self.folder) = (store, document, folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}

extension ClauseStore {
    /// The longest source files of a version that is opened, in bytes: those of about 20,000 clauses.
    public static let formerVersionLimit = 32 << 20

    /// Which of all versions a version of a document is: never the same number for another content.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also for one that the reader may not read;
    ///   ``ClauseStoreError/noVersion(_:document:count:)``.
    public func revision(
        of document: String, version number: Int, for principal: Principal
    ) throws(ClauseStoreError) -> Int64 {
        try read { database in
            let condition = "document.id = ? AND \(Principal.condition)"
            let sql = """
                SELECT (SELECT key FROM version WHERE version.document = document.id AND version.number = ?),
                    (SELECT number FROM version WHERE version.key = document.version)
                FROM document WHERE \(condition)
                """
            let statement = try database.cachedStatement(sql: sql)
            let row = try Row.fetchOne(statement, arguments: [number, document] + principal.arguments)
            guard let row else { throw ClauseStoreError.noDocument(document) }
            guard let key: Int64 = row[0] else {
                throw ClauseStoreError.noVersion(number, document: document, count: row[1])
            }
            return key
        }
    }

    /// Opens a former version of a document: makes a store of what is kept of it.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - number: The version.
    ///   - folder: A folder that is there; the store gets one of its own within it.
    /// - Returns: Nil where its source files are longer than ``formerVersionLimit``.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noVersion(_:document:count:)``; `SourceFaults`
    ///   where a file that this program once took is faulty to it now.
    /// - Complexity: As ``put(_:images:source:at:)``.
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
