import DocumentModel
import ImageGeometry

/// Scans numbers, words and letters in the attributes of a drawing.
struct SVGScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The next byte, or nil at the end.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The next few characters, for faults.
    var rest: String {
        guard !isAtEnd else {
            return "nothing after \(FaultText.quoted(String(decoding: bytes.suffix(16), as: UTF8.self)))"
        }
        return FaultText.quoted(String(decoding: bytes[position...].prefix(16), as: UTF8.self))
    }

    /// Skips white space and commas.
    mutating func skipSeparators() {
        while let byte = peek, byte == UInt8(ascii: ",") || byte == 0x20 || (0x09...0x0D).contains(byte) {
            position += 1
        }
    }

    /// Takes a letter. Returns nil, and takes nothing, if there is none.
    mutating func takeLetter() -> UInt8? {
        guard let byte = peek, byte.isASCIILetter else { return nil }
        position += 1
        return byte
    }

    /// Takes letters and any separators after them.
    mutating func takeWord() -> String {
        var word: [UInt8] = []
        while let letter = takeLetter() { word.append(letter) }
        skipSeparators()
        return String(decoding: word, as: UTF8.self)
    }

    /// Whether the next character can begin a number.
    var isAtNumber: Bool {
        guard let byte = peek else { return false }
        return byte.isASCIIDigit || "+-.".utf8.contains(byte)
    }

    /// Takes a number as defined by https://www.w3.org/TR/SVG11/paths.html#PathDataBNF, and any separators after it.
    /// `1.5.5-3e2` contains three numbers.
    mutating func takeNumber() throws(SVGFault) -> Double {
        let start = position
        if let byte = peek, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
        var digitCount = skipDigits()
        if peek == UInt8(ascii: ".") {
            position += 1
            digitCount += skipDigits()
        }
        guard digitCount > 0 else {
            position = start
            throw SVGFault(value: rest, expected: "a number")
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            let mark = position
            position += 1
            if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            // `2em` is a number and a unit.
            if skipDigits() == 0 { position = mark }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // A double cannot distinguish more than 64 digits. Anything longer is not a coordinate.
        guard text.utf8.count <= 64, let number = Double(text), abs(number) <= Point.coordinateLimit else {
            throw SVGFault(value: FaultText.plain(text), expected: "a number within ±1,000,000,000")
        }
        skipSeparators()
        return number
    }

    /// Takes an arc flag, a single 0 or 1, and any separators after it.
    mutating func takeFlag() throws(SVGFault) -> Bool {
        guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            throw SVGFault(value: rest, expected: "0 or 1")
        }
        position += 1
        skipSeparators()
        return byte == UInt8(ascii: "1")
    }

    /// Takes `(1, 2, 3)`: at most six numbers.
    mutating func takeArguments() throws(SVGFault) -> [Double] {
        guard take("(") else { throw SVGFault(value: rest, expected: "'('") }
        skipSeparators()
        var numbers: [Double] = []
        while !take(")") {
            guard numbers.count < 6 else { throw SVGFault(value: rest, expected: "')'") }
            numbers.append(try takeNumber())
        }
        return numbers
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek, byte.isASCIIDigit { position += 1 }
        return position - start
    }
}
