import ImageGeometry
import TestSupport
import Testing

/// The checks that other tests rely on must be able to fail.
@Suite struct ExactPageTests {
    private func polygon(_ points: [(Double, Double)]) throws -> Polygon {
        try Polygon(outer: points.map { Point(x: $0.0, y: $0.1) })
    }

    @Test func `neighbours that share a border are disjoint, and an overlap of a hundredth of a pixel is not`() throws {
        let left = try polygon([(0, 0), (10, 2), (10, 20), (0, 20)])
        #expect(ExactPage([left, try polygon([(10, 0), (20, 0), (20, 20), (10, 20)])]).isDisjoint)
        #expect(ExactPage([left, try polygon([(0, 0), (10, 0), (10, 2)])]).isDisjoint)
        #expect(!ExactPage([left, try polygon([(9.99, 0), (20, 0), (20, 20), (10, 20)])]).isDisjoint)
        #expect(!ExactPage([left, left]).isDisjoint)
        #expect(!ExactPage([left, try polygon([(4, 5), (6, 5), (6, 7)])]).isDisjoint, "one within the other")
        #expect(!ExactPage([try polygon([(0, 0), (10, 10), (10, 0), (0, 10), (-5, 4)])]).isDisjoint, "a bow tie")
    }

    @Test func `a hole is not part of the polygon`() throws {
        let square = [Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 30, y: 30), Point(x: 0, y: 30)]
        let hole = [Point(x: 10, y: 10), Point(x: 20, y: 10), Point(x: 20, y: 20), Point(x: 10, y: 20)]
        let frame = try Polygon(outer: square, holes: [hole])
        #expect(ExactPage([frame, try Polygon(outer: hole)]).isDisjoint)
        #expect(!ExactPage([try Polygon(outer: square), try Polygon(outer: hole)]).isDisjoint)
    }

    @Test func `rings that meet themselves are detected`() throws {
        func faults(_ points: [(Double, Double)]) throws -> Int { ExactPage([try polygon(points)]).faultyRings.count }
        #expect(try faults([(0, 0), (10, 0), (10, 10), (0, 10)]) == 0)
        #expect(try faults([(0, 0), (10, 0), (5, 5), (10, 10), (0, 10), (5, 5)]) == 1, "a corner twice")
        #expect(try faults([(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)]) == 1, "a corner on an edge")
        #expect(try faults([(0, 0), (10, 10), (10, 0), (0, 9)]) == 1, "crossing edges")
        #expect(try faults([(0, 0), (10, 0), (10, 10), (10, 4), (10, 12), (0, 10)]) == 1, "back over itself")
    }
}
