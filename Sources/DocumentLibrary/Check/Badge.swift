import TileEngine

/// A number on a coloured rectangle, drawn on a picture.
struct Badge {
    /// The rectangle, in pixels of the picture.
    let columns: Range<Int>
    let rows: Range<Int>

    private let digits: [Int]
    private let step: Int

    /// The digits' shapes, five columns by seven rows. Each byte is a row, with its lowest bit on the right.
    private static let shapes: [[UInt8]] = [
        [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 2, 4, 8, 31], [31, 2, 4, 2, 1, 17, 14],
        [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14], [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8],
        [14, 17, 17, 14, 17, 17, 14], [14, 17, 17, 15, 1, 2, 12],
    ]

    /// Creates a badge centred on a pixel, moved as necessary to fit the picture.
    ///
    /// - Parameter step: The width of a dot of a digit, in pixels.
    init(_ number: Int, x: Int, y: Int, step: Int, in size: PixelSize) {
        digits = String(number).compactMap(\.wholeNumberValue)
        self.step = step
        let (width, height) = ((digits.count * 6 + 3) * step, 11 * step)
        let left = max(0, min(x - width / 2, size.width - width))
        let top = max(0, min(y - height / 2, size.height - height))
        (columns, rows) = (left..<left + width, top..<top + height)
    }

    func overlaps(_ other: Badge) -> Bool { columns.overlaps(other.columns) && rows.overlaps(other.rows) }

    func draw(on canvas: inout Canvas, _ colour: PaperColour) {
        canvas.fillPixels(
            columns: columns.lowerBound - step..<columns.upperBound + step,
            rows: rows.lowerBound - step..<rows.upperBound + step, .white)
        canvas.fillPixels(columns: columns, rows: rows, colour)
        for (position, digit) in digits.enumerated() {
            let left = columns.lowerBound + (2 + position * 6) * step
            for (row, bits) in Self.shapes[digit].enumerated() {
                let top = rows.lowerBound + (2 + row) * step
                for column in 0..<5 where bits >> UInt8(4 - column) & 1 == 1 {
                    let x = left + column * step
                    canvas.fillPixels(columns: x..<x + step, rows: top..<top + step, .white)
                }
            }
        }
    }
}
