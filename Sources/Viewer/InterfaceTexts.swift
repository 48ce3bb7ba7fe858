/// The interface texts in every language of the viewer, by the ids under which a theme can replace them:
/// `phrases.library`, `editor.undo`. They are read from the viewer's own files, so that there is no second list of
/// them.
package struct InterfaceTexts: Sendable {
    /// A text, or one form per plural category of its language.
    package enum Text: Sendable, Equatable {
        case plain(String)
        case forms([String: String])

        /// All forms.
        package var all: [String] {
            switch self {
            case .plain(let text): [text]
            case .forms(let forms): forms.sorted { $0.key < $1.key }.map(\.value)
            }
        }

        /// The length of the longest form, in Unicode scalars.
        package var length: Int { all.map { $0.unicodeScalars.count }.max() ?? 0 }

        /// The placeholders in braces, without the braces.
        package var placeholders: Set<String> {
            Set(all.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
        }
    }

    /// The names of the files in each language's folder, in the order in which texts are listed.
    package static let parts = [
        "phrases", "plain", "captures", "books", "tours", "listening", "worksheet", "finding", "citing", "camera",
        "editor", "drawing", "proposals", "download", "glossary", "linked", "notes",
    ]
    /// The plural categories of CLDR.
    package static let pluralCategories = ["zero", "one", "two", "few", "many", "other"]

    /// The languages: English first, the others sorted.
    package let languages: [String]
    /// The ids, in the order of the English files.
    package let ids: [String]
    private let texts: [String: [String: Text]]

    /// Reads the texts of a bundle.
    ///
    /// - Throws: ``TextFileFault`` for a file that is not in the expected format.
    package init(_ bundle: ViewerBundle) throws(TextFileFault) {
        var texts: [String: [String: Text]] = [:]
        var ids: [String] = []
        for path in bundle.paths where path.hasPrefix("strings/") {
            let names = path.split(separator: "/")
            guard names.count == 3, let part = Self.parts.first(where: { names[2] == "\($0).js" }) else { continue }
            var scanner = TextFileScanner(bundle[path]?.bytes ?? [], file: path)
            for (name, text) in try scanner.phrases() {
                texts[String(names[1]), default: [:]]["\(part).\(name)"] = text
            }
        }
        for part in Self.parts {
            let path = "strings/en/\(part).js"
            guard let file = bundle[path] else { continue }
            var scanner = TextFileScanner(file.bytes, file: path)
            ids += try scanner.phrases().map { "\(part).\($0.name)" }
        }
        self.ids = ids
        self.texts = texts
        languages = ["en"] + texts.keys.filter { $0 != "en" }.sorted()
    }

    /// Returns a text in a language, or nil if there is no such id or language.
    package func text(_ id: String, in language: String) -> Text? { texts[language]?[id] }

    /// Returns the length of a text in the language where it is longest, in Unicode scalars; the layout has space for
    /// that.
    package func longest(_ id: String) -> Int { languages.compactMap { text(id, in: $0)?.length }.max() ?? 0 }
}

/// An error in a file of texts.
package struct TextFileFault: Error, Equatable, CustomStringConvertible {
    package let file: String
    /// The line number, from 1.
    package let line: Int
    package let expected: String

    package var description: String { "\(file): line \(line): expected \(expected)" }
}

/// A parser for `export const phrases = { name: "text", other: { one: "…", other: "…" } };`. Apart from comments, the
/// files contain nothing else.
private struct TextFileScanner {
    private let scalars: [Unicode.Scalar]
    private let file: String
    private var position = 0

    init(_ bytes: [UInt8], file: String) {
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        self.file = file
    }

    mutating func phrases() throws(TextFileFault) -> [(name: String, text: InterfaceTexts.Text)] {
        for word in ["export", "const", "phrases", "="] { try take(word) }
        return try object()
    }

    private mutating func object() throws(TextFileFault) -> [(name: String, text: InterfaceTexts.Text)] {
        var members: [(name: String, text: InterfaceTexts.Text)] = []
        try take("{")
        while !isNext("}") {
            let name = try name()
            try take(":")
            if isNext("{") {
                let forms = try object().compactMap { member -> (String, String)? in
                    guard case .plain(let text) = member.text else { return nil }
                    return (member.name, text)
                }
                members.append((name, .forms(Dictionary(forms) { $1 })))
            } else {
                members.append((name, .plain(try string())))
            }
            if isNext(",") { try take(",") } else if !isNext("}") { throw fault("a comma or a closing brace") }
        }
        try take("}")
        return members
    }

    private mutating func name() throws(TextFileFault) -> String {
        if isNext("\"") { return try string() }
        skip()
        var name = String.UnicodeScalarView()
        while position < scalars.count,
            scalars[position].properties.isAlphabetic || "0123456789_".unicodeScalars.contains(scalars[position])
        {
            name.append(scalars[position])
            position += 1
        }
        guard !name.isEmpty else { throw fault("the name of a text") }
        return String(name)
    }

    private mutating func string() throws(TextFileFault) -> String {
        try take("\"")
        var text = String.UnicodeScalarView()
        while position < scalars.count, scalars[position] != "\"" {
            if scalars[position] == "\\" {
                position += 1
                guard position < scalars.count else { break }
                switch scalars[position] {
                case "n": text.append("\n")
                case "\"", "\\", "'": text.append(scalars[position])
                case "u":
                    let digits = scalars[(position + 1)...].prefix(4).reduce(into: "") { $0.unicodeScalars.append($1) }
                    guard digits.utf8.count == 4, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
                    else { throw fault("four hexadecimal digits") }
                    text.append(scalar)
                    position += 4
                default: throw fault("an escape of JSON")
                }
            } else {
                text.append(scalars[position])
            }
            position += 1
        }
        try take("\"")
        return String(text)
    }

    private mutating func take(_ word: String) throws(TextFileFault) {
        skip()
        guard scalars[position...].starts(with: word.unicodeScalars) else { throw fault(word) }
        position += word.unicodeScalars.count
    }

    private mutating func isNext(_ scalar: Unicode.Scalar) -> Bool {
        skip()
        return position < scalars.count && scalars[position] == scalar
    }

    /// Skips white space and comments.
    private mutating func skip() {
        while position < scalars.count {
            if scalars[position].properties.isWhitespace {
                position += 1
            } else if scalars[position...].starts(with: "//".unicodeScalars) {
                while position < scalars.count, scalars[position] != "\n" { position += 1 }
            } else if scalars[position...].starts(with: "/*".unicodeScalars) {
                position += 2
                while position < scalars.count, !scalars[position...].starts(with: "*/".unicodeScalars) {
                    position += 1
                }
                position = min(scalars.count, position + 2)
            } else {
                return
            }
        }
    }

    private func fault(_ expected: String) -> TextFileFault {
        TextFileFault(
            file: file, line: scalars[..<min(position, scalars.count)].count { $0 == "\n" } + 1, expected: expected)
    }
}
