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

        /// How many of the unit make a millimetre; nil for pixels.
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
    /// Where the file was written by this program: the categories that it declares, in their order.
    var categories: [(id: String, label: String)] = []
    /// What the file calls the image: its number or its name.
    var imageName: String?
    /// The name of the image's file, as the file states it: a name, a path or an address.
    var imageFile: String?
    /// The number of pages in the file, of which this is the first.
    var pageCount = 0
}

/// A text line, or a region of text whose lines the file does not tell apart.
struct PageLine {
    /// The line's id in the file.
    var id: String?
    /// The outline; nil where the file states none, or no list of points.
    var points: [Point]?
    /// Whether the file states an outline, readable or not.
    var hasOutline = false
    /// The baseline, from where the reading begins or from the left; empty where the file states none.
    var baseline: [Point] = []
    /// Left, top, width and height, where all four are there.
    var box: [Double]?
    /// The words, in reading order.
    var words: [LineWord] = []
    /// The words, with single spaces.
    var text = ""
    /// The language, its own or that of what it stands in.
    var language: String?
    /// Whether the file says that it is read from right to left; nil where it says nothing.
    var isRightToLeft: Bool?
    /// Where the file was written by this program: the clause that this is a region of.
    var mark: LayoutMark.Meaning?
    /// The line of the file, from 1.
    let lineNumber: Int

    /// Adds a word at the end, with a space before it where it has one.
    mutating func add(_ word: LineWord) {
        if !text.isEmpty, word.hasSpaceBefore { text += " " }
        text += word.text
        words.append(word)
    }
}

/// A word of a line, or several that the file does not tell apart.
struct LineWord {
    /// As written, with single spaces.
    var text: String
    /// Where it begins and ends, from left to right; nil where the file does not say.
    var extent: ClosedRange<Double>?
    /// Where it begins and ends from top to bottom; nil where the file does not say.
    var rows: ClosedRange<Double>?
    /// The whole word, of which this is the part before a line's end or the one after it.
    var whole: String?
    /// Whether it is the part after the line's end.
    var isSecondPart = false
    /// Whether a space stands before it.
    var hasSpaceBefore = true
}
