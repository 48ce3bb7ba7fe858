import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the documents of the library.
    ///
    /// - Parameter principal: The identity whose access applies.
    /// - Returns: The documents, sorted by id. For large libraries, use ``documentPart(_:for:)``.
    /// - Complexity: O(*n*) in the number of documents and pages.
    public func documents(for principal: Principal = .anyone) throws(ClauseStoreError) -> [DocumentInfo] {
        try read { database in
            try DocumentReader(database).documents(where: Principal.condition, principal.arguments)
        }
    }

    /// Returns the sorted ids of all documents, even if other data about them is damaged.
    public func documentIDs() throws(ClauseStoreError) -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT id FROM document ORDER BY id") }
    }

    /// Returns the sorted ids of the documents that the principal may read.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public func documentIDs(for principal: Principal) throws(ClauseStoreError) -> [String] {
        try read { database in
            let sql = "SELECT id FROM document WHERE \(Principal.condition) ORDER BY id"
            return try String.fetchAll(database, sql: sql, arguments: principal.arguments)
        }
    }

    /// Returns a document.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document.
    public func document(_ id: String, for principal: Principal = .administrator) throws(ClauseStoreError)
        -> DocumentInfo
    {
        try read { try DocumentReader($0).document(id, for: principal) }
    }

    /// Returns the categories of a document in menu order, each with the number of its clauses and details.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func categories(of document: String) throws(ClauseStoreError) -> [CategoryInfo] {
        try read { database in
            let key = try DocumentReader(database).key(of: document).document
            let sql = """
                SELECT id, label, icon, style, includedInAll,
                    (SELECT count(*) FROM clauseCategory WHERE category = category.key) AS count
                FROM category WHERE document = ? ORDER BY position
                """
            return try Row.fetchAll(database, sql: sql, arguments: [key]).map { row in
                CategoryInfo(category: try Category(row: row), count: row["count"])
            }
        }
    }

    /// Returns the tours of a document, in order; empty if it has none.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the tours.
    public func tours(of document: String) throws(ClauseStoreError) -> [Tour] {
        try read { try DocumentReader($0).tours(of: document) }
    }

    /// Returns the glossary entries of a document, in order; empty if it has no glossary.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the size of the glossary.
    public func glossary(of document: String) throws(ClauseStoreError) -> [GlossaryEntry] {
        try read { try DocumentReader($0).glossary(of: document) }
    }

    /// Returns the number of clauses of a document, in `all` and in total.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func clauseCounts(of document: String) throws(ClauseStoreError) -> ClauseCounts {
        try read { database in
            let key = try DocumentReader(database).key(of: document).document
            let sql = "SELECT count(*) AS total, coalesce(sum(inAll), 0) AS inAll FROM clause WHERE document = ?"
            let row = try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: [key])
            return ClauseCounts(all: row?["inAll"] ?? 0, total: row?["total"] ?? 0)
        }
    }

    /// Returns counts like ``clauseCounts(of:)``; nil if the document has been removed.
    public func clauseCountsIfThere(of document: String) throws(ClauseStoreError) -> ClauseCounts? {
        do {
            return try clauseCounts(of: document)
        } catch {
            guard case .noDocument = error else { throw error }
            return nil
        }
    }

    /// Returns the source files of the served version, byte for byte as they were added and sorted by name. Images are
    /// not included.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func sourceFiles(of document: String) throws(ClauseStoreError) -> [SourceFile] {
        try read { database in
            let version = try DocumentReader(database).key(of: document).version
            return try DocumentReader(database).sourceFiles(version: version)
        }
    }
}
