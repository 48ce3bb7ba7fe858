import DocumentCheck
package import DocumentModel
import FileSupport
import Foundation
import ImageGeometry
package import TileEngine

/// The content of a document's page before its scripts have loaded: a small picture of the whole first page, exactly
/// where the viewer will draw its tiles (`document.css`), and the outlines of its clauses in their colours.
///
/// A picture of a few hundred bytes is embedded in the page, so that the sheet is visible at the first paint. A larger
/// one is loaded before everything else. The viewer keeps the pictures under its tiles (`Surface`), and replaces the
/// outlines by its own (`Overlays`).
package struct FirstView: Sendable {
    /// The document's colours and the page's size, as the text of a `style` element.
    package let style: String
    /// The pictures, as the content of the `paper` element.
    private let pictures: String
    /// The number of the page that the pictures show.
    private let page: Int
    /// The outlines, as an `svg` element; empty if the page has too many.
    private let outlines: String

    /// The parts of a first view that suit an address. An address of another page, for example, shows no picture of the
    /// first.
    package struct Parts: OptionSet, Sendable {
        package let rawValue: Int
        package static let pictures = Parts(rawValue: 1)
        package static let outlines = Parts(rawValue: 2)
        package static let all: Parts = [.pictures, .outlines]

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// - Parameter isNamed: Whether the address has a parameter of this name.
        package init(ofAddress isNamed: (String) -> Bool) {
            if isNamed("page") || isNamed("xywh") || isNamed("iiif-content") {
                self = []
            } else {
                self = isNamed("category") || isNamed("q") || isNamed("clause") ? .pictures : .all
            }
        }
    }

    /// Returns the `paper` element.
    func paper(showing parts: Parts) -> String {
        guard parts.contains(.pictures), !pictures.isEmpty else { return "<div id=\"paper\"></div>" }
        return "<div id=\"paper\" data-page=\"\(page)\">\(pictures)</div>"
    }

    /// Returns the `outlines` element, or an empty string if it is not shown.
    func outlines(showing parts: Parts) -> String { parts.contains(.outlines) ? outlines : "" }

    /// The approximate memory use in bytes.
    package var byteCount: Int { style.utf8.count + pictures.utf8.count + outlines.utf8.count + 256 }

    /// The maximum numbers of clauses and corners. With more, the page would become too large, and the outlines are
    /// left to the viewer.
    private static let (clauseLimit, cornerLimit) = (1_000, 8_000)
    /// The length of the longer side in the outlines' coordinate system. Its integer coordinates are finer than screen
    /// pixels.
    private static let outlineSpace = 2_000.0
    /// The boxes that the small picture and the embedded one fit into, in CSS pixels.
    private static let (previewBox, thumbnailBox) = (
        PixelSize(width: 400, height: 560), PixelSize(width: 64, height: 96)
    )

    /// Returns a filter for the clauses that are outlined before the reader chooses any: a filter without conditions.
    ///
    /// - Parameter counts: The document's numbers of clauses.
    /// - Returns: Nil if there are too many clauses.
    package static func filter(for document: DocumentInfo, counts: ClauseCounts) -> ClauseFilter? {
        guard let page = document.pages.first, counts.all <= clauseLimit else { return nil }
        return ClauseFilter(page: page.number, includingRegions: true)
    }

    /// Returns the picture of a page that is loaded first.
    package static func preview(of page: PageInfo) -> RegionRequest {
        RegionRequest(of: page, within: previewBox, encoding: ImageEncoding(.webp))
    }

    /// Returns the picture of a page that is embedded in the document's page.
    package static func thumbnail(of page: PageInfo) -> RegionRequest {
        RegionRequest(of: page, within: thumbnailBox, encoding: ImageEncoding(.webp, compressionQuality: 40))
    }

    /// Returns the path of a page's picture below the root, without a leading slash.
    package static func previewPath(of page: PageInfo, image: String) -> String {
        let size = preview(of: page).size
        return "iiif/3/\(image)/full/\(size.width),\(size.height)/0/default.webp"
    }

    /// - Parameters:
    ///   - document: The document, whose first page is shown.
    ///   - clauses: The clauses to outline, with their regions, in reading order.
    ///   - root: The relative or absolute address of the root, with a trailing slash.
    ///   - overlays: The colours of outlines for documents without a palette; nil for the viewer's own.
    ///   - thumbnail: The bytes of ``thumbnail(of:)``; nil if the page has no picture yet.
    /// - Returns: Nil for a document without pages.
    /// - Complexity: O(*n*²) in the number of clauses, O(*n*) in that of corners.
    package init?(
        of document: DocumentInfo, clauses: [ClauseResult], root: String, overlays: [String]? = nil,
        thumbnail: [UInt8]?
    ) {
        guard let page = document.pages.first, page.width > 0, page.height > 0 else { return nil }
        self.page = page.number
        let colours = Self.colours(of: document.palette, overlays)
        let drawn = Self.outlines(of: clauses, on: page, colourCount: colours.count)
        outlines = drawn
        style = Self.style(of: document, page, root: root, colours: drawn.isEmpty ? [] : colours)
        guard let thumbnail, let image = page.imageID, let pyramid = page.pyramid else {
            pictures = ""
            return
        }
        let version = PercentEncoding.encode(String(pyramid.prefix { $0 != "." }))
        let address = "\(root)\(Self.previewPath(of: page, image: PercentEncoding.encode(image)))?v=\(version)"
        let size = Self.preview(of: page).size
        pictures = """
            <img src="data:image/webp;base64,\(Data(thumbnail).base64EncodedString())" alt="" decoding="sync" />\
            <img src="\(MarkupEscaping.attribute(address))" width="\(size.width)" height="\(size.height)" alt="" \
            fetchpriority="high" />
            """
    }

    // MARK: Outlines

    private static func outlines(of clauses: [ClauseResult], on page: PageInfo, colourCount: Int) -> String {
        let shown = clauses.map { clause in (clause, (clause.regions ?? []).filter { $0.page == page.number }) }
            .filter { !$0.1.isEmpty }
        let corners = shown.reduce(0) { sum, clause in
            sum + clause.1.reduce(0) { $0 + $1.polygon.rings.reduce(0) { $0 + $1.count } }
        }
        guard !shown.isEmpty, shown.count <= clauseLimit, corners <= cornerLimit else { return "" }
        let indices = OverlayColours.indices(of: shown.map(\.1), count: colourCount, pageWidth: page.width)
        let scale = outlineSpace / Double(max(page.width, page.height))
        let paths = zip(shown, indices).map { clause, colour in
            let data = clause.1.flatMap { region in region.polygon.rings.map { path(of: $0, scale: scale) } }
            return "<path class=\"clause \(clause.0.style.rawValue) c\(colour)\" d=\"\(data.joined())\"/>"
        }
        let size = [page.width, page.height].map { String(format: "%.3f", Double($0) * scale) }.joined(separator: " ")
        return "<svg id=\"outlines\" viewBox=\"0 0 \(size)\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + paths.joined() + "</svg>"
    }

    /// Returns the path data of a ring in integers, with each corner relative to the previous one, and without corners
    /// within a straight line: SVG 2, section 9.3.
    private static func path(of ring: [Point], scale: Double) -> String {
        guard let first = ring.first else { return "" }
        var last = (x: whole(first.x * scale), y: whole(first.y * scale))
        var text = "M\(last.x) \(last.y)"
        var steps: [(x: Int, y: Int)] = []
        for point in ring.dropFirst() {
            let now = (x: whole(point.x * scale), y: whole(point.y * scale))
            let step = (x: now.x - last.x, y: now.y - last.y)
            last = now
            if let former = steps.last, former.x * step.y == former.y * step.x,
                former.x * step.x + former.y * step.y >= 0
            {
                steps[steps.count - 1] = (former.x + step.x, former.y + step.y)
            } else {
                steps.append(step)
            }
        }
        for (index, step) in steps.enumerated() {
            text += (index == 0 ? "l" : step.x < 0 ? "" : " ") + "\(step.x)" + (step.y < 0 ? "" : " ") + "\(step.y)"
        }
        return text + "z"
    }

    private static func whole(_ value: Double) -> Int { Int(min(1e6, max(-1e6, value.rounded()))) }

    // MARK: Style

    /// The viewer's colours for documents without a palette (`colours.js`).
    private static let defaultOverlays = ["#1b4278", "#d0a23a", "#9a4230", "#5f8a58"]

    private static func colours(of palette: Palette?, _ usual: [String]?) -> [String] {
        guard let overlays = palette?.overlays, overlays.count >= 2 else { return usual ?? defaultOverlays }
        return overlays
    }

    /// Applies the palette as the viewer does (`applyPalette`): illegible colours are left out.
    private static func style(
        of document: DocumentInfo, _ page: PageInfo, root: String, colours: [String]
    ) -> String {
        var properties = [("page-width", "\(page.width)"), ("page-height", "\(page.height)")]
        if let palette = document.palette {
            func contrast(_ one: String, _ other: String) -> Double { DocumentCheck.contrast(one, other) ?? 1 }
            if contrast(palette.paper, palette.ink) >= 7 {
                properties += [("document-paper", palette.paper), ("document-ink", palette.ink)]
            }
            if contrast(palette.background, "#f6ecd6") >= 7 {
                properties.append(("document-ground", palette.background))
            }
            if contrast(palette.accent, palette.background) >= 3 {
                properties.append(("document-accent", palette.accent))
            }
        }
        let overlays = colours.enumerated().map { "#outlines .c\($0){--colour:\(isColour($1) ? $1 : "#888888")}" }
        return ":root{" + properties.map { "--\($0):\($1)" }.joined(separator: ";") + "}" + overlays.joined()
    }

    /// Only valid colours may be put into a style.
    private static func isColour(_ text: String) -> Bool { DocumentCheck.contrast(text, text) != nil }
}

extension RegionRequest {
    /// Creates a request for a whole page, scaled down to fit a box if necessary.
    init(of page: PageInfo, within box: PixelSize, encoding: ImageEncoding) {
        let scale = min(
            1, Double(box.width) / Double(max(1, page.width)), Double(box.height) / Double(max(1, page.height)))
        self.init(
            region: PixelRegion(x: 0, y: 0, width: page.width, height: page.height),
            size: PixelSize(
                width: max(1, Int((Double(page.width) * scale).rounded())),
                height: max(1, Int((Double(page.height) * scale).rounded()))),
            encoding: encoding)
    }
}
