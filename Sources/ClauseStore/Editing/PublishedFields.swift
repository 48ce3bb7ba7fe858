import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// Reads individual fields of the published version of a document, in their normal form.
///
/// A field of a clause or category costs a few lookups by key, whatever the size of the document. The source files with
/// page images, tours and the glossary are parsed on first use.
final class PublishedFields {
    /// A row of the table `clause`.
    private struct ClauseRow {
        let key: Int64
        let position: Int
        let number: String?
        let kind: String
        let incipit: String?
    }

    let database: Database
    /// The document's key.
    let document: Int64
    private var clauses: [String: ClauseRow?] = [:]
    /// The pages in `document.json`, read on first use.
    private var describedPages: [JSONValue]?
    /// The fields of tours, read on first use.
    private var tourFields: [FieldPath: JSONValue]?
    /// The fields of the glossary, read on first use.
    private var termFields: [FieldPath: JSONValue]?

    init(_ database: Database, document: Int64) {
        (self.database, self.document) = (database, document)
    }

    /// Returns the value of a field. For a field that the document does not have, that is the field's default value.
    func value(of path: FieldPath) throws -> JSONValue {
        FieldValue.normal(try rawValue(of: path), of: path)
    }

    private func rawValue(of path: FieldPath) throws -> JSONValue {
        switch path {
        case .clause(let id, let field): try clause(id).map { try value(of: field, in: $0) } ?? .null
        case .category(let id, let field): try value(of: field, inCategory: id)
        case .page(let page, let field): try value(of: field, ofPage: page)
        case .file(let name): try Self.text(bytes(of: name).map { String(decoding: $0, as: UTF8.self) })
        case .tour: try tours()[path] ?? .null
        case .term: try terms()[path] ?? .null
        case .document(let field):
            try json(
                "SELECT header -> ? FROM document WHERE key = ?",
                ["$.\(field.isOfPresentation ? "presentation." : "")\(field.rawValue)", document])
        case .proposal: .null
        case .recording(let language, let name, let field):
            try recording(language: language, name: name, field)
        }
    }

    // MARK: Clauses

