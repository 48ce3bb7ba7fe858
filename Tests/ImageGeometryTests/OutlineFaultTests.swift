import Testing

@testable import ImageGeometry

@Suite struct OutlineFaultTests {
    private func ring(_ points: [(Double, Double)]) -> [Point] { points.map { Point(x: $0.0, y: $0.1) } }

    private func contacts(_ points: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> [OutlineContact] {
        try Polygon(outer: ring(points), holes: holes.map(ring)).contacts()
    }

    // MARK: Contacts

    @Test func `a valid outline has no contacts with itself`() throws {
        #expect(try contacts([(0, 0), (10, 0), (10, 10), (0, 10)]).isEmpty)
        #expect(try contacts([(0, 0), (10, 0), (5, 5)]).isEmpty)
        #expect(
            try contacts(
                [(0, 0), (100, 0), (100, 100), (0, 100)], holes: [[(20, 20), (80, 20), (80, 80), (20, 80)]]
            ).isEmpty)
        for _ in 0..<50 {
            #expect(try Shapes.star(vertices: Int.random(in: 3...100), reach: 200).contacts().isEmpty)
        }
    }

    @Test func `a bow tie crosses itself in the middle`() throws {
        let found = try contacts([(0, 0), (100, 60), (100, 0), (0, 70)])
        #expect(found.count == 1 && found[0].isCrossing)
        #expect(abs(found[0].point.x - 700 / 13) < 1e-9 && abs(found[0].point.y - 420 / 13) < 1e-9)
    }

    @Test func `a vertex on another part of the outline is a contact, and is reported once`() throws {
        let pinched = try contacts([(0, 0), (100, 0), (100, 100), (50, 0), (0, 100)])
        #expect(pinched == [OutlineContact(point: Point(x: 50, y: 0), isCrossing: false)])
        let visitedTwice = try contacts([(0, 0), (50, 50), (100, 0), (100, 100), (50, 50), (0, 100)])
        #expect(visitedTwice == [OutlineContact(point: Point(x: 50, y: 50), isCrossing: false)])
    }

    @Test func `a hole that extends beyond its polygon's edge crosses it`() throws {
        let found = try contacts(
            [(0, 0), (100, 0), (100, 100), (0, 100)], holes: [[(50, 50), (150, 50), (150, 60), (50, 60)]])
        #expect(Set(found.map(\.point)) == [Point(x: 100, y: 50), Point(x: 100, y: 60)])
        #expect(found.allSatisfy { $0.isCrossing })
    }

    @Test func `the number of contacts is limited`() throws {
        // Up and down between two others: crossings everywhere.
        let comb = (0..<400).map { step -> Point in
            let x = step % 2 == 0 ? step : 400 - step
            return Point(x: Double(x), y: step % 4 < 2 ? 0 : 100 + Double(step))
        }
        let polygon = try Polygon(outer: comb)
        #expect(polygon.contacts(limit: 7).count == 7)
        #expect(polygon.contacts(limit: 1000).count > 100)
    }

    // MARK: Vertices

    private func faults(_ points: [(Double, Double)]) -> [RingFaults.Fault] { RingFaults(of: ring(points)).faults }

    @Test func `repeated points are reported with their positions, also where the ring closes`() {
        #expect(faults([(0, 0), (10, 0), (10, 10), (0, 10)]).isEmpty)
        let twice = RingFaults(of: ring([(0, 0), (10, 0), (10, 0), (10.02, 0), (10, 10), (0, 10), (0, 0)]))
        #expect(
            twice.faults == [
                RingFaults.Fault(index: 2, kind: .repetition), RingFaults.Fault(index: 3, kind: .repetition),
                RingFaults.Fault(index: 6, kind: .repetition),
            ])
        #expect(twice.kept == [0, 1, 4, 5])
    }

    @Test func `spikes are reported by their tips, wherever the ring begins`() {
        let shape: [(Double, Double)] = [(0, 0), (10, 0), (30, 0), (10, 0), (10, 10), (0, 10)]
        for shift in shape.indices {
            let rotated = Array(shape[shift...] + shape[..<shift])
            let found = RingFaults(of: ring(rotated))
            #expect(found.faults.count { $0.kind == .spike } == 1, "\(shift): \(found)")
            #expect(found.faults.count { $0.kind == .repetition } == 1, "\(shift): \(found)")
            #expect(
                Set(found.kept.map { Point(x: rotated[$0].0, y: rotated[$0].1) })
                    == Set(ring([(0, 0), (10, 0), (10, 10), (0, 10)])))
        }
    }

    @Test func `a spike of several points is removed as a whole`() {
        let found = RingFaults(of: ring([(0, 0), (10, 0), (20, 0), (30, 0), (20, 0), (10, 0), (10, 10), (0, 10)]))
        #expect(found.kept.count == 4)
        #expect(found.faults.allSatisfy { $0.kind != .sliver })
    }

    @Test func `a long, thin wedge is a sliver, and a short or wide one is not`() {
        #expect(faults([(0, 0), (100, 0), (150, 0.4), (100, 0.8), (100, 50), (0, 50)]).map(\.kind) == [.sliver])
        #expect(faults([(0, 0), (100, 0), (104, 0.3), (100, 0.8), (100, 50), (0, 50)]).isEmpty)
        #expect(faults([(0, 0), (100, 0), (150, 2), (100, 4), (100, 50), (0, 50)]).isEmpty)
    }

    @Test func `the remaining vertices enclose the same area`() throws {
        for _ in 0..<50 {
            let star = try Shapes.star(vertices: Int.random(in: 4...40), reach: 300)
            var ring = star.outer
            let place = Int.random(in: 1..<ring.count)
            let tip = Point(x: ring[place].x + 40, y: ring[place].y - 25)
            ring.insert(contentsOf: [tip, ring[place]], at: place + 1)
            ring.append(ring[0])
            let kept = RingFaults(of: ring, tolerance: 1e-9).kept.map { ring[$0] }
            let area = try Polygon(outer: kept).area
            #expect(abs(area - star.area) < 1e-6)
        }
    }
}
