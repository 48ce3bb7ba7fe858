import Foundation
import ImageGeometry
import Testing

/// Rectangles and distances, compared with an examination of every polygon.
@Suite struct PolygonIndexPlaceTests {
    private func polygons(_ count: Int, step: Double = 0.25) throws -> [Polygon] {
        try (0..<count).map { _ in
            let star = try Shapes.star(vertices: .random(in: 3...60), reach: .random(in: 5...150))
            let ring = star.outer.map { Point(x: ($0.x / step).rounded() * step, y: ($0.y / step).rounded() * step) }
            return (try? Polygon(outer: ring)) ?? star
        }
    }

    /// The area of the intersection of a ring and a rectangle: what remains after clipping at each side.
    private func commonArea(_ ring: [Point], _ rectangle: Rectangle) -> Double {
        var ring = ring
        let sides: [(Point) -> Double] = [
            { $0.x - rectangle.x }, { rectangle.maxX - $0.x }, { $0.y - rectangle.y }, { rectangle.maxY - $0.y },
        ]
        for distance in sides {
            var kept: [Point] = []
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (one, other) = (distance(start), distance(end))
                if one >= 0 { kept.append(start) }
                if (one >= 0) != (other >= 0) {
                    let share = one / (one - other)
                    kept.append(Point(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y)))
                }
            }
            ring = kept
        }
        return abs(
            zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2)
    }

    @Test func `a rectangle meets the regions with which it shares an area`() throws {
        let polygons = try polygons(300)
        let index = try PolygonIndex(polygons)
        var (metCount, missedCount) = (0, 0)
        for _ in 0..<400 {
            let rectangle = Rectangle(
                x: .random(in: 0...1000), y: .random(in: 0...1000), width: .random(in: 0.1...200),
                height: .random(in: 0.1...200))
            let found = Set(index.intersecting(rectangle))
            for (number, polygon) in polygons.enumerated() {
                let area = commonArea(polygon.outer, rectangle)
                if area > 1e-6 { #expect(found.contains(number), "\(rectangle) and \(polygon.outer): \(area)") }
                if !found.contains(number) { missedCount += 1 } else { metCount += area > 1e-6 ? 1 : 0 }
                if found.contains(number) {
                    #expect(area > 1e-9, "\(rectangle) and \(polygon.outer)")
                }
            }
        }
        #expect(metCount > 3000 && missedCount > 3000)
    }

    @Test func `a rectangle that only touches a region does not meet it`() throws {
        let square = try Polygon(
            outer: [Point(x: 10, y: 10), Point(x: 20, y: 10), Point(x: 20, y: 20), Point(x: 10, y: 20)],
            holes: [[Point(x: 12, y: 12), Point(x: 18, y: 12), Point(x: 18, y: 18), Point(x: 12, y: 18)]])
        let triangle = try Polygon(outer: [Point(x: 30, y: 10), Point(x: 40, y: 20), Point(x: 30, y: 20)])
        let index = try PolygonIndex([square, triangle])
        func met(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Int] {
            index.intersecting(Rectangle(x: x, y: y, width: width, height: height))
        }
        #expect(met(0, 0, 10, 100) == [])
        #expect(met(0, 0, 10.001, 100) == [0])
        #expect(met(20, 0, 5, 100) == [])
        #expect(met(0, 0, 100, 10) == [])
        #expect(met(12, 12, 6, 6) == [], "the hole")
        #expect(met(12, 12, 6, 6.001) == [0])
        #expect(met(13, 13, 1, 1) == [])
        #expect(met(35, 10, 5, 5) == [], "the slanting side touches its corner")
        #expect(met(34.999, 10, 5, 5.001) == [1])
        #expect(met(0, 0, 100, 100) == [0, 1])
        #expect(met(-.infinity, -1e300, .infinity, 1e301) == [])
        #expect(met(-1e300, -1e300, 2e300, 2e300) == [0, 1])
        #expect(met(11, 11, 0, 5) == [] && met(11, 11, -1, 5) == [] && met(.nan, 11, 1, 1) == [])
        #expect(met(11, 11, .infinity, .infinity) == [0, 1])
    }

    @Test func `the nearest regions come first, within the distance and the limit`() throws {
        let polygons = try polygons(200)
        let regions = (0..<200).map { $0 / 2 }
        let index = try PolygonIndex(polygons, regions: regions)
        for _ in 0..<200 {
            let point = Point(x: .random(in: -500...1500), y: .random(in: -500...1500))
            var distances: [Int: Double] = [:]
            for (polygon, region) in zip(polygons, regions) {
                let distance = polygon.contains(point) ? 0 : Shapes.distance(polygon.outer, to: point)
                distances[region] = min(distances[region] ?? .infinity, distance)
            }
            let reach = Double.random(in: 0...800)
            let found = index.nearest(to: point, within: reach)
            #expect(Set(found.map(\.region)) == Set(distances.filter { $0.value <= reach }.keys))
            #expect(zip(found, found.dropFirst()).allSatisfy { one, next in one.distance <= next.distance })
            for neighbour in found {
                #expect(abs(neighbour.distance - (distances[neighbour.region] ?? .nan)) < 1e-6)
            }
            #expect(index.nearest(to: point, within: reach, limit: 5) == Array(found.prefix(5)))
        }
    }

    @Test func `regions that contain the point are nearest, the smallest first`() throws {
        func square(_ inset: Double) throws -> Polygon {
            let (low, high) = (inset, 100 - inset)
            return try Polygon(
                outer: [Point(x: low, y: low), Point(x: high, y: low), Point(x: high, y: high), Point(x: low, y: high)])
        }
        let index = try PolygonIndex([square(0), square(40), square(20)])
        let inside = index.nearest(to: Point(x: 50, y: 50), within: 0)
        #expect(inside.map(\.region) == [1, 2, 0])
        #expect(inside.map(\.distance) == [0, 0, 0])
        let outside = index.nearest(to: Point(x: 130, y: 140), within: 200)
        #expect(outside.map(\.region) == [0, 2, 1])
        #expect(outside[0].distance == 50)
        #expect(index.nearest(to: Point(x: 130, y: 140), within: 49.9).isEmpty)
        #expect(index.nearest(to: Point(x: 130, y: 140), within: .nan).isEmpty)
        #expect(index.nearest(to: Point(x: 130, y: 140), within: -1).isEmpty)
        #expect(index.nearest(to: Point(x: 50, y: 50), within: 10, limit: 0).isEmpty)
    }
}
