public import DocumentModel

/// When the texts of a document's clauses were last changed, version by version.
public struct TextHistory: Sendable {
    private struct Key: Hashable {
        let clause: String
        let language: String
        /// Whether it is the transcription; else title, translation and context together.
        let isTranscription: Bool
    }

    /// A translation that is older than the words which it renders.
    struct Stale: Hashable {
        let language: String
        /// The version in which the translation was last changed.
        let version: Int
        /// What it renders: the transcription, or the text in another language.
        let source: String
        /// The version in which that was last changed.
        let sourceVersion: Int
    }

    /// The version in which a text came, or was last changed.
    private var touched: [Key: Int] = [:]
    /// The version in which a text that was there before was last changed.
    private var changed: [Key: Int] = [:]
    private var former: [Key: ClauseText] = [:]
    /// For which state of its sources a translation was found to be right still, by language and clause: see ``ReviewedState``.
    private var reviews: [String: [String: String]] = [:]

    /// Begins with no version.
    public init() {}

    /// Takes the next version in.
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

    /// Takes in that editors found translations to be right still.
    ///
    /// - Parameter reviews: The digests of the texts that the translations were compared with, by language and clause.
    public mutating func append(reviews: [String: [String: String]]) {
        self.reviews.merge(reviews) { $0.merging($1) { $1 } }
    }

    /// The languages whose translation of a clause is older than its source.
    ///
    /// The source is the transcription; for a clause that has none, the text in the document's first language. A source
    /// that was not there before has not changed. A translation that was found to be right for the sources as they are is none.
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
