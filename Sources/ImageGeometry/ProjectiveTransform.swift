/// A projective transform of the plane (a homography): what a flat sheet undergoes between two photographs of it.
///
/// A point (x, y) goes to ((a·x + b·y + c) / w, (d·x + e·y + f) / w) with w = g·x + h·y + i. Straight lines stay straight,
/// so a polygon is transformed by its vertices alone. Points where w is 0 go to infinity, and those where it is negative
/// lie behind the camera; neither has an image here. The matrix is scaled so that w is positive at the points that the
/// transform was made from.
///
/// The closed form for four pairs of points is that of Paul Heckbert, “Fundamentals of Texture Mapping and Image Warping”
/// (1989), section 2.2.3, by way of the plane's projective basis.
public struct ProjectiveTransform: Hashable, Sendable {
    /// The rows of the matrix: (a, b, c), (d, e, f), (g, h, i).
    let rows: (first: SIMD3<Double>, second: SIMD3<Double>, third: SIMD3<Double>)

    /// Leaves every point where it is.
    public static let identity = ProjectiveTransform(
        rows: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))

    /// Below this share of its largest possible value, an area counts as none.
    static let smallestShare = 1e-6

    init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.rows = rows }

    /// The transform that scales both axes, by factors above 0.
    public static func scaling(x: Double, y: Double) -> ProjectiveTransform {
        ProjectiveTransform(rows: (SIMD3(x, 0, 0), SIMD3(0, y, 0), SIMD3(0, 0, 1)))
    }

    /// The transform that takes four points to four others.
    ///
    /// - Parameters:
    ///   - points: Four points of which no three lie on a line.
    ///   - images: Where they go, in the same order; no three of them lie on a line either.
    /// - Returns: Nil for any other number of points, for coordinates beyond ``Point/coordinateLimit``, where three points lie
    ///   on a line (to within a millionth of the points' extent), and where the order of the points is such that a line
    ///   between them would go to infinity.
    public init?(taking points: [Point], to images: [Point]) {
        guard points.count == 4, images.count == 4, (points + images).allSatisfy(\.isWithinLimits),
            let from = Frame(points), let to = Frame(images), let source = Self.basis(from.points),
            let target = Self.basis(to.points), let inverse = source.inverse
        else { return nil }
        let raw = to.denormalising * target * inverse * from.normalising
        guard let transform = raw.facing(points) else { return nil }
        self = transform
    }

    /// The nine numbers of the matrix, row by row, scaled so that the last is 1 where the origin has an image.
    public var matrix: [Double] {
        let numbers = [rows.first, rows.second, rows.third].flatMap { [$0.x, $0.y, $0.z] }
        return rows.third.z > 0 ? numbers.map { $0 / rows.third.z } : numbers
    }

    /// Where a point goes.
    ///
    /// - Returns: Nil where that is at infinity, behind the camera, or beyond ``Point/coordinateLimit``.
    public func apply(_ point: Point) -> Point? {
        let place = SIMD3(point.x, point.y, 1)
        let w = (rows.third * place).sum()
        guard w > 0 else { return nil }
        let image = Point(x: (rows.first * place).sum() / w, y: (rows.second * place).sum() / w)
        return image.isWithinLimits ? image : nil
    }

    /// The transform back.
    ///
    /// - Returns: Nil where the matrix has no inverse that double precision can hold.
    public var inverse: ProjectiveTransform? {
        let (first, second, third) = (
            Self.cross(rows.second, rows.third), Self.cross(rows.third, rows.first), Self.cross(rows.first, rows.second)
        )
        let determinant = (rows.first * first).sum()
        guard determinant != 0, determinant.isFinite else { return nil }
        // The cofactors are the columns.
        let inverse = ProjectiveTransform(
            rows: (
                SIMD3(first.x, second.x, third.x) / determinant, SIMD3(first.y, second.y, third.y) / determinant,
                SIMD3(first.z, second.z, third.z) / determinant
            ))
        return inverse.isFinite ? inverse : nil
    }

    /// This transform after another one.
    public static func * (left: ProjectiveTransform, right: ProjectiveTransform) -> ProjectiveTransform {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
            right.rows.first * row.x + right.rows.second * row.y + right.rows.third * row.z
        }
        return ProjectiveTransform(rows: (row(left.rows.first), row(left.rows.second), row(left.rows.third)))
    }

    /// Where a polygon goes.
    ///
    /// - Returns: Nil where a vertex has no image, or the image has no area.
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

    /// Whether every point of an upright rectangle has an image. The w of all points lies between those of the corners.
    public func isDefined(onWidth width: Double, height: Double) -> Bool {
        [Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height), Point(x: 0, y: height)]
            .allSatisfy { apply($0) != nil }
    }

    private var isFinite: Bool {
        [rows.first, rows.second, rows.third].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    }

    /// The same transform scaled so that w is positive at all of the points; nil where it cannot be.
    func facing(_ points: [Point]) -> ProjectiveTransform? {
        guard isFinite, let first = points.first else { return nil }
        func w(_ point: Point) -> Double { (rows.third * SIMD3(point.x, point.y, 1)).sum() }
        let sign = w(first) < 0 ? -1.0 : 1.0
        guard points.allSatisfy({ w($0) * sign > 0 }) else { return nil }
        return ProjectiveTransform(rows: (rows.first * sign, rows.second * sign, rows.third * sign))
    }

    /// The matrix that takes the unit vectors and (1, 1, 1) to four points; nil where three of them lie on a line.
    private static func basis(_ points: [Point]) -> ProjectiveTransform? {
        let vectors = points.map { SIMD3($0.x, $0.y, 1) }
        func determinant(_ a: Int, _ b: Int, _ c: Int) -> Double { (vectors[a] * cross(vectors[b], vectors[c])).sum() }
        let whole = determinant(0, 1, 2)
        // Cramer's rule: what share each of the first three has in the fourth.
        let shares = SIMD3(determinant(3, 1, 2), determinant(0, 3, 2), determinant(0, 1, 3))
        guard [whole, shares.x, shares.y, shares.z].allSatisfy({ abs($0) > smallestShare }) else { return nil }
        let factors = shares / whole
        let columns = [vectors[0] * factors.x, vectors[1] * factors.y, vectors[2] * factors.z]
        return ProjectiveTransform(
            rows: (
                SIMD3(columns[0].x, columns[1].x, columns[2].x), SIMD3(columns[0].y, columns[1].y, columns[2].y),
                SIMD3(columns[0].z, columns[1].z, columns[2].z)
            ))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// Whether the two have the same numbers.
    public static func == (left: ProjectiveTransform, right: ProjectiveTransform) -> Bool { left.rows == right.rows }

    /// Hashes the same numbers.
    public func hash(into hasher: inout Hasher) {
        for row in [rows.first, rows.second, rows.third] { hasher.combine(row) }
    }

    /// Points moved and scaled about their middle, so that their coordinates are about 1: products of coordinates of
    /// 100,000,000 pixels would otherwise lose what tells them apart.
    struct Frame {
        let points: [Point]
        let normalising: ProjectiveTransform
        let denormalising: ProjectiveTransform

        /// - Returns: Nil where all points are one.
        init?(_ given: [Point]) {
            let count = Double(max(1, given.count))
            let middle = Point(x: given.reduce(0) { $0 + $1.x } / count, y: given.reduce(0) { $0 + $1.y } / count)
            let reach = given.reduce(0) { max($0, abs($1.x - middle.x), abs($1.y - middle.y)) }
            guard reach > 0 else { return nil }
            points = given.map { Point(x: ($0.x - middle.x) / reach, y: ($0.y - middle.y) / reach) }
            normalising = ProjectiveTransform(
                rows: (
                    SIMD3(1 / reach, 0, -middle.x / reach), SIMD3(0, 1 / reach, -middle.y / reach), SIMD3(0, 0, 1)
                ))
            denormalising = ProjectiveTransform(
                rows: (SIMD3(reach, 0, middle.x), SIMD3(0, reach, middle.y), SIMD3(0, 0, 1)))
        }
    }
}
