import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TestSupport
import Testing

/// A store with the fixture's document, and shorthands to edit it.
struct EditingStore {
    let library: TestStore
    let document: String

    var store: ClauseStore { library.store }

    init(_ fixture: SourceFixture = SourceFixture()) throws {
        library = try TestStore(fixture)
        document = "psalter"
    }

    /// Parses a value from JSON.
    static func value(_ text: String) throws -> JSONValue {
        // The parser accepts a bare value.
        try JSONParser.parse(Data(text.utf8))
    }

    static func path(_ text: String) throws -> FieldPath { try #require(FieldPath(text), "\(text)") }

    static func operation(_ path: String, _ before: String, _ after: String) throws -> EditOperation {
        EditOperation(path: try self.path(path), before: try value(before), after: try value(after))
    }

    /// Returns an edit of one or several fields, each given by its path, value before and value after.
    static func edit(
        _ id: String, at revision: Int = 0, undoes: String? = nil, _ operations: (String, String, String)...
    ) throws -> Edit {
        Edit(
            id: id, revision: revision, undoes: undoes,
            operations: try operations.map { try operation($0.0, $0.1, $0.2) })
    }

    @discardableResult
    func apply(_ edit: Edit, by editor: String = "Ada", at second: Double = 1_700_000_000) throws -> EditOutcome {
        try store.apply(edit, to: document, editor: editor, at: Date(timeIntervalSince1970: second))
    }

    /// Applies an edit, which must succeed.
    @discardableResult
    func entry(_ edit: Edit, by editor: String = "Ada", sourceLocation: SourceLocation = #_sourceLocation) throws
        -> JournalEntry
    {
        guard case .applied(let entry) = try apply(edit, by: editor) else {
            throw try #require(nil as (any Error)?, "the edit was not applied", sourceLocation: sourceLocation)
        }
        return entry
    }

    /// Applies an edit, which must conflict.
    func conflicts(_ edit: Edit, by editor: String = "Ada") throws -> [EditConflict] {
        guard case .conflicts(let conflicts, _) = try apply(edit, by: editor) else { return [] }
        return conflicts
    }

    /// Applies an edit, which must be refused.
    func fault(_ edit: Edit, by editor: String = "Ada") throws -> EditFault {
        let error = try #require(throws: ClauseStoreError.self) { try apply(edit, by: editor) }
        guard case .edit(let fault) = error else { throw error }
        return fault
    }

    func value(_ path: String) throws -> JSONValue { try store.workingValue(of: Self.path(path), in: document) }

    func info() throws -> WorkingCopyInfo { try store.workingCopy(of: document) }
}
