import DocumentModel
import Foundation
import ImageGeometry

/// Writes a page as PAGE XML.
///
/// Source: https://github.com/PRImA-Research-Lab/PAGE-XML, version 2019-07-15
enum PAGEWriter {
    private static let namespace = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"

    static func text(of page: LayoutPage, date: Date) -> String {
        let stamp = date.formatted(.iso8601)
        let metadata = [("Creator", "explore"), ("Created", stamp), ("LastChange", stamp)]
        let size = [("imageWidth", "\(page.page.width)"), ("imageHeight", "\(page.page.height)")]
        let references = page.entries.enumerated().map { index, entry in
            XMLText.start("RegionRefIndexed", [("index", "\(index)"), ("regionRef", entry.id)], isEmpty: true)
        }
        let order = XMLText.element(
            "ReadingOrder", lines: XMLText.element("OrderedGroup", [("id", "order")], lines: references))
        let regions = page.entries.flatMap { region($0, page.language) }
        return XMLText.document(
            "PcGts", namespace: namespace,
            lines: XMLText.element("Metadata", lines: metadata.map { XMLText.element($0, $1) })
                + XMLText.element(
                    "Page", [("imageFilename", page.page.image ?? "")] + size,
                    lines: references.isEmpty ? [] : order + regions))
    }

    private static func region(_ entry: LayoutPage.Entry, _ language: String) -> [String] {
        let isDetail = entry.clause.kind == .detail
        let name = isDetail ? "GraphicRegion" : "TextRegion"
        let number = entry.clause.number.map { "number:\(LayoutMark.escaped($0));" } ?? ""
        let ids = entry.clause.categories.joined(separator: ",")
        let categories = ids.isEmpty ? "" : "categories:\(ids);"
        let line = entry.clause.isTextLine ? "textLine:true;" : ""
        let attributes = [
            ("id", entry.id), ("custom", "clause {id:\(entry.clause.id);\(number)\(categories)\(line)}"),
            ("primaryLanguage", isDetail ? nil : PAGELanguage.name(language)),
        ]
        var lines = [XMLText.start("Coords", [("points", points(entry.polygon))], isEmpty: true)]
        if let text = entry.text, !isDetail {
            lines.append("<TextEquiv>\(XMLText.element("Unicode", text))</TextEquiv>")
        }
        return XMLText.element(name, attributes, lines: lines)
    }

    /// Returns points as the schema requires them: non-negative integers. If rounding leaves no area, returns the
    /// bounding box.
    private static func points(_ polygon: Polygon) -> String {
        var ring = polygon.outer.map { Point(x: $0.x.rounded(), y: $0.y.rounded()) }
        if (try? Polygon(outer: ring)) == nil {
            let box = polygon.bounds
            let (left, top) = (box.x.rounded(.down), box.y.rounded(.down))
            let (right, bottom) = (max(box.maxX.rounded(.up), left + 1), max(box.maxY.rounded(.up), top + 1))
            ring = [(left, top), (right, top), (right, bottom), (left, bottom)].map { Point(x: $0, y: $1) }
        }
        return ALTOWriter.points(ring)
    }
}
