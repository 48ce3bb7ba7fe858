/// The limits of ``PresentationProperties``, which apply to source folders and imports.
package enum PresentationLimits {
    /// The maximum number of metadata entries, and of texts of one entry in a language.
    package static let metadata = 1000
    /// The maximum number of providers.
    package static let providers = 20
    /// The maximum number of links of a kind.
    package static let links = 100
    /// The maximum number of behaviors.
    package static let behaviors = 20
    /// The maximum number of languages of a link's target.
    package static let languages = 100
    /// The maximum length of a text, in bytes of UTF-8.
    package static let textBytes = 100_000
    /// The maximum length of a link's type, media type or profile, in bytes of UTF-8.
    package static let nameBytes = 1000
    /// The maximum number of entries in a table of contents.
    package static let parts = 10_000
    /// The maximum number of pages and boxes in all entries of a table of contents.
    package static let places = 100_000
    /// The maximum nesting depth of a table of contents.
    package static let depth = 16

    /// Whether a text is short enough and has no null characters.
    package static func isText(_ text: String) -> Bool { text.utf8.count <= textBytes && !text.utf8.contains(0) }

    /// Whether a text is valid in each of its languages.
    package static func isText(_ words: LanguageMap) -> Bool { words.all.allSatisfy { isText($0) } }

    /// Whether a text can be the type, media type or profile of a link.
    package static func isName(_ text: String) -> Bool {
        (1...nameBytes).contains(text.utf8.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// A description of a valid behavior, for error messages.
    package static let behaviorRule = "a behavior such as paged, of 1 to 100 letters, digits, '.', '_' or '-'"

    /// Whether a text can be a behavior.
    package static func isBehavior(_ text: String) -> Bool { Identifier.isValid(text) }

    /// A description of the further condition for page behaviors, for error messages.
    package static let pageBehaviorRule = "either non-paged or facing-pages, since IIIF does not let a page be both"

    /// Whether one page can have all these behaviors: https://iiif.io/api/presentation/3.0/#behavior
    package static func areOfOnePage(_ behaviors: [String]) -> Bool {
        !(behaviors.contains("non-paged") && behaviors.contains("facing-pages"))
    }

    /// A description of a valid date, for error messages.
    package static let dateRule = "a date and time with a time zone, such as 1215-06-15T00:00:00Z"

    /// Whether a text is an XSD `dateTime` with a time zone, as IIIF requires:
    /// https://www.w3.org/TR/xmlschema11-2/#dateTime
    package static func isDate(_ text: String) -> Bool {
        text.utf8.count <= 60
            && text.wholeMatch(
                of:
                    /-?[0-9]{4,9}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-4]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[+\-](0[0-9]|1[0-4]):[0-5][0-9])/
            ) != nil
    }
}

/// Validation of link addresses. Only http and https are accepted.
package enum WebAddress {
    /// A description of a valid address, for error messages.
    package static let rule = "an http or https URI"

    /// Whether a text is an http or https URI of at most 10,000 characters that RFC 3986 allows.
    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 10_000,
            let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix),
            let first = text.unicodeScalars.dropFirst(scheme.unicodeScalars.count).first,
            first.isASCII, first.properties.isAlphabetic || first.properties.numericType != nil
        else { return false }
        let unwise = "<>\"{}|\\^`".unicodeScalars
        return text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) && !unwise.contains($0) }
    }
}
