import ImageGeometry
import Testing

@Suite struct PolygonIndexTests {
    @Test func `the index finds what a look at every polygon finds, smallest first`() throws {
        let polygons = try (0..<300).map { _ in try Shapes.star(vertices: 12, reach: .random(in: 5...200)) }
        let index = PolygonIndex(polygons)
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

    @Test func `polygons of the same area come in the order given`() throws {
        let square = try Polygon(
            outer: [Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 2, y: 2), Point(x: 0, y: 2)])
        #expect(PolygonIndex([square, square, square]).containing(Point(x: 1, y: 1)) == [0, 1, 2])
    }

    @Test func `an empty index and points that are no numbers find nothing`() throws {
        #expect(PolygonIndex([]).containing(Point(x: 0, y: 0)).isEmpty)
        let polygon = try Shapes.star(vertices: 5, reach: 100)
        #expect(PolygonIndex([polygon]).containing(Point(x: .nan, y: .infinity)).isEmpty)
    }
}
