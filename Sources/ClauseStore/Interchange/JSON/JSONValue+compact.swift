extension JSONValue {
    /// The value as JSON on one line; members stay in their order.
    var compactText: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null, .bool, .number, .string: text += self.text()
        case .pair(let first, let second):
            text += "["
            text += FaultText.number(first)
            text += ","
            text += FaultText.number(second)
            text += "]"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += JSONValue.string(member.key).text()
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// The value of an object's key; nil where there is none, or this is no object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}
