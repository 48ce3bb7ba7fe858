public import DocumentModel
public import Foundation
import GRDB

extension ClauseStore {
    /// Returns one page of the library's documents, sorted by id.
    ///
    /// - Parameters:
    ///   - filter: The conditions and the size of the result page.
    ///   - principal: The identity whose access applies.
    /// - Complexity: O(log *n*) in the number of documents and O(*k*) in the size of the result page; with words, O(*m*
    ///   log *m*) in the number of matching documents. The total is counted once for each state of the library.
    public func documentPart(
        _ filter: DocumentFilter = DocumentFilter(), for principal: Principal = .anyone
    ) throws(ClauseStoreError) -> DocumentListPart {
        try read { database in
            let list = DocumentList(
                database: database, words: filter.words, conditions: filter.conditions, principal: principal)
            let total = try count(list, database)
            let limit = min(max(filter.limit ?? DocumentFilter.usualLimit, 1), DocumentFilter.largestLimit)
            let found = try list.part(after: filter.cursor, limit: limit)
            let documents = try list.documents(found.keys)
            let next = found.hasMore ? found.lastID.map { DocumentCursor(id: $0) } : nil
            return DocumentListPart(total: total, documents: documents, next: next)
        }
    }

    /// Calls `body` for each document that the principal may read, sorted by id, without holding many of them in
    /// memory. Documents that are added or removed in the meantime may or may not be included.
    ///
    /// - Complexity: O(*n*) in the number of documents and pages.
    public func forEachDocument(for principal: Principal, _ body: (DocumentInfo) throws -> Void) throws {
        var filter = DocumentFilter(limit: 500)
        while true {
            let part = try documentPart(filter, for: principal)
            for document in part.documents { try body(document) }
            guard let next = part.next else { return }
            filter.cursor = next
        }
    }

    /// Returns brief descriptions of documents by their positions in the list sorted by id.
    ///
    /// - Complexity: O(*n*) in the last position.
    public func listedDocuments(
        in places: Range<Int>, for principal: Principal
    ) throws(ClauseStoreError) -> [ListedDocument] {
        try read { database in
            let list = DocumentList(database: database, words: nil, principal: principal)
            let sql = """
                SELECT document.id, document.header, version.addedAt FROM document
                JOIN version ON version.key = document.version
                WHERE document.key IN (SELECT value FROM json_each(?)) ORDER BY document.id
                """
            let keys = try list.keys(in: places).json
            return try Row.fetchAll(database, sql: sql, arguments: [keys]).map { row in
                let header: DocumentHeader = try StoredJSON.decode(row[1])
                return ListedDocument(
                    id: row[0], languages: header.languages, addedAt: Date(timeIntervalSince1970: row[2]))
            }
        }
    }

    /// Returns the time of the newest addition in each group of `count` documents of the list sorted by id.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public func lastAdditions(
        every count: Int, for principal: Principal
    ) throws(ClauseStoreError) -> [Date] {
        try read { database in
            let list = DocumentList(database: database, words: nil, principal: principal)
            let rows = try list.additions().fetchCursor(database)
            var (newest, position): ([Double], Int) = ([], 0)
            while let time = try rows.next() {
                if position % max(1, count) == 0 { newest.append(time) }
                newest[newest.count - 1] = max(newest[newest.count - 1], time)
                position += 1
            }
            return newest.map(Date.init(timeIntervalSince1970:))
        }
    }

    /// Returns the number of documents that the principal may read.
    ///
    /// - Complexity: O(1) while the library is unchanged, otherwise O(*n*) in the number of documents.
    public func documentCount(for principal: Principal) throws(ClauseStoreError) -> Int {
        try read { try count(DocumentList(database: $0, words: nil, principal: principal), $0) }
    }

    /// Returns the number of documents that the principal may read, and of their pages.
    ///
    /// - Complexity: As ``documentCount(for:)``.
    public func counts(for principal: Principal) throws(ClauseStoreError) -> LibraryCounts {
        try read { database in
            let list = DocumentList(database: database, words: nil, principal: principal)
            let revision = try Self.libraryRevision(database)
            let pages = try listCounts.pages.value(principal, at: revision) { try list.pageCount() }
            return LibraryCounts(documents: try count(list, database), pages: pages)
        }
    }

    /// Returns how many of these documents the principal may read.
    public func documentCount(among ids: Set<String>, for principal: Principal) throws(ClauseStoreError) -> Int {
        try read { database in
            try ids.reduce(0) { sum, id in
                let request: SQLRequest<Bool> = """
                    SELECT EXISTS (SELECT 1 FROM document WHERE document.id = \(id) AND \(principal.sql))
                    """
                return sum + (try request.fetchOne(database) == true ? 1 : 0)
            }
        }
    }

    /// Whether a document with this id exists, regardless of access.
    public func hasDocument(_ id: String) throws(ClauseStoreError) -> Bool {
        try documentCount(among: [id], for: .administrator) > 0
    }

    /// Returns the longest of these ids that belongs to a published document with announced access.
    ///
    /// - Complexity: O(*n* log *m*) in the number of ids and documents.
    public func announcedDocument(among ids: [String]) throws(ClauseStoreError) -> String? {
        try read { database in
            for id in ids.sorted(by: { $0.utf8.count > $1.utf8.count }) {
                let sql = "SELECT 1 FROM document WHERE id = ? AND access = 'announced' AND status = 'published'"
                if try Int.fetchOne(database, sql: sql, arguments: [id]) != nil { return id }
            }
            return nil
        }
    }

    /// Returns the sorted ids of the published documents with announced access.
    ///
    /// - Complexity: O(*n*) in the number of documents.
    public func announcedDocumentIDs() throws(ClauseStoreError) -> [String] {
        try read { database in
            let sql = "SELECT id FROM document WHERE access = 'announced' AND status = 'published' ORDER BY id"
            return try String.fetchAll(database, sql: sql)
        }
    }

    private func count(_ list: DocumentList, _ database: Database) throws -> Int {
        try listCounts.documents.value(list.key, at: Self.libraryRevision(database)) { try list.count() }
    }
}

