import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// Reads documents and their pages within one state of the database.
struct DocumentReader {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document.
    func document(_ id: String, for principal: Principal) throws -> DocumentInfo {
        let condition = "document.id = ? AND \(Principal.condition)"
        guard let document = try documents(where: condition, [id] + principal.arguments).first else {
            throw ClauseStoreError.noDocument(id)
        }
        return document
    }

    /// Returns a JSON file of the served version, or nil if there is no such file.
    func json(_ name: String, of id: String) throws -> JSONValue? {
        guard let bytes = try file(name, of: id) else { return nil }
        guard let value = try? JSONParser.parse(bytes) else {
            throw ClauseStoreError.damaged("the file \(name) of \(id)")
        }
        return value
    }

    /// Returns the tours of the served version, read from its source file.
    func tours(of id: String) throws -> [Tour] { try json("tours.json", of: id).map { Tour.stored($0) } ?? [] }

    /// Returns the glossary of the served version, read from its source file.
    func glossary(of id: String) throws -> [GlossaryEntry] {
        try json("glossary.json", of: id).map { GlossaryEntry.stored($0) } ?? []
    }

    /// Returns the keys of the given categories, skipping `all`.
    ///
    /// - Throws: ``ClauseStoreError/noCategory(_:document:)`` for an unknown id.
    func keys(ofCategories ids: [String], documentKey: Int64, document: String) throws -> [Int64] {
        try ids.filter { $0 != "all" }.map { id in
            let sql = "SELECT key FROM category WHERE document = ? AND id = ?"
            guard let key = try Int64.fetchOne(database, sql: sql, arguments: [documentKey, id]) else {
                throw ClauseStoreError.noCategory(id, document: document)
            }
            return key
        }
    }

    /// Returns the keys of a document and its served version.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document.
    func key(of id: String, for principal: Principal = .administrator) throws -> (document: Int64, version: Int64) {
        let sql = "SELECT key, version FROM document WHERE id = ? AND \(Principal.condition)"
        let statement = try database.cachedStatement(sql: sql)
        guard let row = try Row.fetchOne(statement, arguments: [id] + principal.arguments) else {
            throw ClauseStoreError.noDocument(id)
        }
        return (row[0], row[1])
    }

