/// Reads the lines of a ``SettingsFile``.
struct SettingsReader {
    private let path: String
    private let characters: [Unicode.Scalar]
    private var position = 0
    private var line = 1

    init(path: String, text: String) {
        self.path = path
        characters = Array(text.replacing("\r\n", with: "\n").unicodeScalars)
    }

    /// All keys and values.
    ///
    /// - Throws: ``SettingsFile/Fault`` for what is no TOML, for what settings have no use for, and for a key that comes
    ///   twice.
    mutating func entries() throws -> [SettingsFile.Entry] {
        var entries: [SettingsFile.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            try skipBlank(overLines: true)
            guard let next = peek else { return entries }
            if next == "[" { throw fault("a table begins here, expected settings without tables, such as port = 8080") }
            let start = line
            let key = try key()
            if let former = lines[key] { throw fault("'\(key)' is there twice, first in line \(former)") }
            lines[key] = start
            try skipBlank(overLines: false)
            if peek == "." { throw fault("'\(key).' begins a table, expected settings without tables") }
            guard take("=") else { throw fault("no '=' after '\(key)', expected such as port = 8080") }
            try skipBlank(overLines: false)
            entries.append(SettingsFile.Entry(key: key, value: try value(of: key), line: start))
            try skipBlank(overLines: false)
            guard peek == nil || peek == "\n" else { throw fault("more follows the value of '\(key)' in its line") }
        }
    }

    private var peek: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == character else { return false }
        position += 1
        return true
    }

    private func fault(_ reason: String) -> SettingsFile.Fault { SettingsFile.Fault(path, line: line, reason) }

    /// Spaces, comments, and the ends of lines where these may be.
    private mutating func skipBlank(overLines: Bool) throws {
        while let next = peek {
            switch next {
            case " ", "\t": position += 1
            case "\n" where overLines:
                position += 1
                line += 1
            case "#":
                while let character = peek, character != "\n" {
                    guard !Self.isControl(character) else { throw fault("a control character in a comment") }
                    position += 1
                }
            default: return
            }
        }
    }

    private mutating func key() throws -> String {
        if peek == "\"" || peek == "'" { return try string(of: "a key") }
        let start = position
        while let character = peek, Self.isBare(character) { position += 1 }
        guard position > start else { throw fault("'\(peek.map(String.init) ?? "")' begins no key") }
        return text(start..<position)
    }

    private mutating func value(of key: String, depth: Int = 0) throws -> SettingsValue {
        switch peek {
        case "\"", "'": return .string(try string(of: "the value of '\(key)'"))
        case "[":
            guard depth < 4 else { throw fault("lists in lists in '\(key)'") }
            position += 1
            var items: [SettingsValue] = []
            while true {
                try skipBlank(overLines: true)
                if take("]") { return .array(items) }
                items.append(try value(of: key, depth: depth + 1))
                try skipBlank(overLines: true)
                guard take(",") || peek == "]" else {
                    throw fault("the list of '\(key)' lacks a comma or its end")
                }
            }
        case "{": throw fault("'\(key)' is a table, expected a value")
        default:
            let start = position
            while let character = peek, !" \t\n#,]".unicodeScalars.contains(character) { position += 1 }
            return try plainValue(text(start..<position), of: key)
        }
    }

    private func plainValue(_ text: String, of key: String) throws -> SettingsValue {
        switch text {
        case "": throw fault("'\(key)' has no value")
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            let groups = digits.split(separator: "_", omittingEmptySubsequences: false)
            guard groups.allSatisfy({ !$0.isEmpty && !"+-".contains($0.prefix(1)) }),
                let number = Int(digits.replacing("_", with: ""), radix: radix)
            else { throw fault("'\(key)' is \(text), which is not a number, or too large") }
            return .integer(number)
        }
        let whole = /[+-]?(0|[1-9](_?[0-9])*)/
        let real = /[+-]?(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?/
        let plain = text.replacing("_", with: "")
        if text.wholeMatch(of: whole) != nil {
            guard let number = Int(plain) else { throw fault("'\(key)' is \(text), which is too large") }
            return .integer(number)
        }
        if text.wholeMatch(of: real) != nil, let number = Double(plain) { return .real(number) }
        throw fault("'\(key)' is \(text), expected a number, true or false, or a text in quotation marks")
    }

    private mutating func string(of what: String) throws -> String {
        guard let quote = peek else { throw fault("\(what) has no end") }
        position += 1
        if peek == quote, position + 1 < characters.count, characters[position + 1] == quote {
            throw fault("\(what) is a string over several lines, expected one within its line")
        }
        var result = String.UnicodeScalarView()
        while let character = peek {
            if character == "\n" { break }
            position += 1
            if character == quote { return String(result) }
            if character == "\\", quote == "\"" {
                result.append(try escaped(in: what))
            } else if Self.isControl(character) {
                throw fault("\(what) has a control character, expected it as \\u and four digits")
            } else {
                result.append(character)
            }
        }
        throw fault("\(what) has no end in its line")
    }

    private mutating func escaped(in what: String) throws -> Unicode.Scalar {
        guard let character = peek else { throw fault("\(what) has no end") }
        position += 1
        switch character {
        case "b": return "\u{08}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{0C}"
        case "r": return "\r"
        case "\"", "\\": return character
        case "u", "U":
            let count = character == "u" ? 4 : 8
            let digits = text(position..<min(position + count, characters.count))
            guard digits.utf8.count == count, let number = UInt32(digits, radix: 16), !digits.hasPrefix("+"),
                let scalar = Unicode.Scalar(number)
            else { throw fault("\(what) has \\\(character)\(digits), which is not a character") }
            position += count
            return scalar
        default: throw fault("\(what) has \\\(character), expected \\\\ for a backslash")
        }
    }

    private func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: characters[range])
        return String(view)
    }

    private static func isBare(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private static func isControl(_ character: Unicode.Scalar) -> Bool {
        (character.value < 0x20 && character != "\t") || character.value == 0x7F
    }
}
