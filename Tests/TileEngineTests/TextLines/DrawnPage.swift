import ImageGeometry

@testable import TileEngine

/// A page of drawn writing, with the true line of every pixel of ink.
struct DrawnPage {
    let width: Int
    let height: Int
    private(set) var grey: [UInt8]
    /// The line of each pixel of ink, from 0; -1 elsewhere.
    private(set) var lineOf: [Int]
    private(set) var lineCount = 0
    private var numbers = RepeatableNumbers(seed: 7)

    init(width: Int, height: Int, paper: UInt8 = 225) {
        (self.width, self.height) = (width, height)
        grey = [UInt8](repeating: paper, count: width * height)
        lineOf = [Int](repeating: -1, count: width * height)
    }

    /// Writes a line of words: strokes of x-height, some with ascenders and descenders.
    ///
    /// - Parameters:
    ///   - pitch: The distance between lines, which determines the size of letters.
    ///   - baseline: The row of the baseline, in each column.
    mutating func write(_ columns: ClosedRange<Double>, pitch: Double, baseline: (Double) -> Double) {
        var x = columns.lowerBound
        let stroke = max(1, pitch * 0.09)
        while x < columns.upperBound {
            let wordEnd = x + pitch * Double.random(in: 1...3, using: &numbers)
            while x < min(wordEnd, columns.upperBound) {
                let kind = Int.random(in: 0..<8, using: &numbers)
                let top = kind == 0 ? 0.68 : 0.44
                let bottom = kind == 1 ? 0.2 : 0.0
                fill(x, x + stroke, baseline(x) - top * pitch, baseline(x) + bottom * pitch)
                if kind > 3 { fill(x, x + 0.25 * pitch, baseline(x) - 0.1 * pitch, baseline(x)) }
                x += pitch * Double.random(in: 0.2...0.36, using: &numbers)
            }
            x += 0.4 * pitch
        }
        lineCount += 1
    }

    private mutating func fill(_ left: Double, _ right: Double, _ top: Double, _ bottom: Double) {
        for row in max(0, Int(top))..<max(min(height, Int(bottom.rounded(.up))), max(0, Int(top))) {
            for column in max(0, Int(left))..<max(min(width, Int(right.rounded(.up))), max(0, Int(left))) {
                grey[row * width + column] = 40
                lineOf[row * width + column] = lineCount
            }
        }
    }

    /// Makes every pixel brighter or darker at random.
    mutating func addNoise(_ amount: Int, seed: UInt64 = 3) {
        var numbers = RepeatableNumbers(seed: seed)
        for place in grey.indices {
            grey[place] = UInt8(clamping: Int(grey[place]) + Int.random(in: -amount...amount, using: &numbers))
        }
    }

    var finder: TextLineFinder {
        let page = self
        return TextLineFinder(imageSize: PixelSize(width: width, height: height)) { part, reduced in
            precondition(reduced == PixelSize(width: page.width, height: page.height))
            return (part.y..<part.y + part.height).flatMap { row in
                page.grey[row * page.width + part.x..<row * page.width + part.x + part.width]
            }
        }
    }

    /// Returns the intersection over union of the ink in the polygons and the ink of some lines, from the first column
    /// on the first line to the last column on the last.
    func iou(_ polygons: [Polygon], lines: ClosedRange<Int>, from first: Double, to last: Double) -> Double {
        var (both, either) = (0, 0)
        for place in lineOf.indices where lineOf[place] >= 0 {
            let (column, row, line) = (place % width, place / width, lineOf[place])
            let point = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
            let isFound = polygons.contains { $0.contains(point) }
            let isTrue =
                lines.contains(line) && (line > lines.lowerBound || point.x >= first)
                && (line < lines.upperBound || point.x <= last)
            if isFound || isTrue { either += 1 }
            if isFound && isTrue { both += 1 }
        }
        return Double(both) / Double(max(either, 1))
    }
}
