/// Follows a line from a point on it to both sides, as a band of profiles.
///
/// The profile of each next strip is aligned with a template, which covers the line and its neighbours and is slowly
/// updated. Since it does not chase ridges, it does not jump between slanted lines. This is template tracking by
/// normalised correlation with an updated template. Source: I. Matthews, T. Ishikawa, S. Baker, "The Template Update
/// Problem", IEEE PAMI 26 (2004), strategy "update with drift correction by blending".
struct LineTracker {
    /// All lengths here are in pitches.
    private static let hop: Float = 0.75
    private static let reach: Float = 2.5
    private static let window: Float = 1.3
    private static let largestShift: Float = 0.3
    private static let stiffness: Float = 1.5
    private static let steepest: Float = 0.25

    private let strips: LinePlane
    private let pitch: Float
    private let hop: Float
    private let reach: Int
    private let shiftReach: Int
    private let weights: [Float]

    init(strips: LinePlane, pitch: Float) {
        (self.strips, self.pitch) = (strips, pitch)
        hop = max(3, Self.hop * pitch)
        let reach = Int(Self.reach * pitch)
        self.reach = reach
        shiftReach = Int(Self.largestShift * pitch)
        weights = (-reach...reach).map { row in
            let distance = Float(row) / (Self.window * pitch)
            return LineMath.exp(-0.5 * distance * distance)
        }
    }

    /// Returns the rows of the line, one for each column of the plane.
    ///
    /// - Complexity: O(*w*) in the plane's width, because a hop costs less than the square of the pitch.
    func curve(throughX x: Float, y: Float) -> [Float] {
        let rightmost = Float(strips.width - 1)
        let x = min(max(x, 0), rightmost)
        let left = track(x, y, to: 0)
        let right = track(x, y, to: rightmost)
        let places = Array(left.xs.reversed() + right.xs.dropFirst())
        let values = Array(left.ys.reversed() + right.ys.dropFirst())
        let curve = LineSignal.interpolated(places: places, values: values, count: strips.width)
        return LineSignal.averaged(curve, reach: Int(1.5 * pitch) / 2)
    }

    private func profile(_ x: Float, _ y: Float, reach: Int) -> [Float] {
        let column = min(max(Int(x), 0), strips.width - 1)
        return (-reach...reach).map { strips.value(column: column, y: y + Float($0)) }
    }

    private func track(_ x0: Float, _ y0: Float, to x1: Float) -> (xs: [Float], ys: [Float]) {
        let length = abs(x1 - x0)
        let sign: Float = x1 > x0 ? 1 : -1
        var template = profile(x0, y0, reach: reach)
        var (xs, ys) = ([x0], [y0])
        var (y, slope) = (y0, Float(0))
        var distance: Float = 0
        while distance < length {
            distance = min(distance + hop, length)
            let x = x0 + sign * distance
            let guess = y + 0.8 * slope * hop
            let match = bestShift(of: template, in: profile(x, guess, reach: reach + shiftReach))
            let moved = guess + match.shift * min(1, 1.3 * match.certainty)
            slope = min(max(0.75 * slope + 0.25 * (moved - y) / hop, -Self.steepest), Self.steepest)
            y = moved
            let seen = profile(x, y, reach: reach)
            let share = 0.2 * match.certainty
            for row in template.indices { template[row] = (1 - share) * template[row] + share * seen[row] }
            xs.append(x)
            ys.append(y)
        }
        return (xs, ys)
    }

    /// Returns the best shift of the template. The certainty is 0 if the profile has no content, so that the line
    /// continues straight.
    private func bestShift(of template: [Float], in profile: [Float]) -> (shift: Float, certainty: Float) {
        let count = template.count
        var templatePower: Float = 0
        for row in 0..<count { templatePower += weights[row] * template[row] * template[row] }
        let shifts = 2 * shiftReach + 1
        var products = [Float](repeating: 0, count: shifts)
        var mostPower: Float = 0
        for shift in 0..<shifts {
            var (product, power): (Float, Float) = (0, 0)
            for row in 0..<count {
                let value = profile[row + shift]
                product += weights[row] * template[row] * value
                power += weights[row] * value * value
            }
            products[shift] = product
            mostPower = max(mostPower, power)
        }
        let (templateNorm, norm) = (templatePower.squareRoot() + 1e-9, mostPower.squareRoot() + 1e-9)
        guard norm >= 0.25 * templateNorm else { return (0, 0) }
        var (best, bestScore) = (0, -Float.infinity)
        for shift in 0..<shifts {
            let offset = Float(shift - shiftReach) / pitch
            let score = products[shift] / (templateNorm * norm) - Self.stiffness * offset * offset
            if score > bestScore { (best, bestScore) = (shift, score) }
        }
        return (Float(best - shiftReach), max(0, bestScore))
    }
}
