import ClauseStore
public import DocumentCheck
import DocumentModel
import Foundation
import ImageGeometry
public import TileEngine

/// A picture of a page with its findings. Each finding is marked with its number, which is its position in the list,
/// from 1.
///
/// All regions have a thin grey outline. Errors are red, warnings orange and hints blue. A finding is drawn as outlines
/// of its regions, as the overlap of two regions, as a line that no clause covers, or as a ring around a point of an
/// outline.
struct CheckPicture {
    private static let quiet = PaperColour(red: 90, green: 90, blue: 90)

    private let page: SourcePage
    /// The regions on the page, by clause id.
    private let regions: [String: [Polygon]]
    /// The same regions in reading order, so that equal findings give equal pictures.
    private let outlines: [Polygon]
    private var canvas: Canvas
    private var badges: [Badge] = []
    /// The width of a thin line, in pixels of the picture.
    private let line: Double

    init(_ document: SourceDocument, _ page: SourcePage, on canvas: Canvas) {
        (self.page, self.canvas) = (page, canvas)
        let placed = document.clauses.map { clause in
            (clause.id, clause.regions.filter { $0.page == page.number }.map(\.polygon))
        }
        regions = Dictionary(placed) { first, _ in first }
        outlines = placed.flatMap(\.1)
        line = max(1, Double(max(canvas.size.width, canvas.size.height)) / 1000)
    }

    /// Draws the findings on this page. Returns nil if the picture cannot be created.
    mutating func draw(_ findings: [Finding]) -> RenderedPixels? {
        canvas.veil(Canvas.Paint(colour: .white, opacity: 0.35))
        for polygon in outlines {
            canvas.stroke(polygon, width: line, Canvas.Paint(colour: Self.quiet, opacity: 0.6))
        }
        let placed = findings.enumerated().filter { $0.element.page == page.number && $0.element.point != nil }
        // More severe findings are drawn on top.
        for severity in FindingSeverity.allCases.reversed() {
            for (_, finding) in placed where finding.severity == severity { drawShape(of: finding) }
        }
        for (position, finding) in placed { drawBadge(position + 1, of: finding) }
        return canvas.picture
    }

    private func polygons(of clause: String?) -> [Polygon] {
        clause.flatMap { regions[$0] } ?? []
    }

    private static func colour(_ severity: FindingSeverity) -> PaperColour {
        switch severity {
        case .error: PaperColour(red: 205, green: 20, blue: 40)
        case .warning: PaperColour(red: 200, green: 95, blue: 0)
        case .hint: PaperColour(red: 30, green: 85, blue: 200)
        }
    }

    private mutating func drawShape(of finding: Finding) {
        guard let point = finding.point else { return }
        let paint = Canvas.Paint(colour: Self.colour(finding.severity))
        var wash = paint
        wash.opacity = 0.35
        switch finding.kind {
        case .regionOverlap:
            let (ones, others) = (polygons(of: finding.clause), polygons(of: finding.otherClause ?? finding.clause))
            for polygon in ones + others { canvas.stroke(polygon, width: 2 * line, paint) }
            wash.opacity = 0.6
            for (index, one) in ones.enumerated() {
                // If a clause overlaps itself, each pair of its regions is drawn once.
                for other in finding.otherClause == nil ? others.dropFirst(index + 1) : others[...] {
                    canvas.fill(commonTo: [one, other], wash)
                }
            }
        case .lineUncovered:
            guard let box = finding.box, let polygon = try? Polygon(outer: box.corners) else { return }
            canvas.fill(commonTo: [polygon], wash)
            canvas.stroke(polygon, width: 2 * line, paint)
        case .regionWithoutInk, .regionOutsidePage:
            for polygon in polygons(of: finding.clause) where polygon.bounds == finding.box {
                canvas.fill(commonTo: [polygon], wash)
                canvas.stroke(polygon, width: 2 * line, paint)
            }
        case .regionCrossesItself, .regionTouchesItself, .regionSliver:
            for polygon in polygons(of: finding.clause) where polygon.bounds == finding.box {
                canvas.stroke(polygon, width: 2 * line, paint)
            }
            canvas.ring(at: point, radius: 9 * line, width: 2.5 * line, paint)
        case .regionSpike, .repeatedPoint: canvas.ring(at: point, radius: 9 * line, width: 2.5 * line, paint)
        default:
            // Findings that concern a clause as a whole.
            for polygon in polygons(of: finding.clause) { canvas.stroke(polygon, width: 1.5 * line, paint) }
        }
    }

    /// Draws a finding's number beside it, if possible without covering another number.
    private mutating func drawBadge(_ number: Int, of finding: Finding) {
        guard let point = finding.point else { return }
        let (x, y) = (Int(point.x * canvas.scale), Int(point.y * canvas.scale))
        let step = max(1, Int((1.5 * line).rounded()))
        let reach = 18 * step
        let places = [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, -2), (2, 0), (0, 2), (-2, 0), (-2, -2), (2, 2)]
        let choices = places.map { Badge(number, x: x + $0 * reach, y: y + $1 * reach, step: step, in: canvas.size) }
        guard let badge = choices.first(where: { choice in !badges.contains { $0.overlaps(choice) } }) ?? choices.first
        else { return }
        badges.append(badge)
        badge.draw(on: &canvas, Self.colour(finding.severity))
    }
}

extension DocumentToCheck {
    /// The length of the longer side of a picture of findings, in pixels.
    private static let pictureSide = 2400

    /// Draws the findings on a page onto its image, and writes the picture atomically.
    ///
    /// - Parameters:
    ///   - findings: All findings of the document. The number on the picture is the position in this list, from 1.
    ///   - number: The page's number.
    ///   - format: The image format.
    ///   - file: The path of the picture.
    /// - Returns: The size of the picture.
    /// - Throws: `ClauseStoreError/noPage`, `TileEngineError`, ``LibraryError``.
    public func writePicture(
        of findings: [Finding], page number: Int, as format: ImageFormat, to file: String,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> PixelSize {
        guard let page = document.pages.first(where: { $0.number == number }) else {
            throw ClauseStoreError.noPage(number, document: document.id, count: document.pages.count)
        }
        do {
            let scale = min(1, Double(Self.pictureSide) / Double(max(page.width, page.height)))
            let whole = PixelSize(width: page.width, height: page.height)
            let size = whole.scaled(by: scale)
            let canvas: Canvas
            if let renderer = try renderer(ofPage: number, isCancelled: isCancelled) {
                let pixels = try renderer.pixels(
                    of: RegionRequest(region: whole.region, size: size), limits: .library, isCancelled: isCancelled)
                canvas = Canvas(pixels, scale: scale)
            } else {
                let paper = document.header.palette.flatMap { PaperColour(hexadecimal: $0.paper) } ?? .white
                canvas = Canvas(size: size, scale: scale, paper: paper)
            }
            var picture = CheckPicture(document, page, on: canvas)
            guard let drawn = picture.draw(findings) else { return size }
            try DurableFile.write(Data(drawn.encoded(as: ImageEncoding(format))), to: file)
            return size
        } catch  where isCancelled() {
            throw LibraryError.cancelled
        }
    }
}
