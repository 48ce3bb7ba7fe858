import DocumentModel
public import ImageGeometry

extension DocumentCheck {
    /// A text line located on a page, for example by text recognition.
    public struct TextLine: Hashable, Sendable {
        /// The name, such as `line 3 of charter.xml`.
        public let name: String
        /// The outline of the line.
        public let polygon: Polygon

        /// Creates a line.
        public init(name: String, polygon: Polygon) {
            (self.name, self.polygon) = (name, polygon)
        }
    }

    /// The minimum share of a line's area that regions must cover.
    private static let coveredShare = 0.5
    /// The minimum share of the cells beside a region that must have ink before the region is reported as having none.
    private static let besideShare = 0.01

    /// Compares regions with ink: finds clause regions without ink, and lines that are in no region.
    func inkFindings() throws -> [Finding] {
        let regions = regionsByPage
        var found: [Finding] = []
        for page in document.pages {
            let placed = regions[page.number] ?? []
            let lines = try lines(page.number)
            if let lines { found += uncovered(lines, placed, page) }
            guard let ink = try ink(page.number) else { continue }
            found += placed.filter { $0.clause.kind == .clause }.compactMap { withoutInk($0, ink) }
            if lines == nil { found += uncovered(ink, placed, page) }
        }
        return found
    }

    // MARK: Regions without ink

    private func withoutInk(_ placed: PlacedRegion, _ ink: CellMask) -> Finding? {
        let polygon = placed.region.polygon
        let bounds = polygon.bounds
        let cell = max(ink.cellWidth, ink.cellHeight)
        // Half a line, for a region of one line.
        let margin = min(max(min(bounds.width, bounds.height) / 2, 4 * cell), 60 * cell)
        let around = Rectangle(
            x: bounds.x - margin, y: bounds.y - margin, width: bounds.width + 2 * margin,
            height: bounds.height + 2 * margin)
        let (columns, rows) = (ink.columns(of: around), ink.rows(of: around))
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        let coverage = PolygonCoverage(width: columns.count, height: rows.count)
            .mask(of: [polygon], in: ink.rectangle(columns: columns, rows: rows))
        var (inside, inkInside, beside, inkBeside) = (0, 0, 0, 0)
        var nearest: (distance: Double, point: Point)?
        for (offset, row) in rows.enumerated() {
            for (place, column) in columns.enumerated() {
                let isInk = ink.cells[row * ink.columns + column]
                if coverage[offset * columns.count + place] >= 128 {
                    inside += 1
                    if isInk { inkInside += 1 }
                } else {
                    beside += 1
                    guard isInk else { continue }
                    inkBeside += 1
                    let point = ink.centre(column: column, row: row)
                    let distance = Self.distance(of: point, from: bounds)
                    if distance < nearest?.distance ?? .infinity { nearest = (distance, point) }
                }
            }
        }
        guard let nearest, inside > 0, Double(inkInside) < limits.inkShare * Double(inside),
            Double(inkBeside) >= Self.besideShare * Double(beside)
        else { return nil }
        return finding(
            .regionWithoutInk, placed, at: polygon.interiorPoint,
            "\(placed.name) covers no ink, but there is ink beside it at \(Self.place(nearest.point))",
            remedy: "move the region to the words that it should cover")
    }

    private static func distance(of point: Point, from box: Rectangle) -> Double {
        let (dx, dy) = (max(box.x - point.x, 0, point.x - box.maxX), max(box.y - point.y, 0, point.y - box.maxY))
        return (dx * dx + dy * dy).squareRoot()
    }

    // MARK: Lines in no region

    private func uncovered(_ lines: [TextLine], _ placed: [PlacedRegion], _ page: SourcePage) -> [Finding] {
        let outlines = lines.map(\.polygon) + placed.map(\.region.polygon)
        var covered = [Double](repeating: 0, count: lines.count)
        BoxPairs.forEach(outlines.map(\.bounds)) { first, second in
            guard first < lines.count, second >= lines.count else { return }
            covered[first] += outlines[first].overlap(with: outlines[second])?.area ?? 0
        }
        return zip(lines, covered).compactMap { line, area in
            guard area < Self.coveredShare * line.polygon.area else { return nil }
            let percent = Self.measure(100 * area / line.polygon.area)
            return lineFinding(
                "\(line.name) is in no clause: \(percent) % of it is covered", page, box: line.polygon.bounds,
                point: line.polygon.interiorPoint)
        }
    }

    private func uncovered(_ ink: CellMask, _ placed: [PlacedRegion], _ page: SourcePage) -> [Finding] {
        let rows = InkRows(ink)
        let pieces = rows.uncovered(by: covered(by: placed, of: ink))
        guard !placed.isEmpty || pieces.isEmpty else {
            let whole = Rectangle(x: 0, y: 0, width: Double(page.width), height: Double(page.height))
            let point = Point(x: whole.width / 2, y: whole.height / 2)
            return [
                lineFinding(
                    "page \(page.number) has ink in \(pieces.count) rows, but no clauses", page, box: whole,
                    point: point)
            ]
        }
        return pieces.map { piece in
            let box = ink.rectangle(
                columns: piece.columns.lowerBound..<piece.columns.upperBound + 1,
                rows: piece.rows.lowerBound..<piece.rows.upperBound + 1)
            let point = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
            let name = piece.height <= 4 * rows.letterHeight ? "a row of ink" : "a block of ink"
            return lineFinding(
                "\(name), \(Self.measure(box.width)) x \(Self.measure(box.height)) px at "
                    + "\(Self.place(Point(x: box.x, y: box.y))), is in no clause",
                page, box: box, point: point)
        }
    }

    private func lineFinding(_ message: String, _ page: SourcePage, box: Rectangle, point: Point) -> Finding {
        Finding(
            kind: .lineUncovered, page: page.number, point: point, box: box, message: message,
            remedy: "draw a region around it, or enlarge that of its clause")
    }

    /// Returns which cells are covered by any region, row by row.
    private func covered(by placed: [PlacedRegion], of ink: CellMask) -> [Bool] {
        var covered = [Bool](repeating: false, count: ink.cells.count)
        for region in placed {
            let polygon = region.region.polygon
            let (columns, rows) = (ink.columns(of: polygon.bounds), ink.rows(of: polygon.bounds))
            guard !columns.isEmpty, !rows.isEmpty else { continue }
            let coverage = PolygonCoverage(width: columns.count, height: rows.count)
                .mask(of: [polygon], in: ink.rectangle(columns: columns, rows: rows))
            for (offset, row) in rows.enumerated() {
                for (place, column) in columns.enumerated() where coverage[offset * columns.count + place] >= 64 {
                    covered[row * ink.columns + column] = true
                }
            }
        }
        return covered
    }
}
