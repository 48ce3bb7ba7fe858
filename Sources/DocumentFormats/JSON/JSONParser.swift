package import DocumentModel
package import Foundation

/// A syntax error in JSON, with its position.
package struct JSONFault: Error, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    /// What was found.
    package let value: String
    /// What was expected.
    package let expected: String

    /// The position as the path of a fault.
    var path: String { "line \(line), column \(column)" }
}

/// A strict parser for RFC 8259 that reports line and column, and limits nesting depth and memory use.
///
/// Foundation's decoders report neither the position of a fault nor the order and duplication of keys, which authors
/// who write these files by hand need to know.
package struct JSONParser {
    /// The maximum nesting depth. A source folder needs 7; far deeper nesting is an attack on the stack.
    static let depthLimit = 64
    /// The maximum number of values in an array, and of members in an object: twice the limit on a document's clauses.
    static let countLimit = 2_000_000

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The number of bytes that further values may use.
    private var memoryLeft: Int

    /// Parses a whole file. A byte order mark at its start is skipped.
    ///
    /// - Complexity: O(*n*) in the number of bytes. Stack use is bounded by ``depthLimit``.
    package static func parse(_ data: Data) throws(JSONFault) -> JSONValue {
        let result = data.withUnsafeBytes { raw -> Result<JSONValue, JSONFault> in
            raw.withMemoryRebound(to: UInt8.self) { bytes in
                var parser = JSONParser(bytes: bytes)
                return Result { () throws(JSONFault) in try parser.parseFile() }
            }
        }
        return try result.get()
    }

    /// Parses a file.
    ///
    /// - Throws: A fault with the file's name.
    static func parse(_ file: SourceFile) throws(SourceFaults) -> JSONValue {
        do throws(JSONFault) {
            return try parse(file.bytes)
        } catch {
            throw SourceFaults(file: file.name, path: error.path, value: error.value, expected: error.expected)
        }
    }

    /// Parses the file with a name. Returns nil if there is none.
    static func parse(_ name: String, in files: [SourceFile]) throws(SourceFaults) -> JSONValue? {
        guard let file = files.first(where: { $0.name == name }) else { return nil }
        return try parse(file)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        memoryLeft = Self.memoryLimit(byteCount: bytes.count)
    }

    /// Returns the maximum memory that the values of a file may use, in bytes.
    ///
    /// Typical documents use 2 to 5 times the size of their file. `[],[],[]…` would use 8 times, `{"a":1},…` 13 times.
    static func memoryLimit(byteCount: Int) -> Int { (64 << 20) + 6 * byteCount }

    /// Whether bytes begin like JSON in UTF-16 or UTF-32: with a bracket and then ASCII, after white space.
    static func isWide(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(1 << 10))
        guard start.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) else { return false }
        return [(2, true), (2, false), (4, true), (4, false)].contains { width, isBigEndian in
            let units = stride(from: 0, through: start.count - width, by: width).map { place in
                let unit = start[place..<place + width]
                return (isBigEndian ? Array(unit) : unit.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            let mark: UInt32 = 0xFEFF
            let text = units.drop { [mark, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return (text.first == 0x7B || text.first == 0x5B) && text.dropFirst().first.map { $0 < 0x80 } ?? true
        }
    }

    private mutating func parseFile() throws(JSONFault) -> JSONValue {
        guard !Self.isWide(bytes) else { throw fault(value: "JSON in UTF-16 or UTF-32", expected: "JSON in UTF-8") }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        skipSpace()
        let value = try parseValue(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault(expected: "the end of the file") }
        return value
    }

    private mutating func parseValue(depth: Int) throws(JSONFault) -> JSONValue {
        try take(MemoryLayout<JSONValue>.stride)
        switch peek {
        case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        default:
            guard peek == UInt8(ascii: "-") || peekDigit != nil else { throw fault(expected: "a JSON value") }
            return .number(try parseNumber())
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONFault) -> JSONValue {
        try checkDepth(depth)
        position += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take("}") { return .object(members) }
        try take(Self.bufferHeader)
        while true {
            try checkCount(members.count)
            try take(MemoryLayout<JSONValue.Member>.stride - MemoryLayout<JSONValue>.stride)
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault(expected: "a key in quotation marks") }
            let key = try parseString()
            skipSpace()
            guard take(":") else { throw fault(expected: "':'") }
            skipSpace()
            members.append(JSONValue.Member(key: key, value: try parseValue(depth: depth)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw fault(expected: "',' or '}'") }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONFault) -> JSONValue {
        try checkDepth(depth)
        position += 1
        skipSpace()
        if take("]") { return .array([]) }
        try take(Self.bufferHeader)
        // Keep the first two elements outside an array buffer, because most arrays are pairs of numbers and end there.
        let first = try parseValue(depth: depth)
        skipSpace()
        if take("]") { return .array([first]) }
        guard take(",") else { throw fault(expected: "',' or ']'") }
        skipSpace()
        let second = try parseValue(depth: depth)
        skipSpace()
        if take("]") {
            if case .number(let x) = first, case .number(let y) = second {
                memoryLeft += Self.bufferHeader + 2 * MemoryLayout<JSONValue>.stride
                return .pair(x, y)
            }
            return .array([first, second])
        }
        var elements = [first, second]
        while true {
            guard take(",") else { throw fault(expected: "',' or ']'") }
            try checkCount(elements.count)
            skipSpace()
            elements.append(try parseValue(depth: depth))
            skipSpace()
            if take("]") { return .array(elements) }
        }
    }

    private func checkDepth(_ depth: Int) throws(JSONFault) {
        guard depth <= Self.depthLimit else {
            throw fault(value: "nesting of \(depth) levels", expected: "at most \(Self.depthLimit)")
        }
    }

    private func checkCount(_ count: Int) throws(JSONFault) {
        guard count < Self.countLimit else {
            throw fault(value: "one of more than \(Self.countLimit) values in one array or object", expected: "fewer")
        }
    }

    /// The overhead of a buffer in bytes, in addition to its elements.
    private static let bufferHeader = 32

    /// Subtracts bytes from the memory budget.
    private mutating func take(_ byteCount: Int) throws(JSONFault) {
        memoryLeft -= byteCount
        guard memoryLeft >= 0 else {
            let limit = Self.memoryLimit(byteCount: bytes.count) >> 20
            throw fault(
                value: "where the values take more than \(limit) MB of memory",
                expected: "fewer values in a file of this size")
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw fault(expected: "\(word)") }
        for offset in 0..<word.utf8CodeUnitCount where bytes[position + offset] != (word.utf8Start + offset).pointee {
            throw fault(expected: "\(word)")
        }
        position = end
        return value
    }

    // MARK: Numbers

    private mutating func parseNumber() throws(JSONFault) -> Double {
        let start = position
        let isNegative = take("-")
        var significand: UInt64 = 0
        var digitCount = 0
        var exponent = 0
        let integerStart = position
        while let digit = peekDigit {
            // With more than 15 digits the fast path below is not taken, so a wrapped value is never used.
            significand = significand &* 10 &+ digit
            digitCount += 1
            position += 1
        }
        guard digitCount > 0 else { throw fault(expected: "a digit") }
        guard digitCount == 1 || bytes[integerStart] != UInt8(ascii: "0") else {
            throw fault(at: start, expected: "a number without leading zeros")
        }
        if take(".") {
            let fractionStart = position
            while let digit = peekDigit {
                significand = significand &* 10 &+ digit
                digitCount += 1
                exponent -= 1
                position += 1
            }
            guard position > fractionStart else { throw fault(expected: "a digit") }
        }
        let hasExponent = peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E")
        if hasExponent {
            position += 1
            if !take("+") { _ = take("-") }
            guard peekDigit != nil else { throw fault(expected: "a digit") }
            while peekDigit != nil { position += 1 }
        }
        // Both numbers are exactly representable as doubles, so the quotient is rounded only once: W. D. Clinger, "How
        // to Read Floating Point Numbers Accurately", 1990.
        if !hasExponent, digitCount <= 15, exponent >= -22 {
            let value = Double(significand) / Self.powersOfTen[-exponent]
            return isNegative ? -value : value
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw fault(value: FaultText.plain(text), at: start, expected: "a number that a double can hold")
        }
        return value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private var peekDigit: UInt64? {
        guard let byte = peek, byte.isASCIIDigit else { return nil }
        return UInt64(byte - UInt8(ascii: "0"))
    }

    // MARK: Strings

    private mutating func parseString() throws(JSONFault) -> String {
        position += 1
        var whole = ""
        while true {
            let start = position
            while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
                position += 1
            }
            // Appending to an empty string copies nothing.
            whole += try text(start..<position)
            if take("\"") {
                try take(whole.utf8.count > 15 ? Self.bufferHeader + whole.utf8.count : 0)
                return whole
            }
            guard let byte = peek else { throw fault(expected: "the closing quotation mark") }
            guard byte >= 0x20 else { throw fault(expected: "control characters in a string to be escaped") }
            whole.unicodeScalars.append(try parseEscape())
        }
    }

    private func text(_ range: Range<Int>) throws(JSONFault) -> String {
        guard let text = String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
            throw fault(value: "bytes that are not UTF-8", at: range.lowerBound, expected: "UTF-8 text")
        }
        return text
    }

    private mutating func parseEscape() throws(JSONFault) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let byte = peek else { throw fault(expected: "an escaped character") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw fault(at: start, expected: "a valid escape sequence")
        }
        let unit = try parseCodeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, take("\\"), take("u") {
            let low = try parseCodeUnit()
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw fault(value: "half of a surrogate pair", at: start, expected: "both halves")
    }

    private mutating func parseCodeUnit() throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault(expected: "four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(value: String? = nil, at place: Int? = nil, expected: String) -> JSONFault {
        let place = place ?? position
        var line = 1
        var lineStart = 0
        for (index, byte) in bytes.prefix(place).enumerated() where byte == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return JSONFault(
            line: line, column: place - lineStart + 1, value: value ?? summary(at: place), expected: expected)
    }

    private func summary(at place: Int) -> String {
        guard place < bytes.count else { return "the end of the file" }
        let rest = String(decoding: bytes[place..<min(place + 24, bytes.count)], as: UTF8.self)
        return FaultText.quoted(
            String(String.UnicodeScalarView(rest.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }.prefix(12))))
    }
}
