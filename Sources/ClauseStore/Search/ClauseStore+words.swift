import Foundation
import GRDB

/// A text split into the words of the full-text index, for an index outside the database.
public struct WordedText: Hashable, Sendable {
    /// The clause's position in reading order, from 0.
    public let clause: Int
    /// The text's language, as a BCP 47 tag.
    public let language: String
    /// The index of the language in the document's languages, its own one last.
    public let position: Int
    /// Whether it is in the document's own language.
    public let isOwn: Bool
    /// Whether it has more than a transcription.
    public let hasWords: Bool
    /// The words of title, translation, context and transcription, folded to ignore case and accents.
    public let words: [[String]]
}

extension ClauseStore {
    /// Returns the words of all texts of a document, sorted by language and then in reading order.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the length of the texts.
    public func wordedTexts(of document: String) throws(ClauseStoreError) -> [WordedText] {
        try read { database in
            let key = try DocumentReader(database).key(of: document).document
            let sql = """
                SELECT clause.position, text.language, text.position, text.isOwn, text.hasWords,
                    text.title, text.translation, text.context, text.transcription
                FROM clause JOIN text ON text.clause = clause.key WHERE clause.document = ? ORDER BY text.key
                """
            return try Row.fetchAll(database, sql: sql, arguments: [key]).map { row in
                let fields: [String?] = [row[5], row[6], row[7], row[8]]
                return WordedText(
                    clause: row[0], language: row[1], position: row[2], isOwn: row[3], hasWords: row[4],
                    words: fields.map { FoldedText.tokens(of: $0 ?? "").map(\.word) })
            }
        }
    }
}
