public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the annotations of a document, or of all documents, that match a query, in reading order. A clause on
    /// several pages has an annotation on each of them.
    ///
    /// - Parameters:
    ///   - query: The conditions and the result page.
    ///   - document: The document's id; nil for all documents, in the order in which they were added.
    ///   - principal: The identity whose access applies.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n* log *n*) in the number of matches, as all of them are counted.
    public func annotations(
        _ query: AnnotationQuery, of document: String? = nil, for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> AnnotationMatches {
        try read { database in
            try AnnotationSearch(database, query, document: document, principal: principal).matches()
        }
    }
}

/// A search for annotations, within one state of the database.
private struct AnnotationSearch {
    /// The maximum number of highlights per annotation. A single letter occurs almost everywhere.
    private static let highlightLimit = 40

    private struct Place {
        let clause: Int64
        let page: Int
        let document: Int64
    }

    private struct FoundText {
        let language: String
        let isSearched: Bool
        let fields: [(field: Snippet.Field, text: String)]
    }

    private let database: Database
    private let query: AnnotationQuery
    private let words: SearchWords?
    private let documentKey: Int64?
    private let principal: Principal

    init(_ database: Database, _ query: AnnotationQuery, document: String?, principal: Principal) throws {
        (self.database, self.query, self.principal) = (database, query, principal)
        words = SearchWords(query.words)
        documentKey = try document.map { try DocumentReader(database).key(of: $0, for: principal).document }
    }

    func matches() throws -> AnnotationMatches {
        let offset = max(0, query.offset)
        guard words?.phrases.isEmpty != true, query.fields?.isEmpty != true else {
            return AnnotationMatches(total: 0, offset: offset, items: [])
        }
        let found = try SQLRequest<Int>("SELECT count(*) FROM (\(places))").fetchOne(database) ?? 0
        let limit = AnnotationQuery.largestPart
        let request: SQLRequest<Row> = "\(places) ORDER BY clause.key, min(region.key) LIMIT \(limit) OFFSET \(offset)"
        let part = try request.fetchAll(database).map { Place(clause: $0[0], page: $0[1], document: $0[2]) }
        return AnnotationMatches(total: found, offset: offset, items: try items(part))
    }

    /// Selects the matching clauses with their pages. The keys of a document's clauses are in reading order.
    private var places: SQL {
        var conditions: [SQL] = []
        if let documentKey {
            conditions.append("clause.document = \(documentKey)")
        } else if principal != .administrator {
            conditions.append("clause.document IN (SELECT key FROM document WHERE \(principal.sql))")
        }
        if let words {
            let keys = words.clauses(in: query.fields, lang: query.lang, documentKey: documentKey)
            conditions.append("clause.key IN (\(keys))")
        } else if let fields = query.fields {
            let present = fields.map { "text.\($0.rawValue) IS NOT NULL" }.joined(separator: " OR ")
            conditions.append(
                "EXISTS (SELECT 1 FROM text WHERE text.clause = clause.key AND (\(sql: present)) AND \(searched))")
        } else if query.lang != nil {
            conditions.append("EXISTS (SELECT 1 FROM text WHERE text.clause = clause.key AND \(searched))")
        }
        return """
            SELECT clause.key, page.number, clause.document FROM clause
            JOIN region ON region.clause = clause.key JOIN page ON page.key = region.page
            WHERE \(conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")) GROUP BY clause.key, region.page
            """
    }

    private var searched: SQL { ShownLanguage.searched(query.lang) }

    // MARK: Results

