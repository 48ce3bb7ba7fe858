import DocumentFormats
import DocumentModel
import GRDB

extension ClauseStore {
    /// Compares a document's working copy with its journal. A difference means that one of them was changed by
    /// something other than this program.
    ///
    /// The edits since the document was last published are replayed on the published version.
    ///
    /// - Returns: One line per difference, at most a hundred.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, also if it is removed in the meantime.
    /// - Complexity: O(*n* log *m*) in the size of the journal since then and of the document.
    public func differencesFromJournal(of document: String) throws(ClauseStoreError) -> [String] {
        try read { try JournalReplay(of: document, $0).faults() }
    }
}

/// Compares a working copy with its journal, within one state of the database.
private struct JournalReplay {
    private let document: String
    private let database: Database
    private let fields: WorkingFields
    private let state: WorkingCopyState

    init(of document: String, _ database: Database) throws {
        (self.document, self.database) = (document, database)
        fields = try WorkingFields(of: document, database)
        state = try WorkingCopyState(of: document, database)
    }

    func faults() throws -> [String] {
        var lines: [String] = []
        let values = try replay(&lines)
        let present = try fields.changedValues()
        try compareProposals(&lines)
        for path in Set(values.keys).union(present.keys) {
            let published = try published(path)
            if values[path] ?? published == present[path] ?? published { continue }
            lines.append("\(path) of the working copy is not what its journal says")
        }
        for (path, value) in present where try published(path) == value {
            lines.append("\(path) of the working copy is kept as a change, but is as published")
        }
        return Array((lines.sorted() + (try sums(present))).prefix(100))
    }

    private func published(_ path: FieldPath) throws -> JSONValue { try fields.published.value(of: path) }

    /// Returns the values of all fields that were edited since the document was last published.
    private func replay(_ lines: inout [String]) throws -> [FieldPath: JSONValue] {
        var values: [FieldPath: JSONValue] = [:]
        var query = JournalQuery()
        (query.since, query.limit) = (state.start, 1000)
        while case let entries = try EditJournal(of: document, database).entries(query), let last = entries.last {
            for entry in entries {
                guard case .edit(_, _, _, let operations) = entry.event else {
                    lines.append(
                        "entry \(entry.revision) of the journal is not an edit, but comes after the last publication")
                    continue
                }
                for operation in operations where !operation.path.isProposal && !operation.path.isJournalOnly {
                    let before = try values[operation.path] ?? published(operation.path)
                    if before != operation.before {
                        let what = "entry \(entry.revision) of the journal changes \(operation.path)"
                        lines.append("\(what) from a value that it did not have")
                    }
                    values[operation.path] = operation.after
                }
            }
            query.since = last.revision
        }
        return values
    }

    /// Compares each proposal with its newest entry in the journal, as proposals are not affected by publication.
    private func compareProposals(_ lines: inout [String]) throws {
        let sql = "SELECT DISTINCT path FROM editedField WHERE document = ? AND NOT \(WorkingFields.isOfDocument)"
        let known = try String.fetchAll(database, sql: sql, arguments: [document]).compactMap { FieldPath($0) }
        let present = try fields.proposals().map { FieldPath.proposal($0.id) }
        for path in Set(known).union(present) {
            var query = JournalQuery()
            (query.path, query.order, query.limit) = (path, .newest, 1)
            var recorded = JSONValue.null
            if case .edit(_, _, _, let operations)? = try EditJournal(of: document, database).entries(query).first?
                .event
            {
                recorded = operations.first { $0.path == path }?.after ?? .null
            }
            if try fields.value(of: path) != recorded {
                lines.append("\(path) of the working copy is not what its journal says")
            }
        }
    }

    /// Compares the stored counts with the rows.
    private func sums(_ present: [FieldPath: JSONValue]) throws -> [String] {
        var lines: [String] = []
        func compare(_ what: String, _ found: Int, _ expected: Int) {
            if found != expected { lines.append("the working copy counts \(expected) \(what), but has \(found)") }
        }
        let entries = """
            SELECT count(*), coalesce(max(revision), 0), coalesce(sum(length(CAST(content AS BLOB))), 0) FROM edit
            WHERE document = ?
            """
        let row = try Row.fetchOne(database, sql: entries, arguments: [document])
        compare("entries", row?[0] ?? 0, state.revision)
        compare("revisions", row?[1] ?? 0, state.revision)
        let paths = "SELECT coalesce(sum(length(path)), 0) FROM editedField WHERE document = ?"
        let pathBytes = try Int.fetchOne(database, sql: paths, arguments: [document]) ?? 0
        compare("bytes of its journal", (row?[2] ?? 0) + pathBytes, state.journalBytes)
        compare("bytes", try WorkingFields.byteCount(of: document, database), state.fieldBytes)
        if let counts = state.counts {
            let found = try recount(present)
            compare("clauses", found.clauses, counts.clauses)
            compare("vertices", found.vertices, counts.vertices)
        }
        return lines
    }

    /// Counts the clauses and vertices.
    private func recount(_ present: [FieldPath: JSONValue]) throws -> (clauses: Int, vertices: Int) {
        var counts = try fields.published.counts()
        for id in Set(present.keys.compactMap(\.clauseID)) {
            let (former, now) = (try fields.counts(of: id, published), try fields.counts(of: id, fields.value))
            counts.clauses += now.clauses - former.clauses
            counts.vertices += now.vertices - former.vertices
        }
        return counts
    }
}