/// The list of documents that a principal may read, within one state of the database.
struct DocumentList {
    let database: Database
    let principal: Principal
    /// An FTS5 query; nil to match any document, and empty to match none, if there are no words to search for.
    let match: String?
    /// The other conditions.
    private(set) var conditions: DocumentConditions
    /// The collection that directly contains the documents, or the empty text for none; nil for any.
    private let place: String?

    init(
        database: Database, words: String?, conditions: DocumentConditions = DocumentConditions(), principal: Principal,
        place: String? = nil
    ) {
        (self.database, self.principal, self.conditions, self.place) = (database, principal, conditions, place)
        match = SearchWords(words)?.match
    }

    /// Whether the words cannot match anything.
    var isEmpty: Bool { match == "" }

    /// The tables and conditions. The index covers everything that is queried here, so that headers, of one or several
    /// kilobytes each, are read only for documents that are returned.
    private var source: SQL {
        if isEmpty { return "document WHERE false" }
        guard let match else { return "document INDEXED BY documentListing WHERE \(principal.sql)\(further)" }
        return """
            documentIndex CROSS JOIN document INDEXED BY documentListing ON document.id = documentIndex.id
            WHERE documentIndex MATCH \(match) AND \(principal.sql)\(further)
            """
    }

    private var further: SQL {
        guard let place else { return conditions.sql }
        return "\(conditions.sql) AND \(FacetRows.condition(.place, place))"
    }

    /// The key of what is cached about the list.
    var key: ListCounts.Key { ListCounts.Key(principal: principal, match: match, conditions: conditions) }

    /// A query for the keys of all its documents.
    var keys: SQL { "SELECT document.key FROM \(source)" }

    /// Returns the same list with other conditions.
    func narrowed(to conditions: DocumentConditions) -> DocumentList {
        var list = self
        list.conditions = conditions
        return list
    }

    func count() throws -> Int {
        if isEmpty { return 0 }
        let request: SQLRequest<Int> = "SELECT count(*) FROM \(source)"
        return try request.fetchOne(database) ?? 0
    }

    func pageCount() throws -> Int {
        let request: SQLRequest<Int> = """
            SELECT count(*) FROM document INDEXED BY documentListing
            CROSS JOIN page ON page.document = document.key WHERE \(principal.sql)
            """
        return try request.fetchOne(database) ?? 0
    }

    /// Returns the keys of a result page in the order of ids, its last id, and whether there are more.
    func part(
        after cursor: DocumentCursor?, limit: Int
    ) throws -> (keys: [Int64], lastID: String?, hasMore: Bool) {
        if isEmpty { return ([], nil, false) }
        let rows = try partRequest(after: cursor, limit: limit + 1).fetchAll(database)
        let pages = try database.cachedStatement(sql: "SELECT count(*) FROM page WHERE document = ?")
        var keys: [Int64] = []
        var lastID: String?
        var pageCount = 0
        for row in rows.prefix(limit) {
            let key: Int64 = row[0]
            pageCount += try Int.fetchOne(pages, arguments: [key]) ?? 0
            if pageCount > DocumentFilter.pageLimit, !keys.isEmpty { break }
            keys.append(key)
            lastID = row[1]
        }
        return (keys, lastID, keys.count < rows.count)
    }

    /// Selects keys and ids in the order of ids.
    func partRequest(after cursor: DocumentCursor?, limit: Int) -> SQLRequest<Row> {
        """
        SELECT document.key, document.id FROM \(source) AND document.id > \(cursor?.id ?? "")
        ORDER BY document.id LIMIT \(limit)
        """
    }

    /// Selects the time at which the version of each document was added, in the order of ids.
    func additions() -> SQLRequest<Double> {
        """
        SELECT version.addedAt FROM (SELECT document.id, document.version FROM \(source)) AS listed
        JOIN version ON version.key = listed.version ORDER BY listed.id
        """
    }

    func keys(in places: Range<Int>) throws -> [Int64] {
        let request: SQLRequest<Int64> = """
            SELECT document.key FROM \(source) ORDER BY document.id
            LIMIT \(places.count) OFFSET \(max(0, places.lowerBound))
            """
        return try request.fetchAll(database)
    }

    /// Returns the documents with these keys, sorted by id. Access is checked again.
    func documents(_ keys: [Int64]) throws -> [DocumentInfo] {
        if keys.isEmpty { return [] }
        let condition = "document.key IN (SELECT value FROM json_each(?)) AND \(Principal.condition)"
        return try DocumentReader(database).documents(where: condition, [keys.json] + principal.arguments)
    }
}
