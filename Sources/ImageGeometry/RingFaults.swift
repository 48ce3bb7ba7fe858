/// Faults of single vertices of a ring, and the ring without the vertices that can be removed without changing its
/// shape.
///
/// A vertex that repeats the one before it, and a spike (a vertex at which the outline turns back on itself), enclose
/// nothing. A sliver encloses something, but less than a pixel in width.
public struct RingFaults: Hashable, Sendable {
    /// A kind of fault.
    public enum Kind: Hashable, Sendable {
        /// The same position as the vertex before it; also the first vertex repeated at the end.
        case repetition
        /// The tip of a spike.
        case spike
        /// The tip of a wedge that is less than ``sliverWidth`` wide along at least ``sliverLength``.
        case sliver
    }

    /// A faulty vertex.
    public struct Fault: Hashable, Sendable {
        /// The position in the ring.
        public let index: Int
        /// The kind of fault.
        public let kind: Kind
    }

    /// The distance up to which two points count as one, in pixels.
    public static let tolerance = 0.05
    /// The maximum width of a sliver, in pixels.
    public static let sliverWidth = 1.0
    /// The minimum length of a sliver, in pixels.
    public static let sliverLength = 8.0

    /// The faults, in the order of the ring.
    public let faults: [Fault]
    /// The positions of the vertices that remain without repetitions and spikes.
    public let kept: [Int]

    /// Examines a ring.
    ///
    /// - Parameters:
    ///   - ring: Its vertices; the edge from the last to the first is implied.
    ///   - tolerance: The distance up to which two points count as one, in pixels.
    /// - Complexity: O(*n*) in the number of vertices.
    public init(of ring: [Point], tolerance: Double = RingFaults.tolerance) {
        var faults: [Fault] = []
        var kept: [Int] = []
        for index in ring.indices {
            kept.append(index)
            Self.shorten(&kept, ring, tolerance, &faults)
        }
        // Where the end meets the start, vertices are removed from either side until nothing changes.
        var isStable = kept.count < 3
        while !isStable, kept.count >= 3 {
            let count = kept.count
            if Self.distance(ring[kept[count - 1]], ring[kept[0]]) <= tolerance {
                faults.append(Fault(index: kept.removeLast(), kind: .repetition))
            } else if Self.isSpike(ring[kept[count - 2]], ring[kept[count - 1]], ring[kept[0]], tolerance) {
                faults.append(Fault(index: kept.removeLast(), kind: .spike))
            } else if Self.isSpike(ring[kept[count - 1]], ring[kept[0]], ring[kept[1]], tolerance) {
                faults.append(Fault(index: kept.removeFirst(), kind: .spike))
            } else {
                isStable = true
            }
        }
        for (position, index) in kept.enumerated() where kept.count >= 3 {
            let (before, after) = (
                kept[(position + kept.count - 1) % kept.count], kept[(position + 1) % kept.count]
            )
            if Self.isSliver(ring[before], ring[index], ring[after]) {
                faults.append(Fault(index: index, kind: .sliver))
            }
        }
        self.kept = kept
        self.faults = faults.sorted { $0.index < $1.index }
    }

    /// Removes vertices from the end of the list until the last three do not form a spike and the last two are not a
    /// repetition.
    private static func shorten(_ kept: inout [Int], _ ring: [Point], _ tolerance: Double, _ faults: inout [Fault]) {
        while kept.count >= 2 {
            let last = kept.count - 1
            if distance(ring[kept[last - 1]], ring[kept[last]]) <= tolerance {
                faults.append(Fault(index: kept.removeLast(), kind: .repetition))
                return
            }
            guard last >= 2, isSpike(ring[kept[last - 2]], ring[kept[last - 1]], ring[kept[last]], tolerance) else {
                return
            }
            faults.append(Fault(index: kept.remove(at: last - 1), kind: .spike))
        }
    }

    /// Returns whether the path from `a` to `tip` and on to `b` turns back on itself.
    private static func isSpike(_ a: Point, _ tip: Point, _ b: Point, _ tolerance: Double) -> Bool {
        opening(a, tip, b).map { $0.width <= tolerance } ?? false
    }

    private static func isSliver(_ a: Point, _ tip: Point, _ b: Point) -> Bool {
        opening(a, tip, b).map { $0.width < sliverWidth && $0.length >= sliverLength } ?? false
    }

    /// Returns the width of the wedge at `tip` where its shorter arm ends, and the length of that arm; nil if the wedge
    /// opens by 90 degrees or more.
    private static func opening(_ a: Point, _ tip: Point, _ b: Point) -> (width: Double, length: Double)? {
        let (ax, ay, bx, by) = (a.x - tip.x, a.y - tip.y, b.x - tip.x, b.y - tip.y)
        guard ax * bx + ay * by > 0 else { return nil }
        let (left, right) = ((ax * ax + ay * ay).squareRoot(), (bx * bx + by * by).squareRoot())
        return (abs(ax * by - ay * bx) / max(left, right), min(left, right))
    }

    private static func distance(_ a: Point, _ b: Point) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
}
