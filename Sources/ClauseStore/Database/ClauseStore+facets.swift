public import DocumentModel
import GRDB

extension ClauseStore {
    /// What the documents of a list have: languages, themes, collections and years, with the number of documents of each.
    ///
    /// - Parameters:
    ///   - filter: Which documents; limit and cursor do not count.
    ///   - principal: Whose access counts. Nothing is told of documents that they may not read.
    /// - Complexity: O(*n* log *n*) in the number of documents and of what they have, once for each state of the library as
    ///   long as the answer is kept; at most ``DocumentFacets/limit`` values of a kind.
    public func facets(
        of filter: DocumentFilter, for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> DocumentFacets {
        try read { database in
            let list = DocumentList(
                database: database, words: filter.words, conditions: filter.conditions, principal: principal)
            let key = ListCounts.FacetKey(principal: principal, match: list.match, conditions: filter.conditions)
            return try listCounts.facets(key, at: Self.libraryRevision(database)) { try list.facets() }
        }
    }

    /// The documents that themselves are in a collection, or in none, at some places of their list that is sorted by id.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public func documents(
        in places: Range<Int>, of collection: String?, for principal: Principal
    ) throws(ClauseStoreError) -> [DocumentInfo] {
        try read { database in
            let list = DocumentList(database: database, words: nil, principal: principal, place: collection ?? "")
            return try list.documents(try list.keys(in: places))
        }
    }

    /// How many documents themselves are in a collection, or in none.
    public func documentCount(of collection: String?, for principal: Principal) throws(ClauseStoreError) -> Int {
        try read { database in
            try DocumentList(database: database, words: nil, principal: principal, place: collection ?? "").count()
        }
    }

    /// The collections that lie in a collection and are in no other of these, sorted by id; the outermost ones of the library
    /// for nil. Those alone of whose documents the reader may read one.
    ///
    /// - Returns: At most ``collectionLimit``.
    /// - Complexity: O(*n*) in the number of documents and their collections.
    public func collections(
        in collection: String?, for principal: Principal
    ) throws(ClauseStoreError) -> [FacetValue] {
        try read { database in
            let start = collection.map { "\($0)/" } ?? ""
            let list = DocumentList(database: database, words: nil, principal: principal)
            // A name has no slash, and "0" is what follows one.
            let request: SQLRequest<Row> = """
                SELECT value, count(*) FROM documentFacet
                WHERE kind = \(FacetRows.Kind.collection.rawValue)
                    AND value > \(start) AND (\(start) = '' OR value < \(collection.map { "\($0)0" } ?? ""))
                    AND instr(substr(value, \(start.utf8.count + 1)), '/') = 0 AND document IN (\(list.keys))
                GROUP BY value ORDER BY value LIMIT \(Self.collectionLimit)
                """
            let rows = try request.fetchAll(database)
            let labels = try list.labels(ofCollections: rows.map { $0[0] })
            return rows.map { FacetValue(id: $0[0], label: labels[$0[0]], count: $0[1]) }
        }
    }

    /// A collection, if the reader may read a document of it.
    public func collection(_ id: String, for principal: Principal) throws(ClauseStoreError) -> FacetValue? {
        try read { database in
            let list = DocumentList(database: database, words: nil, principal: principal)
            let request: SQLRequest<Int> = """
                SELECT count(*) FROM documentFacet WHERE kind = \(FacetRows.Kind.collection.rawValue) AND value = \(id)
                    AND document IN (\(list.keys))
                """
            let count = try request.fetchOne(database) ?? 0
            guard count > 0 else { return nil }
            return FacetValue(id: id, label: try list.labels(ofCollections: [id])[id], count: count)
        }
    }

    /// The most collections that are listed of those within one.
    public static let collectionLimit = 10_000
}

extension DocumentList {
    /// What its documents have.
    func facets() throws -> DocumentFacets {
        if isEmpty { return DocumentFacets(languages: [], themes: [], collections: [], years: nil) }
        // Kinds without a condition of their own have all conditions in common, and are counted in one go.
        var lists: [DocumentConditions: [FacetKind]] = [:]
        for kind in FacetKind.allCases { lists[conditions.without(kind), default: []].append(kind) }
        var values: [FacetKind: [FacetValue]] = [:]
        var years: YearCounts?
        for (conditions, kinds) in lists {
            let list = narrowed(to: conditions)
            for kind in kinds {
                switch kind {
                case .language: values[kind] = try list.values(.language)
                case .theme: values[kind] = try list.themes()
                case .collection: values[kind] = try list.collections()
                case .years: years = try list.years()
                }
            }
        }
        return DocumentFacets(
            languages: values[.language] ?? [], themes: values[.theme] ?? [], collections: values[.collection] ?? [],
            years: years)
    }

    /// The values of the most documents, those first.
    private func rows(_ kind: FacetRows.Kind) throws -> [Row] {
        let request: SQLRequest<Row> = """
            SELECT value, count(*) AS count, max(document) AS newest FROM documentFacet
            WHERE kind = \(kind.rawValue) AND document IN (\(keys))
            GROUP BY value ORDER BY count DESC, value LIMIT \(DocumentFacets.limit)
            """
        return try request.fetchAll(database)
    }

    private func values(_ kind: FacetRows.Kind) throws -> [FacetValue] {
        try rows(kind).map { FacetValue(id: $0[0], count: $0[1]) }
    }

    /// With what the newest of the documents calls them.
    private func themes() throws -> [FacetValue] {
        let label = try database.cachedStatement(sql: "SELECT label FROM category WHERE document = ? AND id = ?")
        return try rows(.theme).map { row in
            let stored = try String.fetchOne(label, arguments: [row[2] as Int64, row[0] as String])
            return FacetValue(id: row[0], label: try StoredJSON.decodeOptional(stored), count: row[1])
        }
    }

    private func collections() throws -> [FacetValue] {
        let rows = try rows(.collection)
        let labels = try narrowed(to: DocumentConditions()).labels(ofCollections: rows.map { $0[0] })
        return rows.map { FacetValue(id: $0[0], label: labels[$0[0]], count: $0[1]) }
    }

    /// What the newest document that names a collection calls it.
    func labels(ofCollections ids: [String]) throws -> [String: LanguageMap] {
        if ids.isEmpty { return [:] }
        let request: SQLRequest<Row> = """
            SELECT collection, label, max(document) FROM documentCollection
            WHERE collection IN (SELECT value FROM json_each(\(try StoredJSON.encode(ids)))) AND document IN (\(keys))
            GROUP BY collection
            """
        var labels: [String: LanguageMap] = [:]
        for row in try request.fetchAll(database) { labels[row[0]] = try StoredJSON.decode(row[1]) }
        return labels
    }

    private func years() throws -> YearCounts? {
        let request: SQLRequest<Row> = """
            SELECT first, last, count(*) FROM documentYears WHERE document IN (\(keys)) GROUP BY first, last
            """
        return YearCounts(
            try request.fetchAll(database).compactMap { row in
                YearSpan(first: row[0], last: row[1]).map { ($0, row[2] as Int) }
            })
    }
}
