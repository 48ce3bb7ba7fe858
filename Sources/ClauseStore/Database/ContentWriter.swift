import DocumentFormats
import DocumentModel
import Foundation
import GRDB
import ImageGeometry

/// Writes documents within one transaction.
struct ContentWriter {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Returns a statement that inserts a row, with an argument for each column.
    private static func insertion(into table: String, _ columns: String...) -> String {
        let places = repeatElement("?", count: columns.count).joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    }

    /// Writes the data that is kept for every version.
    ///
    /// - Returns: The version's key.
    func insertVersion(
        _ document: SourceDocument, _ images: [ImagePlace: StoredImage], number: Int, source: String, at date: Date
    ) throws -> Int64 {
        try database.execute(
            sql: Self.insertion(into: "version", "document", "number", "addedAt", "source"),
            arguments: [document.id, number, date.timeIntervalSince1970, source])
        let version = database.lastInsertedRowID
        for file in document.files {
            try database.execute(
                sql: Self.insertion(into: "sourceFile", "version", "name", "bytes"),
                arguments: [version, file.name, file.bytes])
        }
        try insertRecordings(of: document, version: version)
        for (place, image) in images.sorted(by: { $0.key < $1.key }) {
            let estimate = try image.measurement?.estimate.map { try StoredJSON.encode($0.stored) }
            try database.execute(
                sql: Self.insertion(
                    into: "image", "version", "page", "capture", "fileName", "sha256", "byteCount", "width", "height",
                    "pyramid", "alignment", "alignmentError"),
                arguments: [
                    version, place.page, place.capture, image.fileName, image.sha256, image.byteCount, image.width,
                    image.height, image.pyramid, estimate, image.measurement?.error,
                ])
        }
        return version
    }

    /// Deletes the served content of a document and the document itself. Its versions are kept.
    func deleteContent(ofDocument key: Int64) throws {
        try FacetRows(database).delete(key: key)
        let clauses = "SELECT key FROM clause WHERE document = ?"
        let statements = [
            """
            INSERT INTO textIndex (textIndex, rowid, title, translation, context, transcription)
            SELECT 'delete', key, folded(title), folded(translation), folded(context), folded(transcription)
            FROM text WHERE clause IN (\(clauses))
            """,
            "DELETE FROM clauseWords WHERE clause IN (\(clauses))",
            "DELETE FROM text WHERE clause IN (\(clauses))",
            "DELETE FROM regionBox WHERE key IN (SELECT key FROM region WHERE clause IN (\(clauses)))",
            "DELETE FROM region WHERE clause IN (\(clauses))",
            "DELETE FROM clauseCategory WHERE clause IN (\(clauses))",
            "DELETE FROM clause WHERE document = ?",
            "DELETE FROM category WHERE document = ?",
            "DELETE FROM page WHERE document = ?",
            "DELETE FROM document WHERE key = ?",
        ]
        for sql in statements { try database.execute(sql: sql, arguments: [key]) }
        try DocumentWords(database).delete(key: key)
    }

