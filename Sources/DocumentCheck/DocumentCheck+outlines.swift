import DocumentModel
import ImageGeometry

extension DocumentCheck {
    /// Finds faults in the outlines of individual regions.
    func outlineFindings() -> [Finding] {
        regions.flatMap { placed -> [Finding] in
            let contacts = contactFindings(placed)
            // The area of an outline that crosses itself is meaningless here, as its lobes cancel out.
            let slivers = contacts.isEmpty ? sliverFindings(placed) : []
            return outsideFindings(placed) + vertexFindings(placed) + contacts + slivers
        }
    }

    private func outsideFindings(_ placed: PlacedRegion) -> [Finding] {
        guard let page = page(placed.region.page) else { return [] }
        var farthest: (distance: Double, point: Point)?
        var count = 0
        for vertex in placed.region.polygon.rings.joined() {
            let distance = Self.distance(of: vertex, outside: page)
            guard distance > 0 else { continue }
            count += 1
            if distance > farthest?.distance ?? 0 { farthest = (distance, vertex) }
        }
        guard let farthest else { return [] }
        var found = finding(
            .regionOutsidePage, placed, at: farthest.point,
            "\(placed.name) leaves page \(page.number) by \(Self.measure(farthest.distance)) px at "
                + "\(Self.place(farthest.point)); \(count) of its points lie outside of \(page.width) x \(page.height)",
            remedy: farthest.distance <= limits.edgeTolerance
                ? "move the points to the page's edge" : "redraw the region, or use the scan that it was drawn on")
        found.isMendable = farthest.distance <= limits.edgeTolerance
        return [found]
    }

    /// Returns the distance of a point from the page, or 0 within the page and on its edges.
    static func distance(of point: Point, outside page: SourcePage) -> Double {
        max(-point.x, -point.y, point.x - Double(page.width), point.y - Double(page.height), 0)
    }

    private func vertexFindings(_ placed: PlacedRegion) -> [Finding] {
        placed.region.polygon.rings.flatMap { ring in
            let faults = RingFaults(of: ring)
            return faults.faults.map { fault in
                let point = ring[fault.index]
                var found =
                    switch fault.kind {
                    case .repetition:
                        finding(
                            .repeatedPoint, placed, at: point,
                            "\(placed.name) has the point \(Self.place(point)) twice in a row",
                            remedy: "remove one of them")
                    case .spike:
                        finding(
                            .regionSpike, placed, at: point,
                            "\(placed.name) runs to \(Self.place(point)) and back along the same line",
                            remedy: "remove that point")
                    case .sliver:
                        finding(
                            .regionSliver, placed, at: point,
                            "\(placed.name) ends at \(Self.place(point)) in a sliver less than "
                                + "\(Self.measure(RingFaults.sliverWidth)) px wide",
                            remedy: "remove that point, or move it")
                    }
                // A ring needs at least three distinct points.
                found.isMendable = fault.kind != .sliver && faults.kept.count >= 3
                return found
            }
        }
    }

    /// The maximum number of reported contacts per region. An outline of 20,000 vertices may cross itself everywhere,
    /// and a few places are enough.
    private static let contactLimit = 5

    private func contactFindings(_ placed: PlacedRegion) -> [Finding] {
        placed.region.polygon.contacts(limit: Self.contactLimit).map { contact in
            let verb = contact.isCrossing ? "crosses itself" : "touches or crosses itself"
            return finding(
                contact.isCrossing ? .regionCrossesItself : .regionTouchesItself, placed, at: contact.point,
                "\(placed.name) \(verb) at \(Self.place(contact.point))",
                remedy: contact.isCrossing
                    ? "put its points in the order of the outline, or make two regions of it"
                    : "move the point off the outline, or make two regions of it")
        }
    }

    private func sliverFindings(_ placed: PlacedRegion) -> [Finding] {
        let polygon = placed.region.polygon
        let length = polygon.rings.reduce(0) { $0 + Self.length(of: $1) }
        let width = length > 0 ? 2 * polygon.area / length : 0
        guard width < limits.sliverWidth else { return [] }
        return [
            finding(
                .regionSliver, placed, at: polygon.interiorPoint,
                "\(placed.name) is a sliver, \(Self.measure(width)) px wide on average",
                remedy: "draw it as wide as what it outlines, or remove it")
        ]
    }

    private static func length(of ring: [Point]) -> Double {
        guard var start = ring.last else { return 0 }
        return ring.reduce(0) { sum, end in
            defer { start = end }
            return sum + ((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)).squareRoot()
        }
    }
}
