/// Measures the pitch of the lines around places of a page: the distance from one line to the next.
///
/// The row profiles of narrow strips are autocorrelated and only then averaged, so that slanted lines do no harm. A
/// comb matches peaks at *p*, 2*p*, 3*p* and troughs between them, so that neither *p* / 2 nor 2*p* wins.
enum LinePitch {
    /// The range of pitches that are searched, in pixels of the reduced page.
    static let range: ClosedRange<Float> = 9...150
    /// The number of rows above and below a place that are examined.
    static let reach = 350

    private static let lagCount = 300
    /// The width of a strip, as a share of the page's width.
    private static let stripShare: Float = 0.035
    /// The strips beside a place, and their weights.
    private static let strips: [(offset: Float, weight: Float)] = [(-2, 0.4), (-1, 0.7), (0, 1), (1, 0.7), (2, 0.4)]
    private static let comb: [(multiple: Float, weight: Float)] = [(1, 1), (2, 0.7), (3, 0.5)]
    /// The share of the highest score that suffices: the smallest pitch with a peak of this height wins, because 3*p*
    /// can score like *p*.
    private static let share: Float = 0.75

    /// Returns the pitch in pixels and its certainty: the comb's contrast, about 0 if there are no lines.
    ///
    /// - Complexity: O(1) for each place, because strips and lags are bounded.
    static func measure(_ ink: LinePlane, pageWidth: Float, at places: [(x: Float, y: Float)]) -> (
        pitch: Float, contrast: Float
    ) {
        var mean = [Float](repeating: 0, count: lagCount)
        for place in places {
            for (lag, value) in autocorrelation(ink, stripWidth: stripShare * pageWidth, x: place.x, y: place.y)
                .enumerated()
            {
                mean[lag] += value / Float(places.count)
            }
        }
        let sizes = stride(from: range.lowerBound, to: range.upperBound, by: 0.5).map { $0 }
        let scores = sizes.map { size in
            var (sum, weights): (Float, Float) = (0, 0)
            for (multiple, weight) in comb where multiple * size <= 250 {
                sum +=
                    weight
                    * (LineSignal.value(of: mean, at: multiple * size)
                        - LineSignal.value(of: mean, at: (multiple - 0.5) * size))
                weights += weight
            }
            return sum / weights
        }
        let best = scores.max() ?? 0
        for place in 1..<sizes.count - 1
        where scores[place] >= share * best && scores[place] >= scores[place - 1]
            && scores[place] >= scores[place + 1]
        {
            return (sizes[place], scores[place])
        }
        return (sizes[scores.firstIndex(of: best) ?? 0], best)
    }

    private static func autocorrelation(_ ink: LinePlane, stripWidth: Float, x: Float, y: Float) -> [Float] {
        var result = [Float](repeating: 0, count: lagCount)
        let rows = max(0, Int(y) - reach)..<max(min(ink.height, Int(y) + reach), max(0, Int(y) - reach))
        guard rows.count >= 60 else { return result }
        let total = strips.reduce(0) { $0 + $1.weight }
        for strip in strips {
            let centre = x + strip.offset * stripWidth
            let left = max(0, Int(centre - 0.6 * stripWidth))
            let right = min(ink.width, Int(centre + 0.6 * stripWidth))
            guard right - left >= 4 else { continue }
            var profile = rows.map { row -> Float in
                var sum: Float = 0
                for column in left..<right { sum += ink.values[row * ink.width + column] }
                return sum / Float(right - left)
            }
            profile = LineSignal.filtered(profile, kernel: LineSignal.gaussian(sigma: 1.5, reach: 4))
            let means = LineSignal.averaged(profile, reach: 40)
            let count = profile.count
            for row in 0..<count {
                let window = 0.5 - 0.5 * LineMath.cos(2 * .pi * Float(row) / Float(count - 1))
                profile[row] = (profile[row] - means[row]) * window
            }
            let power = profile.reduce(0) { $0 + $1 * $1 }
            guard power > 1e-9 else { continue }
            profile.withUnsafeBufferPointer { profile in
                for lag in 0..<min(lagCount, count) {
                    var sum: Float = 0
                    for row in 0..<count - lag { sum += profile[row] * profile[row + lag] }
                    result[lag] += strip.weight / total * sum / power
                }
            }
        }
        return result
    }
}
