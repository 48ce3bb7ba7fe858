/// An element of a store's answer: its name without namespace, its text, and what is in it.
///
/// Stores answer in a small part of XML, and that alone is read: elements, text, the five named entities and characters by
/// number. A document type, which could define entities, ends it; so do comments, CDATA and processing instructions other
/// than the declaration. All is bounded: bytes, depth, elements.
struct StoreXML: Sendable, Equatable {
    /// How large an answer may be: a list of a thousand of the longest keys, encoded.
    static let byteLimit = 8 << 20
    static let depthLimit = 12
    static let elementLimit = 50_000

    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [StoreXML] = []

    /// Reads a document.
    ///
    /// - Returns: `nil` for whatever is not such a document.
    /// - Complexity: O(bytes).
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.byteLimit else { return nil }
        var parser = StoreXMLParser(bytes: Array(bytes))
        guard let root = parser.document() else { return nil }
        self = root
    }

    fileprivate init(name: String) { self.name = name }

    /// The first element of that name.
    subscript(_ name: String) -> StoreXML? { children.first { $0.name == name } }

    /// The text of the first element of that name.
    func text(of name: String) -> String? { self[name]?.text }

    /// All elements of that name.
    func all(_ name: String) -> [StoreXML] { children.filter { $0.name == name } }
}

/// Reads an answer from its first byte to its last.
private struct StoreXMLParser {
    private let bytes: [UInt8]
    private var position = 0
    private var elementCount = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() -> StoreXML? {
        _ = take("\u{FEFF}")
        // Some stores send spaces ahead while they work on an answer.
        skipSpace()
        if take("<?xml") {
            guard let end = find("?>", within: 200) else { return nil }
            position = end
        }
        skipSpace()
        guard let root = element(depth: 1) else { return nil }
        skipSpace()
        return position == bytes.count ? root : nil
    }

    private mutating func element(depth: Int) -> StoreXML? {
        elementCount += 1
        guard depth <= StoreXML.depthLimit, elementCount <= StoreXML.elementLimit, take("<"), let name = name() else {
            return nil
        }
        guard let isEmpty = attributes() else { return nil }
        var element = StoreXML(name: Self.local(name))
        if isEmpty { return element }
        var text: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "<"):
                if take("</") {
                    guard self.name() == name else { return nil }
                    skipSpace()
                    guard take(">"), let read = String(validating: text, as: UTF8.self) else { return nil }
                    // Between elements, spaces mean nothing.
                    element.text = element.children.isEmpty ? read : ""
                    return element
                }
                guard let child = self.element(depth: depth + 1) else { return nil }
                element.children.append(child)
            case UInt8(ascii: "&"):
                guard let character = reference() else { return nil }
                text += Array(String(character).utf8)
            case let byte:
                text.append(byte)
                position += 1
            }
        }
        return nil
    }

    /// Skips attributes, which tell nothing that is needed; says whether the element ends at once.
    private mutating func attributes() -> Bool? {
        while true {
            skipSpace()
            if take("/>") { return true }
            if take(">") { return false }
            guard name() != nil else { return nil }
            skipSpace()
            guard take("=") else { return nil }
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
            else { return nil }
            let quote = bytes[position]
            position += 1
            while position < bytes.count, bytes[position] != quote {
                guard bytes[position] != UInt8(ascii: "<") else { return nil }
                position += 1
            }
            guard position < bytes.count else { return nil }
            position += 1
        }
    }

    private mutating func name() -> [UInt8]? {
        let start = position
        while position < bytes.count, Self.isOfName(bytes[position]) { position += 1 }
        guard position > start, position - start <= 100 else { return nil }
        return Array(bytes[start..<position])
    }

    private mutating func reference() -> Character? {
        guard let end = find(";", within: 12) else { return nil }
        let word = String(decoding: bytes[(position + 1)..<(end - 1)], as: UTF8.self)
        position = end
        switch word {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard word.hasPrefix("#") else { return nil }
            let isHexadecimal = word.hasPrefix("#x")
            let digits = word.dropFirst(isHexadecimal ? 2 : 1)
            // A sign would be taken for a part of the number.
            guard digits.allSatisfy(\.isHexDigit) else { return nil }
            return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }

    /// The end of a text that comes soon, from the current position.
    private func find(_ text: StaticString, within limit: Int) -> Int? {
        let wanted = Array("\(text)".utf8)
        var place = position
        while place + wanted.count <= min(bytes.count, position + limit) {
            if bytes[place..<(place + wanted.count)].elementsEqual(wanted) { return place + wanted.count }
            place += 1
        }
        return nil
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= bytes.count - position else { return false }
        let isThere = text.withUTF8Buffer { bytes[position..<(position + count)].elementsEqual($0) }
        if isThere { position += count }
        return isThere
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func local(_ name: [UInt8]) -> String {
        String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
    }
}
