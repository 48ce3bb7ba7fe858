import ImageGeometry

/// Finds patches of a page on a capture, near the positions that an alignment predicts.
struct PatchMatches {
    /// A patch that was found.
    struct Match {
        /// The centre of the patch, in pixels of the page's level.
        let page: Point
        /// Its position on the capture, in pixels of the capture's level.
        let capture: Point
        /// The normalised correlation, at most 1.
        let correlation: Float
    }

    /// The minimum variance of a patch. Patches with less have no distinctive content.
    private static let leastSpread: Float = 0.02
    /// The number of patches along the longer side of the page.
    private static let patchesPerSide = 14
    private static let leastCorrelation: Float = 0.3

    private let page: LinePlane
    private let capture: LinePlane
    /// The distance from the centre of a patch to its edge.
    private let reach: Int
    /// The search distance.
    private let range: Int

    init(page: LinePlane, capture: LinePlane, range: Int) {
        (self.page, self.capture, self.range) = (page, capture, range)
        reach = min(16, max(5, min(page.width, page.height) / 8))
    }

    /// Searches for a grid of patches. Returns the matches, and the number of patches with distinctive content.
    ///
    /// - Parameter toCapture: The transform from the page's level to the capture's.
    /// - Complexity: O(*n* · *r*²) in the pixels of all patches and the range.
    func matches(_ toCapture: ProjectiveTransform) -> (matches: [Match], tried: Int) {
        let margin = reach + 1
        guard page.width > 2 * margin, page.height > 2 * margin else { return ([], 0) }
        let step = max(4, Double(max(page.width, page.height) - 2 * margin) / Double(Self.patchesPerSide))
        var (found, tried): ([Match], Int) = ([], 0)
        for y in stride(from: Double(margin), through: Double(page.height - margin - 1), by: step) {
            for x in stride(from: Double(margin), through: Double(page.width - margin - 1), by: step) {
                let (column, row) = (Int(x), Int(y))
                guard let patch = patch(column, row), let around = surroundings(column, row, toCapture) else {
                    continue
                }
                tried += 1
                guard let best = search(patch, in: around), best.correlation >= Self.leastCorrelation else { continue }
                let middle = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
                guard let place = toCapture.apply(Point(x: middle.x + best.x, y: middle.y + best.y)) else { continue }
                found.append(Match(page: middle, capture: place, correlation: best.correlation))
            }
        }
        return (found, tried)
    }

    /// Returns the patch of the page around a pixel, normalised to mean 0 and unit norm; nil if it has no distinctive
    /// content.
    private func patch(_ column: Int, _ row: Int) -> [Float]? {
        var values: [Float] = []
        values.reserveCapacity((2 * reach + 1) * (2 * reach + 1))
        for y in row - reach...row + reach {
            let start = y * page.width + column
            values.append(contentsOf: page.values[start - reach...start + reach])
        }
        let mean = values.reduce(0, +) / Float(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        guard squares / Float(values.count) > Self.leastSpread else { return nil }
        let factor = 1 / squares.squareRoot()
        return values.map { ($0 - mean) * factor }
    }

    /// Returns the capture around the predicted position, resampled to the page's geometry; nil if it extends beyond
    /// the capture.
    private func surroundings(_ column: Int, _ row: Int, _ toCapture: ProjectiveTransform) -> LinePlane? {
        let reach = reach + range
        let side = 2 * reach + 1
        let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
        for (x, y) in corners {
            guard let place = toCapture.apply(Point(x: Double(column + x) + 0.5, y: Double(row + y) + 0.5)),
                place.x >= 0, place.y >= 0, place.x <= Double(capture.width), place.y <= Double(capture.height)
            else { return nil }
        }
        var values: [Float] = []
        values.reserveCapacity(side * side)
        for y in row - reach...row + reach {
            for x in column - reach...column + reach {
                let place = toCapture.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                values.append(place.map { capture.value(atX: Float($0.x), y: Float($0.y)) } ?? 0)
            }
        }
        return LinePlane(width: side, height: side, values: values)
    }

    /// Returns the best position of the patch with subpixel accuracy, or nil if it is at the edge of the search range.
    private func search(_ patch: [Float], in around: LinePlane) -> (x: Double, y: Double, correlation: Float)? {
        let (side, window) = (2 * reach + 1, 2 * range + 1)
        let sums = BoxSums(around)
        var scores = [Float](repeating: -1, count: window * window)
        var best = 0
        for y in 0..<window {
            for x in 0..<window {
                var product: Float = 0
                patch.withUnsafeBufferPointer { first in
                    around.values.withUnsafeBufferPointer { second in
                        for row in 0..<side {
                            let (start, other) = (row * side, (row + y) * around.width + x)
                            for place in 0..<side { product += first[start &+ place] * second[other &+ place] }
                        }
                    }
                }
                let own = sums.sums(x..<x + side, y..<y + side)
                let spread = own.squares - own.sum * own.sum / Double(side * side)
                let score = spread > 1e-6 ? product / Float(spread.squareRoot()) : 0
                scores[y * window + x] = score
                if score > scores[best] { best = y * window + x }
            }
        }
        let (x, y) = (best % window, best / window)
        guard x > 0, y > 0, x < window - 1, y < window - 1 else { return nil }
        /// Returns the vertex of the parabola through three values, relative to the middle one.
        func top(_ before: Float, _ middle: Float, _ after: Float) -> Double {
            let bend = before - 2 * middle + after
            return bend < -1e-6 ? Double((before - after) / (2 * bend)) : 0
        }
        let (across, down) = (
            top(scores[best - 1], scores[best], scores[best + 1]),
            top(scores[best - window], scores[best], scores[best + window])
        )
        return (Double(x - range) + across, Double(y - range) + down, scores[best])
    }
}
