/// Determines the order in which lines are read: down a column, then the next column to the right.
///
/// A line precedes another if it is above it and shares columns with it, or if it is left of it and no line in between
/// shares columns with both. Source: T. M. Breuel, "High Performance Document Layout Analysis", Symposium on Document
/// Image Understanding Technology (2003), section 4.
enum ReadingOrder {
    /// The position of a line: its columns, and the row of its centre.
    struct Place {
        let columns: Range<Int>
        let y: Float
    }

    /// The minimum share of the narrower line that two lines must share.
    private static let sharedPart = 0.2

    /// Returns the indices of the lines in reading order.
    ///
    /// - Complexity: O(*n*³) in the worst case, for *n* lines.
    static func indices(of places: [Place]) -> [Int] {
        func shares(_ a: Int, _ b: Int) -> Bool {
            let shared = places[a].columns.clamped(to: places[b].columns).count
            return Double(shared) > sharedPart * Double(min(places[a].columns.count, places[b].columns.count))
        }
        func isBefore(_ a: Int, _ b: Int) -> Bool {
            if shares(a, b) { return places[a].y < places[b].y }
            guard places[a].columns.lowerBound < places[b].columns.lowerBound else { return false }
            let (top, bottom) = (min(places[a].y, places[b].y), max(places[a].y, places[b].y))
            return !places.indices.contains { other in
                other != a && other != b && places[other].y > top && places[other].y < bottom && shares(other, a)
                    && shares(other, b)
            }
        }
        var waiting = [Int](repeating: 0, count: places.count)
        var following = [[Int]](repeating: [], count: places.count)
        for a in places.indices {
            for b in places.indices where a != b && isBefore(a, b) {
                following[a].append(b)
                waiting[b] += 1
            }
        }
        var order: [Int] = []
        var rest = Set(places.indices)
        while !rest.isEmpty {
            // The rules can contradict each other. Of the lines with the fewest predecessors left, the topmost comes
            // next.
            let next = rest.min { (waiting[$0], places[$0].y, $0) < (waiting[$1], places[$1].y, $1) } ?? 0
            rest.remove(next)
            order.append(next)
            for other in following[next] { waiting[other] -= 1 }
        }
        return order
    }
}
