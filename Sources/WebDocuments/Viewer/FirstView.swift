import DocumentCheck
package import DocumentModel
import FileSupport
import Foundation
import ImageGeometry
package import TileEngine

/// What a document's page shows before its scripts have come: the first page as a whole in a small picture, exactly where
/// the viewer will draw its tiles (`document.css`), and the outlines of its clauses in their colours.
///
/// A picture of a few hundred bytes is part of the page, so that the sheet is seen with the first paint; a larger one is
/// loaded first of all. The viewer leaves the pictures under its tiles (`Surface`), and replaces the outlines when it has
/// its own (`Overlays`).
package struct FirstView: Sendable {
    /// The document's colours and the page's size, as the text of a `style` element.
    package let style: String
    /// The pictures, as the content of the paper.
    private let pictures: String
    /// The number of the page that the pictures show.
    private let page: Int
    /// The outlines, as an `svg` element; empty if the page has too many.
    private let outlines: String

    /// What an address leaves of a first view: one that names another page shows no picture of the first.
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

    /// The element of the paper.
    func paper(showing parts: Parts) -> String {
        guard parts.contains(.pictures), !pictures.isEmpty else { return "<div id=\"paper\"></div>" }
        return "<div id=\"paper\" data-page=\"\(page)\">\(pictures)</div>"
    }

    /// The element of the outlines, if they are shown.
    func outlines(showing parts: Parts) -> String { parts.contains(.outlines) ? outlines : "" }

    /// About the number of bytes that it takes in memory.
    package var byteCount: Int { style.utf8.count + pictures.utf8.count + outlines.utf8.count + 256 }

    /// Of more clauses or corners the outlines wait for the viewer, since the page would become too large.
    private static let (clauseLimit, cornerLimit) = (1_000, 8_000)
    /// The longer side of the page in the outlines' own coordinates, which are whole numbers: finer than screens are.
    private static let outlineSpace = 2_000.0
    /// In CSS pixels, what the small picture fits into, and the one that is part of the page.
    private static let (previewBox, thumbnailBox) = (
        PixelSize(width: 400, height: 560), PixelSize(width: 64, height: 96)
    )

    /// The clauses that are outlined before a reader has chosen any: all that a filter without conditions gives.
    ///
    /// - Parameter counts: How many clauses the document has.
    /// - Returns: Nil if these are too many to be read for it.
    package static func filter(for document: DocumentInfo, counts: ClauseCounts) -> ClauseFilter? {
        guard let page = document.pages.first, counts.all <= clauseLimit else { return nil }
        return ClauseFilter(page: page.number, includingRegions: true)
    }

    /// The picture of a page that is loaded first.
    package static func preview(of page: PageInfo) -> RegionRequest {
        RegionRequest(of: page, within: previewBox, encoding: ImageEncoding(.webp))
    }

    /// The picture of a page that is part of the document's page.
    package static func thumbnail(of page: PageInfo) -> RegionRequest {
        RegionRequest(of: page, within: thumbnailBox, encoding: ImageEncoding(.webp, compressionQuality: 40))
    }

    /// The path of the picture of a page below the root, without a slash at its beginning.
    package static func previewPath(of page: PageInfo, image: String) -> String {
        let size = preview(of: page).size
        return "iiif/3/\(image)/full/\(size.width),\(size.height)/0/default.webp"
    }

    /// - Parameters:
    ///   - document: Its first page is shown.
    ///   - clauses: Those to outline, with their regions, in reading order.
    ///   - root: The relative or absolute address of the root, with a slash at its end.
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

    /// A ring in whole numbers, each corner relative to the one before, without corners within a straight line: SVG 2,
    /// section 9.3.
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

    /// Those of the viewer for documents without a palette (`colours.js`).
    private static let defaultOverlays = ["#1b4278", "#d0a23a", "#9a4230", "#5f8a58"]

    private static func colours(of palette: Palette?, _ usual: [String]?) -> [String] {
        guard let overlays = palette?.overlays, overlays.count >= 2 else { return usual ?? defaultOverlays }
        return overlays
    }

    /// As the viewer takes them over (`applyPalette`): what would be hard to read is left out.
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

    /// Nothing but a colour may stand in a style.
    private static func isColour(_ text: String) -> Bool { DocumentCheck.contrast(text, text) != nil }
}

extension RegionRequest {
    /// A whole page, as large as it fits into a box.
    fileprivate init(of page: PageInfo, within box: PixelSize, encoding: ImageEncoding) {
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
