import DocumentModel
import GRDB

/// Compares a working copy with the published version.
struct WorkingDifference {
    private let fields: WorkingFields
    private let version: Int
    private let revision: Int

    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    init(of document: String, _ database: Database) throws {
        fields = try WorkingFields(of: document, database)
        revision = try WorkingCopyState(of: document, database).revision
        version = try DocumentReader(database).versionNumber(of: document)
    }

    func changes() throws -> WorkingChanges {
        var subjects: [FieldPath: [EditOperation]] = [:]
        var pages: [(number: Int, operation: EditOperation)] = []
        var document: [EditOperation] = []
        for path in try fields.visibleChanges() {
            let operation = EditOperation(
                path: path, before: try fields.published.value(of: path), after: try fields.value(of: path))
            switch path {
            case .clause, .category: subjects[path.subject ?? path, default: []].append(operation)
            case .page(let number, _): pages.append((number, operation))
            case .document, .file, .tour, .term, .recording: document.append(operation)
            case .proposal: break
            }
        }
        var clauses: [(order: Double, subject: WorkingChanges.Subject)] = []
        var categories: [(order: Double, subject: WorkingChanges.Subject)] = []
        for (path, operations) in subjects {
            switch path {
            case .clause(let id, _):
                let number = try fields.value(of: .clause(id, .number)).textValue
                let order = try fields.value(of: .clause(id, .order))
                clauses.append(Self.subject(id, number: number, order: order, path, operations))
            case .category(let id, _):
                let order = try fields.value(of: .category(id, .order))
                categories.append(Self.subject(id, number: nil, order: order, path, operations))
            case .page, .document, .file, .proposal, .tour, .term, .recording: break
            }
        }
        return WorkingChanges(
            version: version, revision: revision, clauses: Self.sorted(clauses), categories: Self.sorted(categories),
            pages: pages.sorted { $0.number < $1.number }.map(\.operation), document: document)
    }

    private static func subject(
        _ id: String, number: String?, order: JSONValue, _ path: FieldPath, _ operations: [EditOperation]
    ) -> (order: Double, subject: WorkingChanges.Subject) {
        let existence = operations.first { $0.path == path }
        let change: WorkingChanges.Change =
            switch existence?.after {
            case .bool(true)?: .added
            case .null?: .removed
            default: .changed
            }
        var place = Double.infinity
        if case .number(let number) = order, change != .removed { place = number }
        let shown = change == .removed ? operations.filter(\.path.isExistence) : operations
        return (place, WorkingChanges.Subject(id: id, number: number, change: change, fields: shown))
    }

    private static func sorted(_ subjects: [(order: Double, subject: WorkingChanges.Subject)]) -> [WorkingChanges
        .Subject]
    {
        subjects.sorted { one, other in
            let (isRemoved, isOtherRemoved) = (one.subject.change == .removed, other.subject.change == .removed)
            if isRemoved != isOtherRemoved { return isOtherRemoved }
            if one.order != other.order { return one.order < other.order }
            return one.subject.id.utf8.lexicographicallyPrecedes(other.subject.id.utf8)
        }.map(\.subject)
    }
}
