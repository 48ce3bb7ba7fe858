import DocumentFormats
import DocumentModel
import GRDB

/// What the table `workingCopy` has of a document.
struct WorkingCopyState {
    var revision = 0
    /// The revision at which the document was last published or its edits discarded.
    var start = 0
    var fieldBytes = 0
    var journalBytes = 0
    /// How many clauses the working copy has, and how many vertices their regions; nil before its first edit.
    var counts: (clauses: Int, vertices: Int)?

    init() {}

    /// The state of a document's working copy; that of one that nobody ever edited is all zeros.
    init(of document: String, _ database: Database) throws {
        let sql = """
            SELECT revision, start, fieldBytes, journalBytes, clauseCount, vertexCount FROM workingCopy WHERE document = ?
            """
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document]) else { return }
        (revision, start, fieldBytes, journalBytes) = (row[0], row[1], row[2], row[3])
        if let clauses: Int = row[4], let vertices: Int = row[5] { counts = (clauses, vertices) }
    }

    func write(for document: String, _ database: Database) throws {
        let sql = """
            INSERT INTO workingCopy (document, revision, start, fieldBytes, journalBytes, clauseCount, vertexCount)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (document) DO UPDATE SET revision = excluded.revision, start = excluded.start,
                fieldBytes = excluded.fieldBytes, journalBytes = excluded.journalBytes,
                clauseCount = excluded.clauseCount, vertexCount = excluded.vertexCount
            """
        try database.cachedStatement(sql: sql).execute(arguments: [
            document, revision, start, fieldBytes, journalBytes, counts?.clauses, counts?.vertices,
        ])
    }
}

/// The fields of a working copy: those that were changed, over those of the published version.
final class WorkingFields {
    /// The document's id.
    let document: String
    let published: PublishedFields
    private let database: Database

    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    init(of document: String, _ database: Database) throws {
        (self.document, self.database) = (document, database)
        published = PublishedFields(database, document: try DocumentReader(database).key(of: document).document)
    }

    /// The value of a field, in its normal form.
    func value(of path: FieldPath) throws -> JSONValue {
        try changedText(of: path).map { try StoredJSON.value($0) } ?? published.value(of: path)
    }

    /// Whether a clause or category is there.
    func isThere(_ subject: FieldPath) throws -> Bool { try value(of: subject) == .bool(true) }

    /// The text of a value that differs from the published one; nil where it does not differ.
    func changedText(of path: FieldPath) throws -> String? {
        let sql = "SELECT value FROM workingField WHERE document = ? AND path = ?"
        return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [document, path.description])
    }

    /// Writes a value.
    ///
    /// - Returns: How many bytes the changed fields have more than before.
    func set(_ value: JSONValue, of path: FieldPath) throws -> Int {
        let name = path.description
        let former = try changedText(of: path)
        let formerBytes = former.map { $0.utf8.count + name.utf8.count } ?? 0
        if try published.value(of: path) == value {
            if former != nil {
                let sql = "DELETE FROM workingField WHERE document = ? AND path = ?"
                try database.cachedStatement(sql: sql).execute(arguments: [document, name])
            }
            return -formerBytes
        }
        let text = value.compactText
        let sql = """
            INSERT INTO workingField (document, path, value) VALUES (?, ?, ?)
            ON CONFLICT (document, path) DO UPDATE SET value = excluded.value
            """
        try database.cachedStatement(sql: sql).execute(arguments: [document, name, text])
        return text.utf8.count + name.utf8.count - formerBytes
    }

    /// The numbers of all pages that a clause has regions on, or had until they were changed.
    func pages(ofClause id: String) throws -> Set<Int> {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path > ? AND path < ?"
        let prefix = "clauses/\(id)/regions"
        let paths = try String.fetchAll(
            database.cachedStatement(sql: sql), arguments: [document, prefix + "/", prefix + "0"])
        let changed = paths.compactMap { path -> Int? in
            if case .clause(_, .regions(let page)) = FieldPath(path) { page } else { nil }
        }
        return Set(changed).union(try published.pages(ofClause: id))
    }

    /// The paths of all fields that differ from the published version, in the order of their bytes.
    func changedPaths() throws -> [FieldPath] {
        let sql = "SELECT path FROM workingField WHERE document = ? ORDER BY path"
        return try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
    }

    /// The values of all fields that differ from the published version.
    ///
    /// - Complexity: O(*n*) in their size.
    func changedValues() throws -> [FieldPath: JSONValue] {
        let sql = "SELECT path, value FROM workingField WHERE document = ?"
        var values: [FieldPath: JSONValue] = [:]
        let rows = try Row.fetchCursor(database, sql: sql, arguments: [document])
        while let row = try rows.next() { values[try Self.path(row[0])] = try StoredJSON.value(row[1]) }
        return values
    }

    private static func path(_ text: String) throws -> FieldPath {
        guard let path = FieldPath(text) else {
            throw ClauseStoreError.damaged("a field's path: \(FaultText.quoted(text))")
        }
        return path
    }

    /// Those of the changed fields that make a difference: not the fields of a clause or category that was made and
    /// deleted again.
    func visibleChanges() throws -> [FieldPath] {
        var known: [FieldPath: Bool] = [:]
        return try changedPaths().filter { path in
            guard let subject = path.subject, !path.isExistence else { return true }
            if let isVisible = known[subject] { return isVisible }
            let isVisible = try isThere(subject)
            known[subject] = isVisible
            return isVisible
        }
    }

    /// The id of a clause that has a text in a language.
    ///
    /// - Parameter changes: Values that are about to be written.
    /// - Complexity: O(*n*) in the numbers of texts and of changed fields.
    func clauseWithText(in language: String, after changes: [FieldPath: JSONValue]) throws -> String? {
        func isText(_ id: String, _ purpose: Snippet.Field) throws -> Bool {
            let (text, subject) = (
                FieldPath.clause(id, .text(language: language, purpose: purpose)), FieldPath.clause(id, .existence)
            )
            return try (changes[text] ?? value(of: text)) != .null
                && (changes[subject] ?? value(of: subject)) == .bool(true)
        }
        for case .clause(let id, .text(language, let purpose)) in try changedPaths() + Array(changes.keys)
        where try isText(id, purpose) {
            return id
        }
        let sql = """
            SELECT clause.id FROM clause JOIN text ON text.clause = clause.key
            WHERE clause.document = ? AND text.language = ?
            """
        let ids = try String.fetchCursor(database, sql: sql, arguments: [published.document, language])
        while let id = try ids.next() {
            if try Snippet.Field.allCases.contains(where: { try isText(id, $0) }) { return id }
        }
        return nil
    }
}
