import ImageGeometry
import Testing

/// The index against integer arithmetic, on difficult points. Benchmarks/index/check.py does the same with ten million
/// points against GEOS.
@Suite struct PolygonIndexAgreementTests {
    /// Compares the results of an index for many points, one by one and all at once.
    private func compare(_ polygons: [Polygon], _ points: [Point], atLeast hitCount: Int) throws {
        let index = try PolygonIndex(polygons)
        let areas = polygons.map(\.area)
        var foundCount = 0
        for (point, response) in zip(points, index.containing(points)) {
            let expected = polygons.indices.filter { ExactReference.contains(polygons[$0], point) }
                .sorted { (areas[$0], $0) < (areas[$1], $1) }
            #expect(response == expected, "\(point)")
            #expect(index.containing(point) == expected, "\(point)")
            foundCount += expected.count
        }
        #expect(foundCount >= hitCount)
    }

    private func snapped(_ point: Point) -> Point {
        Point(
            x: (point.x / ExactReference.step).rounded() * ExactReference.step,
            y: (point.y / ExactReference.step).rounded() * ExactReference.step)
    }

    /// Points on the polygons' vertices and edges, a step beside them, at the height of vertices, and anywhere.
    private func hardPoints(_ polygons: [Polygon], count: Int) -> [Point] {
        var points: [Point] = []
        while points.count < count {
            guard let ring = polygons.randomElement()?.rings.randomElement(), let other = polygons.randomElement()
            else {
                break
            }
            let place = Int.random(in: ring.indices)
            let (start, end) = (ring[place], ring[(place + 1) % ring.count])
            let share = [0.5, 0.25, .random(in: 0...1)].randomElement() ?? 0
            let onEdge = snapped(
                Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y)))
            let step = ExactReference.step
            points += [
                start, onEdge, Point(x: onEdge.x + step, y: onEdge.y), Point(x: onEdge.x, y: onEdge.y - step),
                Point(x: start.x - step, y: start.y), Point(x: other.outer[0].x, y: start.y),
                snapped(
                    Point(
                        x: .random(in: other.bounds.x...other.bounds.maxX),
                        y: .random(in: other.bounds.y...other.bounds.maxY))),
            ]
        }
        return points
    }

    private func snappedStar(vertices: Int, reach: Double, around centre: Point? = nil, step: Double) throws -> Polygon
    {
        let star = try Shapes.star(vertices: vertices, reach: reach)
        let shift = centre.map { Point(x: $0.x - 500, y: $0.y - 500) } ?? Point(x: 0, y: 0)
        let ring = star.outer.map {
            Point(x: (($0.x + shift.x) / step).rounded() * step, y: (($0.y + shift.y) / step).rounded() * step)
        }
        return try Polygon(outer: ring)
    }

    @Test(arguments: [1.0 / 1024, 1, 16])
    func `the index is exact for overlapping stars of any size, on vertices and edges`(_ step: Double) throws {
        let polygons = (0..<150).compactMap { _ in
            try? snappedStar(vertices: .random(in: 3...60), reach: .random(in: 2...300), step: step)
        }
        try compare(polygons, hardPoints(polygons, count: 1000), atLeast: 1000)
    }

    @Test func `the index is exact for clusters of small stars under large ones`() throws {
        var polygons: [Polygon] = []
        for _ in 0..<6 {
            let centre = Point(x: .random(in: 0...100_000), y: .random(in: 0...100_000))
            for _ in 0..<60 {
                let near = Point(x: centre.x + .random(in: -40...40), y: centre.y + .random(in: -40...40))
                if let star = try? snappedStar(vertices: 12, reach: 6, around: near, step: 0.25) {
                    polygons.append(star)
                }
            }
            polygons.append(try snappedStar(vertices: 90, reach: 400, around: centre, step: 0.25))
        }
        polygons.append(try snappedStar(vertices: 70, reach: 150_000, around: Point(x: 50_000, y: 50_000), step: 1))
        try compare(polygons, hardPoints(polygons, count: 1500), atLeast: 1500)
    }

    @Test func `the index is exact at the largest permitted coordinates`() throws {
        let limit = Point.coordinateLimit
        var polygons: [Polygon] = []
        for _ in 0..<60 {
            let ring = (0..<Int.random(in: 3...7)).map { _ in
                snapped(Point(x: .random(in: -limit...limit), y: .random(in: -limit...limit)))
            }
            polygons.append(try Polygon(outer: ring))
        }
        let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { Point(x: $0.0 * limit, y: $0.1 * limit) }
        polygons.append(try Polygon(outer: corners))
        let near = try snappedStar(vertices: 20, reach: 100, around: Point(x: limit - 600, y: 600 - limit), step: 0.25)
        polygons.append(near)
        let points = hardPoints(polygons, count: 1000) + hardPoints([near], count: 500)
        try compare(polygons, points, atLeast: 5000)
    }

    @Test func `the index is exact for slivers that share their edges`() throws {
        let centre = Point(x: 3, y: 2)
        let rim = (0...80).map { Point(x: 4000 + Double($0 % 7) * ExactReference.step, y: Double($0) / 128) }
        let slivers = try zip(rim, rim.dropFirst()).map { try Polygon(outer: [centre, $0, $1]) }
        let points = hardPoints(slivers, count: 1500)
        try compare(slivers, points, atLeast: 400)
        let index = try PolygonIndex(slivers)
        for point in points { #expect(index.containing(point).count <= 1, "\(point)") }
    }

    @Test func `the index is exact for holes, also those that other polygons fill`() throws {
        var polygons: [Polygon] = []
        for number in 0..<40 {
            let (x, y) = (Double(number % 8 * 100), Double(number / 8 * 100))
            func square(_ left: Double, _ top: Double, _ side: Double) -> [Point] {
                [(0.0, 0.0), (side, 0), (side, side), (0, side)].map { Point(x: x + left + $0.0, y: y + top + $0.1) }
            }
            let triangle = [Point(x: x + 60, y: y + 20), Point(x: x + 90, y: y + 30), Point(x: x + 70, y: y + 85)]
            let holes = [square(10, 10, 30), triangle, square(10, 60, 20).reversed()]
            polygons.append(try Polygon(outer: square(0, 0, 100), holes: holes))
            polygons += try holes.map { try Polygon(outer: $0) }
        }
        let points = hardPoints(polygons, count: 2000)
        try compare(polygons, points, atLeast: 500)
        let index = try PolygonIndex(polygons)
        let whole = Rectangle(x: 0, y: 0, width: 800, height: 500)
        for point in points { #expect(index.containing(point).count == (whole.contains(point) ? 1 : 0), "\(point)") }
    }

    @Test func `the index is exact for outlines of a thousand vertices`() throws {
        let polygons = try (0..<8).map { _ in try snappedStar(vertices: 1000, reach: 400, step: 1.0 / 1024) }
        try compare(polygons, hardPoints(polygons, count: 200), atLeast: 150)
    }
}
