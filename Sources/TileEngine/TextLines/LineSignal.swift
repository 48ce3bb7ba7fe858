/// Operations on sequences of numbers: profiles across the lines, and curves along them.
enum LineSignal {
    /// Returns the weights of a Gaussian, which sum to 1.
    static func gaussian(sigma: Float, reach: Int) -> [Float] {
        var weights = [Float](repeating: 1, count: 2 * reach + 1)
        if sigma > 0 {
            for place in weights.indices {
                let distance = Float(place - reach) / sigma
                weights[place] = LineMath.exp(-0.5 * distance * distance)
            }
        }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// Returns the moving average over `2 * reach + 1` values, repeating the outermost ones beyond the ends.
    static func averaged(_ values: [Float], reach: Int) -> [Float] {
        guard let first = values.first, let last = values.last, reach > 0 else { return values }
        let count = values.count
        var result = [Float](repeating: 0, count: count)
        var sum = Double(first) * Double(reach)
        for place in 0..<reach { sum += Double(place < count ? values[place] : last) }
        for place in 0..<count {
            sum += Double(place + reach < count ? values[place + reach] : last)
            result[place] = Float(sum / Double(2 * reach + 1))
            sum -= Double(place >= reach ? values[place - reach] : first)
        }
        return result
    }

    /// Returns the convolution with a kernel, repeating the outermost values beyond the ends.
    static func filtered(_ values: [Float], kernel: [Float]) -> [Float] {
        let (count, reach) = (values.count, kernel.count / 2)
        return values.indices.map { place in
            var sum: Float = 0
            for (tap, weight) in kernel.enumerated() {
                sum += weight * values[min(max(place + tap - reach, 0), count - 1)]
            }
            return sum
        }
    }

    /// Interpolates linearly between points with ascending places, at 0, 1, …, `count` − 1.
    static func interpolated(places: [Float], values: [Float], count: Int) -> [Float] {
        guard let firstPlace = places.first, let firstValue = values.first else {
            return [Float](repeating: 0, count: count)
        }
        var result = [Float](repeating: firstValue, count: count)
        var next = 0
        var (place, value) = (firstPlace, firstValue)
        for column in 0..<count {
            let x = Float(column)
            while next < places.count, places[next] <= x {
                (place, value) = (places[next], values[next])
                next += 1
            }
            if next == 0 || next == places.count {
                result[column] = value
            } else {
                result[column] = value + (values[next] - value) * (x - place) / (places[next] - place)
            }
        }
        return result
    }

    /// Returns the value at a fractional place by linear interpolation.
    static func value(of values: [Float], at place: Float) -> Float {
        guard let last = values.indices.last, place > 0 else { return values.first ?? 0 }
        let lower = min(Int(min(place, Float(last))), last)
        let upper = min(lower + 1, last)
        return values[lower] + (values[upper] - values[lower]) * min(place - Float(lower), 1)
    }

    /// Returns the median, or nil if there are no values.
    static func median(_ values: some Collection<Float>) -> Float? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Returns the runs of marked elements that have at least the given length.
    static func longRuns(_ marks: [Bool], atLeast length: Float) -> [Bool] {
        var result = [Bool](repeating: false, count: marks.count)
        var start = 0
        while start < marks.count {
            var end = start
            while end < marks.count, marks[end] { end += 1 }
            if Float(end - start) >= max(length, 1) {
                for place in start..<end { result[place] = true }
            }
            start = max(end, start + 1)
        }
        return result
    }

    /// Returns the slope of the least-squares line through values at 0, 1, 2, ….
    static func slope(_ values: ArraySlice<Float>) -> Float {
        guard values.count > 1 else { return 0 }
        let middle = Float(values.count - 1) / 2
        var (product, square): (Float, Float) = (0, 0)
        for (place, value) in values.enumerated() {
            let distance = Float(place) - middle
            product += distance * value
            square += distance * distance
        }
        return product / square
    }
}
