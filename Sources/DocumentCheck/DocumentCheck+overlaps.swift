import DocumentModel
import ImageGeometry

extension DocumentCheck {
    /// The share of the larger region that an overlap must cover for both regions to count as equal.
    private static let sameShare = 0.95
    /// The share of a region that must overlap another for the region to count as contained in it.
    private static let withinShare = 0.995

    /// Finds overlapping regions: regions of two clauses, two regions of the same clause or detail, and nearly equal
    /// regions of two details. A detail may overlap clauses and other details. All overlaps of imported text lines form
    /// a single finding.
    func overlapFindings() -> [Finding] {
        var linePages: [Int] = []
        let regions = regionsByPage
        let found = document.pages.flatMap { page -> [Finding] in
            let placed = regions[page.number] ?? []
            var found: [(first: Int, second: Int, finding: Finding)] = []
            BoxPairs.forEach(placed.map(\.region.polygon.bounds)) { first, second in
                switch overlap(of: placed[first], and: placed[second]) {
                case .finding(let finding): found.append((first, second, finding))
                case .lines: linePages.append(page.number)
                case nil: break
                }
            }
            return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }.map(\.finding)
        }
        return found + (linePages.isEmpty ? [] : [Self.finding(ofLines: linePages)])
    }

    /// - Parameter pages: The page of each pair of overlapping lines.
    private static func finding(ofLines pages: [Int]) -> Finding {
        let pairs = pages.count == 1 ? "one pair of text lines overlaps" : "\(pages.count) pairs of text lines overlap"
        return Finding(
            kind: .linesOverlap, page: Set(pages).count == 1 ? pages.first : nil,
            message: "\(pairs), as the outlines of text recognition do",
            remedy:
                "leave them, or join the lines to clauses: `explore add IMAGE --alto FILE --clauses TABLE` draws borders "
                + "that do not overlap")
    }

    /// The kind of an overlap.
    private enum Overlap {
        case finding(Finding)
        /// Two imported text lines.
        case lines
    }

    private func overlap(of first: PlacedRegion, and second: PlacedRegion) -> Overlap? {
        let (one, other) = (first.region.polygon, second.region.polygon)
        let areClauses = first.clause.kind == .clause && second.clause.kind == .clause
        let isSameClause = first.clause.id == second.clause.id
        guard areClauses || isSameClause || first.clause.kind == second.clause.kind,
            let overlap = one.overlap(with: other), overlap.area > limits.overlapArea,
            overlap.thickness > limits.overlapThickness
        else { return nil }
        let (smaller, larger) = (min(one.area, other.area), max(one.area, other.area))
        guard areClauses || isSameClause || overlap.area >= Self.sameShare * larger else { return nil }
        let areLines = first.clause.isTextLine && second.clause.isTextLine && !isSameClause
        // A line that occurs twice is a fault in the file.
        if areLines, overlap.area < Self.sameShare * larger { return .lines }
        let share = smaller > 0 ? min(1, overlap.area / smaller) : 1
        return .finding(
            Finding(
                kind: .regionOverlap, page: first.region.page, clause: first.clause.id,
                otherClause: isSameClause ? nil : second.clause.id, point: overlap.point, box: overlap.bounds,
                area: overlap.area, share: share, message: Self.message(first, second, overlap, share: share),
                remedy: Self.remedy(first, second, overlap, share: share)))
    }

    private static func message(
        _ first: PlacedRegion, _ second: PlacedRegion, _ overlap: PolygonOverlap, share: Double
    ) -> String {
        let percent = share < 0.001 ? "less than 0.1" : measure(share * 100)
        let size = "\(measure(overlap.area)) px², \(percent) % of the smaller"
        let names = "\(first.name) and \(second.name)"
        return "\(names) overlap at \(place(overlap.point)) by \(size)"
    }

    private static func remedy(
        _ first: PlacedRegion, _ second: PlacedRegion, _ overlap: PolygonOverlap, share: Double
    ) -> String {
        let (one, other) = (first.region.polygon.area, second.region.polygon.area)
        if overlap.area >= sameShare * max(one, other) { return "delete one of them: they are equal" }
        guard share >= withinShare else { return "draw the border between them once, and use it for both" }
        let (inner, outer) = one <= other ? (first, second) : (second, first)
        return "cut \(inner.name) out of \(outer.name), which contains it, or ignore this if it is intended"
    }
}
