public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// The clauses of all documents that hold the words, the best first; title counts most.
    ///
    /// - Parameters:
    ///   - words: Words that must all occur in one text of a clause, the last one as the beginning of a word; words in
    ///     quotation marks must follow each other. Case and accents do not matter, and no other character has a meaning
    ///     of its own. At most 32 words count.
    ///   - lang: The language to answer in; only texts that are shown in it, and those in a document's own language, are
    ///     searched. Nil for each document's first language, and to search in all languages.
    ///   - limit: How many are wanted, 1 to 1000; what is outside of that is brought into it.
    ///   - cursor: Where the answer before this one ended; nil to begin with the best.
    ///   - principal: Whose access counts.
    /// - Returns: The matches; none for blank words.
    /// - Complexity: O(*n* log *n*) in the number of texts that match, as FTS5 ranks them all.
    public func search(
        _ words: String, lang: String? = nil, limit: Int = 50, after cursor: SearchCursor? = nil,
        for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> SearchMatches {
        guard let words = SearchWords(words), !words.phrases.isEmpty else { return SearchMatches(hits: [], next: nil) }
        return try read { database in
            let search = LibrarySearch(
                database: database, words: words, lang: lang, principal: principal)
            let (found, next) = try search.found(after: cursor, limit: min(max(limit, 1), 1000))
            let answers = try ClauseResultReader(database: database).answers(
                found.map(\.clause), lang: lang, occasion: .itself, includingRegions: false)
            let hits = try zip(found, answers).map { found, clause in
                SearchMatch(
                    document: found.document, clause: clause, snippet: try search.snippet(ofText: found.text),
                    score: -found.rank)
            }
            return SearchMatches(hits: hits, next: next)
        }
    }
}

/// The clauses that a search over the library found, the best first.
public struct SearchMatches: Hashable, Sendable {
    /// The matches.
    public let hits: [SearchMatch]
    /// Where the next answer goes on; nil when this is the last.
    public let next: SearchCursor?
}

/// A clause that a search over the library found.
public struct SearchMatch: Hashable, Sendable {
    /// The document's id.
    public let document: String
    /// The clause, without regions.
    public let clause: ClauseResult
    /// Where the words stand; nil where they are not found in the text as it is written.
    public let snippet: Snippet?
    /// How well it fits: greater is better. Comparable within one answer only.
    public let score: Double
}

/// Where an answer of a search ended: how many matches came so far.
///
/// It holds neither a rank nor a key of the database: both depend on all texts of the library, so they would tell
/// something of those that the reader may not read.
public struct SearchCursor: Hashable, Sendable, LosslessStringConvertible {
    /// How many matches came so far.
    package let count: Int

    init(count: Int) { self.count = count }

    /// Reads what ``description`` wrote.
    public init?(_ description: String) {
        guard (1...9).contains(description.utf8.count), let count = Int(description), count > 0,
            description.utf8.first != UInt8(ascii: "+"), description.utf8.first != UInt8(ascii: "0")
        else { return nil }
        self.init(count: count)
    }

    /// Digits.
    public var description: String { String(count) }
}

/// A search over the texts of all documents, within one state of the database.
private struct LibrarySearch {
    struct Found {
        let clause: Int64
        let document: String
        let text: Int64
        let rank: Double
    }

    let database: Database
    let words: SearchWords
    let lang: String?
    let principal: Principal

    /// As many texts of equal rank are put into order; of more, the rest follows as the database has it.
    private static let tieLimit = 10_000

    /// Clauses by the rank of their best text, from behind the cursor on; those of equal rank by their document's id and
    /// then as they are read.
    ///
    /// FTS5 gives its rows in the order of their rank, so they are read only until there are enough. CROSS JOIN keeps
    /// SQLite from changing that order.
    func found(after cursor: SearchCursor?, limit: Int) throws -> (found: [Found], next: SearchCursor?) {
        let request: SQLRequest<Row> = """
            SELECT text.clause, document.id, text.key, textIndex.rank FROM textIndex
            CROSS JOIN text ON text.key = textIndex.rowid
            CROSS JOIN clause ON clause.key = text.clause
            CROSS JOIN document ON document.key = clause.document
            WHERE textIndex MATCH \(words.match) AND \(principal.sql)
                AND \(SearchedTexts(lang).condition)
            ORDER BY textIndex.rank
            """
        var seen: Set<Int64> = []
        var (found, ties): ([Found], [Found]) = ([], [])
        let former = cursor?.count ?? 0
        /// Takes the texts of one rank; whether there are more than the limit then.
        func takeTies() -> Bool {
            ties.sort { ($0.document, $0.text) < ($1.document, $1.text) }
            for next in ties {
                guard seen.insert(next.clause).inserted, seen.count > former else { continue }
                guard found.count < limit else { return true }
                found.append(next)
            }
            ties.removeAll()
            return false
        }
        let rows = try request.fetchCursor(database)
        while let row = try rows.next() {
            let next = Found(clause: row[0], document: row[1], text: row[2], rank: row[3])
            let isTie = ties.last.map { $0.rank == next.rank } ?? true
            if !isTie || ties.count >= Self.tieLimit, takeTies() {
                return (found, SearchCursor(count: former + found.count))
            }
            ties.append(next)
        }
        let hasMore = takeTies()
        return (found, hasMore ? SearchCursor(count: former + found.count) : nil)
    }

    func snippet(ofText key: Int64) throws -> Snippet? {
        let request = SQLRequest<Row>(
            sql: """
                SELECT language, title, translation, context, transcription FROM text
                WHERE key = ?
                """,
            arguments: [key], cached: true)
        guard let row = try request.fetchOne(database) else { return nil }
        let fields = Snippet.Field.allCases.compactMap { field in
            (row[field.rawValue] as String?).map { (field, $0) }
        }
        return Snippet(of: words, in: fields, lang: row["language"])
    }
}

/// The SQL that says which texts are searched.
struct SearchedTexts {
    private let lang: String?

    init(_ lang: String?) {
        self.lang = lang
    }

    /// A condition on `text`: it is shown in the language, or is in the document's own; with no language, any will do.
    var condition: SQL {
        guard let lang else { return "1" }
        let shown = ShownLanguage.textKey(of: "text.clause")
        return SQL(
            sql: "(text.isOwn OR text.key = \(shown))", arguments: StatementArguments(ShownLanguage(lang).tags))
    }
}
