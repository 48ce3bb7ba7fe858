/// Writes a booklet: pages of text as a printer would set them, and pages that are pictures with text behind them.
///
/// Text pages are A4, with a measure of some seventy letters. Pages that are pictures have the picture's own shape. What is
/// finished can be taken after each call, so that memory follows one page, the fonts' letters and the outline. A booklet of
/// the same content has the same bytes.
///
/// cairo writes the PDF and Pango sets the text, which shapes every script and takes what a font lacks from another one.
/// Text on pictures is drawn before the picture, which covers it: readers of PDF find, mark and copy it all the same.
///
/// Not for several threads at once, but for one after the other.
public final class Booklet {
    /// Points: A4, its margins, and the longer side of a page that is a picture.
    static let paper = (width: 595.28, height: 841.89)
    static let margins = (side: 84.0, top: 78.0, bottom: 92.0)
    static let longestSide = 841.89

    let file: PDFFile
    let header: BookletHeader
    /// The number of the page that is being written, from 1; 0 before the first.
    private(set) var pageNumber = 0
    /// How far down the page the next line comes; nil between pages of text.
    var place: Double?
    var outlineParent = 0
    /// How many characters no font of this machine has, so far.
    public internal(set) var unknownCount = 0

    /// The width of a line.
    static var measure: Double { paper.width - 2 * margins.side }

    /// Begins a booklet.
    ///
    /// - Throws: ``PDFError/unavailable(reason:)``.
    public init(_ header: BookletHeader) throws(PDFError) {
        file = try PDFFile()
        self.header = header
        file.set(.title, header.title)
        if let author = header.author { file.set(.author, author) }
        if let subject = header.subject { file.set(.subject, subject) }
        if let keywords = header.keywords { file.set(.keywords, keywords) }
        file.set(.creator, header.creator)
        file.set(.created, header.created)
    }

    /// Whether PDFs can be made on this machine: nil, or what is wrong.
    public static func fault() -> PDFError? {
        do throws(PDFError) {
            _ = try PDFFile()
            return nil
        } catch {
            return error
        }
    }

    /// Takes the bytes that were finished since they were taken last.
    public func takeBytes() -> [UInt8] { file.takeBytes() }

    /// Writes the end. Nothing may be added afterwards.
    public func close() throws(PDFError) {
        endTextPage()
        try file.close()
    }

    /// Begins a part of the outline, in which what follows lies.
    public func beginPart(_ name: String) {
        endTextPage()
        outlineParent = file.addOutline(name, in: 0, page: pageNumber + 1, top: 0, isOpen: true)
    }

    /// Adds a page that is a picture, with text to be found on it.
    ///
    /// - Parameters:
    ///   - picture: The picture; nil for blank paper.
    ///   - size: The page's size in the units of the texts' boxes.
    ///   - outline: Its name in the outline.
    ///   - texts: In reading order.
    /// - Throws: ``PDFError/failed(reason:)``.
    /// - Complexity: O(*n*) in the length of the texts and of the picture.
    public func addPicture(
        _ picture: PDFPicture?, size: (width: Int, height: Int), outline: String, texts: [PlacedText]
    ) throws(PDFError) {
        endTextPage()
        let scale = Self.longestSide / Double(max(size.width, size.height, 1))
        let page = PDFBox(
            x: 0, y: 0, width: max(3, Double(size.width) * scale), height: max(3, Double(size.height) * scale))
        beginPage(width: page.width, height: page.height)
        _ = file.addOutline(outline, in: outlineParent, page: pageNumber, top: 0)
        file.setColour(.black)
        for text in texts { try layBehind(text, scale: scale, page: page) }
        if let picture {
            try file.show(picture, in: page)
        } else {
            file.setColour(header.paper)
            file.fill(page)
        }
        file.endPage()
        try file.check()
    }

    func beginPage(width: Double, height: Double) {
        pageNumber += 1
        file.beginPage(width: width, height: height)
    }

    /// Lays text into its box, as large as it can be.
    private func layBehind(_ text: PlacedText, scale: Double, page: PDFBox) throws(PDFError) {
        let left = min(max(0, text.box.x * scale), page.width)
        let top = min(max(0, text.box.y * scale), page.height)
        let width = min(text.box.width * scale, page.width - left)
        let height = min(text.box.height * scale, page.height - top)
        let parts = PrintableText.paragraphs(text.text)
        guard width > 1, height > 1, !parts.isEmpty else { return }
        var style = TextStyle(size: 8, width: width, language: text.language)
        style.isRightToLeft = text.isRightToLeft
        style.isSeen = false
        style.spacing = 0
        var set: [SetText] = []
        for part in parts { set.append(try file.setText(part, style)) }
        unknownCount += set.reduce(0) { $0 + $1.unknownCount }
        // The largest size at which all of it is within the box, to a tenth.
        var (low, high) = (0.2, max(0.3, min(40, height)))
        for _ in 0..<9 {
            let middle = (low + high) / 2
            for part in set { part.resize(to: middle, width: width) }
            let total = set.reduce(0) { $0 + $1.size.height }
            let widest = set.map(\.size.width).max() ?? 0
            if total <= height, widest <= width { low = middle } else { high = middle }
        }
        var y = top
        for part in set {
            part.resize(to: low, width: width)
            file.tagged("P") { file.draw(part, lines: 0..<part.lineCount, x: left, y: y) }
            y += part.size.height
        }
    }
}
