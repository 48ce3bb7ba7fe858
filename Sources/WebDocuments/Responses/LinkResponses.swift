public import DocumentModel
import ImageGeometry

extension JSON {
    /// Returns the words of a clause that have positions, and its phrases: `{ id, words, lang, phrases }`.
    public static func links(_ links: ClauseLinks) -> JSON {
        .object([
            ("id", .string(links.clause)), ("words", words(links.words)), ("lang", JSON(links.lang)),
            ("phrases", phrases(links.phrases)),
        ])
    }

    /// Returns the words and phrases of several clauses, for the files of a static site: `{ "39": { words, phrases: {
    /// en: […] } } }`.
    public static func links(
        _ links: some Sequence<(clause: String, words: [ClauseWord], phrases: [String: [Phrase]])>
    ) -> JSON {
        .object(
            links.filter { !$0.words.isEmpty || !$0.phrases.isEmpty }.map { link in
                let byLanguage = link.phrases.sorted { $0.key < $1.key }
                return (
                    link.clause,
                    .object([
                        ("words", words(link.words)),
                        ("phrases", .object(byLanguage.map { ($0.key, phrases($0.value)) })),
                    ])
                )
            })
    }

    private static func words(_ words: [ClauseWord]) -> JSON {
        .array(
            words.map { .object([("text", .string($0.text)), ("page", .int($0.page)), ("box", box($0.box))]) })
    }

    private static func phrases(_ phrases: [Phrase]) -> JSON {
        .array(
            phrases.map { phrase in
                .object([
                    ("transcription", quotes(phrase.transcription)), ("translation", quotes(phrase.translation)),
                ])
            })
    }

    private static func quotes(_ quotes: [PhraseQuote]) -> JSON {
        .array(quotes.map { .object([("text", .string($0.text)), ("occurrence", .int($0.occurrence))]) })
    }
}
