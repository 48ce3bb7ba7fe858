/// Parses the lines of a ``SettingsFile``.
struct SettingsReader {
    private let path: String
    private var rest: Substring
    private var line = 1

    init(path: String, text: String) {
        self.path = path
        rest = text.replacing("\r\n", with: "\n")[...]
    }

    /// Returns all keys and values.
    ///
    /// - Throws: ``SettingsFile/Fault`` for invalid TOML, features that settings do not need, and duplicate keys.
    mutating func entries() throws -> [SettingsFile.Entry] {
        var entries: [SettingsFile.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            try skipBlank(overLines: true)
            if rest.isEmpty { return entries }
            if next == "[" { throw fault("a table begins here, expected settings without tables, such as port = 8080") }
            let start = line
            let key = try key()
            if let former = lines[key] { throw fault("'\(key)' is set twice, first on line \(former)") }
            lines[key] = start
            try skipBlank(overLines: false)
            if next == "." { throw fault("'\(key).' begins a table, expected settings without tables") }
            guard take(#/=/#) != nil else { throw fault("no '=' after '\(key)', expected a line such as port = 8080") }
            try skipBlank(overLines: false)
            entries.append(SettingsFile.Entry(key: key, value: try value(of: key), line: start))
            try skipBlank(overLines: false)
            guard next == nil || next == "\n" else {
                throw fault("more text follows the value of '\(key)' on its line")
            }
        }
    }

    private var next: Unicode.Scalar? { rest.unicodeScalars.first }

    /// Consumes a prefix that matches a pattern, by Unicode scalars. Returns nil if there is no match.
    private mutating func take(_ pattern: Regex<Substring>) -> Substring? {
        guard let found = rest.prefixMatch(of: pattern.matchingSemantics(.unicodeScalar))?.output else { return nil }
        line += found.utf8.count { $0 == UInt8(ascii: "\n") }
        rest = rest[found.endIndex...]
        return found
    }

    private func fault(_ reason: String) -> SettingsFile.Fault { SettingsFile.Fault(path, line: line, reason) }

    /// Skips spaces, comments, and line ends if they are permitted.
    private mutating func skipBlank(overLines: Bool) throws {
        while take(/[ \t]+/) != nil || overLines && take(/\n+/) != nil || next == "#" {
            if let comment = take(/#[^\n]*/), Self.hasControl(comment) {
                throw fault("a control character in a comment")
            }
        }
    }

    private mutating func key() throws -> String {
        if next == "\"" || next == "'" { return try string(of: "a key") }
        if let key = take(/[A-Za-z0-9_-]+/) { return String(key) }
        throw fault("'\(next.map(String.init) ?? "")' does not begin a key, expected a line such as port = 8080")
    }

    private mutating func value(of key: String, depth: Int = 0) throws -> SettingsValue {
        if next == "\"" || next == "'" { return .string(try string(of: "the value of '\(key)'")) }
        if next == "{" { throw fault("'\(key)' is a table, expected a value") }
        guard take(/\[/) != nil else { return try plainValue(take(/[^ \t\n#,\]]*/) ?? "", of: key) }
        guard depth < 4 else { throw fault("'\(key)' has lists that are nested too deeply") }
        var items: [SettingsValue] = []
        while true {
            try skipBlank(overLines: true)
            if take(/\]/) != nil { return .array(items) }
            items.append(try value(of: key, depth: depth + 1))
            try skipBlank(overLines: true)
            guard take(/,/) != nil || next == "]" else { throw fault("the list of '\(key)' lacks a comma or ']'") }
        }
    }

    private func plainValue(_ text: Substring, of key: String) throws -> SettingsValue {
        if text.isEmpty { throw fault("'\(key)' has no value") }
        if text == "true" || text == "false" { return .boolean(text == "true") }
        let radixes = /0x[0-9A-Fa-f](_?[0-9A-Fa-f])*|0o[0-7](_?[0-7])*|0b[01](_?[01])*/
        let whole = /[+-]?(0|[1-9](_?[0-9])*)/
        let real = /[+-]?(0|[1-9](_?[0-9])*)(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?/
        let digits = text.replacing("_", with: "")
        let radix = text.wholeMatch(of: radixes) == nil ? nil : ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
        if radix != nil || text.wholeMatch(of: whole) != nil {
            if let number = Int(digits.dropFirst(radix == nil ? 0 : 2), radix: radix ?? 10) { return .integer(number) }
            throw fault("'\(key)' is \(text), which is too large")
        }
        if text.wholeMatch(of: real) != nil, let number = Double(digits) { return .real(number) }
        throw fault("'\(key)' is \(text), expected a number, true or false, or a string in quotation marks")
    }

    private mutating func string(of what: String) throws -> String {
        if rest.hasPrefix("\"\"\"") || rest.hasPrefix("'''") {
            throw fault("\(what) is a string over several lines, expected one on a single line")
        }
        guard let quoted = take(/"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'/) else {
            throw fault("\(what) has no closing quotation mark on its line")
        }
        guard !Self.hasControl(quoted) else {
            throw fault("\(what) has a control character, expected \\u and four digits instead")
        }
        let text = String(String.UnicodeScalarView(quoted.unicodeScalars.dropFirst().dropLast()))
        if quoted.utf8.first == UInt8(ascii: "'") { return text }
        let escapes = /\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)/.matchingSemantics(.unicodeScalar)
        return try text.replacing(escapes) { try unescaped($0.output.1, in: what) }
    }

    private func unescaped(_ code: Substring, in what: String) throws -> String {
        let plain: [Substring: String] = [
            "b": "\u{08}", "t": "\t", "n": "\n", "f": "\u{0C}", "r": "\r", "\"": "\"", "\\": "\\",
        ]
        if let character = plain[code] { return character }
        guard let scalar = UInt32(code.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init) else {
            throw fault("\(what) has the invalid escape \\\(code), expected \\\\ for a backslash")
        }
        return String(scalar)
    }

    private static func hasControl(_ text: Substring) -> Bool {
        text.utf8.contains { ($0 < 0x20 && $0 != UInt8(ascii: "\t")) || $0 == 0x7F }
    }
}
