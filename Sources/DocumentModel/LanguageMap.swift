/// Words that may differ by language: `{ "en": "…", "fr": "…" }`, or a plain string that is the same in every language.
///
/// It is coded the way it was given: an object of strings, or a string.
public struct LanguageMap: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
        case plain(String)
        case byLanguage([String: String])
    }

    private let storage: Storage

    /// Makes a map from language tags (BCP 47) to words.
    public init(_ byLanguage: [String: String]) {
        storage = .byLanguage(byLanguage)
    }

    /// Makes words that are the same in every language.
    public init(plain: String) {
        storage = .plain(plain)
    }

    /// The words by language tag; empty for a plain string.
    public var byLanguage: [String: String] {
        switch storage {
        case .plain: [:]
        case .byLanguage(let words): words
        }
    }

    /// The words in every language, sorted by their tags.
    package var all: [String] {
        switch storage {
        case .plain(let words): [words]
        case .byLanguage(let words): words.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The words to show a reader.
    ///
    /// - Parameters:
    ///   - language: The tag that the reader asked for, or nil. A regional tag falls back to its base: `fr-CA` to `fr`.
    ///   - fallback: The tags to try next, in order, such as the document's ``DocumentHeader/languages``.
    /// - Returns: The words in the first of these languages, else in the first language in alphabetical order; nil only
    ///   when the map is empty.
    public func text(in language: String?, fallback: [String] = []) -> String? {
        switch storage {
        case .plain(let words): return words
        case .byLanguage(let words):
            let lowercased = Dictionary(words.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
            let wanted = LanguageTag.lookupChain(language) + fallback.flatMap(LanguageTag.lookupChain)
            if let tag = wanted.first(where: { lowercased[$0] != nil }) { return lowercased[tag] }
            return words.min { $0.key < $1.key }?.value
        }
    }
}

extension LanguageMap: Codable {
    /// Reads a string, or an object whose values are strings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let words = try? container.decode([String: String].self) {
            self.init(words)
        } else {
            self.init(plain: try container.decode(String.self))
        }
    }

    /// Writes what was given: a string, or an object whose values are strings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch storage {
        case .plain(let words): try container.encode(words)
        case .byLanguage(let words): try container.encode(words)
        }
    }
}

extension LanguageMap: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    /// Makes a map from language tags to words; of a tag that is there twice, the last counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }

    /// Makes words that are the same in every language.
    public init(stringLiteral value: String) {
        self.init(plain: value)
    }
}
