import CPDF
import FileSupport

/// A PDF file that is being written: pages, text, pictures and an outline. Finished bytes can be taken while the rest
/// is created, so memory holds one page, and the lists of all pages that are written at the end of a PDF.
///
/// Sizes and positions are in points (1/72 inch), with the origin at the top left corner. Instances are not
/// thread-safe.
final class PDFFile {
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let output = Output()
    private var file: OpaquePointer?

    /// Starts a file.
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
        guard file != nil else { throw .failed(reason: "there is not enough memory") }
    }

    deinit { if let file { cpdf_close(file) } }

    /// Takes the bytes written since the last call.
    func takeBytes() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// Throws an error if anything has failed so far.
    func check() throws(PDFError) {
        if let file, let reason = cpdf_failure(file) { throw .failed(reason: String(cString: reason)) }
    }

    /// Finishes the file. Nothing may be added afterwards.
    func close() throws(PDFError) {
        try check()
        guard let file else { return }
        self.file = nil
        if cpdf_close(file) != 0 { throw .failed(reason: "its end cannot be written") }
    }

    func set(_ field: cpdf_field, _ words: String) {
        if let file { cpdf_set_field(file, field, PrintableText.line(words)) }
    }

    func beginPage(width: Double, height: Double) {
        if let file { cpdf_begin_page(file, width, height) }
    }

    func endPage() {
        if let file { cpdf_end_page(file) }
    }

    /// Runs the body. Everything it draws becomes one element of the structure tree.
    func tagged(_ name: String, _ attributes: String = "", _ body: () -> Void) {
        guard let file else { return }
        cpdf_tag_begin(file, name, attributes)
        body()
        cpdf_tag_end(file, name)
    }

    /// Runs the body. Everything it draws becomes a link.
    func linked(to uri: String, _ body: () -> Void) {
        // cairo writes the address without escaping, so a bracket in it would end the string in the file.
        let plain = PercentEncoding.encode(uri, allowing: ":/?#@!$&*+,;=%")
        tagged("Link", "uri='\(plain)'", body)
    }

    /// Adds an entry to the outline.
    ///
    /// - Parameters:
    ///   - parent: The number of the parent entry; 0 for none.
    ///   - page: The page's number, from 1; the page must exist when the file is finished.
    ///   - top: The vertical position of the target on the page, from the top.
    /// - Returns: The number of the new entry.
    func addOutline(_ words: String, in parent: Int, page: Int, top: Double, isOpen: Bool = false) -> Int {
        guard let file else { return 0 }
        // cairo converts this position to one with the origin at the bottom when it writes it.
        let place = "page=\(page) pos=[0 \(Int(top))]"
        return Int(cpdf_outline(file, Int32(clamping: parent), PrintableText.line(words), place, isOpen ? 1 : 0))
    }

    func setColour(_ colour: PDFColour) {
        if let file { cpdf_set_colour(file, colour.red, colour.green, colour.blue) }
    }

    func fill(_ box: PDFBox) {
        if let file { cpdf_fill(file, box.x, box.y, box.width, box.height) }
    }

    /// Draws a JPEG, whose bytes are embedded in the file unchanged.
    func show(_ picture: PDFPicture, in box: PDFBox) throws(PDFError) {
        guard let file else { return }
        let failed = cpdf_jpeg(
            file, picture.jpeg, picture.jpeg.count, Int32(clamping: picture.width), Int32(clamping: picture.height),
            box.x, box.y, box.width, box.height)
        if failed != 0 { try check() }
    }

    /// Sets text. See ``SetText``.
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
        guard let text else { throw .failed(reason: "there is not enough memory") }
        return SetText(text)
    }

    /// Draws some lines of a text, with the top of the first one at the given position.
    func draw(_ text: SetText, lines: Range<Int>, x: Double, y: Double) {
        if let file {
            cpdf_text_draw(
                file, text.pointer, Int32(clamping: lines.lowerBound), Int32(clamping: lines.upperBound), x, y)
        }
    }
}

/// Text set in lines, with all that its script needs: shaping, direction, marks, and fallback fonts.
final class SetText {
    fileprivate let pointer: OpaquePointer

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cpdf_text_free(pointer) }

    var lineCount: Int { Int(cpdf_text_line_count(pointer)) }

    /// The number of characters that no font on this machine has.
    var unknownCount: Int { Int(cpdf_text_unknown_count(pointer)) }

    var size: (width: Double, height: Double) {
        var (width, height) = (0.0, 0.0)
        cpdf_text_size(pointer, &width, &height)
        return (width, height)
    }

    /// Returns the position of a line, relative to the top of the text.
    ///
    /// - Complexity: O(*n*) in the number of lines before it.
    func line(_ number: Int) -> (top: Double, bottom: Double) {
        var (top, bottom, baseline) = (0.0, 0.0, 0.0)
        cpdf_text_line(pointer, Int32(clamping: number), &top, &bottom, &baseline)
        return (top, bottom)
    }

    /// Sets the text again in another size and width.
    func resize(to size: Double, width: Double) { cpdf_text_resize(pointer, size, width) }
}

/// The style of a text.
struct TextStyle {
    enum Alignment: Int32 { case start, centre, justified }

    /// EB Garamond is the viewer's font. The others provide the characters that it lacks.
    static let families = "EB Garamond 12, EB Garamond, Noto Serif, DejaVu Serif, serif"

    var size: Double
    /// The length of the lines, in points; 0 for no limit.
    var width = 0.0
    /// The distance between lines, as a multiple of the font's.
    var spacing = 1.12
    /// The language, as a BCP 47 tag.
    var language = "und"
    var alignment = Alignment.start
    var letterSpacing = 0.0
    var isItalic = false
    var isRightToLeft = false
    var hasSmallCapitals = false
    /// Whether the text is visible, and not behind a picture. Ligatures are turned off in invisible text, because some
    /// PDF readers take them apart in the wrong order if the text runs from right to left.
    var isSeen = true

    var font: String { isItalic ? "\(Self.families) Italic" : Self.families }
}
