/// An excerpt of a text around the words that a search found.
public struct Snippet: Hashable, Sendable {
    /// The part of a text that the excerpt comes from.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case title, translation, context, transcription
    }

    /// The part of the text that the excerpt comes from.
    public let field: Field
    /// The text's language, as a BCP 47 tag.
    public let lang: String
    /// The matching words and the words around them.
    public let text: String
    /// The ranges of the matching words in ``text``, in UTF-16 code units, ordered and without overlap.
    public let marks: [Range<Int>]
    /// Whether the text continues before the excerpt.
    public let isCutBefore: Bool
    /// Whether the text continues after the excerpt.
    public let isCutAfter: Bool

    package init(field: Field, lang: String, text: String, marks: [Range<Int>], isCutBefore: Bool, isCutAfter: Bool) {
        (self.field, self.lang, self.text) = (field, lang, text)
        (self.marks, self.isCutBefore, self.isCutAfter) = (marks, isCutBefore, isCutAfter)
    }
}
