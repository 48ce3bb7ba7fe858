/// A term with its definition, from `glossary.json`.
public struct GlossaryEntry: Hashable, Sendable {
    /// The id, unique in the glossary.
    public let id: String
    /// The term, as a heading.
    public let term: LanguageMap
    /// Other words for the term, by language: plurals, other spellings.
    public let forms: [String: [String]]
    /// The definition; nil if none has been written yet.
    public let definition: LanguageMap?
    /// The ids of related entries.
    public let seeAlso: [String]

    package init(
        id: String, term: LanguageMap, forms: [String: [String]] = [:], definition: LanguageMap? = nil,
        seeAlso: [String] = []
    ) {
        (self.id, self.term, self.forms) = (id, term, forms)
        (self.definition, self.seeAlso) = (definition, seeAlso)
    }

    /// Returns the words for the term in a language: the term itself and its forms; empty if neither is stated.
    ///
    /// - Parameter language: A language tag. A regional tag falls back to its base: `fr-CA` to `fr`.
    package func words(in language: String) -> [String] {
        let chain = LanguageTag.lookupChain(language)
        let plain = term.byLanguage.isEmpty ? term.text(in: nil) : nil
        return [plain ?? LanguageTag.first(of: chain, in: term.byLanguage)].compactMap(\.self)
            + (LanguageTag.first(of: chain, in: forms) ?? [])
    }
}

/// The limits of glossaries, which apply to source folders and edits.
public enum GlossaryLimits {
    /// The maximum number of entries.
    public static let entries = 2_000
    /// The maximum number of forms of a term in a language.
    public static let forms = 50
    /// The maximum length of a term or form, in Unicode scalars.
    public static let termLength = 200
    /// The maximum length of a definition in a language, in Unicode scalars.
    public static let definitionLength = 4_000
    /// The maximum number of related entries of an entry.
    public static let seeAlso = 20
}
