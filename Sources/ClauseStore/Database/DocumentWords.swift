import DocumentModel
import Foundation
import GRDB

/// What documents are called, as the index has it by which they are found in a list: `documentIndex`.
struct DocumentWords {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Takes a document into the index.
    func insert(_ header: DocumentHeader, key: Int64) throws {
        try database.cachedStatement(sql: "INSERT INTO documentIndex (rowid, id, title, names) VALUES (?, ?, ?, ?)")
            .execute(arguments: [
                key, header.id, Self.text([header.title]),
                Self.text([header.holder, header.date, LanguageMap(plain: "\(header.id) \(header.shelfmark ?? "")")]),
            ])
    }

    /// Takes a document out of the index.
    func delete(key: Int64) throws {
        try database.execute(sql: "DELETE FROM documentIndex WHERE rowid = ?", arguments: [key])
    }

    /// Takes all documents into the index.
    func insertAll() throws { try database.eachHeader { try insert($0, key: $1) } }

    private static func text(_ maps: [LanguageMap?]) -> String {
        maps.compactMap { $0 }.flatMap(\.allTexts).map(FoldedText.fold).joined(separator: "\n")
    }
}

extension LanguageMap {
    /// The words in all languages, in the order of the languages' tags.
    fileprivate var allTexts: [String] {
        byLanguage.isEmpty ? [text(in: nil) ?? ""] : byLanguage.sorted { $0.key < $1.key }.map(\.value)
    }
}
