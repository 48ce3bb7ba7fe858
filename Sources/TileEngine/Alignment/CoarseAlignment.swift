import Foundation
import ImageGeometry

/// Searches for the position of a capture on its page, on the coarsest levels of both. All scales, small rotations and
/// translations are compared by normalised correlation.
struct CoarseAlignment {
    /// A similarity transform that was tried.
    struct Candidate {
        /// The enlargement of the capture.
        let scale: Double
        /// The rotation in degrees, clockwise.
        let rotation: Double
        /// The position of the capture's centre on the page, in pixels of the coarsest level.
        let middle: Point
        /// The normalised correlation, at most 1.
        let score: Float
    }

    /// The scales that are tried, relative to the one at which the capture fills the page.
    private static let scales = stride(from: -14, through: 14, by: 1).map { pow(1.05, Double($0)) }
    private static let rotations: [Double] = [0, -3, 3, -6, 6]
    /// The minimum share of the smaller image that must overlap the other.
    private static let leastOverlap: Float = 0.45

    private let page: LinePlane
    private let capture: LinePlane
    private let pageSums: BoxSums

    init(page: LinePlane, capture: LinePlane) {
        (self.page, self.capture) = (page, capture)
        pageSums = BoxSums(page)
    }

    /// Returns the best candidates, each the best in its neighbourhood, in descending order of score.
    ///
    /// - Complexity: O(*n*²) in the pixels of a plane, for each of some 150 scales and rotations.
    func candidates(count: Int, isCancelled: () -> Bool) throws -> [Candidate] {
        let fit = min(
            Double(page.width) / Double(capture.width), Double(page.height) / Double(capture.height))
        var found: [Candidate] = []
        for factor in Self.scales {
            for rotation in Self.rotations {
                if isCancelled() { throw CancellationError() }
                found += best(scale: fit * factor, rotation: rotation)
            }
        }
        found.sort { $0.score > $1.score }
        var kept: [Candidate] = []
        for candidate in found where kept.count < count {
            let isNew = kept.allSatisfy { other in
                abs(candidate.scale / other.scale - 1) > 0.08 || abs(candidate.rotation - other.rotation) > 4
                    || max(abs(candidate.middle.x - other.middle.x), abs(candidate.middle.y - other.middle.y)) > 3
            }
            if isNew { kept.append(candidate) }
        }
        return kept
    }

    /// Returns the transform from the page's coarsest level to the capture's.
    func toCapture(_ candidate: Candidate) -> ProjectiveTransform? {
        let angle = candidate.rotation * .pi / 180
        let (cosine, sine) = (cos(angle) / candidate.scale, sin(angle) / candidate.scale)
        let middle = Point(x: Double(capture.width) / 2, y: Double(capture.height) / 2)
        let pairs = [Point(x: 0, y: 0), Point(x: 64, y: 0), Point(x: 64, y: 64), Point(x: 0, y: 64)].map { point in
            let (across, down) = (point.x - candidate.middle.x, point.y - candidate.middle.y)
            return (
                point,
                Point(x: middle.x + across * cosine + down * sine, y: middle.y - across * sine + down * cosine)
            )
        }
        return ProjectiveTransform(taking: pairs.map(\.0), to: pairs.map(\.1))
    }

    /// Returns the two best positions of the capture at a scale and rotation, at a distance from each other.
    private func best(scale: Double, rotation: Double) -> [Candidate] {
        let (width, height) = (
            Int((Double(capture.width) * scale).rounded()), Int((Double(capture.height) * scale).rounded())
        )
        guard width >= 8, height >= 8, width <= 4 * page.width, height <= 4 * page.height else { return [] }
        let turned = resampled(width: width, height: height, rotation: rotation)
        let sums = BoxSums(turned)
        let least = Self.leastOverlap * Float(min(width * height, page.width * page.height))
        var best: [(score: Float, x: Int, y: Int)] = []
        // Restricts the centre of the capture to the middle of the page.
        let (marginX, marginY) = (page.width / 6, page.height / 6)
        for y in marginY - height / 2...page.height - marginY - height / 2 {
            for x in marginX - width / 2...page.width - marginX - width / 2 {
                let (left, right) = (max(0, x), min(page.width, x + width))
                let (top, bottom) = (max(0, y), min(page.height, y + height))
                let area = Float(max(0, right - left) * max(0, bottom - top))
                guard area >= least else { continue }
                let score = correlation(turned, sums, x, y, left..<right, top..<bottom)
                // A smaller overlap matches more easily, so it is weighted less.
                let weighted =
                    score * (area / Float(max(width * height, page.width * page.height))).squareRoot().squareRoot()
                if let near = best.firstIndex(where: { abs($0.x - x) <= 3 && abs($0.y - y) <= 3 }) {
                    if weighted > best[near].score { best[near] = (weighted, x, y) }
                } else if best.count < 2 {
                    best.append((weighted, x, y))
                } else if let worst = best.indices.min(by: { best[$0].score < best[$1].score }),
                    weighted > best[worst].score
                {
                    best[worst] = (weighted, x, y)
                }
            }
        }
        return best.map { found in
            let middle = Point(x: Double(found.x) + Double(width) / 2, y: Double(found.y) + Double(height) / 2)
            return Candidate(scale: scale, rotation: rotation, middle: middle, score: found.score)
        }
    }

