import ImageGeometry

/// A page of text lines as a file describes it, in the file's own units.
struct LinePage {
    /// The unit of coordinates.
    enum Unit: String {
        case pixel
        /// Tenths of a millimetre.
        case mm10
        /// 1200ths of an inch.
        case inch1200

        /// The number of units in a millimetre, or nil for pixels.
        var perMillimetre: Double? {
            switch self {
            case .pixel: nil
            case .mm10: 10
            case .inch1200: 1200 / 25.4
            }
        }
    }

    var unit = Unit.pixel
    var width: Double?
    var height: Double?
    /// The lines, in reading order.
    var lines: [PageLine] = []
    /// The categories that the file declares, in order, if this program wrote it.
    var categories: [(id: String, label: String)] = []
    /// The file's name or number for the image.
    var imageName: String?
    /// The image's file name, path or address, as stated in the file.
    var imageFile: String?
    /// The first name of a language that has no tag.
    var unknownLanguage: String?
    /// The number of lines without text that are left out for the text of their region.
    var replacedLineCount = 0
    /// The number of pages in the file. Only the first is read.
    var pageCount = 0
}

/// A text line, or a text region that is not divided into lines.
struct PageLine {
    /// The line's id in the file.
    var id: String?
    /// The points of the outline, or nil if the file states none or they are not valid.
    var points: [Point]?
    /// Whether the file states an outline, valid or not.
    var hasOutline = false
    /// The baseline, starting where reading begins or at the left. Empty if the file states none.
    var baseline: [Point] = []
    /// Left, top, width and height, if all four are stated.
    var box: [Double]?
    /// The words, in reading order.
    var words: [LineWord] = []
    /// The text of the words, with single spaces.
    var text = ""
    /// The language of the line or of an enclosing element.
    var language: String?
    /// Whether the file marks the line as right-to-left, or nil if it states no direction.
    var isRightToLeft: Bool?
    /// The clause that the line is a region of, if this program wrote the file.
    var mark: LayoutMark.Meaning?
    /// The line of the file, from 1.
    let lineNumber: Int

    /// Appends a word, after a space if it has one.
    mutating func add(_ word: LineWord) {
        if !text.isEmpty, word.hasSpaceBefore { text += " " }
        text += word.text
        words.append(word)
    }
}

/// A word of a line, or several words that the file does not separate.
struct LineWord {
    /// The text, with single spaces.
    var text: String
    /// The extent from left to right, or nil if the file does not state it.
    var extent: ClosedRange<Double>?
    /// The extent from top to bottom, or nil if the file does not state it.
    var rows: ClosedRange<Double>?
    /// The whole word, if this is only its part before or after a line break.
    var whole: String?
    /// Whether this is the part after a line break.
    var isSecondPart = false
    /// Whether a space precedes the word.
    var hasSpaceBefore = true
}
