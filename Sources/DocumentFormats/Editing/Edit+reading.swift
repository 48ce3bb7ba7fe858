package import DocumentModel
package import Foundation

extension Edit {
    /// Parses an edit sent by a client.
    ///
    /// - Throws: The first fault in the JSON, a member or a path. Values are checked when the edit is applied.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(json data: Data, limits: EditLimits = EditLimits()) throws(EditFault) {
        guard data.count <= limits.editBytes else {
            throw EditFault(path: "the edit", value: "\(data.count) bytes", atMost: limits.editBytes)
        }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONParser.parse(data)
        } catch {
            throw EditFault(path: error.path, value: error.value, expected: error.expected)
        }
        try self.init(value, limits: limits)
    }

    private init(_ value: JSONValue, limits: EditLimits) throws(EditFault) {
        let faults = FaultCollector()
        let node = SourceNode(value: value, file: "", path: .root(""), faults: faults)
        let read = node.object("an object with id, revision and operations")
        try faults.check(whole: "the edit")
        let object = read ?? SourceObject(node: node, members: [])
        let id = object["id"].string(Identifier.rule, where: Identifier.isValid)
        let revision = object["revision"].integer(in: 0...(1 << 53), "the newest revision that is known, from 0")
        let label = object["label"].optionalString(Self.labelRule, where: Self.isLabel)
        let undoes = object["undoes"].optionalString("the id of an edit", where: Identifier.isValid)
        let editor = object["editor"].optionalString("the name of the editor")
        let count = object["operations"].value?.elements?.count ?? 0
        guard count <= limits.operations else {
            throw EditFault(path: "operations", value: "an array of \(count)", atMost: limits.operations)
        }
        let elements = object["operations"].array(limit: limits.operations, "an array of operations") ?? []
        if elements.isEmpty { object["operations"].fault(expected: "at least one operation") }
        let operations = elements.compactMap(Self.operation)
        try faults.check(whole: "the edit")
        self.init(
            id: id ?? "", revision: revision ?? 0, label: label, undoes: undoes, editor: editor, operations: operations)
    }

    private static func operation(_ node: SourceNode) -> EditOperation? {
        guard let object = node.object("an object with path, before and after"),
            let text = object["path"].string(FieldPath.rule, where: { FieldPath($0) != nil }),
            let path = FieldPath(text)
        else { return nil }
        for key in ["before", "after"] where object[key].value == nil {
            object[key].fault(expected: "the field's value, which may be null")
        }
        return EditOperation(
            path: path, before: object["before"].value ?? .null, after: object["after"].value ?? .null)
    }

    /// A description of valid labels, for errors.
    package static let labelRule = "a code of 1 to 40 letters"

    /// Whether a text is a valid label.
    package static func isLabel(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIILetter)
    }
}
