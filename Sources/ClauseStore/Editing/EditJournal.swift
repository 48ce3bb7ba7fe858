import DocumentFormats
import DocumentModel
import Foundation
import GRDB

/// The journal of a document's working copy, within one transaction.
struct EditJournal {
    /// The author and time of an edit.
    struct Authorship {
        let revision: Int
        let editor: String
        let at: Date
    }

    let document: String
    private let database: Database

    init(of document: String, _ database: Database) {
        (self.document, self.database) = (document, database)
    }

    // MARK: Writing

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - sha256: The digest of the edit as it was sent; nil for other events.
    ///   - changedPages: For other events, the numbers that stand for other pages from then on, or for none, or for
    ///     pages with other images.
    /// - Returns: The number of bytes by which the journal grows.
    func append(_ entry: JournalEntry, sha256: [UInt8]? = nil, changedPages: [Int] = []) throws -> Int {
        var (id, label, undoes): (String?, String?, String?) = (nil, nil, nil)
        let content = content(of: entry)
        if case .edit(let edit, let itsLabel, let undone, _) = entry.event {
            (id, label, undoes) = (edit, itsLabel, undone)
        }
        let sql = """
            INSERT INTO edit (document, revision, kind, id, sha256, editor, at, label, undoes, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try database.cachedStatement(sql: sql).execute(arguments: [
            document, entry.revision, entry.kind, id, sha256.map { Data($0) }, entry.editor,
            entry.at.timeIntervalSince1970, label, undoes, content,
        ])
        var byteCount = content.utf8.count
        var paths = changedPages.map { FieldPath.page($0, .existence) }
        if case .edit(_, _, _, let operations) = entry.event { paths = operations.map(\.path) }
        let field = try database.cachedStatement(
            sql: "INSERT INTO editedField (document, path, revision) VALUES (?, ?, ?)")
        for path in paths.map(\.description) {
            try field.execute(arguments: [document, path, entry.revision])
            byteCount += path.utf8.count
        }
        return byteCount
    }

    /// Returns the part of an entry that is stored as JSON.
    func content(of entry: JournalEntry) -> String {
        switch entry.event {
        case .edit(_, _, _, let operations): JSONValue.array(operations.map(\.json)).compactText
        case .published(let version): "\(version)"
        case .discarded(let keptUntil): "\(keptUntil.timeIntervalSince1970)"
        }
    }

    // MARK: Reading

    private static let columns = "revision, kind, id, editor, at, label, undoes, content"

    /// Returns entries in the requested order.
    ///
    /// - Complexity: O(*n*) in the number of entries up to the last requested one.
    func entries(_ query: JournalQuery) throws -> [JournalEntry] {
        let (first, last) = Self.paths(of: query)
        let ofField = """
            AND revision IN (SELECT revision FROM editedField
                WHERE document = ? AND (path = ? OR path > ? AND path < ?))
            """
        let sql = """
            SELECT \(Self.columns) FROM edit
            WHERE document = ? AND revision > ? AND revision < ? \(first == nil ? "" : ofField)
            ORDER BY revision \(query.order == .newest ? "DESC" : "") LIMIT ?
            """
        var arguments: StatementArguments = [document, query.since, query.before ?? Int.max]
        if let first { arguments += [document, first, first + "/", last] }
        arguments += [max(0, query.limit)]
        return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map(Self.entry)
    }

    /// Returns the requested path, and the end of the range of paths below it.
    private static func paths(of query: JournalQuery) -> (String?, String) {
        if let path = query.path { return (path.description, "") }
        guard let clause = query.clause else { return (nil, "") }
        return ("clauses/\(clause)", Self.end(of: "clauses/\(clause)"))
    }

    /// Returns the upper bound of all paths below this one: `0` is the character after `/`.
    private static func end(of path: String) -> String { path + "0" }

    /// Returns the entry of an edit; nil if this document has no edit with this id.
    func entry(ofEdit id: String) throws -> JournalEntry? {
        let sql = "SELECT \(Self.columns) FROM edit WHERE id = ? AND document = ?"
        return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id, document]).map(Self.entry)
    }

    /// Returns the digest and the document of an edit, for any document.
    func digest(ofEdit id: String) throws -> (sha256: [UInt8], document: String)? {
        let sql = "SELECT sha256, document FROM edit WHERE id = ?"
        return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [id]).map { row in
            (Array((row[0] as Data?) ?? Data()), row[1])
        }
    }

    /// Returns the newest edit of a field.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - includingBelow: Whether to include edits of fields below it.
    ///   - revision: Only edits after this revision are considered.
    ///   - editor: An editor whose edits are ignored.
    func newest(
        of path: FieldPath, includingBelow: Bool = false, after revision: Int = 0, notBy editor: String? = nil
    ) throws -> Authorship? {
        func newest(where condition: String, _ paths: StatementArguments) throws -> Authorship? {
            let sql = """
                SELECT edit.revision, edit.editor, edit.at FROM editedField
                JOIN edit ON edit.document = editedField.document AND edit.revision = editedField.revision
                WHERE editedField.document = ? AND \(condition) AND editedField.revision > ?
                    AND (? IS NULL OR edit.editor <> ?)
                ORDER BY editedField.revision DESC LIMIT 1
                """
            let arguments: StatementArguments = [document] + paths + [revision, editor, editor]
            return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments).map(Self.authorship)
        }
        let name = path.description
        let own = try newest(where: "editedField.path = ?", [name])
        guard includingBelow else { return own }
        let below = "editedField.path > ? AND editedField.path < ?"
        let other = try newest(where: below, [name + "/", Self.end(of: name)])
        return [own, other].compactMap(\.self).max { $0.revision < $1.revision }
    }

    /// Returns the newest event after a revision by which a number came to stand for another page, or for none.
    ///
    /// - Parameters:
    ///   - orImage: Whether edits of the page's image count too.
    ///   - editor: An editor whose edits are ignored, but not the publications.
    func newestChange(
        ofPage number: Int, orImage: Bool, after revision: Int, notBy editor: String
    ) throws -> Authorship? {
        let page = FieldPath.page(number, .existence)
        // CROSS JOIN makes SQLite look up the few entries of the page, not all entries after the revision.
        let sql = """
            SELECT edit.revision, edit.editor, edit.at FROM editedField
            CROSS JOIN edit ON edit.document = editedField.document AND edit.revision = editedField.revision
            WHERE editedField.document = ? AND editedField.path IN (?, ?) AND editedField.revision > ?
                AND (edit.kind <> 'edit' OR edit.editor <> ?)
            ORDER BY editedField.revision DESC LIMIT 1
            """
        return try Row.fetchOne(
            database.cachedStatement(sql: sql),
            arguments: [
                document, page.description, (orImage ? .page(number, .image) : page).description, revision, editor,
            ]
        ).map(Self.authorship)
    }

    /// Returns the fields that others have edited after a revision, each with its newest edit.
    ///
    /// - Complexity: O(*n*) in the number of fields that were ever edited.
    func newestEdits(after revision: Int, notBy editor: String) throws -> [(path: FieldPath, edit: Authorship)] {
        // In SQLite, the other columns are from the row with the maximum revision:
        // https://www.sqlite.org/lang_select.html#bareagg
        let sql = """
            SELECT max(edit.revision), edit.editor, edit.at, editedField.path FROM editedField
            JOIN edit ON edit.document = editedField.document AND edit.revision = editedField.revision
            WHERE editedField.document = ? AND editedField.revision > ? AND edit.kind = 'edit' AND edit.editor <> ?
            GROUP BY editedField.path
            """
        return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [document, revision, editor])
            .compactMap { row in FieldPath(row[3]).map { ($0, Self.authorship(row)) } }
    }

    /// Whether the journal has an edit of a field.
    func hasEdit(of path: FieldPath) throws -> Bool { try newest(of: path) != nil }

    // MARK: Values that only the journal has

    /// Returns the value set by the newest edit of a field; null if there is none.
    func value(of path: FieldPath) throws -> JSONValue {
        let sql = """
            SELECT operation.value -> '$.after' FROM editedField
            JOIN edit ON edit.document = editedField.document AND edit.revision = editedField.revision
            JOIN json_each(edit.content) AS operation ON operation.value ->> '$.path' = editedField.path
            WHERE editedField.document = ? AND editedField.path = ? ORDER BY editedField.revision DESC LIMIT 1
            """
        let statement = try database.cachedStatement(sql: sql)
        return try String.fetchOne(statement, arguments: [document, path.description]).map { try StoredJSON.value($0) }
            ?? .null
    }

    /// Returns the values of all reviews of translations, sorted by path.
    func reviews() throws -> [(path: FieldPath, value: JSONValue)] {
        let sql = """
            SELECT DISTINCT path FROM editedField
            WHERE document = ? AND path > 'clauses/' AND path < 'clauses0' AND path GLOB 'clauses/*/texts/*/reviewed'
            ORDER BY path
            """
        return try String.fetchAll(database, sql: sql, arguments: [document]).compactMap { text in
            try FieldPath(text).map { ($0, try value(of: $0)) }
        }
    }

    private static func authorship(_ row: Row) -> Authorship {
        Authorship(revision: row[0], editor: row[1], at: Date(timeIntervalSince1970: row[2]))
    }

    private static func entry(_ row: Row) throws -> JournalEntry {
        let content: String = row[7]
        func damaged() -> ClauseStoreError { .damaged("an entry of a journal: \(FaultText.quoted(content))") }
        let event: JournalEntry.Event
        switch row[1] as String {
        case "edit":
            guard let id: String = row[2], let elements = try StoredJSON.value(content).elements else {
                throw damaged()
            }
            let operations = try elements.map { element in
                guard let path = element["path"]?.textValue.flatMap({ FieldPath($0) }), let before = element["before"],
                    let after = element["after"]
                else { throw damaged() }
                return EditOperation(path: path, before: before, after: after)
            }
            event = .edit(id: id, label: row[5], undoes: row[6], operations: operations)
        case "published":
            guard let version = Int(content) else { throw damaged() }
            event = .published(version: version)
        case "discarded":
            guard let seconds = Double(content) else { throw damaged() }
            event = .discarded(keptUntil: Date(timeIntervalSince1970: seconds))
        default: throw damaged()
        }
        return JournalEntry(revision: row[0], editor: row[3], at: Date(timeIntervalSince1970: row[4]), event: event)
    }
}
