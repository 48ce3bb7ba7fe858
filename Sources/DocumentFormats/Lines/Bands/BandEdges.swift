/// A corner of an area made of bands: the index of a column, and a height in hundredths of a pixel.
struct BandVertex: Hashable {
    let column: Int
    let height: Int

    init(_ column: Int, _ height: Int) {
        (self.column, self.height) = (column, height)
    }

    /// Whether the vertex is to the left of another, or above it in the same column.
    func isBefore(_ other: BandVertex) -> Bool { (column, height) < (other.column, other.height) }
}

/// The border of an area composed of cells, each of which extends from one column to the next.
///
/// The edges of a cell run clockwise on the screen. Where two cells meet, their edges are opposite and cancel each
/// other. The remaining edges form the border of the whole.
struct BandEdges {
    private struct Edge: Hashable {
        let start: BandVertex
        let end: BandVertex
    }

    private var edges: Set<Edge> = []

    /// Adds an edge, or removes the opposite edge if it is present.
    mutating func add(_ start: BandVertex, _ end: BandVertex) {
        guard start != end, edges.remove(Edge(start: end, end: start)) == nil else { return }
        edges.insert(Edge(start: start, end: end))
    }

    /// Adds an edge along a column. It is split where the border of any line meets the column, so that the edges of two
    /// cells also cancel where they coincide only in part.
    mutating func addUpright(_ column: Int, _ start: Int, _ end: Int, stops: [Int]) {
        guard start != end else { return }
        let between = stops.filter { $0 > min(start, end) && $0 < max(start, end) }
        var former = start
        for height in (start < end ? between : between.reversed()) + [end] {
            add(BandVertex(column, former), BandVertex(column, height))
            former = height
        }
    }

    /// Returns the rings formed by the edges. No ring touches itself. Outer rings run clockwise on the screen, holes
    /// anticlockwise.
    ///
    /// - Parameter positions: The x coordinates of the columns.
    /// - Complexity: O(*n* log *n*) in the number of edges.
    func rings(_ positions: [Int]) -> [[BandVertex]] {
        var following: [BandVertex: [BandVertex]] = [:]
        for edge in edges { following[edge.start, default: []].append(edge.end) }
        var rings: [[BandVertex]] = []
        // From left to right, so that equal areas produce equal rings.
        for start in following.keys.sorted(by: { $0.isBefore($1) }) {
            var walk = [start]
            var places = [start: 0]
            while let here = walk.last,
                let next = Self.take(after: walk.dropLast().last, here, &following, positions)
            {
                guard let place = places[next] else {
                    places[next] = walk.count
                    walk.append(next)
                    continue
                }
                // Returning to a visited vertex closes a ring. The walk continues from there with its remaining
                // vertices.
                rings.append(Array(walk[place...]))
                for vertex in walk[(place + 1)...] { places[vertex] = nil }
                walk.removeSubrange((place + 1)...)
            }
        }
        return rings
    }

    /// Removes and returns the edge that continues the border. Where four edges meet, this is the rightmost one, so
    /// that the walk never crosses itself.
    private static func take(
        after former: BandVertex?, _ here: BandVertex, _ following: inout [BandVertex: [BandVertex]],
        _ positions: [Int]
    ) -> BandVertex? {
        guard let choices = following[here], let first = choices.first else { return nil }
        guard choices.count > 1 else {
            following[here] = nil
            return first
        }
        guard let former else {
            // Any edge will do, but the choice must be deterministic, so that equal areas produce equal rings.
            let lowest = choices.indices.min { choices[$0].isBefore(choices[$1]) } ?? 0
            following[here]?.remove(at: lowest)
            return choices[lowest]
        }
        var best = 0
        for place in choices.indices.dropFirst()
        where isMoreToTheRight(choices[place], than: choices[best], from: former, at: here, positions) {
            best = place
        }
        following[here]?.remove(at: best)
        return choices[best]
    }

    /// Whether one vertex requires a sharper right turn than another.
    private static func isMoreToTheRight(
        _ one: BandVertex, than other: BandVertex, from former: BandVertex, at here: BandVertex, _ positions: [Int]
    ) -> Bool {
        func cross(_ a: (BandVertex, BandVertex), _ b: (BandVertex, BandVertex)) -> Int {
            (positions[a.1.column] - positions[a.0.column]) * (b.1.height - b.0.height)
                - (a.1.height - a.0.height) * (positions[b.1.column] - positions[b.0.column])
        }
        let oneSide = cross((former, here), (here, one)).signum()
        let otherSide = cross((former, here), (here, other)).signum()
        return oneSide == otherSide ? cross((here, other), (here, one)) > 0 : oneSide > otherSide
    }
}
