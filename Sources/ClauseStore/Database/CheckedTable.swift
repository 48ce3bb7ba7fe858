/// The tables of which every row has a checksum, and the SQL that keeps and compares it.
///
/// The checksum covers all values of a row but its own key: so what is read is what was written. That a row is there, and
/// is found by the indexes, the seals of pages vouch for (``PageSeals``); the checksums vouch for what passed through
/// memory, or was written by another program that takes care of its pages. To compare one takes 1.2 µs for a text of 300
/// letters, which SQLite takes 4.6 µs to find and hand over.
enum CheckedTable: String, CaseIterable {
    case version, sourceFile, image, document, page, category, clause, clauseCategory, region, text, activity

    /// What is covered, in the order in which it is.
    var columns: [String] {
        switch self {
        case .version: ["document", "number", "addedAt", "source"]
        case .sourceFile: ["version", "name", "bytes"]
        case .image: ["version", "page", "fileName", "sha256", "byteCount", "width", "height", "pyramid"]
        case .document: ["id", "version", "status", "access", "header", "firstText", "lastText"]
        case .page: ["document", "number", "label", "width", "height", "pixelsPerMillimetre", "sourceImage"]
        case .category: ["document", "position", "id", "label", "icon", "style", "includedInAll"]
        case .clause: ["document", "position", "id", "number", "kind", "incipit", "inAll"]
        case .clauseCategory: ["clause", "position", "category"]
        case .region: ["clause", "page", "minX", "maxX", "minY", "maxY", "polygon"]
        case .text:
            [
                "clause", "language", "tag", "position", "isOwn", "hasWords", "title", "translation", "context",
                "transcription",
            ]
        case .activity: ["document", "kind", "openKind", "publicKind", "endedAt"]
        }
    }

    /// The column by which a row is named to the keeper.
    private var name: String {
        switch self {
        case .version, .page: "number"
        case .sourceFile: "name"
        case .image: "page"
        case .document, .category, .clause: "id"
        case .clauseCategory: "clause"
        case .region, .activity: "key"
        case .text: "key"
        }
    }

    /// SQL for the id of the document that a row belongs to, where the table is called `row`; NULL where it leads nowhere.
    private var owner: String {
        switch self {
        case .version, .activity: "row.document"
        case .sourceFile, .image: "(SELECT document FROM version WHERE key = row.version)"
        case .document: "row.id"
        case .page, .category, .clause: "(SELECT id FROM document WHERE key = row.document)"
        case .clauseCategory, .region, .text:
            "(SELECT id FROM document WHERE key = (SELECT document FROM clause WHERE key = row.clause))"
        }
    }

    /// A statement that adds a row, with an argument for each of ``columns``.
    var insertion: String {
        let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        return """
            INSERT INTO \(rawValue) (\(columns.joined(separator: ", ")), checksum)
            VALUES (\(places), row_checksum(\(places)))
            """
    }

    /// An expression that is 1 where a row is as it was written, and else ends the statement with SQLITE_CORRUPT.
    ///
    /// - Parameter alias: What the statement calls the table.
    func check(as alias: String? = nil) -> String {
        let table = alias ?? rawValue
        return "row_check('\(rawValue)', \(table).\(name), \(table).checksum, \(values(of: table)))"
    }

    /// As ``check(as:)``, where the table may have no row.
    ///
    /// - Parameter column: A column that is never NULL in a row.
    func check(ifThere column: String) -> String {
        "CASE WHEN \(rawValue).\(column) IS NOT NULL THEN \(check()) END"
    }

    /// A statement that finds the rows that are not as they were written: their names, and their documents' ids.
    var faults: String {
        """
        SELECT row.\(name), \(owner) FROM \(rawValue) AS row
        WHERE row.checksum IS NOT row_checksum(\(values(of: "row"))) LIMIT 100
        """
    }

    /// The statements that give a table that has none its checksums.
    var additions: [String] {
        [
            "ALTER TABLE \(rawValue) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0",
            "UPDATE \(rawValue) SET checksum = row_checksum(\(values(of: rawValue)))",
        ]
    }

    private func values(of table: String) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }
}
