import CPDF

/// A PDF that is being written: pages, text, pictures, outlines. What is finished can be taken while the rest is made, so
/// that memory holds one page and what the end of a PDF lists of all of them.
///
/// Sizes and places are in points (1/72 inch), with the origin at the top left corner. Not for several threads at once.
final class PDFFile {
    /// The text of a file's properties.
    enum Field { case title, author, subject, keywords, creator, created }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private let output = Output()
    private var file: OpaquePointer?

    /// Begins a file.
    ///
    /// - Throws: ``PDFError/unavailable(reason:)``.
    init() throws(PDFError) {
        if let reason = cpdf_library_load() { throw .unavailable(reason: String(cString: reason)) }
        let context = Unmanaged.passUnretained(output).toOpaque()
        file = cpdf_open(
            { context, bytes, count in
                guard let context, let bytes else { return 1 }
                Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes.append(
                    contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                return 0
            }, context)
        guard file != nil else { throw .failed(reason: "no memory") }
    }

    deinit { if let file { cpdf_close(file) } }

    /// Takes the bytes that were written since they were taken last.
    func takeBytes() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// Throws what failed so far.
    func check() throws(PDFError) {
        if let file, let reason = cpdf_failure(file) { throw .failed(reason: String(cString: reason)) }
    }

    /// Writes the end. Nothing may be added afterwards.
    func close() throws(PDFError) {
        try check()
        guard let file else { return }
        self.file = nil
        if cpdf_close(file) != 0 { throw .failed(reason: "the end of the file") }
    }

    func set(_ field: Field, _ words: String) {
        guard let file else { return }
        let field: cpdf_field =
            switch field {
            case .title: CPDF_TITLE
            case .author: CPDF_AUTHOR
            case .subject: CPDF_SUBJECT
            case .keywords: CPDF_KEYWORDS
            case .creator: CPDF_CREATOR
            case .created: CPDF_CREATED
            }
        cpdf_set_field(file, field, PrintableText.line(words))
    }

    func beginPage(width: Double, height: Double) {
        if let file { cpdf_begin_page(file, width, height) }
    }

    func endPage() {
        if let file { cpdf_end_page(file) }
    }

    /// Runs the body, whose marks are one element of the structure.
    func tagged(_ name: String, _ attributes: String = "", _ body: () -> Void) {
        guard let file else { return }
        cpdf_tag_begin(file, name, attributes)
        body()
        cpdf_tag_end(file, name)
    }

    /// Makes what the body draws a link.
    func linked(to uri: String, _ body: () -> Void) {
        // cairo writes the address as it is, so that a bracket in it would end the string in the file.
        let plain = uri.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                text.unicodeScalars.append(UnicodeScalar(byte))
            case _ where "-._~:/?#@!$&*+,;=%".utf8.contains(byte): text.unicodeScalars.append(UnicodeScalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        tagged("Link", "uri='\(plain)'", body)
    }

    /// Adds an entry to the outline.
    ///
    /// - Parameters:
    ///   - parent: The number of the entry that it lies in; 0 for none.
    ///   - page: The page's number, from 1, which must be there in the end.
    ///   - top: How far down the page it leads.
    /// - Returns: The entry's number.
    func addOutline(_ words: String, in parent: Int, page: Int, top: Double, isOpen: Bool = false) -> Int {
        guard let file else { return 0 }
        // cairo puts the origin of this one at the bottom when it writes it.
        let place = "page=\(page) pos=[0 \(Int(top))]"
        return Int(cpdf_outline(file, Int32(clamping: parent), PrintableText.line(words), place, isOpen ? 1 : 0))
    }

    func setColour(_ colour: PDFColour) {
        if let file { cpdf_set_colour(file, colour.red, colour.green, colour.blue) }
    }

    func fill(_ box: PDFBox) {
        if let file { cpdf_fill(file, box.x, box.y, box.width, box.height) }
    }

    /// Shows a JPEG, whose bytes become part of the file as they are.
    func show(_ picture: PDFPicture, in box: PDFBox) throws(PDFError) {
        guard let file else { return }
        let failed = cpdf_jpeg(
            file, picture.jpeg, picture.jpeg.count, Int32(clamping: picture.width), Int32(clamping: picture.height),
            box.x, box.y, box.width, box.height)
        if failed != 0 { try check() }
    }

    /// Sets text; see ``SetText``.
    func setText(_ words: String, _ style: TextStyle) throws(PDFError) -> SetText {
        guard let file else { throw .failed(reason: "the file has ended") }
        let features = style.hasSmallCapitals ? "smcp" : style.isSeen ? nil : "liga=0, rlig=0, dlig=0"
        let text: OpaquePointer? = style.font.withCString { font in
            style.language.withCString { language in
                func make(_ features: UnsafePointer<CChar>?) -> OpaquePointer? {
                    var values = cpdf_style(
                        font: font, size: style.size, width: style.width, spacing: style.spacing, language: language,
                        alignment: style.alignment.rawValue, letter_spacing: style.letterSpacing,
                        is_right_to_left: style.isRightToLeft ? 1 : 0, features: features)
                    var words = words
                    return words.withUTF8 { bytes in
                        bytes.withMemoryRebound(to: CChar.self) {
                            cpdf_text_new(file, $0.baseAddress ?? font, $0.count, &values)
                        }
                    }
                }
                return features.map { $0.withCString(make) } ?? make(nil)
            }
        }
        guard let text else { throw .failed(reason: "no memory") }
        return SetText(text)
    }

    /// Draws lines of a text, the top of the first one at a place.
    func draw(_ text: SetText, lines: Range<Int>, x: Double, y: Double) {
        if let file {
            cpdf_text_draw(
                file, text.pointer, Int32(clamping: lines.lowerBound), Int32(clamping: lines.upperBound), x, y)
        }
    }
}

/// Text that is set in lines, with all that its script needs: shaping, direction, marks, fonts that have its letters.
final class SetText {
    fileprivate let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cpdf_text_free(pointer) }

    var lineCount: Int { Int(cpdf_text_line_count(pointer)) }

    /// How many characters no font of this machine has.
    var unknownCount: Int { Int(cpdf_text_unknown_count(pointer)) }

    var size: (width: Double, height: Double) {
        var (width, height) = (0.0, 0.0)
        cpdf_text_size(pointer, &width, &height)
        return (width, height)
    }

    /// Where a line lies below the top of the text.
    ///
    /// - Complexity: O(*n*) in the lines before it.
    func line(_ number: Int) -> (top: Double, bottom: Double, baseline: Double) {
        var (top, bottom, baseline) = (0.0, 0.0, 0.0)
        cpdf_text_line(pointer, Int32(clamping: number), &top, &bottom, &baseline)
        return (top, bottom, baseline)
    }

    /// Sets it again.
    func resize(to size: Double, width: Double) { cpdf_text_resize(pointer, size, width) }
}

/// How text is set.
struct TextStyle {
    enum Alignment: Int32 { case start, centre, justified }

    /// EB Garamond is what the viewer shows; the others have what it lacks.
    static let families = "EB Garamond 12, EB Garamond, Noto Serif, DejaVu Serif, serif"

    var size: Double
    /// Where lines end; 0 for nowhere.
    var width = 0.0
    /// The distance between lines, as a multiple of the font's.
    var spacing = 1.12
    /// A BCP 47 tag.
    var language = "und"
    var alignment = Alignment.start
    var letterSpacing = 0.0
    var isItalic = false
    var isRightToLeft = false
    var hasSmallCapitals = false
    /// Whether it is seen, and not behind a picture: there letters are not joined into one, which some readers of PDF
    /// take apart the wrong way round where text runs from right to left.
    var isSeen = true

    var font: String { isItalic ? "\(Self.families) Italic" : Self.families }
}
