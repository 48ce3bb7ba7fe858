import DocumentFormats
import DocumentModel
import FileSupport
import Foundation
import GRDB

// Each operation of an edit is compared with the working copy before anything is written. An operation whose result
// already holds has no effect; one that starts from the present value is a change; any other is a conflict. A deletion
// also is a conflict if someone else has edited what is to be deleted since the client's revision, and so is an undo if
// someone else has edited the field since the edit that is undone. So are operations on pages that have changed since
// (`EditApplication+pages.swift`). The changes are then validated and checked against the limits. Finally all of them
// are written, with an entry in the journal.
//
// The cost of an edit depends only on its operations: published values are read one by one (`PublishedFields`), and the
// counts of clauses, vertices and bytes are stored with the working copy.

/// The application of one edit to a working copy, within one transaction.
struct EditApplication {
    let edit: Edit
    let editor: String
    let limits: EditLimits
    let fields: WorkingFields
    private let database: Database
    let journal: EditJournal
    private var state: WorkingCopyState
    /// The values set by the edit, by field.
    let newValues: [FieldPath: JSONValue]
    /// The operations to be written, in order.
    private var changes: [EditOperation] = []
    private var conflicts: [EditConflict] = []

    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    init(_ edit: Edit, to document: String, editor: String, limits: EditLimits, _ database: Database) throws {
        self.edit = Edit(
            id: edit.id, revision: edit.revision, label: edit.label, undoes: edit.undoes,
            operations: edit.operations.map { operation in
                EditOperation(
                    path: operation.path, before: FieldValue.normal(operation.before, of: operation.path),
                    after: FieldValue.normal(operation.after, of: operation.path))
            })
        (self.editor, self.limits, self.database) = (editor, limits, database)
        newValues = Dictionary(self.edit.operations.map { ($0.path, $0.after) }) { first, _ in first }
        fields = try WorkingFields(of: document, database)
        journal = EditJournal(of: document, database)
        state = try WorkingCopyState(of: document, database)
    }

    private var document: String { fields.document }

    mutating func run(at date: Date) throws -> EditOutcome {
        try checkForm()
        let sha256 = sha256
        if let known = try journal.digest(ofEdit: edit.id) {
            guard known.document == document, known.sha256 == sha256, let entry = try journal.entry(ofEdit: edit.id)
            else {
                throw EditFault(
                    path: "id", value: FaultText.quoted(edit.id),
                    expected: "another one, as another edit has it already")
            }
            return .repeated(entry)
        }
        let undone = try undoneRevision()
        for operation in edit.operations { try compare(operation, undone: undone) }
        conflicts += try conflicts(following: conflicts)
        guard conflicts.isEmpty else { return .conflicts(conflicts, revision: state.revision) }
        for change in changes { try check(change) }
        try checkLanguages()
        try checkPages()
        try checkIcons()
        try checkCounts(ofTours: changes)
        try checkCount(ofTerms: changes)
        return .applied(try write(at: date, sha256: sha256))
    }

    // MARK: The edit by itself

    /// The digest of everything that must be equal for an edit to count as the same edit sent again.
    private var sha256: [UInt8] {
        let content = JSONValue.array([
            .string(editor), edit.label.map(JSONValue.string) ?? .null, edit.undoes.map(JSONValue.string) ?? .null,
            .array(edit.operations.map(\.json)),
        ])
        return MessageDigest.of(content.compactText.utf8)
    }

    /// Returns the revision of the edit that this one undoes; nil if it is not an undo.
    private func undoneRevision() throws -> Int? {
        guard let undone = edit.undoes else { return nil }
        guard let entry = try journal.entry(ofEdit: undone), entry.editor.isIdentical(to: editor) else {
            throw EditFault(
                path: "undoes", value: FaultText.quoted(undone), expected: "the id of an edit of the same editor here")
        }
        return entry.revision
    }

    // MARK: Comparison with the working copy

