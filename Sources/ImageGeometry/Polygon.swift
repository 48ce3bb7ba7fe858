/// A region's outline in image space: one outer ring and any number of holes.
///
/// A ring is a list of vertices; the edge from the last to the first is implied. The even-odd rule decides which points
/// belong to the polygon, and the half-open rule decides its border: a border point belongs to the polygon to its
/// right, or below it if the border is horizontal. Hence a point on a border that two polygons share belongs to exactly
/// one of them, and a polygon with the corners of a pixel contains what that pixel covers.
public struct Polygon: Hashable, Sendable {
    /// The vertices of the outer ring, in either direction.
    public let outer: [Point]
    /// The vertices of each hole, in either direction.
    public let holes: [[Point]]
    /// The bounds of the outer ring's coordinates, unlike `bounds` without rounding of width and height.
    let box: Box

    /// The bounding box of the outer ring.
    public var bounds: Rectangle { box.rectangle }

    /// Creates a polygon from its rings.
    ///
    /// - Throws: ``PolygonFault`` if a ring has fewer than three distinct vertices, a coordinate is not finite or
    ///   beyond ``Point/coordinateLimit``, or the outer ring has no area, which includes lobes that cancel out.
    /// - Complexity: O(*n*) in the number of vertices.
    public init(outer: [Point], holes: [[Point]] = []) throws(PolygonFault) {
        try self.init(outer: outer, holes: holes, mayCancelOut: false)
    }

    /// Creates a polygon from its rings, and accepts an outer ring that crosses or touches itself so that its lobes
    /// cancel out. Its ``area`` is then 0. Used by checks that look for this fault.
    package init(outer: [Point], holes: [[Point]], mayCancelOut: Bool) throws(PolygonFault) {
        for ring in [outer] + holes {
            guard ring.allSatisfy(\.isWithinLimits) else { throw .coordinateOutOfRange }
            guard Set(ring).count >= 3 else { throw .tooFewVertices(Set(ring).count) }
        }
        if Self.signedArea(outer) == 0 {
            // Collinear points are spikes, all of which are removed. A remaining ring without area meets itself.
            guard RingFaults(of: outer, tolerance: 0).kept.count >= 3 else { throw .noArea }
            guard mayCancelOut else { throw .crossesItself }
        }
        self.outer = outer
        self.holes = holes
        self.box = Box(outer)
    }

    /// All rings, the outer one first.
    public var rings: [[Point]] { [outer] + holes }

    /// The number of vertices in all rings.
    public var vertexCount: Int { holes.reduce(outer.count) { $0 + $1.count } }

    /// The area in square pixels: the area of the outer ring minus that of the holes.
    ///
    /// - Complexity: O(*n*) in the number of vertices.
    public var area: Double {
        holes.reduce(abs(Self.signedArea(outer))) { $0 - abs(Self.signedArea($1)) }
    }

    /// Whether the outer ring runs clockwise on the screen.
    package var isClockwise: Bool { Self.signedArea(outer) > 0 }

    /// Returns whether the point belongs to the polygon. The description of the type defines this for points on the
    /// border.
    ///
    /// - Complexity: O(*n*) in the number of vertices.
    public func contains(_ point: Point) -> Bool {
        guard box.holds(point), point.isWithinLimits else { return false }
        var inside = Self.isCrossedOddly(outer, by: point)
        for hole in holes where Self.isCrossedOddly(hole, by: point) { inside.toggle() }
        return inside
    }

    /// Returns whether the ray from the point to the right crosses the ring an odd number of times.
    private static func isCrossedOddly(_ ring: [Point], by point: Point) -> Bool {
        guard var start = ring.last else { return false }
        var odd = false
        for end in ring {
            let startsAbove = start.y <= point.y
            if startsAbove != (end.y <= point.y) {
                // With y down, a positive sign means that the point is to the left of a downward edge on the screen, so
                // the edge is strictly to the right of the point.
                let side = Orientation.sign(start, end, point)
                if side != 0, (side > 0) == startsAbove { odd.toggle() }
            }
            start = end
        }
        return odd
    }

    /// Returns half the shoelace sum, which is positive for a ring that runs clockwise on the screen.
    private static func signedArea(_ ring: [Point]) -> Double {
        guard let origin = ring.first, var start = ring.last else { return 0 }
        var doubled = 0.0
        for end in ring {
            doubled += (start.x - origin.x) * (end.y - origin.y) - (end.x - origin.x) * (start.y - origin.y)
            start = end
        }
        return doubled / 2
    }
}

/// The bounds of some vertices' coordinates, inclusive.
struct Box: Hashable, Sendable {
    private(set) var minX = Double.infinity
    private(set) var minY = Double.infinity
    private(set) var maxX = -Double.infinity
    private(set) var maxY = -Double.infinity

    /// - Complexity: O(*n*) in the number of vertices.
    init(_ vertices: [Point]) {
        for vertex in vertices {
            minX = min(minX, vertex.x)
            maxX = max(maxX, vertex.x)
            minY = min(minY, vertex.y)
            maxY = max(maxY, vertex.y)
        }
    }

    init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    var rectangle: Rectangle { Rectangle(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

    /// Returns the smallest box that contains both.
    func union(_ other: Box) -> Box {
        Box(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// Returns whether the point is inside the bounds or on them.
    func holds(_ point: Point) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }
}

/// The reason why a list of vertices is not a polygon.
public enum PolygonFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// A ring has only this many distinct vertices; at least three are needed.
    case tooFewVertices(Int)
    /// A coordinate is not finite, or its magnitude is beyond ``Point/coordinateLimit``.
    case coordinateOutOfRange
    /// All vertices of the outer ring are collinear.
    case noArea
    /// The outer ring crosses or touches itself, so that its lobes cancel out.
    case crossesItself

    /// A description of the fault.
    public var description: String {
        switch self {
        case .tooFewVertices(let count):
            "a ring of \(count) distinct point\(count == 1 ? "" : "s"), expected at least 3"
        case .coordinateOutOfRange: "a coordinate that is not finite or beyond ±1,000,000,000"
        case .noArea: "a ring without area"
        case .crossesItself: "a ring that crosses itself, whose parts cancel out"
        }
    }
}
