import DocumentModel
import ImageGeometry

/// Writes a page as ALTO.
///
/// Source: https://www.loc.gov/standards/alto/, version 4
enum ALTOWriter {
    private static let namespace = "http://www.loc.gov/standards/alto/ns-v4#"

    static func text(of page: LayoutPage) -> String {
        let numbers = page.entries.compactMap { entry -> [(String, String?)]? in
            guard entry.place == 1, let number = entry.clause.number else { return nil }
            return [("ID", "number_\(entry.clause.id)"), ("TYPE", "number"), ("LABEL", number)]
        }
        let categories = page.categories.map { category -> [(String, String?)] in
            [("ID", "category_\(category.id)"), ("TYPE", "category"), ("LABEL", category.label)]
        }
        let kinds: [[(String, String?)]] =
            page.entries.contains { $0.clause.isTextLine }
            ? [[("ID", LayoutMark.textLineTag), ("TYPE", "kind"), ("LABEL", "text line")]] : []
        let tags = (categories + kinds + numbers).map { XMLText.start("OtherTag", $0, isEmpty: true) }
        return file(
            image: page.page.image, pageNumber: page.page.number, width: page.page.width, height: page.page.height,
            tags: tags, body: page.entries.flatMap { block($0, page.language, on: page.page.number) })
    }

    /// Returns a file with the given content of the `Tags` element and of the `PrintSpace` of its only page.
    static func file(
        image: String?, pageNumber: Int, width: Int, height: Int, tags: [String], body: [String]
    ) -> String {
        let size = [("WIDTH", "\(width)"), ("HEIGHT", "\(height)")]
        var description = [XMLText.element("MeasurementUnit", "pixel")]
        if let image {
            description.append("<sourceImageInformation>\(XMLText.element("fileName", image))</sourceImageInformation>")
        }
        let number = [("ID", "page_\(pageNumber)"), ("PHYSICAL_IMG_NR", "\(pageNumber)")]
        let space = XMLText.element("PrintSpace", [("HPOS", "0"), ("VPOS", "0")] + size, lines: body)
        return XMLText.document(
            "alto", namespace: namespace,
            lines: XMLText.element("Description", lines: description)
                + (tags.isEmpty ? [] : XMLText.element("Tags", lines: tags))
                + XMLText.element("Layout", lines: XMLText.element("Page", number + size, lines: space)))
    }

    private static func block(_ entry: LayoutPage.Entry, _ language: String, on page: Int) -> [String] {
        let isDetail = entry.clause.kind == .detail
        let name = isDetail ? "Illustration" : "TextBlock"
        let box = box(entry.polygon.bounds)
        let number = entry.place == 1 && entry.clause.number != nil ? ["number_\(entry.clause.id)"] : []
        let line = entry.clause.isTextLine ? [LayoutMark.textLineTag] : []
        let tags = (number + line + entry.clause.categories.map { "category_\($0)" }).joined(separator: " ")
        let attributes =
            [("ID", entry.id)] + box + [("TAGREFS", tags.isEmpty ? nil : tags), ("LANG", isDetail ? nil : language)]
        var lines = [shape(entry.polygon)]
        if let text = entry.text, !isDetail {
            // The words are written as one line with the block's box, because the document does not record the
            // positions of lines. Words without a position get the same box.
            let words = XMLText.words(text)
            let placed = places(of: entry.clause, for: words, on: page)
            var content = words.isEmpty ? [Self.word("", box)] : []
            for (index, word) in words.enumerated() {
                if index > 0 { content.append("<SP/>") }
                content.append(Self.word(String(word), placed[index].map(Self.box) ?? box))
            }
            lines += XMLText.element("TextLine", [("ID", "text_\(entry.clause.id)")] + box, lines: content)
        }
        return XMLText.element(name, attributes, lines: lines)
    }

    /// Writes a word of a text line. The schema requires at least one word per line, so a line without words gets an
    /// empty one.
    static func word(_ text: String, _ box: [(String, String?)]) -> String {
        XMLText.start("String", [("CONTENT", text)] + box, isEmpty: true)
    }

    /// Returns the positions of a transcription's words on a page. All are nil unless the clause's words match its
    /// transcription.
    private static func places(of clause: Clause, for words: [Substring], on page: Int) -> [Rectangle?] {
        let isWhole = clause.words.map(\.text) == words.map(String.init)
        return isWhole ? clause.words.map { $0.page == page ? $0.box : nil } : words.map { _ in nil }
    }

    /// Writes an outline. Holes are left out.
    static func shape(_ polygon: Polygon) -> String {
        "<Shape>" + XMLText.start("Polygon", [("POINTS", points(polygon.outer))], isEmpty: true) + "</Shape>"
    }

    static func points(_ points: [Point]) -> String {
        points.map { "\(FaultText.number($0.x)),\(FaultText.number($0.y))" }.joined(separator: " ")
    }

    static func box(_ bounds: Rectangle) -> [(String, String?)] {
        [
            ("HPOS", FaultText.number(bounds.x)), ("VPOS", FaultText.number(bounds.y)),
            ("WIDTH", FaultText.number(bounds.width)), ("HEIGHT", FaultText.number(bounds.height)),
        ]
    }

    /// Whether a text contains white space other than single spaces between words.
    static func hasUnevenSpaces(_ text: String) -> Bool {
        !text.isIdentical(to: XMLText.singleSpaced(text))
    }
}
