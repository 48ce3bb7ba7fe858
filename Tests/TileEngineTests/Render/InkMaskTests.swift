import ImageGeometry
import Testing

@testable import TileEngine

@Suite struct InkMaskTests {
    /// Draws strokes three pixels wide on a grainy sheet whose right side is half as bright as the left.
    private static func sheet(strokes: Bool) -> Picture {
        var numbers = RepeatableNumbers(seed: 3)
        return Picture(400, 300) { x, y in
            let paper = 230 - x * 100 / 400 + Int.random(in: -6...6, using: &numbers)
            let isInk = strokes && isStroke(x, y)
            let value = isInk ? paper * 2 / 5 : paper
            return (value, value, value)
        }
    }

    private static func isStroke(_ x: Int, _ y: Int) -> Bool {
        (60..<340).contains(x) && (40..<260).contains(y) && x % 12 < 3 && y % 40 < 16
    }

    @Test func `strokes are detected as ink on light and dark parchment`() throws {
        let mask = try RegionFixture(Self.sheet(strokes: true)).renderer.inkMask(longestSide: 400)
        #expect((mask.columns, mask.rows) == (400, 300) && mask.cellWidth == 1)
        var (missed, found, falsePositives) = (0, 0, 0)
        for y in 0..<300 {
            for x in 0..<400 {
                switch (Self.isStroke(x, y), mask.cells[y * 400 + x]) {
                case (true, true): found += 1
                case (true, false): missed += 1
                case (false, true): falsePositives += 1
                case (false, false): break
                }
            }
        }
        #expect(found > 20 * missed, "\(found), \(missed)")
        #expect(falsePositives * 200 < 400 * 300, "\(falsePositives)")
    }

    @Test func `a sheet without strokes has no ink despite uneven light`() throws {
        let mask = try RegionFixture(Self.sheet(strokes: false)).renderer.inkMask(longestSide: 400)
        #expect(mask.cells.count(where: \.self) == 0)
    }

    @Test func `a coarser mask maps its cells to image coordinates`() throws {
        let mask = try RegionFixture(Self.sheet(strokes: true)).renderer.inkMask(longestSide: 200)
        #expect((mask.columns, mask.rows) == (200, 150))
        #expect(mask.centre(column: 0, row: 149) == Point(x: 1, y: 299))
        #expect(mask.columns(of: Rectangle(x: 3, y: 0, width: 2, height: 1)) == 1..<3)
        #expect(mask.rows(of: Rectangle(x: 0, y: 290, width: 1, height: 100)) == 145..<150)
    }
}
