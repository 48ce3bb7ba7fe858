public import DocumentModel

/// The versions in which the texts of a document's clauses were last changed.
public struct TextHistory: Sendable {
    private struct Key: Hashable {
        let clause: String
        let language: String
        /// Whether this is the transcription, rather than title, translation and context together.
        let isTranscription: Bool
    }

    /// A translation that is older than its source.
    struct Stale: Hashable {
        let language: String
        /// The version in which the translation was last changed.
        let version: Int
        /// The source of the translation: the transcription, or the text in another language.
        let source: String
        /// The version in which the source was last changed.
        let sourceVersion: Int
    }

    /// The version in which a text was added or last changed.
    private var touched: [Key: Int] = [:]
    /// The version in which a text that already existed was last changed.
    private var changed: [Key: Int] = [:]
    private var former: [Key: ClauseText] = [:]
    /// The digests of the sources for which translations were confirmed to be up to date, by language and clause; see
    /// ``ReviewedState``.
    private var reviews: [String: [String: String]] = [:]

    /// Creates an empty history.
    public init() {}

    /// Adds the next version.
    ///
    /// - Complexity: O(*n*) in the number of texts.
    public mutating func append(_ document: SourceDocument, version: Int) {
        var current: [Key: ClauseText] = [:]
        for (language, texts) in document.texts {
            for (clause, text) in texts {
                current[Key(clause: clause, language: language, isTranscription: false)] =
                    ClauseText(title: text.title, translation: text.translation, context: text.context)
                current[Key(clause: clause, language: language, isTranscription: true)] =
                    ClauseText(transcription: text.transcription)
            }
        }
        for (key, text) in current where former[key] != text {
            touched[key] = version
            if let before = former[key], before != ClauseText() { changed[key] = version }
        }
        former = current
    }

    /// Adds reviews in which editors confirmed that translations are up to date.
    ///
    /// - Parameter reviews: The digests of the texts that the translations were compared with, by language and clause.
    public mutating func append(reviews: [String: [String: String]]) {
        self.reviews.merge(reviews) { $0.merging($1) { $1 } }
    }

    /// Returns the languages whose translation of a clause is older than its source.
    ///
    /// The source is the transcription, or the text in the document's first language if the clause has no
    /// transcription. Adding a source does not count as a change. A translation that was confirmed for the current
    /// sources is not stale.
    func staleLanguages(of clause: String, in document: SourceDocument) -> [Stale] {
        let (own, languages) = (document.header.language, document.header.languages)
        let hasTranscription = document.texts[own]?[clause]?.transcription != nil
        guard let first = languages.first else { return [] }
        let source = Key(clause: clause, language: hasTranscription ? own : first, isTranscription: hasTranscription)
        guard let sourceVersion = changed[source] else { return [] }
        return languages.compactMap { language in
            let key = Key(clause: clause, language: language, isTranscription: false)
            guard key != source, document.texts[language]?[clause]?.hasWords ?? false, let version = touched[key],
                version < sourceVersion
            else { return nil }
            if let review = reviews[language]?[clause],
                review == ReviewedState.digest(ofSourcesOf: language, clause: clause, in: document)
            {
                return nil
            }
            return Stale(
                language: language, version: version, source: hasTranscription ? "transcription" : "text in \(first)",
                sourceVersion: sourceVersion)
        }
    }
}
