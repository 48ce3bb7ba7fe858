import FileSupport

/// A JSON value whose objects keep the order of their keys.
///
/// Responses use this type instead of `JSONEncoder`, which orders keys differently in every process. Equal content must
/// have equal bytes, because they determine the ETag, and a reader should find `id` first.
public enum JSON: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A number. One that is not finite is written as `null`, because JSON cannot represent it.
    case double(Double)
    /// A string.
    case string(String)
    /// A list.
    case array([JSON])
    /// Keys and values in the order in which they are written. Keys are not checked for uniqueness.
    case object(Members)

    /// Keys and values of an object.
    public typealias Members = [(key: String, value: JSON)]

    /// Creates a string, or `null` if there is none.
    public init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// Creates a number, or `null` if there is none.
    public init(_ number: Double?) {
        self = number.map { .double($0) } ?? .null
    }

    /// Creates an object with its keys in alphabetical order, or `null` if there is no map.
    public init(_ map: [String: String]?) {
        guard let map else {
            self = .null
            return
        }
        self = .object(map.sorted { $0.key < $1.key }.map { (key: $0.key, value: .string($0.value)) })
    }

    package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// Returns a list, or nil if it is empty.
    static func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? nil : .array(elements) }

    static func numbers(_ numbers: [Double]) -> JSON { .array(numbers.map { .double($0) }) }

    /// Returns an object of the members that have a value.
    static func object(stating members: [(key: String, value: JSON?)]) -> JSON { .object(stated(members)) }

    /// Returns the members that have a value.
    static func stated(_ members: [(key: String, value: JSON?)]) -> Members {
        members.compactMap { key, value in value.map { (key, $0) } }
    }

    /// Whether two values have the same encoding.
    public static func == (left: JSON, right: JSON) -> Bool {
        left.bytes() == right.bytes()
    }

    /// Returns the value as UTF-8.
    ///
    /// - Parameter indented: Whether to put each member and element on a line of its own, indented by two spaces per
    ///   level. A list of plain values, such as a vertex, stays on one line.
    /// - Complexity: O(*n*) in the size of the result.
    public func bytes(indented: Bool = false) -> [UInt8] {
        var writer = JSONWriter(indented: indented)
        writer.write(self, depth: 0)
        return writer.bytes
    }

    /// The value as the text of a `script` element. It contains no `<`, the only character that could end the element.
    package var scriptText: String {
        // Escapes bytes, not characters: after U+0600, or with a combining mark, Swift treats `<` as part of another
        // character, but a browser does not.
        var escaped: [UInt8] = []
        for byte in bytes() {
            if byte == UInt8(ascii: "<") { escaped += "\\u003c".utf8 } else { escaped.append(byte) }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

private struct JSONWriter {
    let indented: Bool
    var bytes: [UInt8] = []

    mutating func write(_ value: JSON, depth: Int) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .int(let number): bytes += String(number).utf8
        case .double(let number): write(number)
        case .string(let text): write(text)
        case .array(let items):
            let inline = !indented || items.allSatisfy(\.isPlain) || items.allSatisfy(\.isShortList)
            writeList(items, open: "[", close: "]", inline: inline, depth: depth) { writer, item in
                writer.write(item, depth: depth + 1)
            }
        case .object(let members):
            writeList(members, open: "{", close: "}", inline: !indented, depth: depth) { writer, member in
                writer.write(member.key)
                writer.bytes.append(0x3A)
                if writer.indented { writer.bytes.append(0x20) }
                writer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func writeList<Item>(
        _ items: [Item], open: Unicode.Scalar, close: Unicode.Scalar, inline: Bool, depth: Int,
        writeItem: (inout JSONWriter, Item) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (position, item) in items.enumerated() {
            if position > 0 { bytes.append(0x2C) }
            if position > 0, indented, inline { bytes.append(0x20) }
            if !inline { breakLine(depth: depth + 1) }
            writeItem(&self, item)
        }
        if !inline, !items.isEmpty { breakLine(depth: depth) }
        bytes.append(UInt8(ascii: close))
    }

    private mutating func breakLine(depth: Int) {
        bytes.append(0x0A)
        bytes += repeatElement(0x20, count: 2 * depth)
    }

    private mutating func write(_ number: Double) {
        guard number.isFinite else {
            bytes += "null".utf8
            return
        }
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
            bytes += String(whole).utf8
        } else {
            bytes += number.description.utf8
        }
    }

    private mutating func write(_ text: String) { JSONString.append(text, to: &bytes) }
}

extension JSON {
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    fileprivate var isShortList: Bool {
        if case .array(let items) = self { items.count <= 4 && items.allSatisfy(\.isPlain) } else { false }
    }
}
