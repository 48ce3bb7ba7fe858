public import ImageGeometry

/// A word of a clause's transcription, and where it stands.
public struct ClauseWord: Hashable, Sendable {
    /// The word as the transcription has it.
    public let text: String
    /// The page's number, from 1.
    public let page: Int
    /// Its place in the page's image space.
    public let box: Rectangle

    package init(text: String, page: Int, box: Rectangle) { (self.text, self.page, self.box) = (text, page, box) }
}

/// A quotation from a text: some of its words, and which of their occurrences is meant.
public struct PhraseQuote: Hashable, Sendable {
    /// The words, exactly as the text has them.
    public let text: String
    /// Which occurrence of them, from 1.
    public let occurrence: Int

    package init(text: String, occurrence: Int = 1) { (self.text, self.occurrence) = (text, occurrence) }
}

/// Words of a transcription and the words of a translation that render them. Either side may have several quotations,
/// where what belongs together stands apart.
public struct Phrase: Hashable, Sendable {
    /// Quotations from the transcription.
    public let transcription: [PhraseQuote]
    /// Quotations from the translation.
    public let translation: [PhraseQuote]

    package init(transcription: [PhraseQuote], translation: [PhraseQuote]) {
        (self.transcription, self.translation) = (transcription, translation)
    }
}

/// What links a clause's texts with the sheet and with each other, as readers are given it.
public struct ClauseLinks: Hashable, Sendable {
    /// The clause's id.
    public let clause: String
    /// The words of the transcription that have a place, in its order.
    public let words: [ClauseWord]
    /// The language of the translation that ``phrases`` quote: the one that is shown; nil where there is none.
    public let lang: String?
    /// The phrases of the transcription and of that translation.
    public let phrases: [Phrase]

    package init(clause: String, words: [ClauseWord], lang: String?, phrases: [Phrase]) {
        (self.clause, self.words, self.lang, self.phrases) = (clause, words, lang, phrases)
    }
}

/// The bounds of words and phrases, which hold for source folders, for edits and for what is imported.
public enum LinkLimits {
    /// The most words of a clause.
    public static let words = 5_000
    /// The longest word, in Unicode scalars.
    public static let wordLength = 200
    /// The most phrases of a clause in a language.
    public static let phrases = 500
    /// The most quotations on a side of a phrase.
    public static let quotes = 20
    /// The longest quotation, in Unicode scalars.
    public static let quoteLength = 2_000
    /// The last occurrence that a quotation can name.
    public static let occurrence = 10_000
}

extension PhraseQuote {
    /// The quotation with single spaces, as it is looked for in a text with single spaces: how a text is broken into lines
    /// is no matter.
    package var singleSpaced: PhraseQuote { PhraseQuote(text: text.singleSpaced, occurrence: occurrence) }

    /// Where a text has the quotation; nil where it does not.
    ///
    /// Occurrences do not overlap: of `aa`, the text `aaaa` has two.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of text and quotation.
    package func range(in text: String) -> Range<String.UnicodeScalarView.Index>? {
        let (scalars, wanted) = (text.unicodeScalars, self.text.unicodeScalars)
        guard let first = wanted.first else { return nil }
        var found = 0
        var start = scalars.startIndex
        while let place = scalars[start...].firstIndex(of: first) {
            let rest = scalars[place...]
            guard rest.starts(with: wanted) else {
                start = scalars.index(after: place)
                continue
            }
            let end = scalars.index(place, offsetBy: wanted.count)
            found += 1
            if found == occurrence { return place..<end }
            start = end
        }
        return nil
    }
}
