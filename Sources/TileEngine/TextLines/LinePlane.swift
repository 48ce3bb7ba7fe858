/// An image with one number per pixel, row by row: ink, or something derived from it.
///
/// Blurs repeat the outermost pixels beyond the edges. Each is O(*n*) in the number of pixels regardless of its reach,
/// except for the convolution of ``blurredDown(sigma:reach:)``.
package struct LinePlane: Sendable {
    package let width: Int
    package let height: Int
    package let values: [Float]

    init(width: Int, height: Int, values: [Float]) {
        precondition(values.count == width * height)
        (self.width, self.height, self.values) = (width, height, values)
    }

    /// Creates a plane whose values `fill` writes, all of them.
    @inline(__always)
    init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
        (self.width, self.height) = (width, height)
        values = [Float](unsafeUninitializedCapacity: width * height) { target, count in
            fill(target)
            count = width * height
        }
    }

    /// Returns the value at a column and the row nearest to `y`; 0 above the first row and below the last.
    func value(column: Int, y: Float) -> Float {
        // Compares before converting, because a value that is not finite cannot be converted to a row.
        guard y > -0.5, y < Float(height) - 0.5 else { return 0 }
        let row = min(Int(y.rounded()), height - 1)
        return values[row * width + column]
    }

    /// Returns the value at a position by linear interpolation; 0 outside.
    func interpolated(x: Float, y: Float) -> Float {
        guard x >= 0, y >= 0, x <= Float(width - 1), y <= Float(height - 1) else { return 0 }
        let (column, row) = (min(Int(x), width - 1), min(Int(y), height - 1))
        let (right, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
        let (across, down) = (x - Float(column), y - Float(row))
        let top = values[row * width + column] * (1 - across) + values[row * width + right] * across
        let bottom = values[below * width + column] * (1 - across) + values[below * width + right] * across
        return top * (1 - down) + bottom * down
    }

    /// Returns a part of the plane.
    package func cropped(columns: Range<Int>, rows: Range<Int>) -> LinePlane {
        var cropped: [Float] = []
        cropped.reserveCapacity(columns.count * rows.count)
        for row in rows {
            cropped.append(contentsOf: values[row * width + columns.lowerBound..<row * width + columns.upperBound])
        }
        return LinePlane(width: columns.count, height: rows.count, values: cropped)
    }

    /// Returns the moving average over `2 * reach + 1` columns.
    func averagedAcross(reach: Int) -> LinePlane {
        guard reach > 0, width > 0 else { return self }
        let window = 2 * reach + 1
        let scale = 1 / Float(window)
        return LinePlane(width: width, height: height) { target in
            values.withUnsafeBufferPointer { source in
                // In double precision, so that subtracting a value leaves no residue.
                var sums = [Double](repeating: 0, count: width + window)
                sums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<height {
                        let start = row * width
                        let (first, last) = (Double(source[start]), Double(source[start + width - 1]))
                        var sum = 0.0
                        func add(_ value: Double, _ place: Int) {
                            sum += value
                            sums[place + 1] = sum
                        }
                        for place in 0..<reach { add(first, place) }
                        for column in 0..<width { add(Double(source[start &+ column]), reach &+ column) }
                        for place in reach + width..<2 * reach + width { add(last, place) }
                        for column in 0..<width {
                            target[start &+ column] = Float(sums[column &+ window] - sums[column]) * scale
                        }
                    }
                }
            }
        }
    }

    /// Returns the moving average over `2 * reach + 1` rows.
    func averagedDown(reach: Int) -> LinePlane {
        guard reach > 0, height > 0 else { return self }
        let scale = 1 / Float(2 * reach + 1)
        var sums = [Float](repeating: 0, count: width)
        return LinePlane(width: width, height: height) { target in
            values.withUnsafeBufferPointer { source in
                sums.withUnsafeMutableBufferPointer { sums in
                    func add(_ row: Int, _ sign: Float) {
                        let start = min(max(row, 0), height - 1) * width
                        for column in 0..<width { sums[column] += sign * source[start &+ column] }
                    }
                    for row in -reach..<reach { add(row, 1) }
                    for row in 0..<height {
                        add(row + reach, 1)
                        let start = row * width
                        for column in 0..<width { target[start &+ column] = sums[column] * scale }
                        add(row - reach, -1)
                    }
                }
            }
        }
    }

    /// Applies an approximate Gaussian blur along the rows, with three successive moving averages.
    ///
    /// Source: W. M. Wells, "Efficient Synthesis of Gaussian Filters by Cascaded Uniform Filters", IEEE PAMI 8 (1986).
    func blurredAcross(sigma: Float) -> LinePlane {
        // The variance of a moving average over n values is (n² - 1) / 12.
        let reach = max(0, Int((((4 * sigma * sigma + 1).squareRoot() - 1) / 2).rounded()))
        return averagedAcross(reach: reach).averagedAcross(reach: reach).averagedAcross(reach: reach)
    }

    /// Applies a Gaussian blur along the columns, by convolution.
    ///
    /// - Parameter reach: The number of rows of the kernel on each side; nil for three sigma.
    /// - Complexity: O(*n* · *σ*).
    func blurredDown(sigma: Float, reach: Int? = nil) -> LinePlane {
        let kernel = LineSignal.gaussian(sigma: sigma, reach: reach ?? max(1, Int((3 * sigma).rounded(.up))))
        let (reach, stride) = (kernel.count / 2, MemoryLayout<Float>.stride)
        return LinePlane(width: width, height: height) { target in
            let bytes = UnsafeMutableRawBufferPointer(target)
            values.withUnsafeBytes { source in
                for row in 0..<height {
                    // As many columns at once as fit in registers for all taps.
                    let whole = width - width % 16
                    for first in Swift.stride(from: 0, to: whole, by: 16) {
                        var sum = SIMD16<Float>.zero
                        for (tap, weight) in kernel.enumerated() {
                            let start = min(max(row + tap - reach, 0), height - 1) * width + first
                            sum += weight * source.loadUnaligned(fromByteOffset: start * stride, as: SIMD16<Float>.self)
                        }
                        bytes.storeBytes(
                            of: sum, toByteOffset: (row * width + first) * stride, as: SIMD16<Float>.self)
                    }
                    for column in whole..<width {
                        var sum: Float = 0
                        for (tap, weight) in kernel.enumerated() {
                            sum += weight * values[min(max(row + tap - reach, 0), height - 1) * width + column]
                        }
                        target[row * width + column] = sum
                    }
                }
            }
        }
    }

    /// Combines two planes of the same size element by element.
    @inline(__always)
    func combined(with other: LinePlane, _ combine: (Float, Float) -> Float) -> LinePlane {
        LinePlane(width: width, height: height) { target in
            values.withUnsafeBufferPointer { own in
                other.values.withUnsafeBufferPointer { others in
                    for place in own.indices { target[place] = combine(own[place], others[place]) }
                }
            }
        }
    }
}
