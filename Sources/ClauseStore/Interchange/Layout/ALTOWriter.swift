import ImageGeometry

/// Writes a page as ALTO.
///
/// Source: https://www.loc.gov/standards/alto/, version 4
enum ALTOWriter {
    private static let namespace = "http://www.loc.gov/standards/alto/ns-v4#"

    static func text(of page: LayoutPage) -> String {
        let size = [("WIDTH", "\(page.page.width)"), ("HEIGHT", "\(page.page.height)")]
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<alto xmlns="\#(namespace)">"#, "  <Description>",
            "    <MeasurementUnit>pixel</MeasurementUnit>",
        ]
        if let image = page.page.image {
            lines.append(
                "    <sourceImageInformation>\(XMLText.element("fileName", image))</sourceImageInformation>")
        }
        lines.append("  </Description>")
        let numbers = page.compactMap { entry -> (String, String)? in
            guard entry.place == 1, let number = entry.clause.number else { return nil }
            return (number, entry.clause.id)
        }
        if !numbers.isEmpty {
            lines.append("  <Tags>")
            for (number, clause) in numbers {
                lines.append(
                    "    "
                        + XMLText.start(
                            "OtherTag", [("ID", "number_\(clause)"), ("TYPE", "number"), ("LABEL", number)],
                            isEmpty: true))
            }
            lines.append("  </Tags>")
        }
        lines += [
            "  <Layout>",
            "    "
                + XMLText.start(
                    "Page", [("ID", "page_\(page.page.number)"), ("PHYSICAL_IMG_NR", "\(page.page.number)")] + size),
            "      " + XMLText.start("PrintSpace", [("HPOS", "0"), ("VPOS", "0")] + size),
        ]
        for entry in page { lines += block(entry, page.language) }
        return (lines + ["      </PrintSpace>", "    </Page>", "  </Layout>", "</alto>", ""]).joined(separator: "\n")
    }

    private static func block(_ entry: LayoutPage.Entry, _ language: String) -> [String] {
        let isDetail = entry.clause.kind == .detail
        let name = isDetail ? "Illustration" : "TextBlock"
        let box = box(entry.polygon.bounds)
        let number = entry.place == 1 && entry.clause.number != nil ? "number_\(entry.clause.id)" : nil
        let start = XMLText.start(
            name, [("ID", entry.id)] + box + [("TAGREFS", number), ("LANG", isDetail ? nil : language)])
        let points = entry.polygon.outer.map { "\(FaultText.number($0.x)),\(FaultText.number($0.y))" }
        let shape =
            "<Shape>" + XMLText.start("Polygon", [("POINTS", points.joined(separator: " "))], isEmpty: true)
            + "</Shape>"
        var lines = ["        " + start, "          " + shape]
        if let text = entry.text, !isDetail {
            // The words stand in one line as large as the block: where its lines lie, the document does not say.
            lines.append("          " + XMLText.start("TextLine", [("ID", "text_\(entry.clause.id)")] + box))
            for (index, word) in text.split(whereSeparator: \.isWhitespace).enumerated() {
                if index > 0 { lines.append("            <SP/>") }
                lines.append(
                    "            " + XMLText.start("String", [("CONTENT", String(word))] + box, isEmpty: true))
            }
            lines.append("          </TextLine>")
        }
        return lines + ["        </\(name)>"]
    }

    private static func box(_ bounds: Rectangle) -> [(String, String?)] {
        [
            ("HPOS", FaultText.number(bounds.x)), ("VPOS", FaultText.number(bounds.y)),
            ("WIDTH", FaultText.number(bounds.width)), ("HEIGHT", FaultText.number(bounds.height)),
        ]
    }

    /// Whether a text is more than words with single spaces.
    static func hasUnevenSpaces(_ text: String) -> Bool {
        text != text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