    private func clause(_ id: String) throws -> ClauseRow? {
        if let known = clauses[id] { return known }
        let sql = "SELECT key, position, number, kind, incipit FROM clause WHERE document = ? AND id = ?"
        let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, id]).map { row in
            ClauseRow(key: row[0], position: row[1], number: row[2], kind: row[3], incipit: row[4])
        }
        clauses[id] = .some(row)
        return row
    }

    private func value(of field: FieldPath.ClauseField, in clause: ClauseRow) throws -> JSONValue {
        switch field {
        case .existence: return .bool(true)
        case .number: return Self.text(clause.number)
        case .kind: return .string(clause.kind)
        case .incipit: return Self.text(clause.incipit)
        case .order: return .number(Double(clause.position))
        case .categories: return .array(try categories(of: clause.key).map(JSONValue.string))
        case .regions(let page): return try regions(of: clause.key, on: page)
        case .text(let language, let purpose):
            let sql = "SELECT title, translation, context, transcription FROM text WHERE clause = ? AND language = ?"
            let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [clause.key, language])
            return Self.text(row?[purpose.rawValue])
        case .phrases(let language):
            let sql = "SELECT phrases FROM text WHERE clause = ? AND language = ?"
            return try json(sql, [clause.key, language])
        case .words: return try json("SELECT words FROM clauseWords WHERE clause = ?", [clause.key])
        case .reviewed: return .null
        }
    }

    private func categories(of clause: Int64) throws -> [String] {
        let sql = """
            SELECT category.id FROM clauseCategory JOIN category ON category.key = clauseCategory.category
            WHERE clauseCategory.clause = ? ORDER BY clauseCategory.position
            """
        return try String.fetchAll(database.cachedStatement(sql: sql), arguments: [clause])
    }

    private func regions(of clause: Int64, on page: Int) throws -> JSONValue {
        // The unary plus makes SQLite look up the clause's regions, not all regions of the page.
        let sql = """
            SELECT polygon FROM region
            WHERE clause = ? AND +page = (SELECT key FROM page WHERE document = ? AND number = ?) ORDER BY key
            """
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: [clause, document, page])
        var value: [JSONValue] = []
        while let row = try rows.next() {
            value += FieldValue.regions([try PolygonBlob.decode(row[0])]).elements ?? []
        }
        return value.isEmpty ? .null : .array(value)
    }

    /// Returns the numbers of the pages on which a clause has regions.
    func pages(ofClause id: String) throws -> [Int] {
        guard let clause = try clause(id) else { return [] }
        let sql = """
            SELECT DISTINCT page.number FROM region JOIN page ON page.key = region.page WHERE region.clause = ?
            """
        return try Int.fetchAll(database.cachedStatement(sql: sql), arguments: [clause.key])
    }

    // MARK: Categories, pages and files

    private func value(of field: FieldPath.CategoryField, inCategory id: String) throws -> JSONValue {
        let sql = "SELECT position, label, icon, style, includedInAll FROM category WHERE document = ? AND id = ?"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, id]) else {
            return .null
        }
        switch field {
        case .existence: return .bool(true)
        case .label: return try Self.json(row[1])
        case .icon: return Self.text(row[2])
        case .style: return .string(row[3])
        case .includedInAll: return .bool(row[4])
        case .order: return .number(Double(row[0] as Int))
        }
    }

    private func value(of field: FieldPath.PageField, ofPage number: Int) throws -> JSONValue {
        let sql = "SELECT label, pixelsPerMillimetre, behavior FROM page WHERE document = ? AND number = ?"
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, number]) else {
            return .null
        }
        switch field {
        case .existence: return .bool(true)
        case .order: return .number(Double(number - 1))
        case .label: return try Self.json(row[0])
        case .pixelsPerMillimetre: return (row[1] as Double?).map(JSONValue.number) ?? .null
        case .behavior: return try Self.json(row[2])
        case .image:
            let place = ImagePlace(page: number)
            return try image(at: place).flatMap { try pageImage(at: place, $0) }?.json ?? .null
        case .captures: return try captures(ofPage: number)
        }
    }

    private func captures(ofPage number: Int) throws -> JSONValue {
        try PageCaptures.value(of: describedImages(ofPage: number)) { position in
            let place = ImagePlace(page: number, capture: position)
            return try image(at: place).flatMap { try pageImage(at: place, $0) }
        }
    }

    private static let images = """
        SELECT image.* FROM document JOIN image ON image.version = document.version WHERE document.key = ?
        """

    /// Returns the image of a page or of one of its captures; nil if there is none.
    func image(at place: ImagePlace) throws -> StoredImage? {
        let statement = try database.cachedStatement(sql: Self.images + " AND image.page = ? AND image.capture = ?")
        return try Row.fetchOne(statement, arguments: [document, place.page, place.capture])
            .map(StoredImage.init(row:))
    }

    /// Returns the first image that shows this part of a scan, with its position; nil if there is none.
    func image(showing wanted: PageImage) throws -> (image: StoredImage, place: ImagePlace)? {
        let sql = Self.images + " ORDER BY image.page, image.capture"
        for row in try Row.fetchAll(database, sql: sql, arguments: [document]) {
            let (image, place) = (StoredImage(row: row), ImagePlace(row: row))
            guard UploadedScan.id(ofSHA256: image.sha256) == wanted.scan else { continue }
            if try pageImage(at: place, image) == wanted { return (image, place) }
        }
        return nil
    }

    /// Returns the file name of an image in the source folder.
    func imageName(at place: ImagePlace) throws -> String? { try describedImage(at: place)?["image"]?.textValue }

    /// Returns the id of the capture that an image belongs to; nil for a page's own image.
    func captureID(at place: ImagePlace) throws -> String? {
        place.capture == 0 ? nil : try describedImage(at: place)?["id"]?.textValue
    }

    private func pageImage(at place: ImagePlace, _ image: StoredImage) throws -> PageImage? {
        try describedImage(at: place).flatMap { PageImage(ofPage: $0, sha256: image.sha256) }
    }

    private func describedImage(at place: ImagePlace) throws -> JSONValue? {
        let images = try describedImages(ofPage: place.page)
        return images.indices.contains(place.capture) ? images[place.capture] : nil
    }

    /// Returns the objects in `document.json` that describe the images of a page: its captures, or the page itself.
    private func describedImages(ofPage number: Int) throws -> [JSONValue] {
        let pages = try describedPages ?? file("document.json")?["pages"]?.elements ?? []
        describedPages = pages
        return pages.indices.contains(number - 1) ? pages[number - 1].imageHolders : []
    }

    /// Returns the ids of the categories.
    func categories() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT id FROM category WHERE document = ?", arguments: [document])
    }

    /// Returns the numbers of the pages.
    func pages() throws -> [Int] {
        try Int.fetchAll(
            database, sql: "SELECT number FROM page WHERE document = ? ORDER BY number", arguments: [document])
    }

    /// Returns the ids of the clauses that have regions on a page.
    func clauses(onPage number: Int) throws -> [String] {
        let sql = """
            SELECT DISTINCT clause.id FROM page JOIN region ON region.page = page.key JOIN clause ON clause.key = region.clause
            WHERE page.document = ? AND page.number = ?
            """
        return try String.fetchAll(database, sql: sql, arguments: [document, number])
    }

    /// Returns the size of a page in pixels; nil if it does not exist.
    func size(ofPage number: Int) throws -> (width: Int, height: Int)? {
        let sql = "SELECT width, height FROM page WHERE document = ? AND number = ?"
        let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, number])
        return row.map { ($0[0], $0[1]) }
    }

    /// Returns the bytes of a source file; nil if it does not exist.
    private func bytes(of name: String) throws -> Data? {
        let sql = """
            SELECT sourceFile.bytes FROM document JOIN sourceFile ON sourceFile.version = document.version
            WHERE document.key = ? AND sourceFile.name = ?
            """
        return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [document, name])
    }

    private func file(_ name: String) throws -> JSONValue? {
        try bytes(of: name).flatMap { try? JSONParser.parse($0) }
    }

    /// Returns the values of all tour fields of the published version.
    func tours() throws -> [FieldPath: JSONValue] {
        if let tourFields { return tourFields }
        let fields = try file("tours.json").map { WorkingTours.values(of: $0) } ?? [:]
        tourFields = fields
        return fields
    }

    /// Returns the values of all glossary fields of the published version.
    func terms() throws -> [FieldPath: JSONValue] {
        if let termFields { return termFields }
        let fields = try file("glossary.json").map { WorkingGlossary.values(of: $0) } ?? [:]
        termFields = fields
        return fields
    }

    /// Returns the names of the published version's SVG files.
    func svgFileNames() throws -> [String] {
        let sql = """
            SELECT sourceFile.name FROM document JOIN sourceFile ON sourceFile.version = document.version
            WHERE document.key = ? AND sourceFile.name GLOB '*.svg'
            """
        return try String.fetchAll(database, sql: sql, arguments: [document])
    }

    /// Returns the ids of the categories that have an icon.
    func categories(withIcon name: String) throws -> [String] {
        let sql = "SELECT id FROM category WHERE document = ? AND icon = ? ORDER BY position"
        return try String.fetchAll(database, sql: sql, arguments: [document, name])
    }

    /// Whether the published version has a source file with this name.
    func hasFile(_ name: String) throws -> Bool { try bytes(of: name) != nil }

    /// Returns the number of clauses in the document, and of vertices in all their regions.
    ///
    /// - Complexity: O(*n*) in the number of clauses and regions.
    func counts() throws -> (clauses: Int, vertices: Int) {
        let count = "SELECT count(*) FROM clause WHERE document = ?"
        let clauses = try Int.fetchOne(database, sql: count, arguments: [document]) ?? 0
        let sql = """
            SELECT length(polygon), substr(polygon, 5, 4) FROM region JOIN clause ON clause.key = region.clause
            WHERE clause.document = ?
            """
        var vertices = 0
        let rows = try Row.fetchCursor(database, sql: sql, arguments: [document])
        while let row = try rows.next() {
            vertices += PolygonBlob.vertexCount(byteCount: row[0], ringCount: row[1])
        }
        return (clauses, vertices)
    }

    // MARK: Values

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private func json(_ sql: String, _ arguments: StatementArguments) throws -> JSONValue {
        try Self.json(String.fetchOne(database.cachedStatement(sql: sql), arguments: arguments))
    }

    private static func json(_ text: String?) throws -> JSONValue {
        guard let text else { return .null }
        return try StoredJSON.value(text)
    }
}
