import DocumentFormats
import DocumentModel
import GRDB

/// A row of the table `workingCopy`.
struct WorkingCopyState {
    var revision = 0
    /// The revision at which the document was last published or its edits discarded.
    var start = 0
    var fieldBytes = 0
    var journalBytes = 0
    /// The number of clauses in the working copy, and of vertices in their regions; nil before its first edit.
    var counts: (clauses: Int, vertices: Int)?

    /// Reads the state of a document's working copy. All values are zero if it was never edited.
    init(of document: String, _ database: Database) throws {
        let sql = """
            SELECT revision, start, fieldBytes, journalBytes, clauseCount, vertexCount FROM workingCopy WHERE document = ?
            """
        guard let row = try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document]) else { return }
        (revision, start, fieldBytes, journalBytes) = (row[0], row[1], row[2], row[3])
        if let clauses: Int = row[4], let vertices: Int = row[5] { counts = (clauses, vertices) }
    }

    /// Throws unless the working copy of a document has this revision, and edits to publish or to discard.
    func expect(_ revision: Int, of document: String) throws(ClauseStoreError) {
        guard self.revision == revision else {
            throw .revisionMoved(document: document, found: self.revision, expected: revision)
        }
        guard revision > start else { throw .noEdits(document: document) }
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

/// The fields of a working copy: changed values, with those of the published version as fallback.
final class WorkingFields {
    /// The document's id.
    let document: String
    let published: PublishedFields
    let database: Database

    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    init(of document: String, _ database: Database) throws {
        (self.document, self.database) = (document, database)
        published = PublishedFields(database, document: try DocumentReader(database).key(of: document).document)
    }

    /// Returns the value of a field, in its normal form.
    func value(of path: FieldPath) throws -> JSONValue {
        if path.isJournalOnly { return try EditJournal(of: document, database).value(of: path) }
        return try changedText(of: path).map { try StoredJSON.value($0) } ?? published.value(of: path)
    }

    /// Returns the value of a field after an edit.
    ///
    /// - Parameter changes: Values about to be written.
    func value(of path: FieldPath, after changes: [FieldPath: JSONValue]) throws -> JSONValue {
        try changes[path] ?? value(of: path)
    }

    /// Returns the number of fields that have a value after an edit.
    ///
    /// - Parameters:
    ///   - folder: The first segment of their paths, such as `pages`.
    ///   - published: The fields that have a value in the published version.
    ///   - changes: Values about to be written.
    ///   - isCounted: Whether a field counts. Called for fields outside the folder, too.
    /// - Complexity: O(*n*) in the number of published fields, and of changed fields in the folder.
    func count(
        in folder: String, published: some Sequence<FieldPath>, after changes: [FieldPath: JSONValue],
        where isCounted: (FieldPath) -> Bool
    ) throws -> Int {
        var found = Set(published.filter(isCounted))
        for path in try changedPaths(below: folder) + changes.keys where isCounted(path) {
            if try value(of: path, after: changes) == .null { found.remove(path) } else { found.insert(path) }
        }
        return found.count
    }

    /// Whether a clause, category or other subject exists.
    func exists(_ subject: FieldPath) throws -> Bool { try value(of: subject) == .bool(true) }

    /// Returns the JSON text of a value that differs from the published one; nil if it does not differ.
    func changedText(of path: FieldPath) throws -> String? {
        let sql = "SELECT value FROM workingField WHERE document = ? AND path = ?"
        return try String.fetchOne(database.cachedStatement(sql: sql), arguments: [document, path.description])
    }

    /// Writes a value.
    ///
    /// - Returns: The number of bytes by which the changed fields grow.
    func set(_ value: JSONValue, of path: FieldPath) throws -> Int {
        if path.isJournalOnly { return 0 }
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

    /// Returns the numbers of all pages on which a clause has regions, or had them before they were changed.
    func pages(ofClause id: String) throws -> Set<Int> {
        let changed = try changedPaths(below: "clauses/\(id)/regions").compactMap { path -> Int? in
            if case .clause(_, .regions(let page)) = path { page } else { nil }
        }
        return Set(changed).union(try published.pages(ofClause: id))
    }

    /// Returns the contribution of a clause to the counts of clauses and vertices; zero if it does not exist.
    ///
    /// - Parameter value: Returns the value of a field, here or in the published version.
    func counts(
        of clause: String, _ value: (FieldPath) throws -> JSONValue
    ) throws -> (clauses: Int, vertices: Int) {
        guard try value(.clause(clause, .existence)) == .bool(true) else { return (0, 0) }
        let vertices = try pages(ofClause: clause).reduce(0) { sum, page in
            sum + FieldValue.vertexCount(try value(.clause(clause, .regions(page: page))))
        }
        return (1, vertices)
    }

    // MARK: Pages

    /// Returns an image that a page may show: an uploaded scan or a part of it, or an image of a published page; nil if
    /// there is none.
    func image(_ image: PageImage) throws -> WorkingImage? {
        if let (scan, found) = try ScanRows(database).image(image.part, ofScan: image.scan, document) {
            return WorkingImage(
                image: image, name: scan.name, stored: scan.stored(found), imageID: found.id, state: found.state,
                error: found.error)
        }
        guard let (stored, place) = try published.image(showing: image),
            let name = try published.imageName(at: place)
        else { return nil }
        let capture = try published.captureID(at: place).map { "-\($0)" } ?? ""
        return WorkingImage(
            image: image, name: name, stored: stored.unmeasured, imageID: "\(document)-\(place.page)\(capture)",
            state: .ready)
    }

    /// Returns the size of a page in pixels; nil if the page does not exist or its size is unknown.
    ///
    /// - Parameter changes: Values about to be written.
    func size(ofPage number: Int, after changes: [FieldPath: JSONValue]) throws -> (width: Int, height: Int)? {
        let path = FieldPath.page(number, .image)
        let value = try value(of: path, after: changes)
        guard try value != published.value(of: path), let image = PageImage(value) else {
            return try published.size(ofPage: number)
        }
        return try self.image(image).map { ($0.stored.width, $0.stored.height) }
    }

    /// Returns the id of a clause that has regions on a page; nil if there is none.
    ///
    /// - Parameter changes: Values about to be written.
    /// - Complexity: O(*n*) in the number of clauses on the page and changed fields.
    func clause(onPage number: Int, after changes: [FieldPath: JSONValue]) throws -> String? {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path GLOB ?"
        let paths = try String.fetchAll(database, sql: sql, arguments: [document, "clauses/*/regions/\(number)"])
        let known = try paths.compactMap { try Self.path($0).clauseID } + published.clauses(onPage: number)
        return try (known + changes.keys.compactMap(\.clauseID)).first { id in
            let (regions, existence) = (FieldPath.clause(id, .regions(page: number)), FieldPath.clause(id, .existence))
            return try value(of: regions, after: changes) != .null
                && value(of: existence, after: changes) == .bool(true)
        }
    }

    // MARK: Icons

    /// Returns the path of a field that uses a file as its icon; nil if there is none.
    ///
    /// - Parameter changes: Values about to be written.
    /// - Complexity: O(*n*) in the number of changed category fields.
    func user(ofIcon name: String, after changes: [FieldPath: JSONValue]) throws -> FieldPath? {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path GLOB 'categories/*/icon'"
        let changed = try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
        let published = try published.categories(withIcon: name).map { FieldPath.category($0, .icon) }
        return try (published + changed + changes.keys + [.document(.mark)]).first { path in
            switch path {
            case .category(let id, .icon):
                let existence = FieldPath.category(id, .existence)
                guard try value(of: existence, after: changes) == .bool(true) else { return false }
            case .document(.mark): break
            default: return false
            }
            return try value(of: path, after: changes) == .string(name)
        }
    }

    // MARK: Reviews

    /// Returns the digests of the sources for which translations were confirmed to be up to date, by language and then
    /// by clause. Deleted clauses are left out.
    ///
    /// - Complexity: O(*n*) in the number of clause fields that were ever edited.
    func reviewDigests() throws -> [String: [String: String]] {
        var languages: [String: [String: String]] = [:]
        for (path, value) in try EditJournal(of: document, database).reviews() {
            guard case .clause(let id, .reviewed(let language)) = path, case .string(let digest) = value,
                try exists(.clause(id, .existence))
            else { continue }
            languages[language, default: [:]][id] = digest
        }
        return languages
    }

    /// Returns the reviews as JSON.
    func reviews() throws -> JSONValue {
        .object(
            try reviewDigests().sorted { $0.key < $1.key }.map { language, digests in
                let members = digests.sorted { $0.key < $1.key }.map {
                    JSONValue.Member(key: $0.key, value: .string($0.value))
                }
                return .init(key: language, value: .object(members))
            })
    }

    // MARK: Changes

    /// A condition for rows of document fields, as opposed to proposals: `0` is the character after `/`.
    static let isOfDocument = "(path < 'proposals/' OR path >= 'proposals0')"

    /// Whether any field differs from the published version.
    static func areChanged(of document: String, _ database: Database) throws -> Bool {
        let sql = "SELECT 1 FROM workingField WHERE document = ? AND \(isOfDocument) LIMIT 1"
        return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [document]) != nil
    }

    /// Returns the number of bytes of all changed fields and proposals.
    static func byteCount(of document: String, _ database: Database) throws -> Int {
        let sql =
            "SELECT coalesce(sum(length(path) + length(CAST(value AS BLOB))), 0) FROM workingField WHERE document = ?"
        return try Int.fetchOne(database, sql: sql, arguments: [document]) ?? 0
    }

    /// Returns the paths of all fields that differ from the published version, sorted by their bytes.
    func changedPaths() throws -> [FieldPath] {
        let sql = "SELECT path FROM workingField WHERE document = ? AND \(Self.isOfDocument) ORDER BY path"
        return try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
    }

    /// Returns the paths below this one that have a row, proposals too: `0` is the character after `/`.
    private func changedPaths(below path: String) throws -> [FieldPath] {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path > ? AND path < ?"
        let arguments: StatementArguments = [document, path + "/", path + "0"]
        return try String.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map(Self.path)
    }

    /// Returns the values of all fields that differ from the published version.
    ///
    /// - Complexity: O(*n*) in the size of the values.
    func changedValues() throws -> [FieldPath: JSONValue] { try values(where: Self.isOfDocument) }

    /// Returns the pending proposals, sorted by id.
    ///
    /// - Complexity: O(*n*) in the size of the proposals.
    func proposals() throws -> [(id: String, value: JSONValue)] {
        try values(where: "NOT \(Self.isOfDocument)").compactMap { path, value in
            if case .proposal(let id) = path { (id, value) } else { nil }
        }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// Returns the number of pending proposals.
    func proposalCount() throws -> Int {
        let sql = "SELECT count(*) FROM workingField WHERE document = ? AND NOT \(Self.isOfDocument)"
        return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [document]) ?? 0
    }

    private func values(where condition: String) throws -> [FieldPath: JSONValue] {
        let sql = "SELECT path, value FROM workingField WHERE document = ? AND \(condition)"
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

    /// Returns the changed fields that have an effect, which excludes those of things that do not exist in the working
    /// copy.
    func visibleChanges() throws -> [FieldPath] {
        var known: [FieldPath: Bool] = [:]
        return try changedPaths().filter { path in
            guard let subject = path.subject, !path.isExistence else { return true }
            if let isVisible = known[subject] { return isVisible }
            let isVisible = try exists(subject)
            known[subject] = isVisible
            return isVisible
        }
    }

    /// Returns the id of a clause that has a text in a language; nil if there is none.
    ///
    /// - Parameter changes: Values about to be written.
    /// - Complexity: O(*n*) in the number of texts and changed fields.
    func clauseWithText(in language: String, after changes: [FieldPath: JSONValue]) throws -> String? {
        func isText(_ id: String, _ purpose: Snippet.Field) throws -> Bool {
            let text = FieldPath.clause(id, .text(language: language, purpose: purpose))
            return try value(of: text, after: changes) != .null
                && value(of: .clause(id, .existence), after: changes) == .bool(true)
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