    private func items(_ places: [Place]) throws -> [AnnotationMatch] {
        let keys = places.map(\.clause).reduce(into: [Int64]()) { keys, key in
            if keys.last != key { keys.append(key) }
        }
        let results = try ClauseResultReader(database: database).results(
            for: keys, lang: nil, reason: .itself, includingRegions: true)
        let clauses = Dictionary(
            zip(keys, results).map { key, result in
                let clause = Clause(
                    id: result.id, number: result.number, kind: result.kind, incipit: result.incipit,
                    categories: result.categories, regions: result.regions ?? [])
                return (key, clause)
            }
        ) { first, _ in first }
        let texts = try texts(keys)
        let documents = try Dictionary(grouping: places, by: \.document).mapValues { places in
            let keys = Set(places.map(\.clause)).sorted()
            return try document(
                places[0].document, clauses: keys.compactMap { key in clauses[key].map { (key, $0) } }, texts)
        }
        return places.compactMap { place in
            guard let document = documents[place.document] ?? nil, let clause = clauses[place.clause] else {
                return nil
            }
            let (context, highlights) = quotes(texts[place.clause] ?? [])
            return AnnotationMatch(
                document: document, clause: clause, page: place.page, context: context, highlights: highlights)
        }
    }

    private func texts(_ clauses: [Int64]) throws -> [Int64: [FoundText]] {
        let request: SQLRequest<Row> = """
            SELECT text.clause, text.language, \(searched) AS isSearched,
                text.title, text.translation, text.context, text.transcription
            FROM json_each(\(clauses.json)) AS wanted JOIN text ON text.clause = wanted.value
            ORDER BY text.clause, text.position
            """
        return try Dictionary(grouping: request.fetchAll(database), by: { $0[0] as Int64 }).mapValues { rows in
            rows.map { row in
                let fields = Snippet.Field.allCases.compactMap { field in
                    (row[field.rawValue] as String?).map { (field: field, text: $0) }
                }
                return FoundText(language: row[1], isSearched: row[2], fields: fields)
            }
        }
    }

    /// Returns a document with only some of its clauses.
    private func document(
        _ key: Int64, clauses: [(key: Int64, clause: Clause)], _ texts: [Int64: [FoundText]]
    ) throws -> PartialDocument? {
        guard let info = try DocumentReader(database).documents(where: "document.key = ?", [key]).first else {
            return nil
        }
        let categories = try CategoryRow.all(of: key, database).map(\.category)
        var byLanguage: [String: [String: ClauseText]] = [:]
        for (key, clause) in clauses {
            for text in texts[key] ?? [] {
                let fields = Dictionary(text.fields.map { ($0.field, $0.text) }) { first, _ in first }
                byLanguage[text.language, default: [:]][clause.id] = ClauseText(
                    title: fields[.title], translation: fields[.translation], context: fields[.context],
                    transcription: fields[.transcription])
            }
        }
        let source = SourceDocument(
            header: info.header, pages: info.pages.map { SourcePage($0) }, categories: categories,
            clauses: clauses.map(\.clause),
            texts: byLanguage, files: [])
        return PartialDocument(info: info, source: source)
    }

    /// Returns the matches in a clause's texts, those in the reader's preferred languages first.
    private func quotes(_ texts: [FoundText]) -> (context: TextQuote?, highlights: [TextQuote]) {
        guard let words else { return (nil, []) }
        let preferred = query.preferredLanguages.flatMap(LanguageTag.lookupChain)
        func rank(_ text: FoundText) -> Int {
            LanguageTag.lookupChain(text.language).compactMap { preferred.firstIndex(of: $0) }.min() ?? preferred.count
        }
        let ordered = texts.filter(\.isSearched).enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }
        var context: TextQuote?
        var highlights: [TextQuote] = []
        for text in ordered.map(\.element) {
            let fields = text.fields.filter { query.fields?.contains($0.field) ?? true }
            let tokens = fields.map { FoldedText.tokens(of: $0.text) }
            // A match needs all words in one text; a text with only some of them did not match.
            guard words.phrases.allSatisfy({ phrase in tokens.contains { phrase.occurs(in: $0) } }) else { continue }
            if context == nil {
                context = Snippet(of: words, in: fields, lang: text.language).flatMap { TextQuote($0) }
            }
            for (field, tokens) in zip(fields, tokens) {
                let left = Self.highlightLimit - highlights.count
                highlights += TextQuote.all(of: words, in: field.text, tokens, limit: left)
            }
        }
        return (context, highlights)
    }
}
