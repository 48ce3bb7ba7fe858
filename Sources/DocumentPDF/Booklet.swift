import CPDF

/// Writes a booklet as a PDF: typeset pages of text, and pages that are pictures with invisible text behind them.
///
/// Text pages are A4, with about seventy letters per line. Picture pages have the proportions of the picture. Finished
/// bytes can be taken after each call, so memory holds one page, the glyphs of the fonts and the outline. Booklets with
/// the same content have the same bytes.
///
/// cairo writes the PDF, and Pango sets the text: it shapes every script, and takes characters that a font lacks from
/// another font. Text behind a picture is drawn first and covered by the picture, but PDF readers can still find,
/// select and copy it.
///
/// Instances are not thread-safe, but may be used by different threads one after another.
public final class Booklet {
    /// Lengths in points: A4 paper, its margins, and the longer side of a picture page.
    static let paper = (width: 595.28, height: 841.89)
    static let margins = (side: 84.0, top: 78.0, bottom: 92.0)
    static let longestSide = 841.89

    let file: PDFFile
    let header: BookletHeader
    /// The number of the current page, from 1; 0 before the first page.
    private(set) var pageNumber = 0
    /// The vertical position of the next line, in points from the top; nil when no page of text is open.
    var place: Double?
    var outlineParent = 0
    /// The number of characters so far that no font on this machine has.
    public internal(set) var unknownCount = 0

    /// The length of a line, in points.
    static var measure: Double { paper.width - 2 * margins.side }

    /// Starts a booklet.
    ///
    /// - Throws: ``PDFError/unavailable(reason:)``.
    public init(_ header: BookletHeader) throws(PDFError) {
        file = try PDFFile()
        self.header = header
        file.set(CPDF_TITLE, header.title)
        if let author = header.author { file.set(CPDF_AUTHOR, author) }
        if let subject = header.subject { file.set(CPDF_SUBJECT, subject) }
        if let keywords = header.keywords { file.set(CPDF_KEYWORDS, keywords) }
        file.set(CPDF_CREATOR, header.creator)
        file.set(CPDF_CREATED, header.created)
    }

    /// Returns why PDFs cannot be created on this machine, or nil if they can.
    public static func fault() -> PDFError? {
        do throws(PDFError) {
            _ = try PDFFile()
            return nil
        } catch {
            return error
        }
    }

    /// Takes the bytes finished since the last call.
    public func takeBytes() -> [UInt8] { file.takeBytes() }

    /// Finishes the file. Nothing may be added afterwards.
    public func close() throws(PDFError) {
        endTextPage()
        try file.close()
    }

    /// Starts a part of the outline, which contains the entries that follow.
    public func beginPart(_ name: String) {
        endTextPage()
        outlineParent = file.addOutline(name, in: 0, page: pageNumber + 1, top: 0, isOpen: true)
    }

    /// Adds a picture page with searchable text behind the picture.
    ///
    /// - Parameters:
    ///   - picture: The picture; nil for blank paper.
    ///   - size: The page's size in the units of the texts' boxes.
    ///   - outline: The page's title in the outline.
    ///   - texts: The texts, in reading order.
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

    /// Sets text into its box, in the largest size that fits.
    private func layBehind(_ text: PlacedText, scale: Double, page: PDFBox) throws(PDFError) {
        let left = min(max(0, text.box.x * scale), page.width)
        let top = min(max(0, text.box.y * scale), page.height)
        let width = min(text.box.width * scale, page.width - left)
        let height = min(text.box.height * scale, page.height - top)
        let parts = PrintableText.paragraphs(text.text)
        guard width > 1, height > 1, !parts.isEmpty else { return }
        let style = TextStyle(
            size: 8, width: width, spacing: 0, language: text.language, isRightToLeft: text.isRightToLeft,
            isSeen: false)
        var set: [SetText] = []
        for part in parts { set.append(try file.setText(part, style)) }
        unknownCount += set.reduce(0) { $0 + $1.unknownCount }
        // A binary search for the largest size at which all of the text fits the box.
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
