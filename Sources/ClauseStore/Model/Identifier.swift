import Foundation

/// Ids of documents, clauses and categories: they go into addresses as they are.
public enum Identifier {
    /// What an id must look like, in words, for errors.
    public static let rule = "an id of 1 to 100 letters, digits, '.', '_' or '-' that begins with a letter or digit"

    /// Whether the text can be an id: `^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`.
    public static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 100 else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    /// An id made of a file's name: its extension dropped, in lower case, accents dropped, all else turned into single
    /// hyphens. `Besançon par.03.jpg` gives `besancon-par.03`.
    ///
    /// - Returns: A valid id; `document` where nothing of the name can be used.
    public static func make(fromFileName name: String) -> String {
        var stem = Substring(name.split(separator: "/").last ?? "")
        if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = stem[..<dot] }
        var made = ""
        for scalar in stem.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII, isLetterOrDigit(UInt8(scalar.value)) || (scalar == "." || scalar == "_") {
                made.unicodeScalars.append(scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark, made.last != "-" {
                made.append("-")
            }
        }
        let trimmed = String(made.drop { "._-".contains($0) }.prefix(100))
        let end = trimmed.lastIndex { !"._-".contains($0) }
        return end.map { String(trimmed[...$0]) } ?? "document"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
