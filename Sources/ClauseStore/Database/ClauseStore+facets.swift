public import DocumentModel
import GRDB

extension ClauseStore {
    /// Returns the languages, themes, collections and years of the listed documents, each with the number of documents.
    ///
    /// - Parameters:
    ///   - filter: The conditions of the list; limit and cursor are ignored.
    ///   - principal: The identity whose access applies. Documents that it may not read do not count.
    /// - Complexity: O(*n* log *n*) in the number of documents and their values, once for each state of the library
    ///   while the result is cached. At most ``DocumentFacets/limit`` values per facet.
    public func facets(
        of filter: DocumentFilter, for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> DocumentFacets {
        try read { database in
            let list = DocumentList(
                database: database, words: filter.words, conditions: filter.conditions, principal: principal)
            return try listCounts.facets.value(list.key, at: Self.libraryRevision(database)) { try list.facets() }
        }
    }

    /// Returns documents that are directly in a collection (or in none, for nil), by their positions in the list sorted
    /// by id.
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

    /// Returns the number of documents that are directly in a collection (or in none, for nil).
    public func documentCount(of collection: String?, for principal: Principal) throws(ClauseStoreError) -> Int {
        try read { database in
            try DocumentList(database: database, words: nil, principal: principal, place: collection ?? "").count()
        }
    }

    /// Returns the direct subcollections of a collection, or the top-level collections of the library for nil, sorted
    /// by id. Only collections with a document that the principal may read are included.
    ///
    /// - Returns: At most ``collectionLimit``.
    /// - Complexity: O(*n*) in the number of documents and their collections.
    public func collections(
        in collection: String?, for principal: Principal
    ) throws(ClauseStoreError) -> [FacetValue] {
        try read { database in
            let start = collection.map { "\($0)/" } ?? ""
            let list = DocumentList(database: database, words: nil, principal: principal)
            // Names contain no slash, and "0" is the character after "/".
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

    /// Returns a collection; nil unless it has a document that the principal may read.
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

    /// The maximum number of subcollections to return.
    public static let collectionLimit = 10_000
}

extension DocumentList {
    /// Counts the facets of the list.
    func facets() throws -> DocumentFacets {
        if isEmpty { return DocumentFacets(languages: [], themes: [], collections: [], years: nil) }
        // Facets without a condition share the same conditions and are counted together.
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

    /// Returns the values with the most documents, the most frequent first.
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

    /// Returns the themes, labelled as in the newest of their documents.
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

    /// Returns the labels of collections, each from the newest document that states one.
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
