import DocumentModel
import Foundation
import GRDB

/// Writes the names of documents to `documentIndex`, the full-text index of document lists.
struct DocumentWords {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Adds a document to the index.
    func insert(_ header: DocumentHeader, key: Int64) throws {
        try database.cachedStatement(sql: "INSERT INTO documentIndex (rowid, id, title, names) VALUES (?, ?, ?, ?)")
            .execute(arguments: [
                key, header.id, Self.text([header.title]),
                Self.text([header.holder, header.date, LanguageMap(plain: "\(header.id) \(header.shelfmark ?? "")")]),
            ])
    }

    /// Removes a document from the index.
    func delete(key: Int64) throws {
        try database.execute(sql: "DELETE FROM documentIndex WHERE rowid = ?", arguments: [key])
    }

    /// Adds all documents to the index.
    func insertAll() throws { try database.eachHeader { try insert($0, key: $1) } }

    private static func text(_ maps: [LanguageMap?]) -> String {
        maps.compactMap { $0 }.flatMap(\.all).map(FoldedText.fold).joined(separator: "\n")
    }
}
