public import DocumentModel
import GRDB

/// A completion for a search: a word, or several consecutive words.
public struct SearchTerm: Hashable, Sendable {
    /// The term as it is searched for, folded to ignore case and accents.
    public let value: String
    /// The term as written in a text.
    public let label: String
    /// The language of that text, as a BCP 47 tag.
    public let lang: String
    /// The number of occurrences in the texts.
    public let total: Int
}

extension ClauseStore {
    /// Returns the most frequent terms in a document's texts that begin with what a reader typed, in alphabetical
    /// order.
    ///
    /// If several words were typed, the last one is completed. Letters of scripts without spaces between words are
    /// completed by the following letter.
    ///
    /// - Parameters:
    ///   - typed: The beginning of a term; blank results in no terms.
    ///   - query: The motivations and language determine which parts of texts count; the words are ignored.
    ///   - document: The document's id.
    ///   - minimum: The minimum number of occurrences of a term.
    ///   - limit: The maximum number of terms.
    ///   - principal: The identity whose access applies.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document.
    /// - Complexity: O(*n*) in the occurrences of all such terms in the library, up to 2 million. Measured with 10^6
    ///   texts of 30 words: 200 ms for one letter, 50 ms for two, 3 ms for three. For several words, at most 500 texts
    ///   are read.
    public func terms(
        beginning typed: String, _ query: AnnotationQuery = AnnotationQuery(), of document: String, minimum: Int = 1,
        limit: Int = 20, for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> [SearchTerm] {
        try read { database in
            let sql = "SELECT firstText, lastText FROM document WHERE id = ? AND \(Principal.condition)"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [document] + principal.arguments) else {
                throw ClauseStoreError.noDocument(document)
            }
            // Nil for a document without texts.
            guard let first: Int64 = row[0], let last: Int64 = row[1], query.fields?.isEmpty != true,
                let phrase = SearchWords.beginning(typed)
            else { return [] }
            let search = TermSearch(database: database, query: query, texts: first...last, phrase: phrase)
            let isWord = phrase.words.count == 1 && !FoldedText.standsAlone(phrase.words[0])
            let terms = try isWord ? search.words(minimum, limit) : search.phrases(minimum, limit)
            return terms.sorted { $0.value < $1.value }
        }
    }
}

extension SearchWords {
    /// Returns the typed words as one phrase whose last word is a prefix; nil if there is nothing to search for.
    static func beginning(_ typed: String) -> Phrase? {
        let words = FoldedText.tokens(of: String(typed.unicodeScalars.prefix(200))).prefix(limit).map(\.word)
        return words.isEmpty ? nil : Phrase(words: words, isPrefix: true)
    }
}

/// A search for terms, within one state of the database.
private struct TermSearch {
    /// The maximum number of occurrences to count. If there are more, the alphabetically first ones are counted.
    private static let occurrenceLimit = 2_000_000
    /// The maximum number of texts to read for a phrase.
    private static let textLimit = 500

    let database: Database
    let query: AnnotationQuery
    let texts: ClosedRange<Int64>
    let phrase: SearchWords.Phrase

    // MARK: Words

