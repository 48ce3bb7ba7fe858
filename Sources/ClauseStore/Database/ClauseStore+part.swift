public import DocumentModel
import Foundation
import GRDB

extension ClauseStore {
    /// Returns the library-wide revision of a document. A revision is never reused for other content, even if the
    /// document is removed and added again.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document.
    /// - Complexity: O(log *n*) in the number of documents.
    public func revision(of document: String, for principal: Principal) throws(ClauseStoreError) -> Int64 {
        try read { try DocumentReader($0).key(of: document, for: principal).version }
    }

    /// Returns a part of a document, read from the served tables rather than from the source files.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document;
    ///   ``ClauseStoreError/noPage(_:document:count:)``, ``ClauseStoreError/noCategory(_:document:)``,
    ///   ``ClauseStoreError/noClause(_:document:)``.
    /// - Complexity: O(*n*) in the size of the part, the tours and the glossary, and in the number of pages and
    ///   categories.
    public func document(
        _ id: String, part: DocumentPart, for principal: Principal
    ) throws(ClauseStoreError) -> PartialDocument {
        try read { database in
            let documents = DocumentReader(database)
            let info = try documents.document(id, for: principal)
            let (key, version) = try documents.key(of: id)
            let categories = try CategoryRow.all(of: key, database)
            let chosen = try Self.choice(of: part, document: key, info, categories)
            let clauses = try chosen.map { try ClauseRows($0, database) } ?? ClauseRows()
            if case .clause(let name) = part, clauses.clauses.isEmpty {
                throw ClauseStoreError.noClause(name, document: id)
            }
            let isWhole = [.whole, .header].contains(part)
            let hasTours = isWhole && !info.tours.isEmpty
            let hasTerms = isWhole && info.header.termCount > 0
            let hasRecordings = part == .whole && info.header.recordingCount > 0
            let source = SourceDocument(
                header: info.header,
                pages: info.pages.map { SourcePage($0) },
                categories: categories.map(\.category), clauses: clauses.clauses,
                texts: clauses.texts, tours: hasTours ? try documents.tours(of: id) : [],
                glossary: hasTerms ? try documents.glossary(of: id) : [],
                files: hasRecordings ? try documents.audioFiles(version: version) : [])
            return PartialDocument(info: info, source: source)
        }
    }

    /// Returns a query for the keys of the requested clauses; nil for none.
    private static func choice(
        of part: DocumentPart, document: Int64, _ info: DocumentInfo, _ categories: [CategoryRow]
    ) throws -> SQL? {
        func key(_ category: String) throws -> Int64 {
            guard let found = categories.first(where: { $0.category.id == category }) else {
                throw ClauseStoreError.noCategory(category, document: info.id)
            }
            return found.key
        }
        switch part {
        case .header: return nil
        case .whole: return "SELECT key FROM clause WHERE document = \(document)"
        case .clause(let id): return "SELECT key FROM clause WHERE document = \(document) AND id = \(id)"
        case .category(let category): return "SELECT clause FROM clauseCategory WHERE category = \(try key(category))"
        case .page(let number):
            guard info.pages.contains(where: { $0.number == number }) else {
                throw ClauseStoreError.noPage(number, document: info.id, count: info.pages.count)
            }
            return """
                SELECT region.clause FROM region JOIN page ON page.key = region.page
                WHERE page.document = \(document) AND page.number = \(number)
                """
        }
    }
}

/// A category with its key.
struct CategoryRow {
    let key: Int64
    let category: Category

    static func all(of document: Int64, _ database: Database) throws -> [CategoryRow] {
        let sql = """
            SELECT key, id, label, icon, style, includedInAll FROM category
            WHERE document = ? ORDER BY position
            """
        return try Row.fetchAll(database, sql: sql, arguments: [document]).map { row in
            CategoryRow(key: row["key"], category: try Category(row: row))
        }
    }
}

extension Category {
    /// Reads the columns of the table `category`.
    init(row: Row) throws {
        self.init(
            id: row["id"], label: try StoredJSON.decode(row["label"]), icon: row["icon"],
            style: try StoredJSON.choice(row["style"]), includedInAll: row["includedInAll"])
    }
}

/// Clauses with their categories, regions and texts, as stored in the tables.
private struct ClauseRows {
    private(set) var clauses: [Clause] = []
    /// The texts, by language and then by clause id.
    private(set) var texts: [String: [String: ClauseText]] = [:]

    init() {}

    /// - Parameter chosen: A query for the clauses' keys.
    init(_ chosen: SQL, _ database: Database) throws {
        var categories: [Int64: [String]] = [:]
        try Self.each(
            """
            SELECT clauseCategory.clause, category.id FROM clauseCategory
            JOIN category ON category.key = clauseCategory.category
            WHERE clauseCategory.clause IN (\(chosen)) ORDER BY clauseCategory.clause, clauseCategory.position
            """, database
        ) { categories[$0[0], default: []].append($0[1]) }
        var regions: [Int64: [Region]] = [:]
        try Self.each(
            """
            SELECT region.clause, page.number, region.polygon FROM region JOIN page ON page.key = region.page
            WHERE region.clause IN (\(chosen)) ORDER BY region.key
            """, database
        ) { regions[$0[0], default: []].append(Region(page: $0[1], polygon: try PolygonBlob.decode($0[2]))) }
        var ids: [Int64: String] = [:]
        try Self.each(
            """
            SELECT key, id, number, kind, incipit FROM clause
            WHERE key IN (\(chosen)) ORDER BY position
            """, database
        ) { row in
            let (key, id): (Int64, String) = (row[0], row[1])
            ids[key] = id
            clauses.append(
                Clause(
                    id: id, number: row[2], kind: try StoredJSON.choice(row[3]), incipit: row[4],
                    categories: categories[key] ?? [], regions: regions[key] ?? []))
        }
        try Self.each(
            """
            SELECT clause, language, title, translation, context, transcription
            FROM text WHERE clause IN (\(chosen))
            """, database
        ) { row in
            guard let id = ids[row[0]] else { return }
            texts[row[1], default: [:]][id] = ClauseText(
                title: row[2], translation: row[3], context: row[4], transcription: row[5])
        }
    }

    private static func each(_ query: SQL, _ database: Database, _ body: (Row) throws -> Void) throws {
        let rows = try SQLRequest<Row>(literal: query).fetchCursor(database)
        while let row = try rows.next() { try body(row) }
    }
}
