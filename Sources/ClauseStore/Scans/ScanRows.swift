import DocumentModel
import Foundation
import GRDB

/// The tables of uploaded scans, within one transaction.
struct ScanRows {
    private let database: Database

    init(_ database: Database) { self.database = database }

    // MARK: Reading

    private static let columns = """
        scan.key AS scanKey, scan.document, scan.id AS scanID, scan.name, scan.fileName, scan.sha256, scan.byteCount,
        scanImage.id AS imageID, scanImage.part, scanImage.width, scanImage.height, scanImage.pyramid, scanImage.state,
        scanImage.error
        """
    private static let whole = "scan JOIN scanImage ON scanImage.scan = scan.key AND scanImage.part = ''"

    /// Returns the scans of a document in the order of upload.
    func scans(of document: String) throws -> [UploadedScan] {
        let sql = "SELECT \(Self.columns) FROM \(Self.whole) WHERE scan.document = ? ORDER BY scan.key"
        return try Row.fetchAll(database, sql: sql, arguments: [document]).map(UploadedScan.init(row:))
    }

    func scan(_ id: String, of document: String) throws -> UploadedScan? {
        let sql = "SELECT \(Self.columns) FROM \(Self.whole) WHERE scan.document = ? AND scan.id = ?"
        return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document, id])
            .map(UploadedScan.init(row:))
    }

    /// Returns a part of a scan, or the whole scan if the part is empty; nil if it was never requested.
    func image(_ part: String, ofScan id: String, _ document: String) throws -> (scan: UploadedScan, image: ScanImage)?
    {
        try image(where: "scan.document = ? AND scan.id = ? AND scanImage.part = ?", [document, id, part])
    }

    /// Returns the image with an id.
    func image(_ id: String) throws -> (scan: UploadedScan, image: ScanImage)? {
        try image(where: "scanImage.id = ?", [id])
    }

    private func image(
        where condition: String, _ arguments: StatementArguments
    ) throws -> (scan: UploadedScan, image: ScanImage)? {
        let sql = """
            SELECT \(Self.columns) FROM scan JOIN scanImage ON scanImage.scan = scan.key WHERE \(condition)
            """
        let statement = try database.cachedStatement(sql: sql)
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        return try scan(row["scanID"], of: row["document"]).map { ($0, try ScanImage(row: row)) }
    }

    /// Returns the ids of images that are not cut yet, in the order in which they were requested.
    func unfinished() throws -> [String] {
        let sql = "SELECT id FROM scanImage WHERE state = ? ORDER BY key"
        return try String.fetchAll(database, sql: sql, arguments: [ScanImage.State.slicing.rawValue])
    }

    /// Describes a use of a scan in words; nil if it is unused.
    ///
    /// - Parameter includingDiscarded: Whether kept copies of discarded edits count as uses.
    func use(of scan: UploadedScan, includingDiscarded: Bool = false) throws -> String? {
        let fields = """
            SELECT path FROM workingField WHERE document = :document AND \(Self.shows) ORDER BY path
            """
        let arguments: StatementArguments = ["document": scan.document, "scan": scan.id]
        if let path = try String.fetchOne(database, sql: fields, arguments: arguments) {
            let number = path.split(separator: "/").dropFirst().first ?? ""
            return "page \(number) of the working copy"
        }
        let versions = """
            SELECT version.number, image.page FROM image JOIN version ON version.key = image.version
            WHERE version.document = ? AND image.sha256 = ? ORDER BY version.number DESC
            """
        if let row = try Row.fetchOne(database, sql: versions, arguments: [scan.document, scan.sha256]) {
            return "page \(row[1] as Int) of version \(row[0] as Int)"
        }
        guard includingDiscarded else { return nil }
        let discarded = """
            SELECT 1 FROM discardedField JOIN discardedCopy ON discardedCopy.key = discardedField.copy
            WHERE discardedCopy.document = :document AND \(Self.shows)
            """
        let row = try Row.fetchOne(database, sql: discarded, arguments: arguments)
        return row == nil ? nil : "discarded edits"
    }

    /// A condition for fields that show the scan `:scan`, as the image of a page or of a capture.
    private static let shows = """
        (path GLOB 'pages/*/image' AND json_extract(value, '$.scan') = :scan
            OR path GLOB 'pages/*/captures'
                AND EXISTS (SELECT 1 FROM json_each(value) AS capture WHERE capture.value ->> '$.image.scan' = :scan))
        """

    // MARK: Writing

    /// Adds a scan that the document does not have yet.
    func insert(_ scan: UploadedScan, editor: String, at date: Date) throws {
        try database.execute(
            sql: """
                INSERT INTO scan (document, id, name, fileName, sha256, byteCount, editor, addedAt, usedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                scan.document, scan.id, scan.name, scan.fileName, scan.sha256, scan.byteCount, editor,
                date.timeIntervalSince1970, date.timeIntervalSince1970,
            ])
        try insert(scan.image, ofScan: scan.id, scan.document)
    }

    /// Adds an image of a scan.
    func insert(_ image: ScanImage, ofScan id: String, _ document: String) throws {
        try database.execute(
            sql: """
                INSERT INTO scanImage (scan, part, id, width, height, pyramid, state, error)
                SELECT key, ?, ?, ?, ?, ?, ?, ? FROM scan WHERE document = ? AND id = ?
                """,
            arguments: [
                image.part, image.id, image.width, image.height, image.pyramid, image.state.rawValue, image.error,
                document, id,
            ])
    }

    /// Records the progress of cutting an image. Does nothing if the image was removed.
    func set(_ state: ScanImage.State, error: String?, ofImage id: String) throws {
        try database.execute(
            sql: "UPDATE scanImage SET state = ?, error = ? WHERE id = ?", arguments: [state.rawValue, error, id])
    }

    /// Records the use of a scan.
    func touch(_ id: String, of document: String, at date: Date) throws {
        try database.execute(
            sql: "UPDATE scan SET usedAt = max(usedAt, ?) WHERE document = ? AND id = ?",
            arguments: [date.timeIntervalSince1970, document, id])
    }

    /// Removes a scan with all its images.
    ///
    /// - Returns: The names of its files, which others may also refer to.
    func remove(_ scan: UploadedScan) throws -> (originals: [String], pyramids: [String]) {
        let key = "SELECT key FROM scan WHERE document = ? AND id = ?"
        let pyramids = try String.fetchAll(
            database, sql: "SELECT pyramid FROM scanImage WHERE scan = (\(key))", arguments: [scan.document, scan.id])
        for sql in ["DELETE FROM scanImage WHERE scan = (\(key))", "DELETE FROM scan WHERE document = ? AND id = ?"] {
            try database.execute(sql: sql, arguments: [scan.document, scan.id])
        }
        return ([scan.fileName], pyramids)
    }

    /// Removes all scans of a document.
    func removeAll(of document: String) throws -> (originals: [String], pyramids: [String]) {
        let files = try scans(of: document).map(remove)
        return (files.flatMap(\.originals), files.flatMap(\.pyramids))
    }

    /// Returns the scans that have been unused since a date.
    func unused(since date: Date) throws -> [UploadedScan] {
        let sql = "SELECT \(Self.columns) FROM \(Self.whole) WHERE scan.usedAt < ?"
        return try Row.fetchAll(database, sql: sql, arguments: [date.timeIntervalSince1970])
            .map(UploadedScan.init(row:))
            .filter { try use(of: $0, includingDiscarded: true) == nil }
    }
}

extension UploadedScan {
    fileprivate init(row: Row) throws {
        self.init(
            document: row["document"], id: row["scanID"], name: row["name"], fileName: row["fileName"],
            sha256: row["sha256"], byteCount: row["byteCount"], image: try ScanImage(row: row))
    }
}

extension ScanImage {
    fileprivate init(row: Row) throws {
        self.init(
            id: row["imageID"], part: row["part"], width: row["width"], height: row["height"], pyramid: row["pyramid"],
            state: try StoredJSON.choice(row["state"]), error: row["error"])
    }
}
