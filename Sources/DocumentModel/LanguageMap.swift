/// A text that may differ by language, `{ "en": "…", "fr": "…" }`, or a plain string for all languages.
///
/// It is encoded as it was given: as an object of strings or as a string.
public struct LanguageMap: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
        case plain(String)
        case byLanguage([String: String])
    }

    private let storage: Storage

    /// Creates a map from language tags (BCP 47) to texts.
    public init(_ byLanguage: [String: String]) {
        storage = .byLanguage(byLanguage)
    }

    /// Creates a text that is the same in every language.
    public init(plain: String) {
        storage = .plain(plain)
    }

    /// The texts by language tag; empty for a plain string.
    public var byLanguage: [String: String] {
        switch storage {
        case .plain: [:]
        case .byLanguage(let words): words
        }
    }

    /// The texts in every language, sorted by language tag.
    package var all: [String] {
        switch storage {
        case .plain(let words): [words]
        case .byLanguage(let words): words.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Returns the map with every text changed.
    package func mapTexts(_ change: (String) -> String) -> LanguageMap {
        switch storage {
        case .plain(let words): LanguageMap(plain: change(words))
        case .byLanguage(let words): LanguageMap(words.mapValues(change))
        }
    }

    /// Returns the text to show to a reader.
    ///
    /// - Parameters:
    ///   - language: The requested language tag, or nil. A regional tag falls back to its base: `fr-CA` to `fr`.
    ///   - fallback: The tags to try next, in order, such as the document's ``DocumentHeader/languages``.
    /// - Returns: The text in the first of these languages that has one, else in the alphabetically first language; nil
    ///   only if the map is empty.
    public func text(in language: String?, fallback: [String] = []) -> String? {
        switch storage {
        case .plain(let words): return words
        case .byLanguage(let words):
            let wanted = LanguageTag.lookupChain(language) + fallback.flatMap(LanguageTag.lookupChain)
            return LanguageTag.first(of: wanted, in: words) ?? words.min { $0.key < $1.key }?.value
        }
    }
}

extension LanguageMap: Codable {
    /// Decodes a string, or an object whose values are strings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let words = try? container.decode([String: String].self) {
            self.init(words)
        } else {
            self.init(plain: try container.decode(String.self))
        }
    }

    /// Encodes the text as it was given: a string, or an object whose values are strings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch storage {
        case .plain(let words): try container.encode(words)
        case .byLanguage(let words): try container.encode(words)
        }
    }
}

extension LanguageMap: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    /// Creates a map from language tags to texts. If a tag occurs twice, the last text is used.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }

    /// Creates a text that is the same in every language.
    public init(stringLiteral value: String) {
        self.init(plain: value)
    }
}
