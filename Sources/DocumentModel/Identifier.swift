import Foundation

/// Rules for ids of documents, clauses and categories. They are used in URLs without escaping.
public enum Identifier {
    /// A description of a valid id, for error messages.
    public static let rule = "an id of 1 to 100 letters, digits, '.', '_' or '-' that begins with a letter or digit"

    /// Whether the text is a valid id: `^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`.
    public static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 100 else { return false }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    /// Derives an id from a file name: drops the extension, converts to lower-case Latin letters without accents, and
    /// replaces each run of other characters with a hyphen. `Besançon par.03.jpg` gives `besancon-par.03`, `Грамота
    /// 5.tif` gives `gramota-5`.
    ///
    /// - Returns: A valid id; `document` if nothing of the name can be used.
    public static func make(fromFileName name: String) -> String { derived(fromFileName: name) ?? "document" }

    /// Derives an id like ``make(fromFileName:)``, but returns nil if nothing of the name can be used.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public static func derived(fromFileName name: String) -> String? {
        var stem = stem(ofFileName: name).lowercased()
        if !stem.utf8.allSatisfy({ $0 < 0x80 }) {
            // Decomposed before transliteration, so that a letter with an accent keeps its base letter.
            stem = stem.decomposedStringWithCanonicalMapping
            stem = (stem.applyingTransform(latin, reverse: false) ?? stem).lowercased()
        }
        var made = ""
        for scalar in stem.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII, isLetterOrDigit(UInt8(scalar.value)) || (scalar == "." || scalar == "_") {
                made.unicodeScalars.append(scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark, made.last != "-" {
                made.append("-")
            }
        }
        let trimmed = String(made.drop { "._-".contains($0) }.prefix(100))
        let end = trimmed.lastIndex { !"._-".contains($0) }
        return end.map { String(trimmed[...$0]) }
    }

    /// ICU's transliteration of every script it supports: https://unicode.org/reports/tr35/tr35-general.html#Transforms
    private static let latin = StringTransform("Any-Latin; Latin-ASCII")

    /// Returns a file name without folders and extension.
    package static func stem(ofFileName name: String) -> Substring {
        let stem = Substring(name.split(separator: "/").last ?? "")
        if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { return stem[..<dot] }
        return stem
    }

    /// Appends part of a digest to an id, to tell it apart from a different thing of the same name.
    ///
    /// - Parameters:
    ///   - digits: Hexadecimal digits.
    /// - Returns: An id such as `recto-8c1f22ab`, within the maximum length of ids.
    public static func distinguished(_ id: String, by digits: some StringProtocol) -> String {
        let room = max(1, 99 - digits.utf8.count)
        let stem = id.prefix(room)
        let end = stem.lastIndex { !"._-".contains($0) } ?? stem.startIndex
        return "\(stem[...end])-\(digits)"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }
}
