/// A term that readers are told about, as `glossary.json` describes it.
public struct GlossaryEntry: Hashable, Sendable {
    /// The id, unique in the glossary.
    public let id: String
    /// The term, as a heading.
    public let term: LanguageMap
    /// Further words by which texts call it, by language: plurals, other spellings.
    public let forms: [String: [String]]
    /// What it means; nil where nobody has written that yet.
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

    /// The words by which texts in a language call it: the term and its forms; none where neither is stated.
    ///
    /// - Parameter language: A language tag. A regional one falls back to its base: `fr-CA` to `fr`.
    package func words(in language: String) -> [String] {
        let chain = LanguageTag.lookupChain(language)
        func find<Words>(_ words: [String: Words]) -> Words? {
            let lowercased = Dictionary(words.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
            return chain.lazy.compactMap { lowercased[$0] }.first
        }
        let plain = term.byLanguage.isEmpty ? term.text(in: nil) : nil
        return [plain ?? find(term.byLanguage)].compactMap(\.self) + (find(forms) ?? [])
    }
}

/// The bounds of glossaries, which hold for source folders and for edits.
public enum GlossaryLimits {
    /// The most entries of a glossary.
    public static let entries = 2_000
    /// The most forms of a term in a language.
    public static let forms = 50
    /// The longest term or form, in Unicode scalars.
    public static let termLength = 200
    /// The longest definition in a language, in Unicode scalars.
    public static let definitionLength = 4_000
    /// The most entries that one refers to.
    public static let seeAlso = 20
}