    private mutating func compare(_ operation: EditOperation, undone: Int?) throws {
        let path = operation.path
        if let subject = path.subject, !path.isExistence, try !existsOrIsAdded(subject) {
            try add(.absent, operation, theirs: .null, since: subject)
            return
        }
        let current = try fields.value(of: path)
        // A client with a revision that does not exist yet has seen a different journal, and perhaps other pages.
        let seen = min(edit.revision, undone ?? edit.revision)
        let other = try seen < state.revision ? pageChange(of: operation, since: seen) : nil
        if try other != nil || (seen > state.revision && !pages(of: operation).isEmpty) {
            conflicts.append(conflict(.edited, operation, theirs: current, other))
            return
        }
        if current == operation.after { return }
        guard current == operation.before else {
            try add(.changed, operation, theirs: current, since: path)
            return
        }
        if let other = try conflictingEdit(with: operation, undone: undone) {
            conflicts.append(conflict(.edited, operation, theirs: current, other))
        } else if try addConflictIfReferenceMissing(operation, current) {
            return
        } else {
            changes.append(EditOperation(path: path, before: current, after: operation.after))
        }
    }

    /// Whether a clause, category or page exists, or is added by this edit.
    func existsOrIsAdded(_ subject: FieldPath) throws -> Bool {
        if newValues[subject] == .bool(true) { return true }
        return try fields.exists(subject)
    }

    /// Returns the value of a field after this edit.
    func newValue(of path: FieldPath) throws -> JSONValue { try fields.value(of: path, after: newValues) }

    /// Whether a page will exist after this edit.
    func willExist(page: Int) throws -> Bool { try newValue(of: .page(page, .existence)) == .bool(true) }

    /// Returns an edit by someone else that a deletion, an undo or another image of a page would affect without the
    /// client having seen it.
    private func conflictingEdit(with operation: EditOperation, undone: Int?) throws -> EditJournal.Authorship? {
        let isDeletion = (operation.path.isExistence || operation.path.isStep) && operation.after == .null
        // A client with a revision that does not exist yet has seen a different journal.
        let known = edit.revision <= state.revision ? edit.revision : 0
        let since = min(known, undone ?? known)
        if case .page(let number, let field) = operation.path, isDeletion || field == .image,
            let other = try editedPlace(onPage: number, since: since)
        {
            return other
        }
        guard isDeletion || undone != nil else { return nil }
        return try journal.newest(of: operation.path, includingBelow: isDeletion, after: since, notBy: editor)
    }

    /// Checks for missing things that an operation needs, such as categories and languages. A conflict is added if the
    /// thing existed before; if it never did, a fault is thrown here or by the later checks.
    private mutating func addConflictIfReferenceMissing(
        _ operation: EditOperation, _ current: JSONValue
    ) throws -> Bool {
        switch operation.path {
        case .clause(_, .categories):
            let named = Self.newIDs(operation.after, current).map { id in
                (FieldPath.category(id, .existence), "an array with \(FaultText.quoted(id))")
            }
            return try addConflictIfMissing(named, operation, current, expected: "ids of existing categories")
        case .clause(_, .text(let language, _)) where operation.after != .null,
            .clause(_, .phrases(let language)) where operation.after != .null,
            .clause(_, .reviewed(let language)) where operation.after != .null:
            let known = try languages(after: newValues)
            if known.contains(language) { return false }
            let published = try [FieldPath.DocumentField.languages, .language].flatMap { field in
                Self.tags(try fields.published.value(of: .document(field)))
            }
            guard published.contains(language) else {
                throw EditFault(
                    path: operation.path.description, value: "a text in \(language)",
                    expected: "one of the document's languages: \(known.prefix(20).joined(separator: ", "))")
            }
            try add(.absent, operation, theirs: current, since: .document(.languages))
            return true
        case .tour(_, .step):
            let named = newReferences(ofStep: operation, current).map { ($0, "a step with \($0)") }
            return try addConflictIfMissing(
                named, operation, current, expected: "an existing page and existing clauses")
        case .term(_, .seeAlso):
            let named = Self.newIDs(operation.after, current).map { id in
                (FieldPath.term(id, .existence), "an array with \(FaultText.quoted(id))")
            }
            return try addConflictIfMissing(named, operation, current, expected: "ids of existing terms")
        case .clause(_, .regions(let page)) where operation.after != .null:
            return try addConflictIfRemoved(page: page, operation, current)
        case .clause(let id, .existence) where operation.after == .bool(true):
            for page in try fields.pages(ofClause: id).sorted() {
                let regions = FieldPath.clause(id, .regions(page: page))
                guard try newValue(of: regions) != .null else { continue }
                if try addConflictIfRemoved(page: page, operation, current) { return true }
            }
        case .page(_, .image):
            return try addConflictIfRemoved(PageImage(operation.after).map { [$0] } ?? [], operation, current)
        case .page(_, .captures):
            let images = PageCaptures(operation.after)?.entries.compactMap(\.image) ?? []
            return try addConflictIfRemoved(images, operation, current)
        default: break
        }
        return false
    }

