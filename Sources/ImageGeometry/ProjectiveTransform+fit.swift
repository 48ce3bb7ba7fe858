extension ProjectiveTransform {
    /// A pair of corresponding points and its weight.
    public struct WeightedPair: Hashable, Sendable {
        /// The point.
        public var point: Point
        /// The target position of the point.
        public var image: Point
        /// The weight, greater than 0.
        public var weight: Double

        /// Creates a pair.
        public init(point: Point, image: Point, weight: Double = 1) {
            (self.point, self.image, self.weight) = (point, image, weight)
        }
    }

    /// Returns the transform that best maps pairs of points, by least squares of the algebraic error: the normalised
    /// direct linear transform, with the last element of the matrix fixed at 1 in the normalised frame.
    ///
    /// Richard Hartley, “In Defense of the Eight-Point Algorithm” (1997), explains why the points are normalised.
    ///
    /// - Parameters:
    ///   - pairs: At least four pairs, or three for an affine transform.
    ///   - isAffine: Whether to preserve parallel lines, with six parameters instead of eight.
    /// - Returns: The transform, or nil if there are too few pairs or they do not determine one.
    /// - Complexity: O(*n*) in the number of pairs.
    public static func fitting(_ pairs: [WeightedPair], isAffine: Bool = false) -> ProjectiveTransform? {
        let count = isAffine ? 6 : 8
        guard pairs.count * 2 >= count, let from = Frame(pairs.map(\.point)), let to = Frame(pairs.map(\.image)) else {
            return nil
        }
        var system = NormalEquations(count: count)
        for (place, pair) in pairs.enumerated() {
            let (p, q) = (from.points[place], to.points[place])
            var across = [p.x, p.y, 1, 0, 0, 0]
            var down = [0, 0, 0, p.x, p.y, 1]
            if !isAffine {
                across += [-p.x * q.x, -p.y * q.x]
                down += [-p.x * q.y, -p.y * q.y]
            }
            system.add(across, equals: q.x, weight: pair.weight)
            system.add(down, equals: q.y, weight: pair.weight)
        }
        guard let found = system.solution else { return nil }
        let (g, h) = isAffine ? (0, 0) : (found[6], found[7])
        let normalised = ProjectiveTransform(
            SIMD3(found[0], found[1], found[2]), SIMD3(found[3], found[4], found[5]), SIMD3(g, h, 1))
        return (to.denormalising * normalised * from.normalising).facing(pairs.map(\.point))
    }
}

/// The normal equations of a linear least-squares problem with a few unknowns.
struct NormalEquations {
    private let count: Int
    private var matrix: [[Double]]

    init(count: Int) {
        self.count = count
        matrix = Array(repeating: Array(repeating: 0, count: count + 1), count: count)
    }

    /// Adds an equation: the sum of the unknowns multiplied by these factors equals the value.
    mutating func add(_ factors: [Double], equals value: Double, weight: Double) {
        for row in 0..<count where factors[row] != 0 {
            for column in 0..<count { matrix[row][column] += weight * factors[row] * factors[column] }
            matrix[row][count] += weight * factors[row] * value
        }
    }

    /// The unknowns, by Gaussian elimination with partial pivoting; nil if the equations do not determine them.
    var solution: [Double]? {
        var rows = matrix
        let largest = rows.indices.map { abs(rows[$0][$0]) }.max() ?? 0
        for column in 0..<count {
            guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > largest * 1e-13
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<count where row != column && rows[row][column] != 0 {
                let factor = rows[row][column] / rows[column][column]
                for place in column...count { rows[row][place] -= factor * rows[column][place] }
            }
        }
        let unknowns = (0..<count).map { rows[$0][count] / rows[$0][$0] }
        return unknowns.allSatisfy(\.isFinite) ? unknowns : nil
    }
}
