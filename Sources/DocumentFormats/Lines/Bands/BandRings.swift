import ImageGeometry

/// Makes polygons from rings: removes redundant vertices, and assigns each hole to the polygon around it.
struct BandRings {
    /// The maximum distance by which removing vertices may move a border, in hundredths of a pixel.
    private static let tolerance = 5
    /// The minimum distance from a vertex to all other borders if it is to be removed, in hundredths of a pixel: more
    /// than two borders can move.
    private static let distance = 16

    private let positions: [Int]
    /// The heights of all borders at each column, in ascending order.
    private let heights: [[Int]]
    /// The redundant vertices of borders shared by two lines.
    private let needless: Set<BandVertex>

    /// - Parameters:
    ///   - columns: The bands of the lines.
    ///   - stacks: The vertical order of the lines.
    ///   - cuts: The columns at which stretches begin or end, and where rings may have corners.
    init(_ columns: BandColumns, _ stacks: BandStacks, cuts: Set<Int>) {
        (positions, heights) = (columns.positions, stacks.heights)
        needless = Self.needless(columns, stacks, cuts)
    }

    /// Returns the polygons formed by rings, in pixels.
    func polygons(_ rings: [[BandVertex]]) -> [Polygon] {
        var outers: [[Point]] = []
        var holes: [[Point]] = []
        for ring in rings {
            let area = doubledArea(ring)
            guard area != 0 else { continue }
            let points = simplified(ring).map {
                Point(x: Double(positions[$0.column]), y: Double($0.height) / BandColumns.scale)
            }
            if area > 0 { outers.append(points) } else { holes.append(points) }
        }
        let shells = outers.compactMap { try? Polygon(outer: $0) }
        var own = [[[Point]]](repeating: [], count: shells.count)
        for hole in holes {
            guard let inner = try? Polygon(outer: hole) else { continue }
            let point = inner.interiorPoint
            let around = shells.indices.filter { shells[$0].contains(point) }
            guard let shell = around.min(by: { shells[$0].area < shells[$1].area }) else { continue }
            own[shell].append(hole)
        }
        return zip(shells, own).compactMap { shell, holes in
            holes.isEmpty ? shell : try? Polygon(outer: shell.outer, holes: holes)
        }
    }

    /// Returns twice the area, which is positive if the ring runs clockwise on the screen.
    private func doubledArea(_ ring: [BandVertex]) -> Int {
        guard var former = ring.last else { return 0 }
        var sum = 0
        for vertex in ring {
            sum += positions[former.column] * vertex.height - positions[vertex.column] * former.height
            former = vertex
        }
        return sum
    }

    // MARK: Redundant vertices

    /// Removes vertices that are on a straight line between two others, or nearly so if no other border is near.
    ///
    /// All borders are straight between columns, and in order at each column. A border that moves by at most
    /// ``tolerance`` stays clear of all borders at least ``distance`` away; if another border is nearer, neither moves.
    private func simplified(_ ring: [BandVertex]) -> [BandVertex] {
        let ring = Self.withoutUprightStops(ring).filter { !needless.contains($0) }
        let anchors = ring.indices.filter { place in
            let former = ring[place == 0 ? ring.count - 1 : place - 1].column
            let next = ring[place + 1 == ring.count ? 0 : place + 1].column
            let step = (ring[place].column - former).signum()
            return step == 0 || (next - ring[place].column).signum() != step || !isAlone(ring[place])
        }
        guard let firstAnchor = anchors.first else { return ring }
        var kept: [BandVertex] = []
        for (number, anchor) in anchors.enumerated() {
            let next = number + 1 < anchors.count ? anchors[number + 1] : firstAnchor + ring.count
            let run = (anchor...next).map { ring[$0 % ring.count] }
            kept += Self.straightened(run, positions).dropLast()
        }
        return kept
    }

    private static func withoutUprightStops(_ ring: [BandVertex]) -> [BandVertex] {
        ring.indices.filter { place in
            let former = ring[place == 0 ? ring.count - 1 : place - 1]
            let next = ring[place + 1 == ring.count ? 0 : place + 1]
            return former.column != ring[place].column || next.column != ring[place].column
        }.map { ring[$0] }
    }

    /// Whether only the vertex's own border is near its height.
    private func isAlone(_ vertex: BandVertex) -> Bool {
        Self.count(near: vertex.height, heights[vertex.column]) == 1
    }

    private static func count(near height: Int, _ heights: [Int]) -> Int {
        heights.count { abs($0 - height) < distance }
    }

    /// Returns the redundant vertices of shared borders. Two lines share a border where an overlap was divided. Both
    /// rings must drop the same vertices, so the decision is made per border rather than per ring. Possible corners of
    /// rings are never dropped.
    private static func needless(_ columns: BandColumns, _ stacks: BandStacks, _ cuts: Set<Int>) -> Set<BandVertex> {
        var corners = cuts
        for band in columns.bands where !band.tops.isEmpty {
            for column in band.first...band.last where band.isThere(column) {
                if !band.isThere(column - 1) || !band.isThere(column + 1) { corners.insert(column) }
            }
        }
        var runs: [BandStacks.Pair: [BandVertex]] = [:]
        var needless: Set<BandVertex> = []
        func end(_ pair: BandStacks.Pair) {
            guard let run = runs.removeValue(forKey: pair), run.count > 2 else { return }
            needless.formUnion(Set(run).subtracting(straightened(run, columns.positions)))
        }
        for (column, stack) in stacks.stacks.enumerated() {
            let pairs = zip(stack, stack.dropFirst()).map { BandStacks.Pair(upper: $0, lower: $1) }
            for pair in runs.keys where !pairs.contains(pair) { end(pair) }
            for pair in pairs {
                let height = columns.bands[pair.upper].bottom(column)
                let isShared = columns.bands[pair.lower].top(column) == height
                let isClear = isShared && !corners.contains(column) && count(near: height, stacks.heights[column]) == 2
                if !isClear { end(pair) }
                if isClear { runs[pair, default: []].append(BandVertex(column, height)) }
            }
        }
        for pair in Array(runs.keys) { end(pair) }
        return needless
    }

    /// Simplifies a run of vertices by the Douglas–Peucker algorithm. Source: D. H. Douglas and T. K. Peucker,
    /// "Algorithms for the Reduction of the Number of Points Required to Represent a Digitized Line or Its Caricature",
    /// Cartographica 10 (1973).
    private static func straightened(_ run: [BandVertex], _ positions: [Int]) -> [BandVertex] {
        var isKept = [Bool](repeating: false, count: run.count)
        isKept[0] = true
        isKept[run.count - 1] = true
        var open = [0...(run.count - 1)]
        while let part = open.popLast() {
            let (start, end) = (run[part.lowerBound], run[part.upperBound])
            let (left, width) = (positions[start.column], positions[end.column] - positions[start.column])
            var farthest = (place: 0, distance: tolerance * abs(width))
            for place in part.dropFirst().dropLast() {
                let rise = (end.height - start.height) * (positions[run[place].column] - left)
                let distance = abs((run[place].height - start.height) * width - rise)
                if distance > farthest.distance { farthest = (place, distance) }
            }
            guard farthest.place > 0 else { continue }
            isKept[farthest.place] = true
            open.append(part.lowerBound...farthest.place)
            open.append(farthest.place...part.upperBound)
        }
        return run.indices.filter { isKept[$0] }.map { run[$0] }
    }
}
