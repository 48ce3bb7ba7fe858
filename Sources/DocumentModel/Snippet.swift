/// The part of a text where the words of a search stand.
public struct Snippet: Hashable, Sendable {
    /// What of a text it is from.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case title, translation, context, transcription
    }

    /// What of the text it is from.
    public let field: Field
    /// The text's language, as a BCP 47 tag.
    public let lang: String
    /// The words around what was found.
    public let text: String
    /// Where in ``text`` the words found stand, in UTF-16 code units, in order and without overlap.
    public let marks: [Range<Int>]
    /// Whether words before these were left out.
    public let isCutBefore: Bool
    /// Whether words behind these were left out.
    public let isCutAfter: Bool

    package init(field: Field, lang: String, text: String, marks: [Range<Int>], isCutBefore: Bool, isCutAfter: Bool) {
        (self.field, self.lang, self.text) = (field, lang, text)
        (self.marks, self.isCutBefore, self.isCutAfter) = (marks, isCutBefore, isCutAfter)
    }
}