    /// Returns the valid ids in a new value that are not in the present one.
    static func newIDs(_ value: JSONValue?, _ current: JSONValue?) -> [String] {
        let known = Set((current?.elements ?? []).compactMap(\.textValue))
        return (value?.elements ?? []).compactMap(\.textValue).filter { !known.contains($0) && Identifier.isValid($0) }
    }

    /// Adds a conflict for the first missing one of these subjects if it existed before, else throws a fault.
    ///
    /// - Parameter named: The existence fields of the subjects, each with the value that is faulty without it.
    private mutating func addConflictIfMissing(
        _ named: [(subject: FieldPath, value: String)], _ operation: EditOperation, _ current: JSONValue,
        expected: String
    ) throws -> Bool {
        for (subject, value) in named where try !existsOrIsAdded(subject) {
            guard try fields.published.value(of: subject) == .bool(true) || journal.hasEdit(of: subject) else {
                throw EditFault(path: operation.path.description, value: value, expected: expected)
            }
            try add(.absent, operation, theirs: current, since: subject)
            return true
        }
        return false
    }

    /// Adds a conflict if a page is missing that existed before.
    private mutating func addConflictIfRemoved(
        page: Int, _ operation: EditOperation, _ current: JSONValue
    ) throws -> Bool {
        if try willExist(page: page) { return false }
        let path = FieldPath.page(page, .existence)
        guard try fields.published.value(of: path) == .bool(true) || journal.hasEdit(of: path) else { return false }
        try add(.absent, operation, theirs: current, since: path)
        return true
    }

    /// Adds a conflict if one of the images of a new value is missing.
    private mutating func addConflictIfRemoved(
        _ images: [PageImage], _ operation: EditOperation, _ current: JSONValue
    ) throws -> Bool {
        guard try images.contains(where: { try fields.image($0) == nil }),
            try fields.published.value(of: operation.path) != operation.after, try journal.hasEdit(of: operation.path)
        else { return false }
        try add(.absent, operation, theirs: current, since: operation.path)
        return true
    }

    /// Returns the possible languages of texts.
    private func languages(after values: [FieldPath: JSONValue]) throws -> [String] {
        try [FieldPath.DocumentField.languages, .language].flatMap { field in
            Self.tags(try values[.document(field)] ?? fields.value(of: .document(field)))
        }
    }

    private static func tags(_ value: JSONValue) -> [String] {
        (value.elements ?? [value]).compactMap(\.textValue)
    }

    mutating func add(
        _ reason: EditConflict.Reason, _ operation: EditOperation, theirs: JSONValue, since path: FieldPath
    ) throws {
        conflicts.append(conflict(reason, operation, theirs: theirs, try journal.newest(of: path)))
    }

    private func conflict(
        _ reason: EditConflict.Reason, _ operation: EditOperation, theirs: JSONValue, _ other: EditJournal.Authorship?
    ) -> EditConflict {
        EditConflict(
            path: operation.path, reason: reason, before: operation.before, theirs: theirs, mine: operation.after,
            editor: other?.editor, at: other?.at)
    }

    // MARK: Validation of the changes