    /// Returns the normalised correlation of the two images where they overlap.
    private func correlation(
        _ turned: LinePlane, _ sums: BoxSums, _ x: Int, _ y: Int, _ columns: Range<Int>, _ rows: Range<Int>
    ) -> Float {
        var product: Float = 0
        let stride = MemoryLayout<Float>.stride
        page.values.withUnsafeBytes { first in
            turned.values.withUnsafeBytes { second in
                for row in rows {
                    let start = (row * page.width + columns.lowerBound) * stride
                    let other = ((row - y) * turned.width + columns.lowerBound - x) * stride
                    var sum = SIMD8<Float>.zero
                    var place = 0
                    while place + 8 <= columns.count {
                        sum +=
                            first.loadUnaligned(fromByteOffset: start + place * stride, as: SIMD8<Float>.self)
                            * second.loadUnaligned(fromByteOffset: other + place * stride, as: SIMD8<Float>.self)
                        place += 8
                    }
                    product += sum.sum()
                    while place < columns.count {
                        product +=
                            first.loadUnaligned(fromByteOffset: start + place * stride, as: Float.self)
                            * second.loadUnaligned(fromByteOffset: other + place * stride, as: Float.self)
                        place += 1
                    }
                }
            }
        }
        let own = pageSums.sums(columns, rows)
        let other = sums.sums(
            columns.lowerBound - x..<columns.upperBound - x, rows.lowerBound - y..<rows.upperBound - y)
        let count = Double(columns.count * rows.count)
        let spread = (own.squares - own.sum * own.sum / count) * (other.squares - other.sum * other.sum / count)
        guard spread > 1e-9 else { return 0 }
        return Float((Double(product) - own.sum * other.sum / count) / spread.squareRoot())
    }

    /// Returns the capture at another size, rotated about its centre. Pixels outside it have its mean value.
    private func resampled(width: Int, height: Int, rotation: Double) -> LinePlane {
        let angle = rotation * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let (across, down) = (Double(capture.width) / Double(width), Double(capture.height) / Double(height))
        let mean = capture.values.reduce(0, +) / Float(max(1, capture.values.count))
        var values: [Float] = []
        values.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = (Double(column) + 0.5 - Double(width) / 2, Double(row) + 0.5 - Double(height) / 2)
                let u = (x * cosine + y * sine) * across + Double(capture.width) / 2
                let v = (y * cosine - x * sine) * down + Double(capture.height) / 2
                let isInside = u >= 0 && v >= 0 && u <= Double(capture.width) && v <= Double(capture.height)
                values.append(isInside ? capture.value(atX: Float(u), y: Float(v)) : mean)
            }
        }
        return LinePlane(width: width, height: height, values: values)
    }
}

/// Sums of a plane's values and their squares over any box, each computed with four look-ups.
struct BoxSums {
    private let width: Int
    private var sums: [Double]
    private var squares: [Double]

    init(_ plane: LinePlane) {
        width = plane.width + 1
        sums = Array(repeating: 0, count: width * (plane.height + 1))
        squares = sums
        for row in 0..<plane.height {
            var (sum, square) = (0.0, 0.0)
            for column in 0..<plane.width {
                let value = Double(plane.values[row * plane.width + column])
                sum += value
                square += value * value
                sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + sum
                squares[(row + 1) * width + column + 1] = squares[row * width + column + 1] + square
            }
        }
    }

    func sums(_ columns: Range<Int>, _ rows: Range<Int>) -> (sum: Double, squares: Double) {
        func box(_ table: [Double]) -> Double {
            table[rows.upperBound * width + columns.upperBound] - table[rows.lowerBound * width + columns.upperBound]
                - table[rows.upperBound * width + columns.lowerBound]
                + table[rows.lowerBound * width + columns.lowerBound]
        }
        return (box(sums), box(squares))
    }
}

extension LinePlane {
    /// Returns the value at a position by linear interpolation between pixel centres. Beyond the outermost centres, the
    /// outermost pixels are repeated.
    func value(atX x: Float, y: Float) -> Float {
        interpolated(
            x: min(max(x - 0.5, 0), Float(width - 1)), y: min(max(y - 0.5, 0), Float(height - 1)))
    }
}
