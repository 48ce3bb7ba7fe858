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
    let database: Database

    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    init(of document: String, _ database: Database) throws {
        (self.document, self.database) = (document, database)
        published = PublishedFields(database, document: try DocumentReader(database).key(of: document).document)
    }

    /// The value of a field, in its normal form.
    func value(of path: FieldPath) throws -> JSONValue {
        if path.isOfJournalAlone { return try EditJournal(of: document, database).value(of: path) }
        return try changedText(of: path).map { try StoredJSON.value($0) } ?? published.value(of: path)
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
        if path.isOfJournalAlone { return 0 }
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

    // MARK: Pages

    /// What a page may show: an uploaded scan or a part of it, or what a published page shows; nil where there is none.
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

    /// The size of a page in pixels; nil where there is none of this number, or nothing is known of it.
    ///
    /// - Parameter changes: Values that are about to be written.
    func size(ofPage number: Int, after changes: [FieldPath: JSONValue]) throws -> (width: Int, height: Int)? {
        let path = FieldPath.page(number, .image)
        let value = try changes[path] ?? value(of: path)
        guard try value != published.value(of: path), let image = PageImage(value) else {
            return try published.size(ofPage: number)
        }
        return try self.image(image).map { ($0.stored.width, $0.stored.height) }
    }

    /// The numbers of the pages.
    ///
    /// - Parameter changes: Values that are about to be written.
    /// - Complexity: O(*n*) in the numbers of pages and of changed fields of pages.
    func pages(after changes: [FieldPath: JSONValue]) throws -> Set<Int> {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path > 'pages/' AND path < 'pages0'"
        let paths = try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path) + changes.keys
        var pages = Set(try published.pages())
        for case .page(let number, .existence) in paths {
            let path = FieldPath.page(number, .existence)
            if try (changes[path] ?? value(of: path)) == .bool(true) {
                pages.insert(number)
            } else {
                pages.remove(number)
            }
        }
        return pages
    }

    /// The id of a clause that has regions on a page; nil where none has.
    ///
    /// - Parameter changes: Values that are about to be written.
    /// - Complexity: O(*n*) in the numbers of clauses on the page and of changed fields.
    func clause(onPage number: Int, after changes: [FieldPath: JSONValue]) throws -> String? {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path GLOB ?"
        let paths = try String.fetchAll(database, sql: sql, arguments: [document, "clauses/*/regions/\(number)"])
        let known = try paths.compactMap { try Self.path($0).clauseID } + published.clauses(onPage: number)
        return try (known + changes.keys.compactMap(\.clauseID)).first { id in
            let (regions, existence) = (FieldPath.clause(id, .regions(page: number)), FieldPath.clause(id, .existence))
            return try (changes[regions] ?? value(of: regions)) != .null
                && (changes[existence] ?? value(of: existence)) == .bool(true)
        }
    }

    // MARK: Icons

    /// What shows a file as its icon: the path of a field; nil where nothing does.
    ///
    /// - Parameter changes: Values that are about to be written.
    /// - Complexity: O(*n*) in the number of changed fields of categories.
    func user(ofIcon name: String, after changes: [FieldPath: JSONValue]) throws -> FieldPath? {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path GLOB 'categories/*/icon'"
        let changed = try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
        let published = try published.categories(withIcon: name).map { FieldPath.category($0, .icon) }
        return try (published + changed + changes.keys + [.document(.mark)]).first { path in
            switch path {
            case .category(let id, .icon):
                let existence = FieldPath.category(id, .existence)
                guard try (changes[existence] ?? value(of: existence)) == .bool(true) else { return false }
            case .document(.mark): break
            default: return false
            }
            return try (changes[path] ?? value(of: path)) == .string(name)
        }
    }

    /// How many SVG files there are.
    ///
    /// - Parameter changes: Values that are about to be written.
    func iconCount(after changes: [FieldPath: JSONValue]) throws -> Int {
        let sql = "SELECT path FROM workingField WHERE document = ? AND path > 'files/' AND path < 'files0'"
        var names = Set(try published.drawingNames())
        for case .file(let name) in try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
            + changes.keys
        {
            if try (changes[.file(name)] ?? value(of: .file(name))) == .null {
                names.remove(name)
            } else {
                names.insert(name)
            }
        }
        return names.count
    }

    // MARK: Reviews

    /// For which state of the other texts translations were found to be right still, of the clauses that are there: digests by
    /// language, then by clause.
    ///
    /// - Complexity: O(*n*) in the number of fields of clauses that were ever edited.
    func reviewDigests() throws -> [String: [String: String]] {
        var languages: [String: [String: String]] = [:]
        for (path, value) in try EditJournal(of: document, database).reviews() {
            guard case .clause(let id, .reviewed(let language)) = path, case .string(let digest) = value,
                try isThere(.clause(id, .existence))
            else { continue }
            languages[language, default: [:]][id] = digest
        }
        return languages
    }

    /// The same as JSON.
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

    /// What holds for rows of fields of the document, and not for proposals: `0` follows `/`.
    static let isOfDocument = "(path < 'proposals/' OR path >= 'proposals0')"

    /// The paths of all fields that differ from the published version, in the order of their bytes.
    func changedPaths() throws -> [FieldPath] {
        let sql = "SELECT path FROM workingField WHERE document = ? AND \(Self.isOfDocument) ORDER BY path"
        return try String.fetchAll(database, sql: sql, arguments: [document]).map(Self.path)
    }

    /// The values of all fields that differ from the published version.
    ///
    /// - Complexity: O(*n*) in their size.
    func changedValues() throws -> [FieldPath: JSONValue] { try values(where: Self.isOfDocument) }

    /// The proposals that wait for an editor, in the order of their ids.
    ///
    /// - Complexity: O(*n*) in their size.
    func proposals() throws -> [(id: String, value: JSONValue)] {
        try values(where: "NOT \(Self.isOfDocument)").compactMap { path, value in
            if case .proposal(let id) = path { (id, value) } else { nil }
        }.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// How many proposals wait for an editor.
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

    /// Those of the changed fields that make a difference: not the fields of a clause, category or page that was made
    /// and deleted again.
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
