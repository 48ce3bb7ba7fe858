import DocumentModel
import Viewer

extension ThemeReader {
    private static let languageLimit = 40
    private static let lengthLimit = 2_000

    /// Reads `texts/`, with one file per language: the texts that replace the viewer's, by id.
    mutating func readTexts(_ interface: InterfaceTexts) {
        let languages = folder.languages
        guard languages.count <= Self.languageLimit else {
            fault(
                "", "\(languages.count) files", "texts in at most \(Self.languageLimit) languages",
                file: ThemeFolder.textFolder)
            return
        }
        for language in languages {
            let file = "\(ThemeFolder.textFolder)/\(language).json"
            guard LanguageTag.isValid(language) else {
                fault("", "not a language tag", "the name of a language, such as pl.json", file: FaultText.plain(file))
                continue
            }
            guard let value = json(file) else { continue }
            var texts: [String: InterfaceTexts.Text] = [:]
            for (id, value) in object(value, at: "", keys: interface.ids, file: file) {
                guard let original = interface.text(id, in: "en") else { continue }
                texts[id] = text(value, of: id, like: original, file: file)
            }
            theme.texts[language] = texts
        }
    }

    private mutating func text(
        _ value: JSONValue, of id: String, like original: InterfaceTexts.Text, file: String
    ) -> InterfaceTexts.Text? {
        var result: InterfaceTexts.Text
        switch (value, original) {
        case (.string(let text), .plain): result = .plain(text)
        // A language with only one plural form may state it as a plain string.
        case (.string(let text), .forms): result = .forms(["other": text])
        case (.object(let members), .forms):
            var forms: [String: String] = [:]
            for (form, value) in object(
                .object(members), at: id, keys: InterfaceTexts.pluralCategories, file: file)
            {
                guard case .string(let text) = value else {
                    fault("\(id).\(form)", value.summary, "a text", file: file)
                    return nil
                }
                forms[form] = text
            }
            guard forms["other"] != nil else {
                fault(id, value.summary, "a form other, and others of the language's plural categories", file: file)
                return nil
            }
            result = .forms(forms)
        default:
            fault(id, value.summary, "a text", file: file)
            return nil
        }
        for text in result.all where !Self.isLine(text) || text.unicodeScalars.count > Self.lengthLimit {
            fault(id, FaultText.quoted(text), "one line of text, at most \(Self.lengthLimit) characters", file: file)
            return nil
        }
        let known = original.placeholders
        if let stray = result.placeholders.subtracting(known).min() {
            let expected =
                known.isEmpty ? "a text without braces" : known.sorted().map { "{\($0)}" }.joined(separator: ", ")
            fault(id, "a text with {\(stray)}", expected, file: file)
            return nil
        }
        return result
    }
}

/// Suggests a word from a list for a misspelt one.
enum NearestWord {
    /// Returns the word with the smallest edit distance from a text, or nil if the distance exceeds a third of the
    /// word's length.
    ///
    /// - Complexity: O(*nm*) in the length of the text and the total length of the words.
    static func of(_ text: String, among words: [String]) -> String? {
        guard text.utf8.count <= 100 else { return nil }
        let nearest = words.map {
            (word: $0, distance: distance(Array(text.lowercased().utf8), Array($0.lowercased().utf8)))
        }
        .min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(2, nearest.word.utf8.count / 3) else { return nil }
        return nearest.word
    }

    /// Returns the Levenshtein distance: the number of insertions, deletions and replacements between two texts.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, byte) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherByte) in other.enumerated() {
                let replaced = diagonal + (byte == otherByte ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
