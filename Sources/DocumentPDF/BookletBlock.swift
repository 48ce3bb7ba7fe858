/// A piece of a booklet's text, in reading order.
public struct BookletBlock: Hashable, Sendable {
    /// What it is, which decides how it looks.
    public enum Role: Hashable, Sendable {
        /// The name of the whole.
        case title
        /// A line beneath it.
        case subtitle
        /// A few sentences on the whole.
        case lead
        /// What is known of the whole, after its name: a label and a value.
        case field(label: String)
        /// The heading of a part, with its number where it has one.
        case heading(number: String?)
        /// The name of a part in a further language.
        case subheading
        /// A line across, without words.
        case rule
        /// What follows: "Transcription", a language.
        case label
        /// The words in plain language.
        case text
        /// The words as written.
        case transcription
        /// What a reader should know.
        case note
        /// Small print: credits, rights.
        case small
    }

    /// What it is.
    public let role: Role
    /// The words; lines end paragraphs.
    public let text: String
    /// A BCP 47 tag.
    public let language: String
    /// Whether it runs from right to left where its letters do not say.
    public let isRightToLeft: Bool
    /// An address that it leads to.
    public let link: String?
    /// Its name in the outline; nil where it has no entry.
    public let outline: String?

    /// Makes a block.
    public init(
        _ role: Role, _ text: String, language: String, isRightToLeft: Bool = false, link: String? = nil,
        outline: String? = nil
    ) {
        (self.role, self.text, self.language, self.isRightToLeft) = (role, text, language, isRightToLeft)
        (self.link, self.outline) = (link, outline)
    }
}

/// What a booklet says of itself.
public struct BookletHeader: Sendable {
    /// The name, which stands at the foot of each page of text too.
    public let title: String
    /// Who made what it shows.
    public let author: String?
    /// What may be done with it.
    public let subject: String?
    /// Where it stays as it is.
    public let keywords: String?
    /// ISO 8601, such as `2026-11-25T12:00:00Z`: not the present, so that the same content gives the same bytes.
    public let created: String
    /// The program.
    public let creator: String
    /// The colours of headings and of blank paper.
    public let accent: PDFColour
    /// The colour of blank paper.
    public let paper: PDFColour
    /// Whether what is numbered and named around the text runs from right to left.
    public let isRightToLeft: Bool
    /// The language of labels, a BCP 47 tag.
    public let language: String

    /// Makes a header.
    public init(
        title: String, author: String?, subject: String?, keywords: String?, created: String, creator: String,
        accent: PDFColour?, paper: PDFColour?, language: String, isRightToLeft: Bool
    ) {
        (self.title, self.author, self.subject, self.keywords) = (title, author, subject, keywords)
        (self.created, self.creator, self.language) = (created, creator, language)
        self.accent = accent ?? PDFColour(red: 0.55, green: 0.35, blue: 0.08)
        self.paper = paper ?? PDFColour(red: 1, green: 1, blue: 1)
        self.isRightToLeft = isRightToLeft
    }
}
