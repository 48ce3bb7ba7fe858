public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Searches the clauses of all documents and returns the best matches first. Titles have the highest weight.
    ///
    /// - Parameters:
    ///   - words: Words that must all occur in one text of a clause. The last word matches as a prefix, and words in
    ///     quotation marks match as a phrase. Case and accents are ignored, and no other character has a special
    ///     meaning. At most 32 words are used.
    ///   - lang: The language of the results. Only the texts shown in this language, and those in a document's own
    ///     language, are searched. If nil, results are in each document's first language and all languages are
    ///     searched.
    ///   - limit: The number of matches to return, clamped to 1 to 1000.
    ///   - cursor: The end of the preceding result page; nil to start with the best match.
    ///   - principal: The identity whose access applies.
    /// - Returns: The matches; empty if the words are blank.
    /// - Complexity: O(*n* log *n*) in the number of matching texts, as FTS5 ranks all of them.
    public func search(
        _ words: String, lang: String? = nil, limit: Int = 50, after cursor: SearchCursor? = nil,
        for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> SearchMatches {
        guard let words = SearchWords(words), !words.phrases.isEmpty else { return SearchMatches(hits: [], next: nil) }
        return try read { database in
            let search = LibrarySearch(
                database: database, words: words, lang: lang, principal: principal)
            let (found, next) = try search.found(after: cursor, limit: min(max(limit, 1), 1000))
            let results = try ClauseResultReader(database: database).results(
                for: found.map(\.clause), lang: lang, reason: .itself, includingRegions: false)
            let hits = try zip(found, results).map { found, clause in
                SearchMatch(
                    document: found.document, clause: clause, snippet: try search.snippet(ofText: found.text),
                    score: -found.rank)
            }
            return SearchMatches(hits: hits, next: next)
        }
    }
}

/// One page of the clauses found by a library search, the best first.
public struct SearchMatches: Hashable, Sendable {
    /// The matches.
    public let hits: [SearchMatch]
    /// The start of the next result page; nil if this is the last.
    public let next: SearchCursor?
}

/// A clause found by a library search.
public struct SearchMatch: Hashable, Sendable {
    /// The document's id.
    public let document: String
    /// The clause, without regions.
    public let clause: ClauseResult
    /// The matching words in their context; nil if they are not found in the text as written.
    public let snippet: Snippet?
    /// The relevance of the match, higher being better. Only comparable within one search.
    public let score: Double
}

/// The end of a page of search results: the number of matches so far.
///
/// It contains neither a rank nor a database key. Both depend on all texts of the library and would reveal something
/// about those that the reader may not read.
public struct SearchCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The number of matches so far.
    package let count: Int

    init(count: Int) { self.count = count }

    /// Reads a cursor written by ``description``.
    public init?(_ description: String) {
        guard (1...9).contains(description.utf8.count), let count = Int(description), count > 0,
            description.utf8.first != UInt8(ascii: "+"), description.utf8.first != UInt8(ascii: "0")
        else { return nil }
        self.init(count: count)
    }

    /// The count in decimal digits.
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

    /// The maximum number of texts of equal rank that are sorted. Beyond that, the order is that of the database.
    private static let tieLimit = 10_000

    /// Returns clauses by the rank of their best text, starting after the cursor. Clauses of equal rank are sorted by
    /// document id and then by text key.
    ///
    /// FTS5 returns rows ordered by rank, so reading stops when there are enough. CROSS JOIN keeps SQLite from changing
    /// that order.
    func found(after cursor: SearchCursor?, limit: Int) throws -> (found: [Found], next: SearchCursor?) {
        let request: SQLRequest<Row> = """
            SELECT text.clause, document.id, text.key, textIndex.rank FROM textIndex
            CROSS JOIN text ON text.key = textIndex.rowid
            CROSS JOIN clause ON clause.key = text.clause
            CROSS JOIN document ON document.key = clause.document
            WHERE textIndex MATCH \(words.match) AND \(principal.sql)
                AND \(ShownLanguage.searched(lang))
            ORDER BY textIndex.rank
            """
        var seen: Set<Int64> = []
        var (found, ties): ([Found], [Found]) = ([], [])
        let former = cursor?.count ?? 0
        /// Adds the texts of one rank. Returns whether they exceed the limit.
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