    /// Finds words in the index's vocabulary.
    func words(_ minimum: Int, _ limit: Int) throws -> [SearchTerm] {
        let beginning = phrase.words[0]
        var conditions: [SQL] = ["doc BETWEEN \(texts.lowerBound) AND \(texts.upperBound)"]
        if let fields = query.fields {
            conditions.append("col IN (\(sql: fields.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
        }
        if query.lang != nil { conditions.append("doc IN (SELECT key FROM text WHERE key = doc AND \(searched))") }
        let request: SQLRequest<Row> = """
            SELECT term, count(*) AS total FROM (
                SELECT term, doc, col FROM temp.\(sql: Self.vocabulary)
                WHERE term >= \(beginning) AND term < \(beginning + "\u{10FFFF}") LIMIT \(Self.occurrenceLimit))
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY term HAVING total >= \(minimum)
            ORDER BY total DESC, term LIMIT \(limit)
            """
        return try request.fetchAll(database).map { row in
            let word: String = row[0]
            let shown = try label(of: word)
            return SearchTerm(value: word, label: shown?.label ?? word, lang: shown?.lang ?? "und", total: row[1])
        }
    }

    /// Returns the word as written in the first text that contains it.
    private func label(of word: String) throws -> (label: String, lang: String)? {
        let exact = SearchWords.Phrase(words: [word], isPrefix: false)
        for text in try found(exact, limit: 1) {
            for field in text.fields {
                guard let token = FoldedText.tokens(of: field).first(where: { $0.word == word }) else { continue }
                return (field.part(token.range), text.lang)
            }
        }
        return nil
    }

    // MARK: Phrases

    /// Finds phrases by reading the texts that contain them.
    func phrases(_ minimum: Int, _ limit: Int) throws -> [SearchTerm] {
        var terms: [String: SearchTerm] = [:]
        for text in try found(phrase, limit: Self.textLimit) {
            for field in text.fields {
                let tokens = FoldedText.tokens(of: field)
                for position in tokens.indices where phrase.occurs(at: position, in: tokens) {
                    let end = end(of: position, in: tokens)
                    let range = tokens[position].range.lowerBound..<tokens[end].range.upperBound
                    let value = Self.value(tokens[position...end])
                    let former = terms[value]
                    terms[value] = SearchTerm(
                        value: value, label: former?.label ?? field.part(range),
                        lang: former?.lang ?? text.lang, total: (former?.total ?? 0) + 1)
                }
            }
        }
        let frequent = terms.values.filter { $0.total >= minimum }
        return Array(frequent.sorted { ($1.total, $0.value) < ($0.total, $1.value) }.prefix(limit))
    }

    /// Returns the index of the last word of a phrase that starts at `position`. If that is a letter that stands alone,
    /// the next such letter is included.
    private func end(of position: Int, in tokens: [FoldedText.Token]) -> Int {
        let last = position + phrase.words.count - 1
        guard FoldedText.standsAlone(tokens[last].word), last + 1 < tokens.count,
            FoldedText.standsAlone(tokens[last + 1].word),
            tokens[last].range.upperBound == tokens[last + 1].range.lowerBound
        else { return last }
        return last + 1
    }

    /// Joins words with spaces, but not letters that stand alone.
    private static func value(_ tokens: ArraySlice<FoldedText.Token>) -> String {
        var value = ""
        for token in tokens {
            if !value.isEmpty,
                !(FoldedText.standsAlone(token.word) && value.last.map { FoldedText.standsAlone(String($0)) } ?? false)
            {
                value += " "
            }
            value += token.word
        }
        return value
    }

    // MARK: Texts

    /// The name of the vocabulary table of the index, which is separate for each connection.
    static let vocabulary = "textWord"

    private var searched: SQL { ShownLanguage.searched(query.lang) }

    private func found(_ phrase: SearchWords.Phrase, limit: Int) throws -> [(lang: String, fields: [String])] {
        let fields = query.fields ?? Snippet.Field.allCases
        let match = SearchWords(phrases: [phrase]).match(in: query.fields)
        let request: SQLRequest<Row> = """
            SELECT text.language, text.title, text.translation, text.context, text.transcription FROM textIndex
            JOIN text ON text.key = textIndex.rowid
            WHERE textIndex MATCH \(match) AND textIndex.rowid >= \(texts.lowerBound)
                AND textIndex.rowid <= \(texts.upperBound) AND \(searched) LIMIT \(limit)
            """
        return try request.fetchAll(database).map { row in
            (row[0], fields.compactMap { row[$0.rawValue] as String? })
        }
    }
}

extension ClauseStore {
    /// Creates the vocabulary table of the index for a connection:
    /// https://sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
    static func addVocabulary(to database: Database) throws {
        try database.execute(
            sql: "CREATE VIRTUAL TABLE temp.\(TermSearch.vocabulary) USING fts5vocab(main, textIndex, instance)")
    }
}
