import Foundation
import GRDB

extension ClauseStore {
    /// The clauses of all documents that hold the words, the best first; title counts most.
    ///
    /// - Parameters:
    ///   - words: Words that must all occur in what is said of a clause, the last one as the beginning of a word. Case
    ///     and accents do not matter, and no character has a meaning of its own. At most 32 words count.
    ///   - lang: The language to answer in; only texts that are shown in it, and transcriptions, are searched. Nil for
    ///     each document's first language, and to search in all languages.
    ///   - limit: How many are wanted, 1 to 1000; what is outside of that is brought into it.
    ///   - includingDrafts: Whether drafts are searched, too.
    /// - Returns: The matches; none for blank words.
    public func search(
        _ words: String, lang: String? = nil, limit: Int = 50, includingDrafts: Bool = false
    ) throws(ClauseStoreError) -> [SearchMatch] {
        guard let words = SearchWords(words), !words.phrases.isEmpty else { return [] }
        return try read { database in
            let conditions = SearchConditions(words: words, lang: lang)
            var required = conditions.everyWord
            if !includingDrafts { required.append("document.status = 'published'") }
            let request: SQLRequest<Row> = """
                SELECT clause.key, document.id, match.score FROM \(conditions.scores) AS match
                JOIN clause ON clause.key = match.clause JOIN document ON document.key = clause.document
                WHERE \(required.joined(separator: " AND "))
                ORDER BY match.score DESC, document.id, clause.position LIMIT \(min(max(limit, 1), 1000))
                """
            let found = try request.fetchAll(database)
            let answers = try AnswerReader(database: database).answers(
                found.map { $0["key"] }, lang: lang, occasion: .itself, includingRegions: false)
            return zip(found, answers).map { row, clause in
                SearchMatch(document: row["id"], clause: clause, score: row["score"])
            }
        }
    }
}

/// The SQL of a search for words.
struct SearchConditions {
    let words: SearchWords
    let lang: String?

    /// One condition a word on `clause.key`: the word occurs somewhere in what is said of the clause.
    ///
    /// Words are looked for one by one, as one may stand in the translation and the next in the transcription, which are
    /// rows of their own.
    var everyWord: [SQL] {
        guard !words.phrases.isEmpty else { return ["0"] }
        return words.phrases.map { phrase in "clause.key IN (\(clauses(matching: phrase)))" }
    }

    /// A subquery of `clause` and `score`, greater for the better, of all clauses with any of the words.
    var scores: SQL {
        let any = words.phrases.joined(separator: " OR ")
        let shown: SQL =
            lang == nil
            ? "1" : "(text.transcription IS NOT NULL OR text.key = \(ShownLanguage(lang).textKey(of: "text.clause")))"
        return """
            (SELECT text.clause AS clause, -min(textIndex.rank) AS score
                FROM textIndex JOIN text ON text.key = textIndex.rowid
                WHERE textIndex MATCH \(any) AND \(shown) GROUP BY text.clause)
            """
    }

    private func clauses(matching phrase: String) -> SQL {
        let matches: SQL = "SELECT text.clause FROM textIndex JOIN text ON text.key = textIndex.rowid"
        guard lang != nil else { return "\(matches) WHERE textIndex MATCH \(phrase)" }
        let words = "{title translation context} : \(phrase)"
        let transcription = "{transcription} : \(phrase)"
        return """
            \(matches) WHERE textIndex MATCH \(transcription)
            UNION ALL
            \(matches) WHERE textIndex MATCH \(words)
                AND text.key = \(ShownLanguage(lang).textKey(of: "text.clause"))
            """
    }
}
