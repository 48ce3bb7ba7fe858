package import DocumentModel
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

    // MARK: On one line

    /// The value as JSON on one line. The order of members is kept.
    package var compactText: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Writes the value as JSON on one line.
    func write(to text: inout some TextOutputStream) {
        switch self {
        case .null, .bool, .number, .string: text.write(self.text())
        case .pair(let first, let second):
            text.write("[\(FaultText.number(first)),\(FaultText.number(second))]")
        case .array(let elements):
            text.write("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { text.write(",") }
                element.write(to: &text)
            }
            text.write("]")
        case .object(let members):
            text.write("{")
            for (index, member) in members.enumerated() {
                if index > 0 { text.write(",") }
                text.write(JSONValue.string(member.key).text())
                text.write(":")
                member.value.write(to: &text)
            }
            text.write("}")
        }
    }

    /// Writes an object whose last member is a list. Elements are produced and written one at a time, so the list is
    /// never in memory as a whole.
    ///
    /// - Parameters:
    ///   - key: The key of the list.
    ///   - elements: The elements from which the list is made.
    ///   - stream: The output.
    ///   - write: Writes one element.
    func write<Elements: Sequence, Stream: TextOutputStream>(
        listing elements: Elements, as key: String, to stream: inout Stream,
        _ write: (Elements.Element, inout Stream) -> Void
    ) {
        stream.write(String(compactText.dropLast()))
        stream.write((self == .object([]) ? "" : ",") + "\(JSONValue.string(key).text()):[")
        var isFirst = true
        for element in elements {
            if !isFirst { stream.write(",") }
            isFirst = false
            write(element, &stream)
        }
        stream.write("]}")
    }
}

extension SourceFile {
    /// Creates a JSON file.
    init(name: String, json: JSONValue) { self.init(name: name, bytes: json.fileContent) }
}
