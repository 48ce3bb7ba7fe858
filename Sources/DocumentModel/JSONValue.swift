/// A JSON value as it stands in a file: members in order, and doubled keys still there.
///
/// An array of exactly two numbers is a case of its own. Polygons are made of those, and keeping them without a buffer
/// each saves most of the time and memory that a large file takes.
public enum JSONValue: Equatable, Sendable {
    /// A key of an object, and its value.
    public struct Member: Equatable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }

        /// Equal are members whose keys have the same scalars and whose values are equal.
        public static func == (left: Member, right: Member) -> Bool {
            left.key.isIdentical(to: right.key) && left.value == right.value
        }
    }

    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, which is finite.
    case number(Double)
    /// A string.
    case string(String)
    /// An array of exactly two numbers.
    case pair(Double, Double)
    /// Any other array.
    case array([JSONValue])
    /// Keys and values, in order.
    case object([Member])

    /// Equal are values with the same scalars, also where others are canonically equivalent.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.isIdentical(to: other)
        case (.pair(let x, let y), .pair(let otherX, let otherY)): x == otherX && y == otherY
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// The elements, where the value is an array.
    public var elements: [JSONValue]? {
        switch self {
        case .array(let elements): elements
        case .pair(let first, let second): [.number(first), .number(second)]
        default: nil
        }
    }

    /// The value in a few words, for errors: `"text"`, `3.5`, `[[1, 2], [3, 4]]`, `an object`.
    package var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .number(let value): FaultText.number(value)
        case .string(let text): FaultText.quoted(text)
        case .pair(let first, let second): "[\(FaultText.number(first)), \(FaultText.number(second))]"
        case .array(let elements):
            if elements.count > 4 {
                "an array of \(elements.count)"
            } else {
                FaultText.plain("[" + elements.map(\.summary).joined(separator: ", ") + "]")
            }
        case .object(let members):
            members.isEmpty ? "{}" : FaultText.plain("{ " + members.map(\.key).joined(separator: ", ") + " }")
        }
    }

    /// The members, where the value is an object.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text, where the value is a string.
    package var textValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, where the value is one.
    package var numberValue: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The value of an object's key; nil where there is none, or this is no object.
    package subscript(key: String) -> JSONValue? {
        members?.first { $0.key.isIdentical(to: key) }?.value
    }
}
