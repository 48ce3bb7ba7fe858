import DocumentModel
import FileSupport
import Foundation

extension JSONValue {
    /// The content of a JSON file with this value: indented, with a final line break.
    var fileContent: Data { Data((text() + "\n").utf8) }

    /// Returns the value as JSON, indented by two spaces per level. The order of members is kept.
    func text(indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .null: return "null"
        case .bool(let value): return String(value)
        case .number(let value): return FaultText.number(value)
        case .string(let text): return JSONString.quoted(text)
        case .pair(let first, let second): return "[\(FaultText.number(first)), \(FaultText.number(second))]"
        case .array(let elements):
            guard !elements.isEmpty else { return "[]" }
            let lines = elements.map { inner + $0.text(indentation: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { "\(inner)\(JSONString.quoted($0.key)): \($0.value.text(indentation: inner))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
        }
    }
}

extension SourceFile {
    /// Creates a JSON file.
    init(name: String, json: JSONValue) { self.init(name: name, bytes: json.fileContent) }
}
