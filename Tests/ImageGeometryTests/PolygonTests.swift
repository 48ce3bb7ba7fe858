import ImageGeometry
import Testing

@Suite struct PolygonTests {
    private let square = [Point(x: 1, y: 1), Point(x: 4, y: 1), Point(x: 4, y: 3), Point(x: 1, y: 3)]

    @Test func `area, box and vertex count take holes into account`() throws {
        let hole = [Point(x: 2, y: 1.5), Point(x: 3, y: 1.5), Point(x: 3, y: 2.5), Point(x: 2, y: 2.5)]
        let polygon = try Polygon(outer: square, holes: [hole])
        #expect(polygon.area == 5)
        #expect(polygon.bounds == Rectangle(x: 1, y: 1, width: 3, height: 2))
        #expect(polygon.vertexCount == 8)
        #expect(polygon.rings == [square, hole])
        #expect(polygon.contains(Point(x: 1.5, y: 2)))
        #expect(!polygon.contains(Point(x: 2.5, y: 2)))
    }

    @Test func `direction and start of a ring do not matter`() throws {
        for ring in [square, square.reversed(), Array(square[2...] + square[..<2])] {
            let polygon = try Polygon(outer: ring)
            #expect(polygon.area == 6)
            #expect(polygon.contains(Point(x: 1, y: 1)))
            #expect(!polygon.contains(Point(x: 4, y: 2)))
            #expect(!polygon.contains(Point(x: 2, y: 3)))
        }
    }

    @Test func `a pixel's square contains what the pixel covers`() throws {
        let pixel = try Polygon(
            outer: [Point(x: 7, y: 9), Point(x: 8, y: 9), Point(x: 8, y: 10), Point(x: 7, y: 10)])
        for (x, y, isInside) in [
            (7.0, 9.0, true), (7.999, 9.999, true), (8, 9, false), (7, 10, false), (8, 10, false), (6.999, 9, false),
        ] {
            #expect(pixel.contains(Point(x: x, y: y)) == isInside, "\(x), \(y)")
        }
    }

    @Test func `a repeated vertex and a vertex within an edge change nothing`() throws {
        var ring = square
        ring.insert(ring[1], at: 1)
        ring.insert(Point(x: 2, y: 1), at: 1)
        let polygon = try Polygon(outer: ring)
        let plain = try Polygon(outer: square)
        for x in stride(from: 0.0, through: 5, by: 0.25) {
            for y in stride(from: 0.0, through: 4, by: 0.25) {
                #expect(polygon.contains(Point(x: x, y: y)) == plain.contains(Point(x: x, y: y)), "\(x), \(y)")
            }
        }
    }

    @Test func `area of random triangles is half the cross product`() throws {
        for _ in 0..<500 {
            let points = (0..<3).map { _ in Point(x: .random(in: 0...1000), y: .random(in: 0...1000)) }
            let (a, b, c) = (points[0], points[1], points[2])
            let expected = abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
            guard expected > 0.001 else { continue }
            #expect(abs(try Polygon(outer: points).area - expected) < 1e-6)
        }
    }

    @Test func `rings that are not valid polygons are refused`() throws {
        let line = [Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 2)]
        #expect(throws: PolygonFault.tooFewVertices(0)) { try Polygon(outer: []) }
        #expect(throws: PolygonFault.tooFewVertices(2)) { try Polygon(outer: [line[0], line[1], line[0], line[1]]) }
        #expect(throws: PolygonFault.tooFewVertices(1)) { try Polygon(outer: square, holes: [[line[0]]]) }
        #expect(throws: PolygonFault.noArea) { try Polygon(outer: line) }
        #expect(throws: PolygonFault.noArea) { try Polygon(outer: line + [Point(x: 2, y: 9), line[2]]) }
        let tie = [Point(x: 0, y: 0), Point(x: 9, y: 9), Point(x: 9, y: 0), Point(x: 0, y: 9)]
        #expect(throws: PolygonFault.crossesItself) { try Polygon(outer: tie) }
        for bad in [Double.nan, .infinity, -.infinity, 1.1e9] {
            #expect(throws: PolygonFault.coordinateOutOfRange) {
                try Polygon(outer: square + [Point(x: bad, y: 0)])
            }
            #expect(throws: PolygonFault.coordinateOutOfRange) {
                try Polygon(outer: square, holes: [[Point(x: 0, y: bad)]])
            }
        }
    }

    @Test func `points that are not finite are in no polygon`() throws {
        let polygon = try Polygon(outer: square)
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(!polygon.contains(Point(x: bad, y: 2)))
            #expect(!polygon.contains(Point(x: 2, y: bad)))
        }
    }

    @Test func `the interior point is inside, also in bent, thin and hollow polygons`() throws {
        let bent = [(0, 0), (100, 0), (100, 100), (90, 100), (90, 10), (0, 10)].map { Point(x: $0.0, y: $0.1) }
        let hollow = [(0, 0), (90, 0), (90, 90), (0, 90)].map { Point(x: $0.0, y: $0.1) }
        let hole = [(1, 1), (89, 1), (89, 89), (1, 89)].map { Point(x: $0.0, y: $0.1) }
        let sliver = [Point(x: 0, y: 0), Point(x: 1000, y: 0.001), Point(x: 0, y: 0.002)]
        let polygons = [
            try Polygon(outer: bent), try Polygon(outer: hollow, holes: [hole]), try Polygon(outer: sliver),
        ]
        for polygon in polygons { #expect(polygon.contains(polygon.interiorPoint)) }
        for _ in 0..<1000 {
            let polygon = try Shapes.star(vertices: Int.random(in: 3...40), reach: 100)
            #expect(polygon.contains(polygon.interiorPoint))
        }
    }
}

@Suite struct RectangleTests {
    private let rectangle = Rectangle(x: 1, y: 2, width: 3, height: 4)

    @Test func `a rectangle contains its left and top edges, but not its right and bottom ones`() {
        #expect(rectangle.contains(Point(x: 1, y: 2)))
        #expect(rectangle.contains(Point(x: 3.999, y: 5.999)))
        #expect(!rectangle.contains(Point(x: 4, y: 2)))
        #expect(!rectangle.contains(Point(x: 1, y: 6)))
    }

    @Test func `neighbours share an edge but do not intersect`() {
        #expect(!rectangle.intersects(Rectangle(x: 4, y: 2, width: 1, height: 1)))
        #expect(!rectangle.intersects(Rectangle(x: 1, y: 6, width: 1, height: 1)))
        #expect(rectangle.intersects(Rectangle(x: 3.9, y: 5.9, width: 1, height: 1)))
    }

    @Test func `the union of two rectangles covers both`() {
        let union = rectangle.union(Rectangle(x: -1, y: 3, width: 1, height: 10))
        #expect(union == Rectangle(x: -1, y: 2, width: 5, height: 11))
    }
}
