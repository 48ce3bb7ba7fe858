import ImageGeometry
import Testing

@Suite struct PolygonCoverageTests {
    private let frame = Rectangle(x: 100, y: 200, width: 40, height: 20)

    private func mask(_ polygons: [Polygon], width: Int = 40, height: Int = 20) -> [UInt8] {
        PolygonCoverage(width: width, height: height).mask(of: polygons, in: frame)
    }

    private func polygon(_ points: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> Polygon {
        try Polygon(
            outer: points.map { Point(x: $0.0, y: $0.1) }, holes: holes.map { $0.map { Point(x: $0.0, y: $0.1) } })
    }

    @Test func `whole pixels are fully covered or not at all`() throws {
        let mask = mask([try polygon([(110, 205), (120, 205), (120, 210), (110, 210)])])
        for y in 0..<20 {
            for x in 0..<40 {
                #expect(mask[y * 40 + x] == ((10..<20).contains(x) && (5..<10).contains(y) ? 255 : 0), "\(x),\(y)")
            }
        }
    }

    @Test func `the coverage of a partly covered pixel is its covered fraction`() throws {
        let mask = mask([try polygon([(110.25, 205.5), (119.5, 205.5), (119.5, 210), (110.25, 210)])])
        #expect(mask[7 * 40 + 10] == 191)
        #expect(mask[7 * 40 + 19] == 128)
        #expect(mask[5 * 40 + 15] == 128)
        #expect(mask[5 * 40 + 10] == 96)
    }

    @Test func `a hole is not covered, and neighbours leave no seam`() throws {
        let ring = try polygon(
            [(100, 200), (140, 200), (140, 220), (100, 220)],
            holes: [[(110, 205), (130, 205), (130, 215), (110, 215)]])
        let withHole = mask([ring])
        #expect(withHole[10 * 40 + 20] == 0 && withHole[2 * 40 + 2] == 255)
        let halves = [
            try polygon([(100, 200), (117.3, 200), (122.8, 220), (100, 220)]),
            try polygon([(117.3, 200), (140, 200), (140, 220), (122.8, 220)]),
        ]
        #expect(mask(halves).allSatisfy { $0 >= 254 })
    }

    @Test func `the coverage of a shape that extends beyond the frame adds up to its area within it`() throws {
        let triangle = try polygon([(90, 203), (133, 190), (127, 231)])
        let fine = mask([triangle], width: 400, height: 200).reduce(0) { $0 + Double($1) } / 255 / 100
        let coarse = mask([triangle]).reduce(0) { $0 + Double($1) } / 255
        #expect(abs(fine - coarse) < 0.6, "\(fine), \(coarse)")
        // Inside the frame by the formula for a clipped polygon, computed with a grid of points.
        var inside = 0.0
        for y in 0..<400 {
            for x in 0..<800
            where triangle.contains(Point(x: 100 + (Double(x) + 0.5) / 20, y: 200 + (Double(y) + 0.5) / 20)) {
                inside += 1
            }
        }
        #expect(abs(inside / 400 - fine) < 0.6, "\(inside / 400), \(fine)")
    }

    @Test func `shapes outside the frame cover nothing, and enormous ones everything`() throws {
        #expect(mask([try polygon([(0, 0), (10, 0), (10, 10)])]).allSatisfy { $0 == 0 })
        let everything = try polygon([(-1e9, -1e9), (1e9, -1e9), (1e9, 1e9), (-1e9, 1e9)])
        #expect(mask([everything]).allSatisfy { $0 == 255 })
        #expect(mask([]).allSatisfy { $0 == 0 })
    }
}