    /// Writes the served content of a document, replacing its former content.
    func replaceContent(with document: SourceDocument, version: Int64) throws {
        let sql = "SELECT key FROM document WHERE id = ?"
        if let former = try Int64.fetchOne(database, sql: sql, arguments: [document.id]) {
            try deleteContent(ofDocument: former)
        }
        try database.execute(
            sql: "INSERT INTO document (id, version, status, access, header) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                document.id, version, document.header.status.rawValue, document.header.access.rawValue,
                try StoredJSON.encode(document.header),
            ])
        let key = database.lastInsertedRowID
        try DocumentWords(database).insert(document.header, key: key)
        let pages = try insertPages(document.pages, of: key)
        let categories = try insertCategories(document.categories, of: key)
        let clauses = try insertClauses(document, of: key, categories: categories)
        try FacetRows(database).insert(document.header, key: key)
        for clause in document.clauses {
            guard let clauseKey = clauses[clause.id] else { continue }
            for region in clause.regions {
                guard let page = pages[region.page] else { continue }
                try insert(region, of: clauseKey, page: page)
            }
        }
        try insertTexts(document, of: key, clauses: clauses)
        try insertWords(document.clauses, clauses)
    }

    private func insertPages(_ pages: [SourcePage], of document: Int64) throws -> [Int: Int64] {
        var keys: [Int: Int64] = [:]
        let statement = try database.cachedStatement(
            sql: Self.insertion(
                into: "page", "document", "number", "label", "width", "height", "pixelsPerMillimetre", "behavior",
                "sourceImage", "captures"))
        for page in pages {
            let label = try page.label.map { try StoredJSON.encode($0) }
            let captures = page.captures.isEmpty ? nil : try StoredJSON.encode(page.captures.map { StoredCapture($0) })
            let behavior = page.behavior.isEmpty ? nil : try StoredJSON.encode(page.behavior)
            try statement.execute(arguments: [
                document, page.number, label, page.width, page.height, page.pixelsPerMillimetre, behavior, page.image,
                captures,
            ])
            keys[page.number] = database.lastInsertedRowID
        }
        return keys
    }

    private func insertCategories(_ categories: [Category], of document: Int64) throws -> [String: Int64] {
        var keys: [String: Int64] = [:]
        let statement = try database.cachedStatement(
            sql: Self.insertion(
                into: "category", "document", "position", "id", "label", "icon", "style", "includedInAll"))
        for (position, category) in categories.enumerated() {
            try statement.execute(arguments: [
                document, position, category.id, try StoredJSON.encode(category.label), category.icon,
                category.style.rawValue, category.includedInAll,
            ])
            keys[category.id] = database.lastInsertedRowID
        }
        return keys
    }

    private func insertClauses(
        _ document: SourceDocument, of key: Int64, categories: [String: Int64]
    ) throws -> [String: Int64] {
        let hidden = Set(document.categories.filter { !$0.includedInAll }.map(\.id))
        var keys: [String: Int64] = [:]
        let insertClause = try database.cachedStatement(
            sql: Self.insertion(into: "clause", "document", "position", "id", "number", "kind", "incipit", "inAll"))
        let insertCategory = try database.cachedStatement(
            sql: Self.insertion(into: "clauseCategory", "clause", "position", "category"))
        for (position, clause) in document.clauses.enumerated() {
            let isInAll = clause.categories.isEmpty || !clause.categories.allSatisfy(hidden.contains)
            try insertClause.execute(arguments: [
                key, position, clause.id, clause.number, clause.kind.rawValue, clause.incipit, isInAll,
            ])
            let clauseKey = database.lastInsertedRowID
            keys[clause.id] = clauseKey
            for (place, category) in clause.categories.enumerated() {
                try insertCategory.execute(arguments: [clauseKey, place, categories[category]])
            }
        }
        return keys
    }

    private func insert(_ region: Region, of clause: Int64, page: Int64) throws {
        let bounds = region.polygon.bounds
        let insertRegion = try database.cachedStatement(
            sql: Self.insertion(into: "region", "clause", "page", "minX", "maxX", "minY", "maxY", "polygon"))
        try insertRegion.execute(arguments: [
            clause, page, bounds.x, bounds.maxX, bounds.y, bounds.maxY, PolygonBlob.encode(region.polygon),
        ])
        let insertBox = try database.cachedStatement(
            sql: "INSERT INTO regionBox (key, minX, maxX, minY, maxY, minPage, maxPage) VALUES (?, ?, ?, ?, ?, ?, ?)")
        try insertBox.execute(arguments: [
            database.lastInsertedRowID, bounds.x, bounds.maxX, bounds.y, bounds.maxY, page, page,
        ])
    }

    private func insertTexts(_ document: SourceDocument, of key: Int64, clauses: [String: Int64]) throws {
        let own = document.header.language
        var languages = document.header.languages
        if !languages.contains(own) { languages.append(own) }
        let insertText = try database.cachedStatement(
            sql: Self.insertion(
                into: "text", "clause", "language", "tag", "position", "isOwn", "hasWords", "title", "translation",
                "context", "transcription", "phrases"))
        let insertIndex = try database.cachedStatement(
            sql: "INSERT INTO textIndex (rowid, title, translation, context, transcription) VALUES (?, ?, ?, ?, ?)")
        var (first, last): (Int64?, Int64?)
        for (position, language) in languages.enumerated() {
            for clause in document.clauses {
                guard let text = document.texts[language]?[clause.id] else { continue }
                try insertText.execute(arguments: [
                    clauses[clause.id], language, language.lowercased(), position, language == own, text.hasWords,
                    text.title, text.translation, text.context, text.transcription,
                    StoredLinks.text(text.phrases.map(\.json)),
                ])
                let textKey = database.lastInsertedRowID
                (first, last) = (first ?? textKey, textKey)
                let fields = [text.title, text.translation, text.context, text.transcription]
                try insertIndex.execute(
                    arguments: [textKey] + StatementArguments(fields.map { $0.map(FoldedText.fold) }))
            }
        }
        try database.execute(
            sql: "UPDATE document SET firstText = ?, lastText = ? WHERE key = ?", arguments: [first, last, key])
    }
}
