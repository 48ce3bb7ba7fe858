import ImageGeometry
import Testing

@Suite struct PolygonOverlapTests {
    private func polygon(_ points: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> Polygon {
        try Polygon(
            outer: points.map { Point(x: $0.0, y: $0.1) }, holes: holes.map { $0.map { Point(x: $0.0, y: $0.1) } })
    }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Polygon {
        try polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    @Test func `the intersection of rectangles is a rectangle`() throws {
        let overlap = try #require(try box(0, 0, 100, 50).overlap(with: box(80, 30, 100, 50)))
        #expect(overlap.area == 400)
        #expect(overlap.bounds == Rectangle(x: 80, y: 30, width: 20, height: 20))
        #expect(overlap.point == Point(x: 90, y: 40))
        #expect(overlap.thickness == 20)
    }

    @Test func `neighbours that share a border do not overlap`() throws {
        let left = try polygon([(0, 0), (40.3, 0), (55.1, 33.3), (40.3, 80), (0, 80)])
        let right = try polygon([(40.3, 80), (55.1, 33.3), (40.3, 0), (90, 0), (90, 80)])
        #expect(left.overlap(with: right).map(\.area) ?? 0 < 1e-9)
        #expect(try box(0, 0, 10, 10).overlap(with: box(10, 0, 10, 10)) == nil)
        #expect(try box(0, 0, 10, 10).overlap(with: box(50, 50, 10, 10)) == nil)
    }

    @Test func `edges that cross between two levels are split at the crossing`() throws {
        // Two triangles, one upside down: a rhombus with the diagonals 50 and 50.
        let up = try polygon([(50, 0), (100, 100), (0, 100)])
        let down = try polygon([(0, 0), (100, 0), (50, 100)])
        let overlap = try #require(up.overlap(with: down))
        #expect(abs(overlap.area - 2500) < 1e-9)
        #expect(overlap.bounds == Rectangle(x: 25, y: 0, width: 50, height: 100))
        #expect(up.contains(overlap.point) && down.contains(overlap.point))
    }

    @Test func `a hole is not part of an intersection`() throws {
        let ring = try polygon(
            [(0, 0), (100, 0), (100, 100), (0, 100)], holes: [[(20, 20), (80, 20), (80, 80), (20, 80)]])
        #expect(try ring.overlap(with: box(30, 30, 10, 10)) == nil)
        #expect(try ring.overlap(with: box(10, 10, 20, 20))?.area == 300)
        #expect(ring.overlap(with: ring)?.area == 6400)
    }

    @Test func `an outline that crosses itself follows the even-odd rule`() throws {
        // A pentagram; its middle is outside.
        let star = try polygon([(50, 0), (79, 90), (3, 35), (97, 35), (21, 90)])
        #expect(try star.overlap(with: box(48, 48, 4, 4)) == nil)
        #expect(try star.overlap(with: box(0, 34, 100, 3)) != nil)
    }

    @Test func `a thin overlap along a long border does not hide a thick one`() throws {
        let upper = try polygon([(0, 0), (2000, 0), (2000, 100), (1000, 100.05), (0, 100)])
        let lower = try polygon([(0, 100), (2000, 100), (2000, 200), (0, 200)])
        let thin = try #require(upper.overlap(with: lower))
        #expect(abs(thin.area - 50) < 1e-6 && thin.thickness < 0.1)
        let notched = try polygon([(0, 100), (990, 100), (990, 80), (1010, 80), (1010, 100), (2000, 100), (1000, 200)])
        let thick = try #require(upper.overlap(with: notched))
        #expect(thick.thickness > 10 && abs(thick.bounds.width - 20) < 1)
    }

    /// Both are rasterised on the same grid, deciding inside and outside by another method than the one under test.
    @Test func `intersections of random shapes agree with a fine grid`() throws {
        for _ in 0..<40 {
            let one = try Shapes.star(vertices: Int.random(in: 3...30), reach: 300)
            let other = try Shapes.star(vertices: Int.random(in: 3...30), reach: 300)
            let (overlap, reverse) = (one.overlap(with: other), other.overlap(with: one))
            #expect(abs((overlap?.area ?? 0) - (reverse?.area ?? 0)) < 1e-6)
            let step = 4.0
            var count = 0
            for row in 0..<250 {
                for column in 0..<250 {
                    let point = Point(x: (Double(column) + 0.5) * step, y: (Double(row) + 0.5) * step)
                    if one.contains(point), other.contains(point) { count += 1 }
                }
            }
            let sampled = Double(count) * step * step
            #expect(abs((overlap?.area ?? 0) - sampled) < 1500 + 0.05 * sampled, "\(one) \(other)")
            if let overlap, overlap.area > 100 {
                #expect(one.contains(overlap.point) && other.contains(overlap.point))
            }
        }
    }

    @Test func `the intersection of a shape with itself is the shape`() throws {
        for _ in 0..<50 {
            let star = try Shapes.star(vertices: Int.random(in: 3...200), reach: 300)
            let overlap = try #require(star.overlap(with: star))
            #expect(abs(overlap.area - star.area) < 1e-6 * star.area)
        }
    }
}

@Suite struct BoxPairsTests {
    @Test func `every pair of intersecting boxes is found exactly once`() {
        for count in [0, 1, 2, 30, 400] {
            let boxes = (0..<count).map { number in
                Rectangle(
                    x: .random(in: 0...900), y: .random(in: 0...900),
                    width: .random(in: 0...(number % 7 == 0 ? 800 : 40)),
                    height: .random(in: 0...(number % 5 == 0 ? 800 : 30)))
            }
            var found: [[Int]] = []
            BoxPairs.forEach(boxes) { found.append([$0, $1]) }
            let expected = boxes.indices.flatMap { first in
                boxes.indices.filter { $0 > first && boxes[first].intersects(boxes[$0]) }.map { [first, $0] }
            }
            #expect(found.count == expected.count && Set(found) == Set(expected))
        }
    }
}
