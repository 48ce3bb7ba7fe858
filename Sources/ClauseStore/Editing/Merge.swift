import DocumentFormats
import DocumentModel
import FileSupport
import GRDB

/// Derives the operations that apply a source's changes to a working copy, within one transaction.
struct Merge {
    private let fields: WorkingFields
    private let editor: String
    /// The last editor of each field that was changed since the source was last added.
    private let newest: [FieldPath: String]

    /// - Parameters:
    ///   - editor: The editor of the merge. Fields that this editor changed last belong to the source.
    ///   - revision: The revision of the working copy when the source was last added.
    init(of document: String, by editor: String, since revision: Int, _ database: Database) throws {
        fields = try WorkingFields(of: document, database)
        self.editor = editor
        // In SQLite, the editor is from the row with the maximum revision:
        // https://www.sqlite.org/lang_select.html#bareagg
        let sql = """
            SELECT editedField.path, edit.editor, max(edit.revision) FROM editedField
            JOIN edit ON edit.document = editedField.document AND edit.revision = editedField.revision
            WHERE editedField.document = ? AND editedField.revision > ? GROUP BY editedField.path
            """
        var newest: [FieldPath: String] = [:]
        let rows = try Row.fetchCursor(database, sql: sql, arguments: [document, revision])
        while let row = try rows.next() {
            if let path = FieldPath(row[0]) { newest[path] = row[1] }
        }
        self.newest = newest
    }

    /// - Parameters:
    ///   - old: The version that was last added from the source.
    ///   - new: The source in its current state.
    /// - Returns: The operations, with additions first and deletions last; empty if nothing has changed.
    /// - Complexity: O(*n* log *n*) in the size of both.
    func operations(from old: SourceFields, to new: SourceFields) throws -> [EditOperation] {
        var operations: [EditOperation] = []
        let own = newest.filter { isOwn($0.value) }.keys.filter { !$0.isOrder }
        for path in Set(old.values.keys).union(new.values.keys).union(own).sorted(by: Self.comesBefore) {
            if !path.isExistence, !new.hasSubject(of: path) { continue }
            let isOwn = newest[path].map(isOwn) ?? false
            let after = new.value(of: path)
            guard isOwn || old.value(of: path) != after else { continue }
            let current = try fields.value(of: path)
            guard current != after else { continue }
            operations.append(EditOperation(path: path, before: isOwn ? current : old.value(of: path), after: after))
        }
        operations += try places(from: old.categories, to: new.categories) { .category($0, .order) }
        operations += try places(from: old.clauses, to: new.clauses) { .clause($0, .order) }
        operations += try places(from: old.tours, to: new.tours) { .tour($0, .order) }
        operations += try places(from: old.terms, to: new.terms) { .term($0, .order) }
        let made = operations.filter { $0.path.isExistence && $0.after != .null }
        let deleted = operations.filter { $0.path.isExistence && $0.after == .null }
        return made + operations.filter { !$0.path.isExistence } + deleted
    }

    private func isOwn(_ editor: String) -> Bool { editor.isIdentical(to: self.editor) }

    /// Sorts fields of the document first, as texts depend on its languages.
    private static func comesBefore(_ one: FieldPath, _ other: FieldPath) -> Bool {
        func rank(_ path: FieldPath) -> Int { if case .document = path { 0 } else { 1 } }
        if rank(one) != rank(other) { return rank(one) < rank(other) }
        return one.description.utf8.lexicographicallyPrecedes(other.description.utf8)
    }

    // MARK: Positions

    /// Returns new positions for things that were added or moved in the source: between their neighbours in the working
    /// copy.
    private func places(
        from old: [String], to new: [String], path: (String) -> FieldPath
    ) throws -> [EditOperation] {
        let formerPlaces = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
        let unmoved = Self.longestIncreasingSubsequence(of: new.map { formerPlaces[$0] })
        var operations: [EditOperation] = []
        var waiting: [String] = []
        var last: Double?
        func assignPositions(before next: Double?) throws {
            guard !waiting.isEmpty else { return }
            let start = last ?? (next ?? 0) - Double(waiting.count) - 1
            let hasGap = next.map { $0 > start } ?? false
            let step = hasGap ? ((next ?? start) - start) / Double(waiting.count + 1) : 1 / Double(waiting.count + 1)
            for (position, id) in waiting.enumerated() {
                let place = start + (next == nil ? Double(position + 1) : step * Double(position + 1))
                operations.append(try operation(path(id), former: formerPlaces[id], place))
            }
            waiting = []
        }
        for (position, id) in new.enumerated() {
            guard case .number(let place) = try fields.value(of: path(id)),
                unmoved.contains(position) || formerPlaces[id] == nil
            else {
                waiting.append(id)
                continue
            }
            try assignPositions(before: place)
            last = place
        }
        try assignPositions(before: nil)
        return operations
    }

    private func operation(_ path: FieldPath, former: Int?, _ place: Double) throws -> EditOperation {
        let current = try fields.value(of: path)
        let isOthers = newest[path].map { !isOwn($0) } ?? false
        let known = former.map { JSONValue.number(Double($0)) } ?? .null
        return EditOperation(path: path, before: isOthers ? known : current, after: .number(place))
    }

    /// Returns the indices of a longest increasing subsequence: of the things that keep their order.
    ///
    /// - Complexity: O(*n* log *n*). Source: C. Schensted, "Longest increasing and decreasing subsequences" (1961).
    static func longestIncreasingSubsequence(of values: [Int?]) -> Set<Int> {
        /// For each length, minus one, the index of the smallest value that ends an increasing subsequence of this
        /// length.
        var ends: [Int] = []
        var previous: [Int: Int] = [:]
        for (position, value) in values.enumerated() {
            guard let value else { continue }
            let place = ends.partitioningIndex { (values[$0] ?? 0) >= value }
            if place > 0 { previous[position] = ends[place - 1] }
            if place < ends.count { ends[place] = position } else { ends.append(position) }
        }
        var indices: Set<Int> = []
        var next = ends.last
        while let position = next {
            indices.insert(position)
            next = previous[position]
        }
        return indices
    }
}

extension FieldPath {
    /// Whether the field is the position of a clause, category, tour or glossary entry.
    var isOrder: Bool {
        switch self {
        case .clause(_, .order), .category(_, .order), .tour(_, .order), .term(_, .order): true
        default: false
        }
    }
}
