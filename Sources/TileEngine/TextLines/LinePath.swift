/// Finds the best path from left to right over a grid of offsets, by dynamic programming.
///
/// Source: A. J. Viterbi, "Error Bounds for Convolutional Codes", IEEE Transactions on Information Theory 13 (1967),
/// applied to seams through text by R. Saabni, A. Asi, J. El-Sana, "Text line extraction for historical document
/// images", Pattern Recognition Letters 35 (2014).
struct LinePath {
    /// The number of offsets in each column.
    let offsetCount: Int
    /// The cost of changing the offset by 0, 1, 2, … from one column to the next. Larger changes are not allowed.
    let bends: [Float]

    /// Returns the offset of each column on the path with the highest total gain. Of equal paths, the straighter is
    /// preferred.
    ///
    /// - Parameter gain: Writes the gain of each offset of a column.
    /// - Complexity: O(*c* · *m* · *b*) for *c* columns, *m* offsets and *b* bends; one byte per offset and column.
    func best(columnCount: Int, gain: (_ column: Int, _ gains: inout [Float]) -> Void) -> [Int] {
        guard columnCount > 0, offsetCount > 0 else { return [] }
        var gains = [Float](repeating: 0, count: offsetCount)
        var sums = gains
        var next = gains
        var steps = [Int8](repeating: 0, count: columnCount * offsetCount)
        gain(0, &sums)
        for column in 1..<max(columnCount, 1) {
            gain(column, &gains)
            let start = column * offsetCount
            for offset in 0..<offsetCount {
                var (best, step) = (sums[offset], 0)
                for (bend, cost) in bends.enumerated().dropFirst() {
                    if offset >= bend, sums[offset - bend] - cost > best {
                        (best, step) = (sums[offset - bend] - cost, -bend)
                    }
                    if offset + bend < offsetCount, sums[offset + bend] - cost > best {
                        (best, step) = (sums[offset + bend] - cost, bend)
                    }
                }
                next[offset] = best + gains[offset]
                steps[start + offset] = Int8(truncatingIfNeeded: step)
            }
            swap(&sums, &next)
        }
        var offset = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        var path = [Int](repeating: 0, count: columnCount)
        for column in (0..<columnCount).reversed() {
            path[column] = offset
            offset += Int(steps[column * offsetCount + offset])
        }
        return path
    }
}

extension LineMaps {
    /// The maximum distance by which a curve is moved onto its ridge, in pitches.
    private static let refinement: Float = 0.35
    /// The range of seams, as shares of the distance from a line to the next. The middle has no cost.
    private static let seamShares: ClosedRange<Float> = 0.1...0.95
    private static let seamStepCount = 31
    private static let columnStep = 2

    /// Moves a curve along the centre of the letters onto its ridge.
    func refined(_ curve: [Float]) -> [Float] {
        let reach = max(2, Int(Self.refinement * pitch))
        let columns = stride(from: 0, to: curve.count, by: Self.columnStep).map { $0 }
        let path = LinePath(offsetCount: 2 * reach + 1, bends: [0, 0.12, 0.5].map { $0 * 20 / pitch })
        let offsets = path.best(columnCount: columns.count) { place, gains in
            let column = columns[place]
            for offset in -reach...reach {
                let distance = Float(offset) / Float(reach)
                gains[offset + reach] =
                    ridges.value(column: column, y: curve[column] + Float(offset)) - 0.12 * distance * distance
            }
        }
        let rows = zip(columns, offsets).map { curve[$0] + Float($1 - reach) }
        return LineSignal.averaged(
            LineSignal.interpolated(places: columns.map(Float.init), values: rows, count: curve.count),
            reach: Int(0.7 * pitch) / 2)
    }

    /// Returns the border between a line and the next one below it, along the least ink.
    package func seam(between upper: [Float], and lower: [Float]) -> [Float] {
        let columns = stride(from: 0, to: upper.count, by: Self.columnStep).map { $0 }
        let (low, high) = (Self.seamShares.lowerBound, Self.seamShares.upperBound)
        let shares = (0..<Self.seamStepCount).map { low + (high - low) * Float($0) / Float(Self.seamStepCount - 1) }
        let pulls = shares.map { 3 * ($0 - 0.5) * ($0 - 0.5) }
        let path = LinePath(offsetCount: shares.count, bends: [0, 0.02, 0.08])
        let offsets = path.best(columnCount: columns.count) { place, gains in
            let column = columns[place]
            let distance = lower[column] - upper[column]
            for (step, share) in shares.enumerated() {
                gains[step] = -4 * softInk.value(column: column, y: upper[column] + share * distance) - pulls[step]
            }
        }
        let found = LineSignal.interpolated(
            places: columns.map(Float.init), values: offsets.map { shares[$0] }, count: upper.count)
        return upper.indices.map { upper[$0] + found[$0] * (lower[$0] - upper[$0]) }
    }
}
