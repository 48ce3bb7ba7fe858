import DocumentModel
import ImageGeometry

extension DocumentCheck {
    /// Finds phrases that do not occur in their texts, and positioned words that do not occur in the transcription.
    ///
    /// - Complexity: O(*n* · *m*) in the number of quotations and words of a clause and the lengths of its texts.
    func linkFindings() -> [Finding] {
        document.clauses.flatMap { clause in
            let transcription = transcription(of: clause)
            return astrayPhrases(of: clause, transcription) + astrayWords(of: clause, transcription)
        }
    }

    /// Returns the transcription that readers see: in the document's own language, or else in the first language that
    /// has one.
    private func transcription(of clause: Clause) -> String {
        let languages = [document.header.language] + document.header.languages
        return languages.lazy.compactMap { document.texts[$0]?[clause.id]?.transcription }.first ?? ""
    }

    private func astrayPhrases(of clause: Clause, _ transcription: String) -> [Finding] {
        document.texts.sorted { $0.key < $1.key }.flatMap { language, texts -> [Finding] in
            let text = texts[clause.id]
            return (text?.phrases ?? []).enumerated().compactMap { place, phrase in
                let sides = [
                    ("transcription", phrase.transcription, transcription),
                    ("translation", phrase.translation, text?.translation ?? ""),
                ]
                let missing = sides.compactMap { name, quotes, text in
                    quotes.first { $0.singleSpaced.range(in: text.singleSpaced) == nil }.map { (name, $0) }
                }
                guard let (name, quote) = missing.first else { return nil }
                let which = quote.occurrence == 1 ? "" : " (occurrence \(quote.occurrence))"
                return finding(
                    .phraseAstray, about: clause, language: language,
                    "phrase \(place + 1) of \(Self.name(of: clause)) in \(language) quotes "
                        + "\(FaultText.quoted(quote.text))\(which), which the \(name) does not have",
                    remedy: "quote words of the text, align it again in the editor, or remove the phrase")
            }
        }
    }

    private func astrayWords(of clause: Clause, _ transcription: String) -> [Finding] {
        guard !clause.words.isEmpty else { return [] }
        var left: [String: Int] = [:]
        for word in transcription.words { left[Self.bare(word), default: 0] += 1 }
        let stray = clause.words.filter { word in
            let count = left[Self.bare(word.text[...])] ?? 0
            left[Self.bare(word.text[...])] = count - 1
            return count <= 0
        }
        guard let first = stray.first else { return [] }
        let others = stray.count == 1 ? "" : " and \(stray.count - 1) more"
        var found = finding(
            .wordsAstray, about: clause,
            "\(Self.name(of: clause)) has \(FaultText.quoted(first.text))\(others) on page \(first.page), "
                + "which the transcription does not have",
            remedy: "write the word in words.json as the transcription has it, or place it again in the editor")
        (found.page, found.point) = (
            first.page, Point(x: (first.box.x + first.box.maxX) / 2, y: (first.box.y + first.box.maxY) / 2)
        )
        return [found]
    }

    /// Returns a word in lower case, reduced to its letters and digits.
    private static func bare(_ word: Substring) -> String {
        let scalars = word.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }
}
