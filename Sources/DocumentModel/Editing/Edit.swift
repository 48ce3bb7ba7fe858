public import Foundation

/// The change of one field, within an ``Edit``.
public struct EditOperation: Equatable, Sendable {
    /// The field.
    public let path: FieldPath
    /// Its value before.
    public let before: JSONValue
    /// Its value afterwards.
    public let after: JSONValue

    /// Makes an operation.
    public init(path: FieldPath, before: JSONValue, after: JSONValue) {
        (self.path, self.before, self.after) = (path, before, after)
    }
}

/// One action of one person in the working copy of a document. It is applied as a whole or not at all.
public struct Edit: Equatable, Sendable {
    /// The id, which the client made; by it an edit that is sent again is recognised.
    public let id: String
    /// The newest revision of the working copy that the client knew.
    public let revision: Int
    /// What was done, as a short code of letters.
    public let label: String?
    /// The id of the edit of the same person that this one takes back; a redo takes back an undo.
    public let undoes: String?
    /// What changes: at least one field, and each only once.
    public let operations: [EditOperation]

    /// Makes an edit.
    public init(id: String, revision: Int, label: String? = nil, undoes: String? = nil, operations: [EditOperation]) {
        (self.id, self.revision, self.label) = (id, revision, label)
        (self.undoes, self.operations) = (undoes, operations)
    }
}

/// What happened to a working copy. Every entry has a revision of its own.
public struct JournalEntry: Equatable, Sendable {
    /// A kind of event.
    public enum Event: Equatable, Sendable {
        /// An edit was applied; the operations are those that changed something.
        case edit(id: String, label: String?, undoes: String?, operations: [EditOperation])
        /// The working copy became this version of the document.
        case published(version: Int)
        /// All unpublished edits were discarded; a copy is kept until then.
        case discarded(keptUntil: Date)
    }

    /// The revision of the working copy from this event on; the first entry has 1.
    public let revision: Int
    /// Who did it.
    public let editor: String
    /// When.
    public let at: Date
    /// What was done.
    public let event: Event

    /// Makes an entry.
    public init(revision: Int, editor: String, at: Date, event: Event) {
        (self.revision, self.editor, self.at, self.event) = (revision, editor, at, event)
    }
}

/// A field that an edit does not agree with the working copy about.
public struct EditConflict: Equatable, Sendable {
    /// Why an operation cannot be applied.
    public enum Reason: String, Sendable {
        /// The field's value is neither the one before the operation nor the one after it.
        case changed
        /// What the operation needs is not there: its clause or category, or a category or language that it names.
        case absent
        /// Somebody else has edited what is to be deleted, or has changed again what is to be undone.
        case edited
    }

    /// The field.
    public let path: FieldPath
    /// Why.
    public let reason: Reason
    /// The value that the edit started from.
    public let before: JSONValue
    /// The value in the working copy.
    public let theirs: JSONValue
    /// The value that the edit gives.
    public let mine: JSONValue
    /// Who made the edit that stands against it; nil where nobody did since the document was last published.
    public let editor: String?
    /// When that edit was made.
    public let at: Date?

    /// Makes a conflict.
    public init(
        path: FieldPath, reason: Reason, before: JSONValue, theirs: JSONValue, mine: JSONValue, editor: String?,
        at: Date?
    ) {
        (self.path, self.reason) = (path, reason)
        (self.before, self.theirs, self.mine) = (before, theirs, mine)
        (self.editor, self.at) = (editor, at)
    }
}

/// What became of an edit.
public enum EditOutcome: Equatable, Sendable {
    /// It is part of the working copy now.
    case applied(JournalEntry)
    /// It was applied before; this is the entry that it has since then.
    case repeated(JournalEntry)
    /// Nothing was changed: these fields are in conflict with what others did. The revision is the working copy's.
    case conflicts([EditConflict], revision: Int)
}

/// What is wrong with an edit, whatever the state of the working copy; then nothing was changed.
public struct EditFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place: a field's path, perhaps with a place within its value, or a member of the edit.
    public let path: String
    /// What is there, shortened and on one line.
    public let value: String
    /// What was expected instead.
    public let expected: String
    /// Whether it is too large or one too many, rather than wrong.
    public let isLimit: Bool

    /// Makes a fault.
    public init(path: String, value: String, expected: String, isLimit: Bool = false) {
        (self.path, self.value, self.expected, self.isLimit) = (path, value, expected, isLimit)
    }

    /// One line: `clauses/39/kind is "poem", expected clause or detail`.
    public var description: String { "\(path) is \(value), expected \(expected)" }
}

/// The state of a working copy.
public struct WorkingCopyInfo: Equatable, Sendable {
    /// The document's id.
    public let document: String
    /// How many entries the journal has.
    public let revision: Int
    /// The number of the published version that it changes.
    public let version: Int
    /// How many fields differ from the published version.
    public let changeCount: Int
    /// How many edits were made since the document was last published or its edits discarded.
    public let editCount: Int
    /// Who made the newest of them; nil where there are none.
    public let editor: String?
    /// When that was.
    public let editedAt: Date?

    /// Makes the description of a working copy.
    public init(
        document: String, revision: Int, version: Int, changeCount: Int, editCount: Int, editor: String?,
        editedAt: Date?
    ) {
        (self.document, self.revision, self.version) = (document, revision, version)
        (self.changeCount, self.editCount) = (changeCount, editCount)
        (self.editor, self.editedAt) = (editor, editedAt)
    }
}
