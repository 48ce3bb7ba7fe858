package import DocumentModel

extension JSONValue {
    /// The value as JSON on one line; members stay in their order.
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

    /// Writes an object with a list as its last member, whose elements are made one after the other: however long it is,
    /// it never lies in memory as a whole.
    ///
    /// - Parameters:
    ///   - key: The list's name.
    ///   - elements: What the list is made of.
    ///   - stream: Where to.
    ///   - write: Writes an element.
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
