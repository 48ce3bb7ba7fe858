import DocumentFormats
public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the positioned words of a clause, and the phrases that link its transcription to the translation shown.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - clause: The clause's id.
    ///   - lang: The requested language.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noClause(_:document:)``.
    /// - Complexity: O(log *n* + *m*) in the number of clauses of the library and the size of the result.
    public func links(of clause: String, in document: String, lang: String?) throws(ClauseStoreError) -> ClauseLinks {
        try read { database in
            let key = try DocumentReader(database).key(of: document).document
            let sql = """
                SELECT clauseWords.words, text.language, text.phrases FROM clause
                LEFT JOIN clauseWords ON clauseWords.clause = clause.key
                LEFT JOIN text ON text.key = \(ShownLanguage.textKey(of: "clause.key"))
                WHERE clause.document = ? AND clause.id = ?
                """
            let tags: [(any DatabaseValueConvertible)?] = ShownLanguage.tags(lang)
            let arguments = StatementArguments(tags) + [key, clause]
            guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) else {
                throw ClauseStoreError.noClause(clause, document: document)
            }
            return ClauseLinks(
                clause: clause, words: ClauseWord.stored(try StoredLinks.value(row[0])), lang: row[1],
                phrases: Phrase.stored(try StoredLinks.value(row[2])))
        }
    }

    /// Returns the words and phrases of all clauses of a document.
    ///
    /// - Returns: For each clause, in reading order, its id, its words, and its phrases by language, even if it has
    ///   none.
    /// - Complexity: O(*n*) in the size of the result.
    public func links(
        of document: String
    ) throws(ClauseStoreError) -> [(clause: String, words: [ClauseWord], phrases: [String: [Phrase]])] {
        try read { database in
            let key = try DocumentReader(database).key(of: document).document
            let sql = """
                SELECT clause.key, clause.id, clauseWords.words FROM clause
                LEFT JOIN clauseWords ON clauseWords.clause = clause.key
                WHERE clause.document = ? ORDER BY clause.position
                """
            let phrases = try Self.phrases(of: key, database)
            return try Row.fetchAll(database, sql: sql, arguments: [key]).map { row in
                (row[1], ClauseWord.stored(try StoredLinks.value(row[2])), phrases[row[0]] ?? [:])
            }
        }
    }

    /// Returns a line for each clause whose words or phrases differ from the source files.
    static func differences(
        _ links: [(clause: String, words: [ClauseWord], phrases: [String: [Phrase]])], _ kept: SourceDocument
    ) -> [String] {
        let words = Dictionary(kept.clauses.map { ($0.id, $0.words) }) { first, _ in first }
        var lines: [String] = []
        for link in links {
            let phrases = kept.texts.compactMapValues { texts -> [Phrase]? in
                texts[link.clause].flatMap { $0.phrases.isEmpty ? nil : $0.phrases }
            }
            if words[link.clause] ?? [] != link.words {
                lines.append("the words of clause \(link.clause) are not those of words.json")
            }
            if phrases != link.phrases {
                lines.append("the phrases of clause \(link.clause) are not those of the files of texts")
            }
        }
        return lines
    }

    private static func phrases(of document: Int64, _ database: Database) throws -> [Int64: [String: [Phrase]]] {
        let sql = """
            SELECT text.clause, text.language, text.phrases FROM text JOIN clause ON clause.key = text.clause
            WHERE clause.document = ? AND text.phrases IS NOT NULL
            """
        var phrases: [Int64: [String: [Phrase]]] = [:]
        for row in try Row.fetchAll(database, sql: sql, arguments: [document]) {
            phrases[row[0], default: [:]][row[1]] = Phrase.stored(try StoredLinks.value(row[2]))
        }
        return phrases
    }
}

extension ClauseText {
    /// The text without its phrases, which are stored separately.
    var unlinked: ClauseText {
        var text = self
        text.phrases = []
        return text
    }
}

/// Words and phrases as stored in the tables.
enum StoredLinks {
    static func value(_ text: String?) throws -> JSONValue {
        try text.map { try StoredJSON.value($0) } ?? .array([])
    }

    static func text(_ elements: [JSONValue]) -> String? {
        elements.isEmpty ? nil : JSONValue.array(elements).compactText
    }
}

extension ContentWriter {
    func insertWords(_ clauses: [Clause], _ keys: [String: Int64]) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO clauseWords (clause, words) VALUES (?, ?)")
        for clause in clauses {
            guard let words = StoredLinks.text(clause.words.map(\.json)) else { continue }
            try statement.execute(arguments: [keys[clause.id], words])
        }
    }
}
