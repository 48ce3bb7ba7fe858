/// Doubles pixels in both directions with a cubic kernel, in whole numbers.
///
/// Pixels are areas, so that output pixel *o* has its centre at (*o* + ½)/2 − ½ = *o*/2 − ¼ of the source: an even
/// one a quarter to the left of source pixel *o*/2, an odd one a quarter to the right. The kernel is Catmull-Rom's (the
/// cubic convolution with a = −½), which at these two places has the weights −9, 111, 29 and −3 over 128, one the mirror
/// of the other. Both directions are summed exactly and rounded once, so that what a tile holds does not depend on where
/// it begins.
///
/// Source: R. G. Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE Transactions on Acoustics,
/// Speech and Signal Processing 29 (1981).
enum CubicDoubler {
    /// How many source pixels are needed beyond those that are doubled, on every side.
    static let margin = 2

    private static let channels = 3
    private static let near: Int32 = 111
    private static let next: Int32 = 29
    private static let behind: Int32 = -9
    private static let far: Int32 = -3
    /// 128 · 128 is 2 to the power of this.
    private static let scaleBits: Int32 = 14

    /// Doubles the inside of a block of pixels.
    ///
    /// - Parameter source: Pixels with ``margin`` more on every side than are doubled.
    /// - Returns: Twice the inside's size.
    /// - Complexity: O(*n*) in the number of pixels.
    static func doubled(_ source: TilePixels) -> TilePixels {
        let columns = source.size.width - 2 * margin
        let rows = source.size.height - 2 * margin
        guard columns > 0, rows > 0 else { return TilePixels(size: PixelSize(width: 0, height: 0), bytes: []) }
        let count = columns * channels
        let sourceStride = source.size.width * channels
        let outputSize = PixelSize(width: columns * 2, height: rows * 2)
        let byteCount = outputSize.width * outputSize.height * channels
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { output, used in
            // Each source row gives two rows of sums, those of the even and those of the odd output columns.
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: source.size.height * count * 2) { sums in
                source.bytes.withUnsafeBufferPointer { input in
                    for row in 0..<source.size.height {
                        sumAcross(
                            input.extracting(row * sourceStride..<(row + 1) * sourceStride),
                            even: sums.extracting(row * 2 * count..<(row * 2 + 1) * count),
                            odd: sums.extracting((row * 2 + 1) * count..<(row * 2 + 2) * count))
                    }
                }
                for row in 0..<rows {
                    for half in 0..<2 {
                        let start = (row * 2 + half) * count * 2
                        sumDown(
                            UnsafeBufferPointer(sums), from: row, isOdd: half == 1, count: count,
                            into: output.extracting(start..<start + count * 2))
                    }
                }
            }
            used = byteCount
        }
        return TilePixels(size: outputSize, bytes: bytes)
    }

    /// Weighs each pixel with its neighbours in the row, for the output pixels to its left and to its right.
    private static func sumAcross(
        _ row: UnsafeBufferPointer<UInt8>, even: UnsafeMutableBufferPointer<Int32>,
        odd: UnsafeMutableBufferPointer<Int32>
    ) {
        for index in 0..<even.count {
            let here = Int32(row[index + 2 * channels])
            let left = Int32(row[index + channels])
            let right = Int32(row[index + 3 * channels])
            even[index] =
                near &* here &+ next &* left &+ behind &* right &+ far &* Int32(row[index])
            odd[index] =
                near &* here &+ next &* right &+ behind &* left &+ far &* Int32(row[index + 4 * channels])
        }
    }

    /// Weighs the sums of five rows for one output row, rounds, and puts even and odd columns side by side.
    private static func sumDown(
        _ sums: UnsafeBufferPointer<Int32>, from row: Int, isOdd: Bool, count: Int,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) {
        let stride = count * 2
        let here = (row + margin) * stride
        let toward = isOdd ? here + stride : here - stride
        let away = isOdd ? here - stride : here + stride
        let beyond = isOdd ? here + 2 * stride : here - 2 * stride
        let half: Int32 = 1 << (scaleBits - 1)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride) { rounded in
            for index in 0..<stride {
                let sum =
                    near &* sums[here + index] &+ next &* sums[toward + index] &+ behind &* sums[away + index]
                    &+ far &* sums[beyond + index]
                let value = (sum &+ half) &>> scaleBits
                rounded[index] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
            }
            var target = 0
            for index in Swift.stride(from: 0, to: count, by: channels) {
                for channel in 0..<channels {
                    output[target + channel] = rounded[index + channel]
                    output[target + channels + channel] = rounded[count + index + channel]
                }
                target += 2 * channels
            }
        }
    }
}
