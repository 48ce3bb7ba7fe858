import DocumentModel

/// A digest of the texts that a translation is made from, which editors record when they confirm that the translation
/// is up to date.
///
/// `translation-state.js` computes the same digest.
enum ReviewedState {
    /// Returns the digest of a translation's sources: the transcription, and the translation into the first language.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    static func digest(ofSourcesOf language: String, clause: String, in document: SourceDocument) -> String {
        var texts = [document.texts[document.header.language]?[clause]?.transcription]
        if let first = document.header.languages.first, first != language {
            texts.append(document.texts[first]?[clause]?.translation)
        }
        return digest(of: texts)
    }

    /// Returns 16 hexadecimal digits: the FNV-1a hash, from two offset bases, of the UTF-16 code units of the texts as
    /// serialised by `JSON.stringify`.
    /// http://www.isthe.com/chongo/tech/comp/fnv/
    static func digest(of texts: [String?]) -> String {
        let json = "[" + texts.map { $0.map(quoted) ?? "null" }.joined(separator: ",") + "]"
        var (one, other): (UInt32, UInt32) = (0x811c_9dc5, 0x9e37_79b9)
        for unit in json.utf16 {
            one = (one ^ UInt32(unit)) &* 0x0100_0193
            other = (other ^ UInt32(unit)) &* 0x0100_0193
        }
        return [one, other].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// Returns a JSON string literal, following https://tc39.es/ecma262/#sec-quotejsonstring
    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\u{8}": json += "\\b"
            case "\u{c}": json += "\\f"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\0"..<" ": json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