    /// Returns the number of the served version of a document; 0 if there is no such document.
    func versionNumber(of id: String) throws -> Int {
        let sql =
            "SELECT version.number FROM document JOIN version ON version.key = document.version WHERE document.id = ?"
        return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [id]) ?? 0
    }

    /// A page of the served version.
    struct Place {
        let document: Int64
        let version: Int64
        let page: Int64
        let width: Int
        let height: Int
        /// The document's header, as JSON.
        let header: String
    }

    /// Returns a page of a document.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if the principal may not read the document, or
    ///   ``ClauseStoreError/noPage(_:document:count:)``.
    func place(page number: Int, of id: String, for principal: Principal) throws -> Place {
        let sql = """
            SELECT document.key, document.version, page.key, page.width, page.height, document.header
            FROM document
            LEFT JOIN page ON page.document = document.key AND page.number = ?
            WHERE document.id = ? AND \(Principal.condition)
            """
        let statement = try database.cachedStatement(sql: sql)
        guard let row = try Row.fetchOne(statement, arguments: [number, id] + principal.arguments) else {
            throw ClauseStoreError.noDocument(id)
        }
        guard let page: Int64 = row[2] else {
            let sql = "SELECT count(*) FROM page WHERE document = ?"
            let count = try Int.fetchOne(database, sql: sql, arguments: [row[0] as Int64]) ?? 0
            throw ClauseStoreError.noPage(number, document: id, count: count)
        }
        return Place(document: row[0], version: row[1], page: page, width: row[3], height: row[4], header: row[5])
    }

    func sourceFiles(version: Int64, where condition: String = "true") throws -> [SourceFile] {
        let sql = "SELECT name, bytes FROM sourceFile WHERE version = ? AND \(condition) ORDER BY name"
        return try Row.fetchAll(database, sql: sql, arguments: [version]).map { row in
            SourceFile(name: row["name"], bytes: row["bytes"])
        }
    }

    /// Returns a source file of the served version; nil if there is none of this name.
    func file(_ name: String, of id: String) throws -> Data? {
        let sql = "SELECT bytes FROM sourceFile WHERE version = ? AND name = ?"
        return try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [try key(of: id).version, name])
    }

    func documents(where condition: String, _ arguments: StatementArguments) throws -> [DocumentInfo] {
        let pages = try pages(where: condition, arguments)
        let sql = """
            SELECT document.key, document.header, version.number, version.addedAt, version.source
            FROM document JOIN version ON version.key = document.version
            WHERE \(condition) ORDER BY document.id
            """
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
            DocumentInfo(
                header: try StoredJSON.decode(row["header"]), pages: pages[row["key"]] ?? [], version: row["number"],
                addedAt: Date(timeIntervalSince1970: row["addedAt"]), source: row["source"])
        }
    }

    private func pages(where condition: String, _ arguments: StatementArguments) throws -> [Int64: [PageInfo]] {
        let sql = """
            SELECT document.key AS documentKey, document.id AS documentID, page.number, page.label,
                page.width AS pageWidth, page.height AS pageHeight, page.pixelsPerMillimetre, page.behavior,
                page.sourceImage, page.captures, image.*
            FROM document JOIN page ON page.document = document.key
            LEFT JOIN image ON image.version = document.version AND image.page = page.number AND image.capture = 0
            WHERE \(condition) ORDER BY document.key, page.number
            """
        lazy var captureImages = Result { try nonDefaultCaptureImages(where: condition, arguments) }
        var pages: [Int64: [PageInfo]] = [:]
        for row in try Row.fetchAll(database, sql: sql, arguments: arguments) {
            let document: String = row["documentID"]
            let number: Int = row["number"]
            let image = (row["fileName"] as String?) == nil ? nil : StoredImage(row: row)
            var captures: [CaptureInfo] = []
            if let described: [StoredCapture] = try StoredJSON.decodeOptional(row["captures"]), image != nil {
                let others = try captureImages.get()[row["documentKey"]] ?? [:]
                captures = described.enumerated().compactMap { place, capture in
                    let place = ImagePlace(page: number, capture: place)
                    let image = place.capture == 0 ? image : others[place]
                    return image.map { capture.info(image: $0, of: "\(document)-\(number)", place) }
                }
            }
            // A library may predate the limits on scales.
            let scale = SourceReader.scale(row["pixelsPerMillimetre"])
            let page = PageInfo(
                number: number, label: try StoredJSON.decodeOptional(row["label"]), width: row["pageWidth"],
                height: row["pageHeight"], pixelsPerMillimetre: scale,
                behavior: try StoredJSON.decodeOptional(row["behavior"]) ?? [], sourceImage: row["sourceImage"],
                imageID: image == nil ? nil : "\(document)-\(number)", image: image, captures: captures)
            pages[row["documentKey"], default: []].append(page)
        }
        return pages
    }

    /// Returns the images of non-default captures, by document key.
    private func nonDefaultCaptureImages(
        where condition: String, _ arguments: StatementArguments
    ) throws -> [Int64: [ImagePlace: StoredImage]] {
        let sql = """
            SELECT document.key AS documentKey, image.* FROM document
            JOIN image ON image.version = document.version AND image.capture > 0 WHERE \(condition)
            """
        var images: [Int64: [ImagePlace: StoredImage]] = [:]
        for row in try Row.fetchAll(database, sql: sql, arguments: arguments) {
            images[row["documentKey"], default: [:]][ImagePlace(row: row)] = StoredImage(row: row)
        }
        return images
    }
}

extension StoredImage {
    /// Reads a row of the table `image`.
    init(row: Row) {
        self.init(
            fileName: row["fileName"], sha256: row["sha256"], byteCount: row["byteCount"], width: row["width"],
            height: row["height"], pyramid: row["pyramid"],
            measurement: CaptureMeasurement(storedAlignment: row["alignment"], error: row["alignmentError"]))
    }
}