    private func check(_ change: EditOperation) throws {
        let path = change.path
        // A published value was valid once, and an undo must be able to restore it.
        if try fields.published.value(of: path) == change.after { return }
        var page: (width: Int, height: Int)?
        switch path {
        case .clause(_, .regions(let number)) where change.after != .null:
            guard try willExist(page: number) else {
                throw EditFault(path: path.description, value: "page \(number)", expected: "a page of the document")
            }
            page = try fields.size(ofPage: number, after: newValues)
            guard page != nil else {
                throw EditFault(
                    path: path.description, value: "page \(number), which shows nothing", expected: "one with an image")
            }
        case .clause(_, .words): try checkPlaces(ofWords: change)
        case .page(let number, .image):
            try checkCapturesFollow(page: number, change)
            if let image = PageImage(change.after) { try check(image, of: path) }
        case .page(let number, .captures): try checkCaptures(ofPage: number, change)
        case .tour(_, .step) where change.after != .null: page = try sizeOfPage(ofStep: change.after)
        case .proposal where change.after != .null: try checkProposal(change)
        case .recording(_, _, .existence) where change.after != .null: try checkRecordingExists(change)
        case .page(let number, .existence) where number > Self.lastPage && change.after != .null:
            throw EditFault(
                path: path.description, value: "page \(number)", expected: "a number up to \(Self.lastPage)")
        case .category("all", .existence):
            throw EditFault(
                path: path.description, value: "all",
                expected: "another id, as all stands for the clauses of every category")
        default: break
        }
        try FieldValue.check(change.after, of: path, page: page, limits: limits)
        switch path {
        case .category(_, .icon), .document(.mark):
            guard let name = change.after.textValue, FieldValue.isFileOfIcon(name) else { return }
            let file = FieldPath("files/" + name)
            let exists = try file.map { try newValue(of: $0) != .null }
            guard try !(exists ?? fields.published.hasFile(name)) else { return }
            throw EditFault(path: path.description, value: FaultText.quoted(name), expected: FieldValue.iconRule)
        default: break
        }
    }

    /// Throws unless the operations of a proposal are valid when it is made, so that an editor can accept it.
    private func checkProposal(_ change: EditOperation) throws {
        let proposal = try Proposal(change.after, at: change.path, limits: limits)
        // A proposal that moves along with its page is accepted, whatever the page shows now: it must not prevent
        // publication.
        if change.before["annotation"] == proposal.annotation { return }
        for operation in proposal.operations {
            var page: (width: Int, height: Int)?
            if case .clause(_, .regions(let number)) = operation.path, operation.after != .null {
                page = try willExist(page: number) ? fields.size(ofPage: number, after: newValues) : nil
                guard page != nil else {
                    throw EditFault(
                        path: operation.path.description, value: "page \(number)", expected: "a page with an image")
                }
            }
            try FieldValue.check(operation.after, of: operation.path, page: page, limits: limits)
        }
        if change.before == .null, try fields.proposalCount() >= limits.proposals {
            throw EditFault(
                path: "proposals", value: "more than \(limits.proposals) that wait for an editor",
                atMost: limits.proposals)
        }
    }

    /// The highest number that a new page can have.
    private static let lastPage = 9_999

    /// Throws if a removed page still has regions, or if no page would be left.
    private func checkPages() throws {
        var isMade = false
        for case .page(let number, .existence) in changes.map(\.path) {
            if try willExist(page: number) {
                isMade = true
            } else if let clause = try fields.clause(onPage: number, after: newValues) {
                throw EditFault(
                    path: FieldPath.page(number, .existence).description,
                    value: "a page with regions of clause \(clause)",
                    expected: "one without; the edit that removes it may remove them too")
            }
        }
        guard changes.contains(where: { $0.path.isOfPage && $0.path.isExistence }) else { return }
        let pages = try fields.published.pages().map { FieldPath.page($0, .existence) }
        let count = try fields.count(in: "pages", published: pages, after: newValues) { $0.isOfPage && $0.isExistence }
        guard count > 0 else {
            throw EditFault(path: "pages", value: "the last page removed", expected: "at least one that stays")
        }
        if isMade, count > limits.pages {
            throw EditFault(path: "pages", value: "\(count) altogether", atMost: limits.pages)
        }
    }

