extension PolygonIndex {
    /// A region and its distance.
    public struct Neighbour: Hashable, Sendable {
        /// The region's number.
        public let region: Int
        /// The distance in pixels from the point to the nearest point of the region, 0 if the region contains the
        /// point.
        public let distance: Double
    }

    /// The regions nearest to a point, nearest first; at equal distance the smallest first, then by number.
    ///
    /// - Parameters:
    ///   - point: The point, which may lie outside all regions.
    ///   - distance: The maximum distance of a region, in pixels.
    ///   - limit: The maximum number of regions.
    /// - Complexity: O(log *n* + *v*) in the number of polygons and of the vertices of those whose box is no farther
    ///   than the last region returned, unless many overlap.
    public func nearest(to point: Point, within distance: Double, limit: Int = .max) -> [Neighbour] {
        guard polygonCount > 0, limit > 0, distance >= 0, point.isWithinLimits else { return [] }
        let squaredLimit = distance * distance
        var found: [Neighbour] = []
        withExtendedLifetime(storage) {
            let tree = BoxTree(reader.boxes, polygonCount: polygonCount, grid: reader.grid)
            var seen: Set<UInt32> = []
            var queue = Heap<Step> { $0.precedes($1) }
            func add(_ level: Int, _ number: Int) {
                let least = tree.leastSquaredDistance(tree.box(level: level, number), to: point)
                if least <= squaredLimit { queue.insert(Step(squaredDistance: least, level: level, number: number)) }
            }
            add(tree.height - 1, 0)
            while found.count < limit, let step = queue.removeFirst() {
                if step.level > 0 {
                    for child in tree.children(level: step.level, step.number) { add(step.level - 1, child) }
                } else if let record = reader.record(number: step.number) {
                    if step.level == 0 {
                        let squared = record.squaredDistance(to: point)
                        guard squared <= squaredLimit else { continue }
                        queue.insert(Step(squaredDistance: squared, number: step.number, record))
                    } else if seen.insert(record.region).inserted {
                        let distance = step.squaredDistance.squareRoot()
                        found.append(Neighbour(region: Int(record.region), distance: distance))
                    }
                }
            }
        }
        return found
    }
}

/// An entry of the queue: a box with a lower bound on its distance, or a polygon with its distance.
private struct Step {
    /// The level of a polygon whose distance is known: below the boxes.
    private static let known = -1

    let squaredDistance: Double
    let level: Int
    let number: Int
    let area: Double
    let region: UInt32

    init(squaredDistance: Double, level: Int, number: Int) {
        self.squaredDistance = squaredDistance
        self.level = level
        self.number = number
        area = 0
        region = 0
    }

    init(squaredDistance: Double, number: Int, _ record: PolygonRecord) {
        self.squaredDistance = squaredDistance
        self.number = number
        level = Self.known
        area = record.area
        region = record.region
    }

    /// At equal distance boxes come before polygons, so that all polygons of that distance are known first.
    func precedes(_ other: Step) -> Bool {
        if squaredDistance != other.squaredDistance { return squaredDistance < other.squaredDistance }
        if (level == Self.known) != (other.level == Self.known) { return other.level == Self.known }
        return area != other.area ? area < other.area : region < other.region
    }
}

extension PolygonRecord {
    /// The square of the distance from the point to the polygon, 0 if it contains the point.
    fileprivate func squaredDistance(to point: Point) -> Double {
        guard !contains(point) else { return 0 }
        var least = Double.infinity
        for ring in rings {
            for index in ring {
                let (start, end) = (vertex(index), vertex(index + 1))
                let (dx, dy) = (end.x - start.x, end.y - start.y)
                let length = dx * dx + dy * dy
                let along = (point.x - start.x) * dx + (point.y - start.y) * dy
                let share = length > 0 ? min(max(along / length, 0), 1) : 0
                let (x, y) = (point.x - start.x - share * dx, point.y - start.y - share * dy)
                least = min(least, x * x + y * y)
            }
        }
        return least
    }
}
