import Foundation
import TestSupport

/// Typical scans, small enough for tests.
extension Scratch {
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// Writes a picture of one page with a uniform shade.
    func scan(_ name: String, shade: UInt8 = 200, width: Int = 60, height: Int = 40) throws {
        try write(PagedTIFF.bytes([.init(width, height, shade: shade)]), to: name)
    }

    /// Writes a PDF with this number of pages, of these points, each wider than the previous one by a step.
    func pdf(_ name: String, pages: Int, width: Double = 24, height: Double = 48, step: Double = 24) throws {
        var text = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        let kids = (0..<pages).map { "\($0 + 3) 0 R" }.joined(separator: " ")
        text += "2 0 obj<</Type/Pages/Kids[\(kids)]/Count \(pages)>>endobj\n"
        for page in 0..<pages {
            let box = "[0 0 \(width + Double(page) * step) \(height)]"
            text += "\(page + 3) 0 obj<</Type/Page/Parent 2 0 R/MediaBox\(box)/Resources<<>>>>endobj\n"
        }
        try write(Array((text + "trailer<</Root 1 0 R>>\n%%EOF\n").utf8), to: name)
    }

    /// Writes ALTO of a page with a line for each word.
    func alto(_ name: String, words: [String], width: Int = 60, height: Int = 40) throws {
        let lines = words.enumerated().map { index, word in
            """
            <TextLine ID="l\(index)" HPOS="5" VPOS="\(5 + index * 15)" WIDTH="50" HEIGHT="10">
            <String CONTENT="\(word)" HPOS="5" VPOS="\(5 + index * 15)" WIDTH="50" HEIGHT="10"/></TextLine>
            """
        }
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Description>
            <MeasurementUnit>pixel</MeasurementUnit></Description><Layout>
            <Page ID="p" PHYSICAL_IMG_NR="1" WIDTH="\(width)" HEIGHT="\(height)"><PrintSpace>
            <TextBlock ID="b">\(lines.joined())</TextBlock></PrintSpace></Page></Layout></alto>
            """, to: name)
    }

    /// Writes an animation of two frames.
    func gif(_ name: String) throws {
        let frame: [UInt8] =
            [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        try write(
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0] + frame + frame + [0x3B], to: name)
    }
}
