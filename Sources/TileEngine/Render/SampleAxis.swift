import CResample

/// One dimension of a resampling: for each output sample, the source samples and their weights.
///
/// Samples are areas: source sample *i* covers [*i*, *i* + 1), output sample *o* covers [origin + *o* · step, origin +
/// (*o* + 1) · step). The kernel is a cubic convolution, stretched by the step if that is more than one sample. For
/// enlarging it is Catmull-Rom (a = −½). For reducing, a is −0.8, where cubics come closest to lanczos3: on a scanned
/// page 48 to 50 decibels instead of 44 to 45 from the native level, and up to 2 more from a coarser one. If a step is
/// more than two, which happens when the two dimensions are scaled differently, groups of 2ⁿ samples are averaged
/// first. Beyond the edges, the outermost sample is repeated.
///
/// Weights are integers that sum to exactly 2⁷ or 2¹⁴, so that flat colour stays flat. A step of one or a half at whole
/// or half samples, as at the 2× level, needs only 2⁷, and is then summed exactly and rounded once.
///
/// Source: R. G. Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE Transactions on Acoustics,
/// Speech and Signal Processing 29 (1981).
struct SampleAxis {
    static let taps = cresample_taps
    /// The longest step that is resampled without averaging groups first. The kernel's outermost weights, which eight
    /// taps then cut off, are negligible.
    private static let longestStep = 2.17

    /// The number of output samples.
    let count: Int
    /// The number of source samples averaged in a group: a power of two.
    let group: Int
    /// The range of groups that are needed, relative to the plane's first.
    let window: Range<Int>
    /// The first group of each output sample, relative to the window.
    let starts: [Int32]
    /// Eight weights per output sample, of which the last may be 0.
    let weights: [Int16]
    /// The binary logarithm of the weights' sum.
    let bits: Int
    /// The maximum number of nonzero weights per output sample.
    let usedTaps: Int
    /// Whether the output is a copy of the source samples in order.
    let isCopy: Bool

    /// The position of the output samples relative to the source samples.
    struct Geometry {
        /// The start of the first output sample, in source samples.
        var origin: Double
        /// The extent of an output sample, in source samples.
        var step: Double
        /// The number of output samples.
        var count: Int
        /// The number of source samples.
        var sourceCount: Int

        /// The source samples that contribute, and perhaps a few more, computed without the weights.
        ///
        /// - Complexity: O(1).
        var reach: Range<Int> {
            if step == 1, origin == origin.rounded() { return Int(origin)..<Int(origin) + count }
            let radius = 2 * max(1, step)
            let low = Int((origin + step / 2 - radius).rounded(.down))
            let high = Int((origin + (Double(count) - 0.5) * step + radius).rounded(.up))
            return min(max(0, low), sourceCount - 1)..<max(1, min(sourceCount, high))
        }
    }

    /// Computes the weights.
    ///
    /// - Parameters:
    ///   - geometry: The position of the samples.
    ///   - isReversed: Whether the last output sample is written first.
    /// - Complexity: O(*n*) in the number of output samples.
    init(_ geometry: Geometry, isReversed: Bool = false) {
        let count = geometry.count
        var group = 1
        while geometry.step / Double(group) > Self.longestStep { group *= 2 }
        let groupCount = (geometry.sourceCount - 1) / group + 1
        let origin = geometry.origin / Double(group)
        let step = geometry.step / Double(group)
        let isExact = (step == 1 || step == 0.5) && origin * 2 == (origin * 2).rounded()
        let bits = isExact ? 7 : 14
        let narrowing = 1 / max(1, step)
        let sharpness = step > 1 ? -0.8 : -0.5

        var starts = [Int32](repeating: 0, count: count)
        var weights = [Int16](repeating: 0, count: count * Self.taps)
        var usedTaps = 1
        var lowest = groupCount
        var highest = 0
        let exact = UnsafeMutablePointer<Double>.allocate(capacity: Self.taps)
        defer { exact.deallocate() }
        starts.withUnsafeMutableBufferPointer { starts in
            weights.withUnsafeMutableBufferPointer { weights in
                for index in 0..<count {
                    let centre = origin + (Double(index) + 0.5) * step
                    let first = Self.floor(centre - 0.5) - (Self.taps / 2 - 1)
                    let start = min(max(0, first), max(0, groupCount - Self.taps))
                    exact.update(repeating: 0, count: Self.taps)
                    var sum = 0.0
                    for tap in 0..<Self.taps {
                        let weight = Self.kernel(
                            (Double(first + tap) + 0.5 - centre) * narrowing, sharpness)
                        exact[min(max(0, first + tap), groupCount - 1) - start] += weight
                        sum += weight
                    }
                    let output = isReversed ? count - 1 - index : index
                    let used = Self.quantise(
                        exact, factor: Double(1 << bits) / sum, bits: bits,
                        into: weights.extracting(output * Self.taps..<(output + 1) * Self.taps))
                    starts[output] = Int32(truncatingIfNeeded: start + used.lowerBound)
                    usedTaps = max(usedTaps, used.count)
                    lowest = min(lowest, start + used.lowerBound)
                    highest = max(highest, start + used.upperBound)
                }
                for index in 0..<count { starts[index] -= Int32(truncatingIfNeeded: lowest) }
            }
        }
        let window = lowest..<max(lowest, highest)
        self.count = count
        self.group = group
        self.window = window
        self.starts = starts
        self.weights = weights
        self.bits = bits
        self.usedTaps = usedTaps
        isCopy =
            group == 1 && step == 1 && origin == origin.rounded() && !isReversed && usedTaps == 1
            && window.count == count
    }

    /// Rounds weights to integers with the exact sum, and shifts them so that the first is nonzero.
    ///
    /// - Returns: The range of taps with nonzero weights.
    private static func quantise(
        _ exact: UnsafeMutablePointer<Double>, factor: Double, bits: Int,
        into weights: UnsafeMutableBufferPointer<Int16>
    ) -> Range<Int> {
        var left = 1 << bits
        var largest = 0
        var greatest = -Double.infinity
        var first = taps
        var last = 0
        for tap in 0..<taps {
            let value = exact[tap] * factor
            let whole = floor(value + 0.5)
            exact[tap] = Double(whole)
            left -= whole
            if value > greatest {
                greatest = value
                largest = tap
            }
            if whole != 0 {
                first = min(first, tap)
                last = tap
            }
        }
        exact[largest] += Double(left)
        for tap in first...last { weights[tap - first] = Int16(truncatingIfNeeded: Int(exact[tap])) }
        return first..<last + 1
    }

    /// Returns the largest integer not above the value. On baseline x86-64, `rounded(.down)` is a function call; no
    /// value here is below −2¹⁶.
    private static func floor(_ value: Double) -> Int { Int(value + 65_536) - 65_536 }

    private static func kernel(_ position: Double, _ a: Double) -> Double {
        let distance = abs(position)
        if distance < 1 { return ((a + 2) * distance - (a + 3)) * distance * distance + 1 }
        if distance < 2 { return ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a }
        return 0
    }
}
