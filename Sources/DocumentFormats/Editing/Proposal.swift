package import DocumentModel
import FileSupport

/// A change proposed by an annotation client: the annotation as sent, and the changes it would make to a clause. It
/// stays in the working copy, as the field `proposals/{id}`, until an editor accepts or rejects it.
///
/// Accepting is an edit that applies the operations and removes the proposal. Rejecting only removes it.
package struct Proposal: Equatable, Sendable {
    /// The client's action on its annotation.
    package enum Action: String, CaseIterable, Sendable {
        case create, replace, delete
    }

    /// The client's action.
    package let action: Action
    /// The page of the annotation container.
    package private(set) var page: Int
    /// The id of the clause. For a new clause, the id it will get.
    package let clause: String
    /// The annotation with all of its keys, or null if it was deleted.
    package let annotation: JSONValue
    /// The sender: a token's label, or `local`.
    package let editor: String
    /// The time of sending, as in RFC 3339.
    package let at: String
    /// The proposed operations. Their `before` values are those at the time of sending.
    package private(set) var operations: [EditOperation]
    /// Notes on the parts of the annotation that a clause cannot hold.
    package let notes: [String]

    package init(
        action: Action, page: Int, clause: String, annotation: JSONValue, editor: String, at: String,
        operations: [EditOperation], notes: [String]
    ) {
        (self.action, self.page, self.clause, self.annotation) = (action, page, clause, annotation)
        (self.editor, self.at, self.operations, self.notes) = (editor, at, operations, notes)
    }

    /// `{ action, annotation, at, clause, editor, notes, operations, page }`
    package var json: JSONValue {
        .members([
            ("action", .string(action.rawValue)), ("annotation", annotation), ("at", .string(at)),
            ("clause", .string(clause)), ("editor", .string(editor)), ("notes", .array(notes.map(JSONValue.string))),
            ("operations", .array(operations.map(\.json))), ("page", .integer(page)),
        ])
    }

    /// Returns the id of an editor's proposal for a clause on a page. It is always the same, so that a new proposal
    /// replaces the previous one.
    package static func id(of clause: String, page: Int, by editor: String) -> String {
        "p" + MessageDigest.of("\(page)/\(clause)/\(editor)".utf8).prefix(12).hexadecimalDigits
    }

    /// Returns the proposal with its page renumbered.
    package func moved(to number: Int) -> Proposal {
        var moved = self
        moved.page = number
        moved.operations = operations.map { operation in
            guard operation.path == .clause(clause, .regions(page: page)) else { return operation }
            return EditOperation(
                path: .clause(clause, .regions(page: number)), before: operation.before, after: operation.after)
        }
        return moved
    }

    // MARK: Reading

    private static let keys = ["action", "annotation", "at", "clause", "editor", "notes", "operations", "page"]
    /// The maximum number of fields that a proposal changes: enough for a clause's texts in all languages, and more.
    private static let operationLimit = 500

    /// Parses a value of the field.
    ///
    /// - Throws: The first fault.
    package init(_ value: JSONValue, at path: FieldPath, limits: EditLimits) throws(EditFault) {
        let root = SourcePath.root(path.description)
        try self.init(SourceNode(value: value, file: "", path: root, faults: FaultCollector()), limits: limits)
    }

    init(_ node: SourceNode, limits: EditLimits) throws(EditFault) {
        let read = node.object("a proposal, or null")
        try node.faults.check()
        let object = read ?? SourceObject(node: node, members: [])
        if let stray = object.members.first(where: { !Self.keys.contains($0.key) }) {
            object[stray.key].fault(expected: "only \(Self.keys.joined(separator: ", "))")
        }
        let names = Action.allCases.map(\.rawValue).joined(separator: " or ")
        let action = object["action"].string(names) { Action(rawValue: $0) != nil }.flatMap(Action.init(rawValue:))
        page = object["page"].integer(in: 1...FieldPath.pageLimit, "the number of a page") ?? 1
        let clause = object["clause"].string(Identifier.rule, where: Identifier.isValid) ?? ""
        editor = object["editor"].string("a name of at most 200 bytes") { $0.utf8.count <= 200 } ?? ""
        at = object["at"].string("a time of at most 40 bytes") { $0.utf8.count <= 40 } ?? ""
        notes = (object["notes"].array(limit: 200, "an array of texts") ?? []).compactMap { $0.string() }
        annotation = object["annotation"].value ?? .null
        if action == .delete {
            if annotation != .null { object["annotation"].fault(expected: "null, as the annotation was deleted") }
        } else if annotation.members == nil {
            object["annotation"].fault(expected: "an object")
        }
        let elements = object["operations"].array(limit: Self.operationLimit, "an array of operations") ?? []
        operations = elements.compactMap { Self.operation($0, clause: clause) }
        (self.action, self.clause) = (action ?? .create, clause)
        try node.faults.check()
        let byteCount = annotation.compactText.utf8.count
        guard byteCount <= limits.annotationBytes else {
            throw EditFault(
                path: object["annotation"].path.description, value: "an annotation of \(byteCount) bytes",
                atMost: limits.annotationBytes)
        }
    }

    /// Reads an operation on a field of the proposal's clause.
    private static func operation(_ node: SourceNode, clause: String) -> EditOperation? {
        guard let object = node.object("an object with path, before and after"),
            let text = object["path"].string("a field of the clause", where: { FieldPath($0)?.clauseID == clause }),
            let path = FieldPath(text)
        else { return nil }
        let after = object["after"].value ?? .null
        guard FieldValue.normal(after, of: path) == after else {
            object["after"].fault(expected: "a value as the working copy has it")
            return nil
        }
        return EditOperation(path: path, before: object["before"].value ?? .null, after: after)
    }
}
