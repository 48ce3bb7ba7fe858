/// A block of a booklet's text, in reading order.
public struct BookletBlock: Hashable, Sendable {
    /// The role of a block, which determines its appearance.
    public enum Role: Hashable, Sendable {
        /// The title of the booklet.
        case title
        /// A line below the title.
        case subtitle
        /// An introductory summary.
        case lead
        /// A metadata field of the document: a label and a value.
        case field(label: String)
        /// The heading of a section, with its number if it has one.
        case heading(number: String?)
        /// The title of a section in another language.
        case subheading
        /// A horizontal rule without text.
        case rule
        /// A label for the text that follows, such as "Transcription" or a language.
        case label
        /// Text in plain language.
        case text
        /// The transcription.
        case transcription
        /// Background information.
        case note
        /// Small print: credits, rights.
        case small
    }

    /// The role of the block.
    public let role: Role
    /// The text. Line breaks separate paragraphs.
    public let text: String
    /// The language of the text, as a BCP 47 tag.
    public let language: String
    /// Whether the text runs from right to left if its letters do not determine the direction.
    public let isRightToLeft: Bool
    /// The address of a link on the text.
    public let link: String?
    /// The title of the block in the outline; nil for no entry.
    public let outline: String?

    /// Creates a block.
    public init(
        _ role: Role, _ text: String, language: String, isRightToLeft: Bool = false, link: String? = nil,
        outline: String? = nil
    ) {
        (self.role, self.text, self.language, self.isRightToLeft) = (role, text, language, isRightToLeft)
        (self.link, self.outline) = (link, outline)
    }
}

/// The metadata and appearance of a booklet.
public struct BookletHeader: Sendable {
    /// The title, which is also printed at the foot of each page of text.
    public let title: String
    /// The author of the content.
    public let author: String?
    /// The PDF's subject, used for the rights in the content.
    public let subject: String?
    /// The PDF's keywords, used for the permanent address of the content.
    public let keywords: String?
    /// The time of creation in ISO 8601, such as `2026-11-25T12:00:00Z`. It is not the current time, so that the same
    /// content has the same bytes.
    public let created: String
    /// The name of the program.
    public let creator: String
    /// The colour of labels and rules.
    public let accent: PDFColour
    /// The colour of blank paper.
    public let paper: PDFColour
    /// Whether the layout around the text, such as labels, runs from right to left.
    public let isRightToLeft: Bool
    /// The language of labels, as a BCP 47 tag.
    public let language: String

    /// Creates a header.
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