    /// Throws if a removed icon file is still in use.
    private func checkIcons() throws {
        var isMade = false
        for case .file(let name) in changes.map(\.path) {
            if newValues[.file(name)] != .null {
                isMade = true
            } else if let user = try fields.user(ofIcon: name, after: newValues) {
                throw EditFault(
                    path: FieldPath.file(name).description, value: "the icon of \(user)",
                    expected: "one that nothing shows; the edit that removes it may change the icon too")
            }
        }
        guard isMade else { return }
        let icons = try fields.published.svgFileNames().map { FieldPath.file($0) }
        let count = try fields.count(in: "files", published: icons, after: newValues, where: \.isFile)
        if count > limits.icons {
            throw EditFault(path: "files", value: "\(count) SVG files altogether", atMost: limits.icons)
        }
    }

    /// Throws if a removed language still has texts.
    private func checkLanguages() throws {
        guard changes.contains(where: { $0.path == .document(.languages) || $0.path == .document(.language) }) else {
            return
        }
        let left = try languages(after: newValues)
        for language in try languages(after: [:]) where !left.contains(language) {
            guard let clause = try fields.clauseWithText(in: language, after: newValues) else { continue }
            throw EditFault(
                path: FieldPath.document(.languages).description,
                value: "without \(language), in which clause \(clause) has a text",
                expected: "all languages that texts have")
        }
    }

    // MARK: Writing

    private mutating func write(at date: Date, sha256: [UInt8]) throws -> JournalEntry {
        var counts = try state.counts ?? fields.published.counts()
        let former = counts
        let touched = Set(
            changes.compactMap { change -> String? in
                switch change.path {
                case .clause(let id, .existence), .clause(let id, .regions): id
                default: nil
                }
            })
        for clause in touched {
            let own = try fields.counts(of: clause, fields.value)
            counts = (counts.clauses - own.clauses, counts.vertices - own.vertices)
        }
        // Writes the row that fields and entries refer to.
        try state.write(for: document, database)
        for change in changes { state.fieldBytes += try fields.set(change.after, of: change.path) }
        for clause in touched {
            let own = try fields.counts(of: clause, fields.value)
            counts = (counts.clauses + own.clauses, counts.vertices + own.vertices)
        }
        try checkLimits(counts, former: former)
        state.counts = counts
        state.revision += 1
        let entry = JournalEntry(
            revision: state.revision, editor: editor, at: date.toMilliseconds,
            event: .edit(id: edit.id, label: edit.label, undoes: edit.undoes, operations: changes))
        state.journalBytes += try journal.append(entry, sha256: sha256)
        try noteUse(of: changes, at: date)
        guard state.journalBytes <= limits.journalBytes else {
            throw EditFault(
                path: "the journal of \(document)", value: "\(state.journalBytes) bytes", atMost: limits.journalBytes)
        }
        try state.write(for: document, database)
        return entry
    }

    /// Throws if a limit is exceeded. A document that already had more clauses or vertices may still be edited.
    private func checkLimits(
        _ counts: (clauses: Int, vertices: Int), former: (clauses: Int, vertices: Int)
    ) throws(EditFault) {
        if counts.clauses > limits.clauses, counts.clauses > former.clauses {
            throw EditFault(path: "clauses", value: "\(counts.clauses) altogether", atMost: limits.clauses)
        }
        if counts.vertices > limits.vertices, counts.vertices > former.vertices {
            throw EditFault(path: "regions", value: "\(counts.vertices) vertices altogether", atMost: limits.vertices)
        }
        if state.fieldBytes > limits.overlayBytes {
            throw EditFault(
                path: "the working copy of \(document)", value: "\(state.fieldBytes) bytes", atMost: limits.overlayBytes
            )
        }
        let byteCount = changes.reduce(0) { $0 + $1.after.compactText.utf8.count }
        if byteCount > limits.editBytes {
            throw EditFault(path: "the edit", value: "\(byteCount) bytes", atMost: limits.editBytes)
        }
    }
}

extension Date {
    /// The date rounded down to milliseconds, as stored in journals.
    var toMilliseconds: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(.down) / 1000) }
}
