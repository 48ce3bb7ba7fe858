import ImageGeometry
import Testing

@testable import TileEngine

@Suite("Line paths and outlines") struct LinePathTests {
    @Test func `the path found has the highest score of all paths`() {
        var numbers = RepeatableNumbers(seed: 5)
        for _ in 0..<40 {
            let (columns, offsets) = (4, 4)
            let gains = (0..<columns).map { _ in (0..<offsets).map { _ in Float.random(in: 0...1, using: &numbers) } }
            let bends: [Float] = [0, 0.2, 0.5]
            let found = LinePath(offsetCount: offsets, bends: bends).best(columnCount: columns) { $1 = gains[$0] }
            func score(_ path: [Int]) -> Float {
                let bent = zip(path, path.dropFirst()).reduce(Float(0)) { sum, step in
                    let bend = abs(step.0 - step.1)
                    return sum + (bend < bends.count ? bends[bend] : .infinity)
                }
                return zip(path, gains).reduce(-bent) { $0 + $1.1[$1.0] }
            }
            var best = -Float.infinity
            for number in 0..<256 {
                best = max(best, score([number % 4, number / 4 % 4, number / 16 % 4, number / 64]))
            }
            #expect(abs(score(found) - best) < 1e-5)
        }
    }

    @Test func `outlines are valid for random seams and ends`() {
        var numbers = RepeatableNumbers(seed: 9)
        for _ in 0..<60 {
            let (width, count) = (60, Int.random(in: 1...5, using: &numbers))
            var seams: [[Float]] = [(0..<width).map { _ in .random(in: 0...3, using: &numbers) }]
            for line in 0..<count {
                seams.append((0..<width).map { seams[line][$0] + .random(in: 0.4...6, using: &numbers) })
            }
            let extents = (0..<count).map { _ in
                let start = Int.random(in: 0..<width, using: &numbers)
                return start..<Int.random(in: start...width, using: &numbers)
            }
            let run = LineRun(curves: [], seams: seams, extents: extents, limits: 0..<width)
            let outline = LineOutline(run, pitch: 6) { Point(x: $0, y: $1) }
            let polygons = outline.polygons()
            #expect(polygons.allSatisfy { $0.contacts(limit: 1).isEmpty })
            // A point in the middle of each line is inside one of them.
            for (line, extent) in extents.enumerated() where extent.count >= 2 {
                let column = (extent.lowerBound + extent.upperBound) / 2
                let y = (seams[line][column] + seams[line + 1][column]) / 2
                let point = Point(x: Double(column) + 0.001, y: Double(y))
                #expect(polygons.count { $0.contains(point) } == 1)
            }
        }
    }

    @Test func `a simplified chain keeps its ends and stays within the tolerance of all points`() {
        var numbers = RepeatableNumbers(seed: 2)
        let chain = (0..<200).map { (x: Double($0), y: Double.random(in: 0...2, using: &numbers)) }
        let simple = LineOutline.simplified(chain, tolerance: 1)
        #expect(simple.count < chain.count && simple.first?.x == 0 && simple.last?.x == 199)
        for (start, end) in zip(simple, simple.dropFirst()) {
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            for point in chain[Int(start.x)...Int(end.x)] {
                let distance =
                    abs(dx * (point.y - start.y) - dy * (point.x - start.x)) / (dx * dx + dy * dy).squareRoot()
                #expect(distance <= 1 + 1e-9)
            }
        }
        #expect(LineOutline.simplified(chain, tolerance: 0).count == 200)
        let straight = (0..<50).map { (x: Double($0), y: 3.0) }
        #expect(LineOutline.simplified(straight, tolerance: 0.1).count == 2)
    }

    @Test func `averages and blurs keep a constant plane constant up to the edges`() {
        let plane = LinePlane(width: 7, height: 5, values: [Float](repeating: 0.5, count: 35))
        for reach in [0, 1, 3, 20] {
            #expect(plane.averagedAcross(reach: reach).values.allSatisfy { abs($0 - 0.5) < 1e-5 })
            #expect(plane.averagedDown(reach: reach).values.allSatisfy { abs($0 - 0.5) < 1e-5 })
        }
        #expect(plane.blurredAcross(sigma: 2).values.allSatisfy { abs($0 - 0.5) < 1e-5 })
        #expect(plane.blurredDown(sigma: 2).values.allSatisfy { abs($0 - 0.5) < 1e-5 })
        #expect(plane.value(column: 3, y: -3) == 0 && plane.value(column: 3, y: 9) == 0)
        #expect(plane.value(column: 3, y: .nan) == 0)
    }
}
