package import DocumentModel

extension JSON {
    /// Creates a value from one that was read from a file.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    package init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .number(let number): .double(number)
            case .string(let text): .string(text)
            case .pair(let first, let second): .array([.double(first), .double(second)])
            case .array(let elements): .array(elements.map { JSON($0) })
            case .object(let members): .object(members.map { ($0.key, JSON($0.value)) })
            }
    }
}
