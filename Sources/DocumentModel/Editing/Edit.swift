public import Foundation

/// A change of one field within an ``Edit``.
public struct EditOperation: Equatable, Sendable {
    /// The field that changes.
    public let path: FieldPath
    /// The value before the change.
    public let before: JSONValue
    /// The value after the change.
    public let after: JSONValue

    /// Creates an operation.
    public init(path: FieldPath, before: JSONValue, after: JSONValue) {
        (self.path, self.before, self.after) = (path, before, after)
    }
}

/// An action by one person on the working copy of a document. It is applied as a whole or not at all.
public struct Edit: Equatable, Sendable {
    /// The id, chosen by the client. An edit that is sent again is recognised by it.
    public let id: String
    /// The newest revision of the working copy that the client knew.
    public let revision: Int
    /// The kind of action, as a short code of letters.
    public let label: String?
    /// The id of the edit by the same person that this one reverts. A redo reverts an undo.
    public let undoes: String?
    /// The name of the person who made the edit, as the client knows it; nil if it does not say.
    public let editor: String?
    /// The changes: at least one, and at most one per field.
    public let operations: [EditOperation]

    /// Creates an edit.
    public init(
        id: String, revision: Int, label: String? = nil, undoes: String? = nil, editor: String? = nil,
        operations: [EditOperation]
    ) {
        (self.id, self.revision, self.label) = (id, revision, label)
        (self.undoes, self.editor, self.operations) = (undoes, editor, operations)
    }
}

/// An event in the journal of a working copy. Every entry has its own revision.
public struct JournalEntry: Equatable, Sendable {
    /// A kind of event.
    public enum Event: Equatable, Sendable {
        /// An edit was applied. The operations are those that had an effect.
        case edit(id: String, label: String?, undoes: String?, operations: [EditOperation])
        /// The working copy became this version of the document, or a source replaced the published version with it.
        case published(version: Int)
        /// All unpublished edits were discarded. A copy of them is kept until the given time.
        case discarded(keptUntil: Date)
    }

    /// The revision of the working copy after this event; 1 for the first entry.
    public let revision: Int
    /// The name of the person who caused the event.
    public let editor: String
    /// The time of the event.
    public let at: Date
    /// The event.
    public let event: Event

    /// Creates an entry.
    public init(revision: Int, editor: String, at: Date, event: Event) {
        (self.revision, self.editor, self.at, self.event) = (revision, editor, at, event)
    }
}

/// A field in which an edit conflicts with the working copy.
public struct EditConflict: Equatable, Sendable {
    /// The reason why an operation cannot be applied.
    public enum Reason: String, Sendable {
        /// The field has neither the operation's old value nor its new one.
        case changed
        /// Something that the operation needs is missing: its clause or category, or a category or language that it
        /// names.
        case absent
        /// Someone else has edited what would be deleted, or has since changed what would be undone. Or the page that
        /// the operation names has another number or image since.
        case edited
    }

    /// The field in conflict.
    public let path: FieldPath
    /// The reason for the conflict.
    public let reason: Reason
    /// The value the edit is based on.
    public let before: JSONValue
    /// The value in the working copy.
    public let theirs: JSONValue
    /// The value the edit sets.
    public let mine: JSONValue
    /// The author of the conflicting edit; nil if there is none since the document was last published.
    public let editor: String?
    /// The time of the conflicting edit.
    public let at: Date?

    /// Creates a conflict.
    public init(
        path: FieldPath, reason: Reason, before: JSONValue, theirs: JSONValue, mine: JSONValue, editor: String?,
        at: Date?
    ) {
        (self.path, self.reason) = (path, reason)
        (self.before, self.theirs, self.mine) = (before, theirs, mine)
        (self.editor, self.at) = (editor, at)
    }
}

/// The result of applying an edit.
public enum EditOutcome: Equatable, Sendable {
    /// The edit was applied.
    case applied(JournalEntry)
    /// The edit had already been applied, with this journal entry.
    case repeated(JournalEntry)
    /// Nothing was changed, as these fields conflict with other edits. `revision` is that of the working copy.
    case conflicts([EditConflict], revision: Int)
}

/// A fault in an edit that does not depend on the working copy. Nothing was changed.
public struct EditFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The location of the fault: the path of a field, possibly with a place within its value, or a member of the edit.
    public let path: String
    /// The faulty value, shortened and on one line.
    public let value: String
    /// The expected value.
    public let expected: String
    /// Whether the value exceeds a limit, rather than being invalid.
    public let isLimit: Bool

    /// Creates a fault.
    public init(path: String, value: String, expected: String, isLimit: Bool = false) {
        (self.path, self.value, self.expected, self.isLimit) = (path, value, expected, isLimit)
    }

    /// Creates the fault of a value that exceeds a limit.
    package init(path: String, value: String, atMost limit: Int) {
        self.init(path: path, value: value, expected: "at most \(limit)", isLimit: true)
    }

    /// The fault on one line: `clauses/39/kind is "poem", expected clause or detail`.
    public var description: String { "\(path) is \(value), expected \(expected)" }
}

/// The state of a working copy.
public struct WorkingCopyInfo: Equatable, Sendable {
    /// The document's id.
    public let document: String
    /// The number of journal entries. A version that replaces the published one is an entry too.
    public let revision: Int
    /// The number of the published version that the working copy is based on.
    public let version: Int
    /// The number of fields that differ from the published version.
    public let changeCount: Int
    /// The number of edits since the document was last published or its edits were discarded.
    public let editCount: Int
    /// The author of the newest of these edits; nil if there are none.
    public let editor: String?
    /// The time of the newest of these edits.
    public let editedAt: Date?

    /// Creates the description of a working copy.
    public init(
        document: String, revision: Int, version: Int, changeCount: Int, editCount: Int, editor: String?,
        editedAt: Date?
    ) {
        (self.document, self.revision, self.version) = (document, revision, version)
        (self.changeCount, self.editCount) = (changeCount, editCount)
        (self.editor, self.editedAt) = (editor, editedAt)
    }
}
