/// A slowly varying quantity over the sheet, with one value for every eight pixels of the drawing.
final class Field {
    /// The distance between values, in pixels of the drawing.
    static let step = 8

    let width: Int
    let height: Int
    let values: UnsafeMutableBufferPointer<Float>

    /// Computes each value from the centre of its cell, in pixels of the full drawing.
    ///
    /// - Complexity: O(pixels of the drawing / 64) calls.
    init(_ size: DrawingSize, _ value: (_ x: Double, _ y: Double) -> Double) {
        // Two more cells than the drawing needs, so that its last pixels are between values too.
        width = size.width / Self.step + 2
        height = size.height / Self.step + 2
        values = UnsafeMutableBufferPointer.allocate(capacity: width * height)
        let step = Double(Self.step * size.scaleFactor)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = ((Double(column) + 0.5) * step, (Double(row) + 0.5) * step)
                values.initializeElement(at: row * width + column, to: Float(value(x, y)))
            }
        }
    }

    deinit { values.deallocate() }
}
