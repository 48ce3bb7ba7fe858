public import ImageGeometry

/// A word of a clause's transcription with its position on a page.
public struct ClauseWord: Hashable, Sendable {
    /// The word as written in the transcription.
    public let text: String
    /// The page's number, from 1.
    public let page: Int
    /// The bounding box in the page's image space.
    public let box: Rectangle

    package init(text: String, page: Int, box: Rectangle) { (self.text, self.page, self.box) = (text, page, box) }
}

/// A quotation from a text: some words, and which occurrence of them is meant.
public struct PhraseQuote: Hashable, Sendable {
    /// The words, exactly as in the text.
    public let text: String
    /// The number of the occurrence, from 1.
    public let occurrence: Int

    package init(text: String, occurrence: Int = 1) { (self.text, self.occurrence) = (text, occurrence) }
}

/// Words of a transcription and the words of a translation that render them. Either side may have several quotations if
/// words that belong together are not adjacent.
public struct Phrase: Hashable, Sendable {
    /// Quotations from the transcription.
    public let transcription: [PhraseQuote]
    /// Quotations from the translation.
    public let translation: [PhraseQuote]

    package init(transcription: [PhraseQuote], translation: [PhraseQuote]) {
        (self.transcription, self.translation) = (transcription, translation)
    }
}

/// The links between a clause's texts and the sheet, and between its texts, as presented to readers.
public struct ClauseLinks: Hashable, Sendable {
    /// The clause's id.
    public let clause: String
    /// The words of the transcription that have a position, in the order of the transcription.
    public let words: [ClauseWord]
    /// The language of the translation quoted by ``phrases``, which is the one shown; nil if there is none.
    public let lang: String?
    /// The phrases that link the transcription to that translation.
    public let phrases: [Phrase]

    package init(clause: String, words: [ClauseWord], lang: String?, phrases: [Phrase]) {
        (self.clause, self.words, self.lang, self.phrases) = (clause, words, lang, phrases)
    }
}

/// The limits of words and phrases, which apply to source folders, edits and imports.
public enum LinkLimits {
    /// The maximum number of words of a clause.
    public static let words = 5_000
    /// The maximum length of a word, in Unicode scalars.
    public static let wordLength = 200
    /// The maximum number of phrases of a clause in a language.
    public static let phrases = 500
    /// The maximum number of quotations on each side of a phrase.
    public static let quotes = 20
    /// The maximum length of a quotation, in Unicode scalars.
    public static let quoteLength = 2_000
    /// The highest occurrence that a quotation can name.
    public static let occurrence = 10_000
}

extension PhraseQuote {
    /// The quotation with single spaces, for matching in a text with single spaces, so that line breaks do not matter.
    package var singleSpaced: PhraseQuote { PhraseQuote(text: text.singleSpaced, occurrence: occurrence) }

    /// Returns the range of the quotation in a text; nil if it does not occur.
    ///
    /// Occurrences do not overlap: the text `aaaa` contains `aa` twice.
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
