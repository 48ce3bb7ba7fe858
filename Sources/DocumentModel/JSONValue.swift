/// A JSON value as written in a file, with members in order and duplicate keys preserved.
///
/// An array of exactly two numbers has its own case. Polygons consist of such pairs, and storing them without a buffer
/// each saves most of the time and memory that a large file takes.
public enum JSONValue: Equatable, Sendable {
    /// A key of an object with its value.
    public struct Member: Equatable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }

        /// Compares keys by their scalars, and values by equality.
        public static func == (left: Member, right: Member) -> Bool {
            left.key.isIdentical(to: right.key) && left.value == right.value
        }
    }

    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array of exactly two numbers.
    case pair(Double, Double)
    /// Any other array.
    case array([JSONValue])
    /// Keys and values, in order.
    case object([Member])

    /// Compares strings by their scalars, so that canonically equivalent strings are not equal.
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

    /// The elements, if the value is an array.
    public var elements: [JSONValue]? {
        switch self {
        case .array(let elements): elements
        case .pair(let first, let second): [.number(first), .number(second)]
        default: nil
        }
    }

    /// A short form of the value for error messages: `"text"`, `3.5`, `[[1, 2], [3, 4]]`, `{ id, page }`.
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

    /// The members, if the value is an object.
    package var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text, if the value is a string.
    package var textValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if the value is one.
    package var numberValue: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// Returns the value of a key; nil if there is none, or if this is not an object.
    package subscript(key: String) -> JSONValue? {
        members?.first { $0.key.isIdentical(to: key) }?.value
    }
}
