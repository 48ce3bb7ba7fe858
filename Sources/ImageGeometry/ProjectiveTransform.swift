/// A projective transform of the plane (a homography), which maps a flat sheet between two photographs of it.
///
/// A point (x, y) maps to ((a·x + b·y + c) / w, (d·x + e·y + f) / w) with w = g·x + h·y + i. Straight lines stay
/// straight, so transforming a polygon's vertices transforms the polygon. Points where w is 0 map to infinity, and
/// those where it is negative are behind the camera; neither has an image here. The matrix is scaled so that w is
/// positive at the points that the transform was created from.
///
/// The closed form for four pairs of points is from Paul Heckbert, “Fundamentals of Texture Mapping and Image Warping”
/// (1989), section 2.2.3, using the plane's projective basis.
public struct ProjectiveTransform: Hashable, Sendable {
    // The rows of the matrix: (a, b, c), (d, e, f), (g, h, i).
    private let first: SIMD3<Double>
    private let second: SIMD3<Double>
    private let third: SIMD3<Double>

    /// The identity, which maps every point to itself.
    public static let identity = ProjectiveTransform(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    /// The area below which points count as collinear, as a share of the largest possible area.
    static let smallestShare = 1e-6

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    /// Returns a transform that scales both axes by positive factors.
    public static func scaling(x: Double, y: Double) -> ProjectiveTransform {
        ProjectiveTransform(SIMD3(x, 0, 0), SIMD3(0, y, 0), SIMD3(0, 0, 1))
    }

    /// Creates the transform that maps four points to four others.
    ///
    /// - Parameters:
    ///   - points: Four points, no three of them collinear.
    ///   - images: The target positions in the same order, no three of them collinear.
    /// - Returns: Nil for any other number of points, for coordinates beyond ``Point/coordinateLimit``, if three points
    ///   are collinear (to within a millionth of the points' extent), or if the order of the points is such that a line
    ///   between them would pass through infinity.
    public init?(taking points: [Point], to images: [Point]) {
        guard points.count == 4, images.count == 4, (points + images).allSatisfy(\.isWithinLimits),
            let from = Frame(points), let to = Frame(images), let source = Self.basis(from.points),
            let target = Self.basis(to.points), let inverse = source.inverse
        else { return nil }
        let raw = to.denormalising * target * inverse * from.normalising
        guard let transform = raw.facing(points) else { return nil }
        self = transform
    }

    /// The nine elements of the matrix, row by row, scaled so that the last is 1 if the origin has an image.
    public var matrix: [Double] {
        let numbers = [first, second, third].flatMap { [$0.x, $0.y, $0.z] }
        return third.z > 0 ? numbers.map { $0 / third.z } : numbers
    }

    /// Returns the image of a point.
    ///
    /// - Returns: The image, or nil if it is at infinity, behind the camera, or beyond ``Point/coordinateLimit``.
    public func apply(_ point: Point) -> Point? {
        let place = SIMD3(point.x, point.y, 1)
        let w = (third * place).sum()
        guard w > 0 else { return nil }
        let image = Point(x: (first * place).sum() / w, y: (second * place).sum() / w)
        return image.isWithinLimits ? image : nil
    }

    /// The inverse transform, or nil if double precision cannot represent it.
    public var inverse: ProjectiveTransform? {
        // The cofactors are the columns.
        let (a, b, c) = (Self.cross(second, third), Self.cross(third, first), Self.cross(first, second))
        let determinant = (first * a).sum()
        guard determinant != 0, determinant.isFinite else { return nil }
        let inverse = ProjectiveTransform(
            SIMD3(a.x, b.x, c.x) / determinant, SIMD3(a.y, b.y, c.y) / determinant, SIMD3(a.z, b.z, c.z) / determinant)
        return inverse.isFinite ? inverse : nil
    }

    /// Returns the composition that applies the right transform first, then the left one.
    public static func * (left: ProjectiveTransform, right: ProjectiveTransform) -> ProjectiveTransform {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
            right.first * row.x + right.second * row.y + right.third * row.z
        }
        return ProjectiveTransform(row(left.first), row(left.second), row(left.third))
    }

