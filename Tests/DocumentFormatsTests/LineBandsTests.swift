import Foundation
import ImageGeometry
import TestSupport
import Testing

@testable import ClauseStore
@testable import DocumentFormats

@Suite struct LineBandsTests {
    private func line(_ points: [(Double, Double)], baseline: [(Double, Double)] = []) -> BandLine {
        BandLine(
            outline: points.map { Point(x: $0.0, y: $0.1) }, baseline: baseline.map { Point(x: $0.0, y: $0.1) })
    }

    private func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, baseline: Double? = nil) -> BandLine {
        line(
            [
                (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
                (x.lowerBound, y.upperBound),
            ], baseline: baseline.map { [(x.lowerBound, $0)] } ?? [])
    }

    /// Returns the polygons of stretches, each given by line, start, end and owner.
    private func polygons(_ lines: [BandLine], _ stretches: [(Int, Int, Int, Int)]) throws -> [[Polygon]] {
        let bands = try LineBands(lines, cuts: stretches.flatMap { [$0.1, $0.2] })
        let owners = (stretches.map(\.3).max() ?? -1) + 1
        let bandStretches = stretches.map { LineBands.Stretch(line: $0.0, start: $0.1, end: $0.2, owner: $0.3) }
        let polygons = bands.polygons(of: bandStretches, ownerCount: owners)
        let page = ExactPage(polygons.flatMap(\.self))
        #expect(page.isExact && page.isDisjoint && page.faultyRings.isEmpty)
        return polygons
    }

    private func corners(_ polygon: Polygon) -> Set<[Double]> { Set(polygon.outer.map { [$0.x, $0.y] }) }

    @Test func `a stretch of a line is cut at its ends`() throws {
        let result = try polygons([box(0...100, 10...30)], [(0, 20, 50, 0), (0, 50, 90, 1)])
        #expect(corners(result[0][0]) == [[20, 10], [50, 10], [50, 30], [20, 30]])
        #expect(corners(result[1][0]) == [[50, 10], [90, 10], [90, 30], [50, 30]])
        #expect(result[0].count == 1 && result[1].count == 1)
    }

    @Test func `an overlap is divided midway between the baselines`() throws {
        let lines = [box(0...100, 0...60, baseline: 40), box(0...100, 40...100, baseline: 64)]
        let result = try polygons(lines, [(0, 0, 100, 0), (1, 0, 100, 1)])
        #expect(corners(result[0][0]) == [[0, 0], [100, 0], [100, 52], [0, 52]])
        #expect(corners(result[1][0]) == [[0, 52], [100, 52], [100, 100], [0, 100]])
    }

    @Test func `an overlap that excludes the middle of the baselines is divided at its nearer edge`() throws {
        let lines = [box(0...100, 0...60, baseline: 55), box(0...100, 40...100, baseline: 95)]
        let result = try polygons(lines, [(0, 0, 100, 0), (1, 0, 100, 1)])
        #expect(result[0][0].bounds.maxY == 60 && result[1][0].bounds.y == 60)
    }

    @Test func `lines without baselines share an overlap evenly`() throws {
        let result = try polygons([box(0...100, 0...60), box(0...100, 40...100)], [(0, 0, 100, 0), (1, 0, 100, 1)])
        #expect(result[0][0].bounds.maxY == 50 && result[1][0].bounds.y == 50)
    }

    @Test func `the space between lines of one owner is filled, and between two owners left free`() throws {
        let lines = [box(0...100, 0...20), box(0...100, 30...50)]
        let one = try polygons(lines, [(0, 0, 100, 0), (1, 0, 100, 0)])
        #expect(one[0].count == 1 && corners(one[0][0]) == [[0, 0], [100, 0], [100, 50], [0, 50]])
        let two = try polygons(lines, [(0, 0, 100, 0), (1, 0, 100, 1)])
        #expect(two[0][0].bounds.maxY == 20 && two[1][0].bounds.y == 30)
    }

    @Test func `a clause that begins within one line and ends within the next is shaped like a step`() throws {
        let lines = [box(0...100, 0...20), box(0...100, 20...40)]
        let result = try polygons(lines, [(0, 60, 100, 0), (1, 0, 80, 0)])
        #expect(result[0].count == 1)
        let expected: Set<[Double]> = [
            [60, 0], [100, 0], [100, 20], [80, 20], [80, 40], [0, 40], [0, 20], [60, 20],
        ]
        #expect(corners(result[0][0]) == expected)
    }

    @Test func `distant lines and stretches that do not meet become separate regions`() throws {
        let far = [box(0...100, 0...20), box(0...100, 60...80)]
        #expect(try polygons(far, [(0, 0, 100, 0), (1, 0, 100, 0)])[0].count == 2)
        let near = [box(0...100, 0...20), box(0...100, 20...40)]
        #expect(try polygons(near, [(0, 60, 100, 0), (1, 0, 40, 0)])[0].count == 2)
        // They meet in one corner only, so they are not adjacent areas.
        #expect(try polygons(near, [(0, 50, 100, 0), (1, 0, 50, 0)])[0].count == 2)
    }

    @Test func `another clause's area within a clause becomes a hole`() throws {
        let lines = [
            box(0...100, 0...20), box(0...40, 20...40), box(60...100, 20...40), box(0...100, 40...60),
        ]
        let result = try polygons(lines, [(0, 0, 100, 0), (1, 0, 40, 0), (2, 60, 100, 0), (3, 0, 100, 0)])
        // The gap of 20 between the first and last line is no higher than a line, so it is filled.
        #expect(result[0].count == 1 && result[0][0].holes.isEmpty)
        let other = try polygons(
            lines + [box(45...55, 25...35)],
            [(0, 0, 100, 0), (1, 0, 40, 0), (2, 60, 100, 0), (3, 0, 100, 0), (4, 45, 55, 1)])
        #expect(other[0].count == 1 && other[0][0].holes.count == 1)
        #expect(
            other[0][0].area + other[1][0].area == 6000 - 100,
            "neither clause has the gap above and below the other's box")
    }

    @Test func `a line within another has a polygon only if its baseline is above the other's`() throws {
        let stretches = [(0, 0, 100, 0), (1, 20, 80, 1)]
        let outer = box(0...100, 0...60, baseline: 50)
        let higher = try polygons([outer, box(20...80, 10...30, baseline: 20)], stretches)
        // The inner line is 60 × 20. Below it the outer one is 30 high, which grows to 60 on both sides.
        #expect(higher[0].map(\.area) == [3_600] && higher[1].map(\.area) == [1_200])
        let same = try polygons([outer, box(20...80, 10...30, baseline: 50)], stretches)
        // The outer line is 50 high along the inner one, down to the baselines.
        #expect(same[0].map(\.area) == [5_200] && same[1].isEmpty)
    }

    @Test func `a self-crossing outline is taken from its highest to its lowest point`() throws {
        let result = try polygons([line([(0, 0), (100, 40), (100, 0), (0, 40)])], [(0, 0, 100, 0)])
        #expect(result[0].count == 1)
        #expect(result[0][0].contains(Point(x: 10, y: 20)) && result[0][0].contains(Point(x: 90, y: 20)))
    }

    @Test func `wavy lines that swing by more than their distance are followed`() throws {
        func wave(_ top: Double) -> BandLine {
            let xs = stride(from: 0.0, through: 2000, by: 20)
            func y(_ x: Double) -> Double { (top + 150 * sin(x / 180)).rounded() }
            return line(
                xs.map { ($0, y($0)) } + xs.reversed().map { ($0, y($0) + 44) }, baseline: xs.map { ($0, y($0) + 30) })
        }
        let lines = (0..<12).map { wave(300 + Double($0) * 40) }
        var stretches: [(Int, Int, Int, Int)] = []
        for number in lines.indices {
            stretches.append((number, 0, 700 + number, number))
            stretches.append((number, 700 + number, 2000, number + 1))
        }
        let result = try polygons(lines, stretches)
        #expect(result.allSatisfy { !$0.isEmpty })
        // The lines are 44 high at a distance of 40, so every part of the waves' area has an owner.
        let area = result.joined().reduce(0) { $0 + $1.area }
        #expect(abs(area - 2000 * (11 * 40 + 44)) < 0.02 * area)
        let vertices = result.joined().reduce(0) { $0 + $1.vertexCount }
        #expect(vertices < 6000)
    }

    @Test func `outlines with too many points are refused`() throws {
        let fine = line((0..<9000).map { (Double($0), Double($0 % 2)) } + [(9000, 50), (0, 50)])
        #expect(throws: BandFault.self) {
            try LineBands([BandLine](repeating: fine, count: 500), cuts: [])
        }
    }

    @Test func `random outlines give valid and disjoint polygons`() throws {
        var generator = Seeded(7)
        for _ in 0..<60 {
            let lines = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                line(
                    (0..<Int.random(in: 3...9, using: &generator)).map { _ in
                        (
                            Double.random(in: 0...200, using: &generator).rounded(),
                            (Double.random(in: 0...100, using: &generator) * 4).rounded() / 4
                        )
                    },
                    baseline: Bool.random(using: &generator)
                        ? [(20, Double.random(in: 0...100, using: &generator)), (150, 50)] : [])
            }
            var stretches: [(Int, Int, Int, Int)] = []
            for number in lines.indices {
                let cuts = Set((0..<4).map { _ in Int.random(in: 0...200, using: &generator) }).sorted()
                for (start, end) in zip(cuts, cuts.dropFirst()) where Int.random(in: 0...4, using: &generator) > 0 {
                    stretches.append((number, start, end, Int.random(in: 0...5, using: &generator)))
                }
            }
            _ = try polygons(lines, stretches)
        }
    }
}
