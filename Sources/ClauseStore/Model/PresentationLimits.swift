/// The bounds of ``PresentationProperties``, which hold for source folders and for what is imported.
enum PresentationLimits {
    /// The most entries of metadata, and texts of one of them in a language.
    static let metadata = 1000
    /// The most providers.
    static let providers = 20
    /// The most links of a kind.
    static let links = 100
    /// The most behaviors.
    static let behaviors = 20
    /// The most languages of what a link leads to.
    static let languages = 100
    /// The longest text, in bytes of UTF-8.
    static let textBytes = 100_000
    /// The longest type, media type or profile of a link, in bytes of UTF-8.
    static let nameBytes = 1000
    /// The most parts of a table of contents.
    static let parts = 10_000
    /// The most pages and boxes that all parts of a table of contents name.
    static let places = 100_000
    /// The deepest nesting of a table of contents.
    static let depth = 16

    /// Whether a text is short enough.
    static func isText(_ text: String) -> Bool { text.utf8.count <= textBytes && !text.utf8.contains(0) }

    /// Whether words are short enough in each of their languages.
    static func isText(_ words: LanguageMap) -> Bool {
        words.byLanguage.isEmpty ? isText(words.text(in: nil) ?? "") : words.byLanguage.values.allSatisfy(isText)
    }

    /// Whether a text can be the type, the media type or the profile of a link.
    static func isName(_ text: String) -> Bool {
        (1...nameBytes).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// What a behavior must look like, in words, for errors.
    static let behaviorRule = "a behavior such as paged, of 1 to 100 letters, digits, '.', '_' or '-'"

    /// Whether a text can be a behavior.
    static func isBehavior(_ text: String) -> Bool { Identifier.isValid(text) }

    /// What a date must look like, in words, for errors.
    static let dateRule = "a date and time with a time zone, such as 1215-06-15T00:00:00Z"

    /// Whether a text is an XSD `dateTime` with a time zone, as IIIF wants it: https://www.w3.org/TR/xmlschema11-2/#dateTime
    static func isDate(_ text: String) -> Bool {
        text.utf8.count <= 60
            && text.wholeMatch(
                of:
                    /-?[0-9]{4,9}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-4]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+\-](0[0-9]|1[0-4]):[0-5][0-9])/
            ) != nil
    }
}

/// Addresses that may stand in a link: the web's own schemes and nothing else.
enum WebAddress {
    /// What an address must look like, in words, for errors.
    static let rule = "an http or https URI"

    /// Whether a text is an http or https URI of at most 10,000 characters that RFC 3986 allows.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 10_000,
            let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix),
            let first = text.unicodeScalars.dropFirst(scheme.unicodeScalars.count).first,
            first.isASCII, first.properties.isAlphabetic || first.properties.numericType != nil
        else { return false }
        let unwise = "<>\"{}|\\^`".unicodeScalars
        return text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) && !unwise.contains($0) }
    }
}
