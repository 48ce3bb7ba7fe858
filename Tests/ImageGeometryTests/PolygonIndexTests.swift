import ImageGeometry
import Testing

@Suite struct PolygonIndexTests {
    @Test func `the index finds the same polygons as a linear search, smallest first`() throws {
        let polygons = try (0..<300).map { _ in try Shapes.star(vertices: 12, reach: .random(in: 5...200)) }
        let index = try PolygonIndex(polygons)
        var foundCount = 0
        for _ in 0..<2000 {
            let point = Point(x: .random(in: -10...1010), y: .random(in: -10...1010))
            let expected = polygons.indices.filter { polygons[$0].contains(point) }
                .sorted { (polygons[$0].area, $0) < (polygons[$1].area, $1) }
            #expect(index.containing(point) == expected)
            foundCount += expected.count
        }
        #expect(foundCount > 1000)
    }

    @Test func `polygons of equal area keep their order`() throws {
        let square = try Polygon(
            outer: [Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 2, y: 2), Point(x: 0, y: 2)])
        #expect(try PolygonIndex([square, square, square]).containing(Point(x: 1, y: 1)) == [0, 1, 2])
        let index = try PolygonIndex([square, square, square], regions: [7, 3, 7])
        #expect(index.containing(Point(x: 1, y: 1)) == [7, 3])
    }

    @Test func `an empty index finds nothing, and nothing is found at non-finite points`() throws {
        let empty = try PolygonIndex([])
        #expect(empty.polygonCount == 0)
        #expect(empty.containing(Point(x: 0, y: 0)).isEmpty)
        let polygon = try Shapes.star(vertices: 5, reach: 100)
        let index = try PolygonIndex([polygon])
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            let points = [Point(x: bad, y: 500), Point(x: 500, y: bad), Point(x: bad, y: bad)]
            for point in points {
                #expect(index.containing(point).isEmpty)
            }
            #expect(index.containing(points).regionCount == 0)
        }
    }

    @Test func `a region with several polygons is found once, by the smallest that contains the point`() throws {
        let polygons = try (0..<400).map { _ in try Shapes.star(vertices: 8, reach: .random(in: 5...300)) }
        let regions = (0..<400).map { _ in Int.random(in: 0..<40) }
        let index = try PolygonIndex(polygons, regions: regions)
        var repeatedCount = 0
        let points = (0..<1000).map { _ in Point(x: .random(in: 0...1000), y: .random(in: 0...1000)) }
        for (point, response) in zip(points, index.containing(points)) {
            let holding = polygons.indices.filter { polygons[$0].contains(point) }
                .sorted { (polygons[$0].area, $0) < (polygons[$1].area, $1) }.map { regions[$0] }
            var expected: [Int] = []
            for region in holding where !expected.contains(region) { expected.append(region) }
            #expect(response == expected)
            #expect(index.containing(point) == expected)
            repeatedCount += holding.count - expected.count
        }
        #expect(repeatedCount > 1000)
    }

    @Test func `regions need a 32-bit number for each polygon`() throws {
        let polygon = try Shapes.star(vertices: 5, reach: 100)
        for regions in [[], [1, 2], [-1], [1 << 32]] {
            #expect(throws: PolygonIndexFault.regionNumbers) { try PolygonIndex([polygon], regions: regions) }
        }
        let greatest = Int(UInt32.max)
        #expect(try PolygonIndex([polygon], regions: [greatest]).containing(polygon.interiorPoint) == [greatest])
    }

    /// Such polygons fit the cells of the first grid exactly, of which there are too many. In the coarser ones each of
    /// them overlaps several cells.
    @Test(arguments: [(columns: 200, rows: 100), (columns: 100, rows: 50), (columns: 150, rows: 133)])
    func `polygons in regular rows are found with any size of grid`(columns: Int, rows: Int) throws {
        let polygons = try (0..<columns * rows).map { number in
            let (x, y) = (Double(number % columns) * 40, Double(number / columns) * 100)
            return try Polygon(
                outer: [
                    Point(x: x, y: y), Point(x: x + 38, y: y), Point(x: x + 38, y: y + 90),
                    Point(x: x + 19, y: y + 95), Point(x: x, y: y + 90),
                ])
        }
        let index = try PolygonIndex(polygons)
        for _ in 0..<2000 {
            let (x, y) = (Double.random(in: 0..<Double(columns) * 40), Double.random(in: 0..<Double(rows) * 100))
            let number = Int(y / 100) * columns + Int(x / 40)
            let expected = polygons[number].contains(Point(x: x, y: y)) ? [number] : []
            #expect(index.containing(Point(x: x, y: y)) == expected)
        }
    }

    @Test func `memory for many polygons in one place grows with their number, not with its square`() throws {
        let pages = try (0..<3000).map { number in
            let inset = Double(number) / 100
            return try Polygon(
                outer: [
                    Point(x: inset, y: inset), Point(x: 5000 - inset, y: inset),
                    Point(x: 5000 - inset, y: 7000 - inset), Point(x: inset, y: 7000 - inset),
                ])
        }
        let words = try (0..<3000).map { number in
            let (x, y) = (Double(100 + number % 60 * 10), Double(100 + number / 60 * 10))
            return try Polygon(outer: [Point(x: x, y: y), Point(x: x + 9, y: y), Point(x: x, y: y + 9)])
        }
        let index = try PolygonIndex(pages + words)
        #expect(index.byteCount < 6000 * (12 * 16 / 10 * 4 + 64 + 40))
        let found = index.containing(Point(x: 101, y: 101))
        #expect(found.first == 3000)
        #expect(found.dropFirst().elementsEqual((0..<3000).reversed()))
    }
}