    /// Returns the image of a polygon.
    ///
    /// - Returns: The image, or nil if a vertex has no image or the image has no area.
    /// - Complexity: O(*n*) in the number of vertices.
    public func apply(_ polygon: Polygon) -> Polygon? {
        var rings: [[Point]] = []
        for ring in polygon.rings {
            let images = ring.compactMap(apply)
            guard images.count == ring.count else { return nil }
            rings.append(images)
        }
        return try? Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
    }

    /// Returns whether every point of an upright rectangle has an image. The w of each point is between those of the
    /// corners.
    public func isDefined(onWidth width: Double, height: Double) -> Bool {
        Rectangle(x: 0, y: 0, width: width, height: height).corners.allSatisfy { apply($0) != nil }
    }

    private var isFinite: Bool {
        [first, second, third].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    }

    /// Returns the same transform scaled so that w is positive at all of the points, or nil if that is impossible.
    func facing(_ points: [Point]) -> ProjectiveTransform? {
        guard isFinite, let point = points.first else { return nil }
        func w(_ point: Point) -> Double { (third * SIMD3(point.x, point.y, 1)).sum() }
        let sign = w(point) < 0 ? -1.0 : 1.0
        guard points.allSatisfy({ w($0) * sign > 0 }) else { return nil }
        return ProjectiveTransform(first * sign, second * sign, third * sign)
    }

    /// Returns the matrix that maps the unit vectors and (1, 1, 1) to four points, or nil if three of them are
    /// collinear.
    private static func basis(_ points: [Point]) -> ProjectiveTransform? {
        let vectors = points.map { SIMD3($0.x, $0.y, 1) }
        func determinant(_ a: Int, _ b: Int, _ c: Int) -> Double { (vectors[a] * cross(vectors[b], vectors[c])).sum() }
        let whole = determinant(0, 1, 2)
        // Cramer's rule: the coefficients of the fourth point in terms of the first three.
        let shares = SIMD3(determinant(3, 1, 2), determinant(0, 3, 2), determinant(0, 1, 3))
        guard [whole, shares.x, shares.y, shares.z].allSatisfy({ abs($0) > smallestShare }) else { return nil }
        let factors = shares / whole
        let (a, b, c) = (vectors[0] * factors.x, vectors[1] * factors.y, vectors[2] * factors.z)
        return ProjectiveTransform(SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
    }

    /// Returns the cross product of two vectors.
    static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Points translated and scaled about their centroid so that their coordinates are about 1. Products of coordinates
    /// of 100,000,000 pixels would otherwise lose significant digits.
    struct Frame {
        let points: [Point]
        let normalising: ProjectiveTransform
        let denormalising: ProjectiveTransform

        /// - Returns: Nil if all points coincide.
        init?(_ given: [Point]) {
            let count = Double(max(1, given.count))
            let middle = Point(x: given.reduce(0) { $0 + $1.x } / count, y: given.reduce(0) { $0 + $1.y } / count)
            let reach = given.reduce(0) { max($0, abs($1.x - middle.x), abs($1.y - middle.y)) }
            guard reach > 0 else { return nil }
            points = given.map { Point(x: ($0.x - middle.x) / reach, y: ($0.y - middle.y) / reach) }
            normalising = ProjectiveTransform(
                SIMD3(1 / reach, 0, -middle.x / reach), SIMD3(0, 1 / reach, -middle.y / reach), SIMD3(0, 0, 1))
            denormalising = ProjectiveTransform(
                SIMD3(reach, 0, middle.x), SIMD3(0, reach, middle.y), SIMD3(0, 0, 1))
        }
    }
}
