package import DocumentModel
import FileSupport
import Foundation

extension EditOperation {
    /// `{ path, before, after }`
    package var json: JSONValue {
        .members([("path", .string(path.description)), ("before", before), ("after", after)])
    }
}

extension JournalEntry {
    /// For an edit, `{ id, revision, kind, editor, at, label, undoes, operations }`. For other events, `{ revision,
    /// kind, editor, at, version }` or `{ …, keptUntil }`.
    package var json: JSONValue {
        let common: [(String, JSONValue?)] = [
            ("revision", .integer(revision)), ("kind", .string(kind)), ("editor", .string(editor)),
            ("at", .string(at.rfc3339)),
        ]
        switch event {
        case .edit(let id, let label, let undoes, let operations):
            return .members(
                [("id", .string(id))] + common + [
                    ("label", label.map(JSONValue.string) ?? .null),
                    ("undoes", undoes.map(JSONValue.string) ?? .null),
                    ("operations", .array(operations.map(\.json))),
                ])
        case .published(let version): return .members(common + [("version", .integer(version))])
        case .discarded(let keptUntil): return .members(common + [("keptUntil", .string(keptUntil.rfc3339))])
        }
    }

    /// The kind of the event.
    package var kind: String {
        switch event {
        case .edit: "edit"
        case .published: "published"
        case .discarded: "discarded"
        }
    }
}

extension EditConflict {
    /// `{ path, reason, before, theirs, mine, editor, at }`
    package var json: JSONValue {
        .members([
            ("path", .string(path.description)), ("reason", .string(reason.rawValue)), ("before", before),
            ("theirs", theirs), ("mine", mine), ("editor", editor.map(JSONValue.string) ?? .null),
            ("at", at.map { .string($0.rfc3339) } ?? .null),
        ])
    }
}

extension WorkingChanges {
    /// `{ version, revision, total, clauses: [ { id, number, change, fields: [ { path, before, after } ] } ],
    /// categories, pages, document }`
    package var json: JSONValue {
        func list(_ subjects: [Subject], hasNumbers: Bool) -> JSONValue {
            .array(
                subjects.map { subject in
                    .members([
                        ("id", .string(subject.id)),
                        ("number", hasNumbers ? subject.number.map(JSONValue.string) ?? .null : nil),
                        ("change", .string(subject.change.rawValue)), ("fields", .array(subject.fields.map(\.json))),
                    ])
                })
        }
        return .members([
            ("version", .integer(version)), ("revision", .integer(revision)), ("total", .integer(total)),
            ("clauses", list(clauses, hasNumbers: true)), ("categories", list(categories, hasNumbers: false)),
            ("pages", .array(pages.map(\.json))), ("document", .array(document.map(\.json))),
        ])
    }
}

extension EditLimits {
    /// The limits as sent to clients.
    package var json: JSONValue {
        .members([
            ("clauses", .integer(clauses)), ("vertices", .integer(vertices)),
            ("polygonVertices", .integer(polygonVertices)), ("operations", .integer(operations)),
            ("editBytes", .integer(editBytes)), ("overlayBytes", .integer(overlayBytes)),
            ("journalBytes", .integer(journalBytes)), ("discardedDays", .integer(discardedDays)),
            ("pages", .integer(pages)), ("icons", .integer(icons)), ("scans", .integer(scans)),
            ("scanBytes", .integer(scanBytes)), ("scanDays", .integer(scanDays)), ("proposals", .integer(proposals)),
            ("annotationBytes", .integer(annotationBytes)),
        ])
    }
}
