import DocumentModel
import Foundation
import ImageGeometry

/// Converts a page of text lines to image pixels and clauses, and notes what could not be imported unchanged.
struct LineConversion {
    private let page: LinePage
    private let file: String
    private let image: SourceImage
    private let scaleX: Double
    private let scaleY: Double
    private(set) var notes: [String] = []

    init(_ page: LinePage, file: String, image: SourceImage) throws(LineFault) {
        self.page = page
        self.file = file
        self.image = image
        // The scale of a page smaller than one unit could exceed all limits.
        if let width = page.width, let height = page.height, width >= 1, height >= 1 {
            scaleX = Double(image.width) / width
            scaleY = Double(image.height) / height
        } else if page.unit == .pixel {
            (scaleX, scaleY) = (1, 1)
        } else {
            throw .place("Page", value: "without WIDTH and HEIGHT", expected: "both, as the unit is \(page.unit)")
        }
        if page.pageCount > 1 {
            let name = page.imageName.map { ", \(FaultText.plain($0))," } ?? ""
            note("\(page.pageCount) pages, of which the first\(name) is read")
        }
        if page.lines.isEmpty { note("no text lines") }
        if page.replacedLineCount > 0 {
            note("lines without text are replaced by the text of their region: \(page.replacedLineCount)")
        }
        if let name = page.unknownLanguage { note("the language \(FaultText.quoted(name)) is unknown and left out") }
        if page.unit == .pixel, scaleX != 1 || scaleY != 1 {
            note(
                "made for an image of \(plain(page.width)) x \(plain(page.height)) pixels, "
                    + "scaled to \(image.width) x \(image.height)")
        }
        if abs(scaleX / scaleY - 1) > 0.01 { note("the page has different proportions from the image") }
    }

    /// Returns the clauses of the table, or a clause for each line that has a region.
    mutating func clauses(_ table: LineTable?, page number: Int) throws(LineFault) -> LineClauses {
        var lines: [PlacedLine] = []
        for (index, line) in page.lines.enumerated() { lines.append(placed(line, number: index + 1)) }
        guard let table else { return LineClauses.each(lines, categories: page.categories, page: number) }
        let made = try LineClauses.joined(lines, by: table)
        notes += made.notes
        return made
    }

    /// The scale of the image, if the file's unit is physical.
    var pixelsPerMillimetre: Double? { SourceReader.scale(page.unit.perMillimetre.map { scaleX * $0 }) }

    /// The number of lines in each language.
    var languageCounts: [String: Int] {
        page.lines.compactMap(\.language).filter(LanguageTag.isValid).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    // MARK: Positions

    private mutating func placed(_ line: PageLine, number: Int) -> PlacedLine {
        func clamped(_ extent: ClosedRange<Double>, _ scale: Double, _ end: Int) -> ClosedRange<Double> {
            let start = min(max(extent.lowerBound * scale, 0), Double(end))
            return start...min(max(extent.upperBound * scale, start), Double(end))
        }
        return PlacedLine(
            number: number, id: line.id, polygon: polygon(of: line),
            baseline: line.baseline.map { inside(Point(x: $0.x * scaleX, y: $0.y * scaleY)) },
            words: line.words.map { word in
                var word = word
                word.extent = word.extent.map { clamped($0, scaleX, image.width) }
                word.rows = word.rows.map { clamped($0, scaleY, image.height) }
                return word
            },
            text: line.text, isRightToLeft: line.isRightToLeft ?? PlacedLine.isRightToLeft(line.text),
            mark: line.mark)
    }

    /// Returns the line's outline, or its box if the outline is not a valid polygon, or nil, with a note, if there is
    /// neither.
    private mutating func polygon(of line: PageLine) -> Polygon? {
        let name = line.id.map { FaultText.plain($0) } ?? "the line at \(line.lineNumber)"
        var reason = "no outline"
        if let points = line.points {
            switch outline(points, name) {
            case .success(let polygon): return polygon
            case .failure(let fault): reason = "an outline that is \(fault)"
            }
        } else if line.hasOutline {
            reason = "an outline that is not a list of points"
        }
        let box = line.box.flatMap { box -> Polygon? in
            guard box[2] > 0, box[3] > 0 else { return nil }
            let box = Rectangle(x: box[0], y: box[1], width: box[2], height: box[3])
            return try? outline(box.corners, name).get()
        }
        if box == nil {
            note("\(name): \(reason) and no box, left out with its text \(FaultText.quoted(line.text))")
        } else if line.hasOutline {
            note("\(name): \(reason), its box is used")
        }
        return box
    }

    /// Scales points to the image, and moves points outside the page to its edge.
    private mutating func outline(_ points: [Point], _ name: String) -> Result<Polygon, PolygonFault> {
        var farthest = 0.0
        let ring = points.map { point in
            let (x, y) = (scaled(point.x, scaleX), scaled(point.y, scaleY))
            let inside = inside(Point(x: x, y: y))
            farthest = max(farthest, abs(inside.x - x), abs(inside.y - y))
            return inside
        }
        let result = Result { () throws(PolygonFault) in try Polygon(outer: ring) }
        if farthest > 0, case .success = result {
            let distance = FaultText.number((farthest * 100).rounded() / 100)
            note("\(name): up to \(distance) pixels outside the page, moved to its edge")
        }
        return result
    }

    private func inside(_ point: Point) -> Point { point.clamped(width: image.width, height: image.height) }

    private func scaled(_ value: Double, _ scale: Double) -> Double {
        scale == 1 ? value : (value * scale * 100).rounded() / 100
    }

    private mutating func note(_ text: String) {
        notes.append("\(file): \(text)")
    }

    private func plain(_ number: Double?) -> String { FaultText.number(number ?? 0) }
}
