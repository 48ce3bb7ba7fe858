import DocumentFormats
import DocumentModel

extension EditApplication {
    /// Throws if the edit is invalid by itself, whatever the working copy is.
    func checkForm() throws(EditFault) {
        guard Identifier.isValid(edit.id) else {
            throw EditFault(path: "id", value: FaultText.quoted(edit.id), expected: Identifier.rule)
        }
        if let label = edit.label, !Edit.isLabel(label) {
            throw EditFault(path: "label", value: FaultText.quoted(label), expected: Edit.labelRule)
        }
        guard edit.revision >= 0 else {
            throw EditFault(path: "revision", value: "\(edit.revision)", expected: "a revision from 0")
        }
        guard (1...200).contains(editor.utf8.count), !editor.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw EditFault(path: "the editor", value: FaultText.quoted(editor), expected: "a name of 1 to 200 bytes")
        }
        guard !edit.operations.isEmpty else {
            throw EditFault(path: "operations", value: "[]", expected: "at least one operation")
        }
        guard edit.operations.count <= limits.operations else {
            let count = edit.operations.count
            throw EditFault(path: "operations", value: "an array of \(count)", atMost: limits.operations)
        }
        var seen: Set<FieldPath> = []
        if let twice = edit.operations.first(where: { !seen.insert($0.path).inserted }) {
            throw EditFault(path: "operations", value: "\(twice.path) twice", expected: "every field only once")
        }
    }
}
