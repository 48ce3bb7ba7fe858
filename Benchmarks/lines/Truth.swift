import ImageGeometry

/// A page with lines drawn by people, in pixels of the reduced page.
struct TruthPage: Decodable {
    struct Line: Decodable {
        let baseline: [[Double]]
        let polygon: [[Double]]

        var left: Double { baseline.map { $0[0] }.min() ?? 0 }
        var right: Double { baseline.map { $0[0] }.max() ?? 0 }
        var meanY: Double { baseline.reduce(0) { $0 + $1[1] } / Double(max(baseline.count, 1)) }
        var outline: [Point] { polygon.map { Point(x: $0[0], y: $0[1]) } }

        /// Returns the row of the baseline in a column, constant beyond its ends.
        func y(at x: Double) -> Double {
            let sorted = baseline.sorted { $0[0] < $1[0] }
            guard let first = sorted.first, let last = sorted.last else { return 0 }
            if x <= first[0] { return first[1] }
            if x >= last[0] { return last[1] }
            for (a, b) in zip(sorted, sorted.dropFirst()) where x <= b[0] {
                return a[1] + (b[1] - a[1]) * (x - a[0]) / max(b[0] - a[0], 1e-9)
            }
            return last[1]
        }
    }

    struct Block: Decodable {
        let label: String
        let lines: [Line]
    }

    let name: String
    /// The size of the image, to which the coordinates refer.
    let width: Double
    let height: Double
    let blocks: [Block]

    var lines: [Line] { blocks.flatMap(\.lines) }

    /// The blocks of running text, from which clauses are taken.
    var mainBlocks: [Block] {
        blocks.filter { $0.lines.count >= 4 && ($0.label.contains("Main") || $0.label.isEmpty) }
    }

    /// Returns the same page at another size.
    func scaled(toWidth newWidth: Int, height newHeight: Int) -> TruthPage {
        let (x, y) = (Double(newWidth) / width, Double(newHeight) / height)
        func scaled(_ points: [[Double]]) -> [[Double]] { points.map { [$0[0] * x, $0[1] * y] } }
        return TruthPage(
            name: name, width: Double(newWidth), height: Double(newHeight),
            blocks: blocks.map { block in
                Block(
                    label: block.label,
                    lines: block.lines.map { Line(baseline: scaled($0.baseline), polygon: scaled($0.polygon)) })
            })
    }
}

/// A reproducible sequence of random numbers. Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014 (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator seeded with the name's FNV-1a hash.
    init(_ name: String) {
        state = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns an approximately normal deviate, the sum of twelve uniform ones.
    mutating func normal(_ deviation: Double) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) } * deviation
    }
}

/// A synthetic clause: one to five lines of a block, and where it was touched.
struct TruthClause {
    let lines: [TruthPage.Line]
    /// The start of the first line and the end of the last one.
    let start: Point
    let end: Point
    /// The touches, each about a tenth of the pitch away from these.
    let startTouch: Point
    let endTouch: Point
    let pitch: Double
}

extension TruthPage {
    /// Generates clauses, the same for the same page in every run.
    ///
    /// Touches are 0.22 pitches above the baseline. Lines side by side, such as a line that continues in the next
    /// column, form no clause.
    func clauses(count: Int) -> [TruthClause] {
        var numbers = SeededNumbers(name)
        let main = mainBlocks
        var clauses: [TruthClause] = []
        guard !main.isEmpty else { return [] }
        for _ in 0..<6 * count where clauses.count < count {
            let block = main[Int.random(in: 0..<main.count, using: &numbers)]
            let lineCount = [1, 2, 2, 3, 3, 4, 5].randomElement(using: &numbers) ?? 1
            let first = Int.random(in: 0..<max(1, block.lines.count - lineCount), using: &numbers)
            let lines = Array(block.lines[first..<min(first + lineCount, block.lines.count)])
            let (a, b) = (
                Double.random(in: 0.02..<0.7, using: &numbers), Double.random(in: 0.3..<0.98, using: &numbers)
            )
            let jitter = (0..<4).map { _ in numbers.normal(1) }
            let heights = lines.map(\.meanY)
            guard zip(heights, heights.dropFirst()).allSatisfy({ $1 > $0 + 4 }) else { continue }
            let sorted = block.lines.map(\.meanY).sorted()
            let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
            let pitch =
                steps.count % 2 == 1
                ? steps[steps.count / 2] : (steps[steps.count / 2 - 1] + steps[steps.count / 2]) / 2
            guard pitch >= 8 else { continue }
            var (startShare, endShare) = (a, b)
            if lines.count == 1 {
                (startShare, endShare) = (min(a, b), max(a, b))
                endShare = min(0.98, max(endShare, startShare + 0.25))
            }
            func place(_ line: Line, _ share: Double) -> Point {
                let x = line.left + share * (line.right - line.left)
                return Point(x: x, y: line.y(at: x) - 0.22 * pitch)
            }
            let start = place(lines[0], startShare)
            let end = place(lines[lines.count - 1], endShare)
            func touch(_ point: Point, _ number: Int) -> Point {
                Point(
                    x: min(max(point.x + 0.1 * pitch * jitter[number], 0), width - 1),
                    y: min(max(point.y + 0.1 * pitch * jitter[number + 1], 0), height - 1))
            }
            clauses.append(
                TruthClause(
                    lines: lines, start: start, end: end, startTouch: touch(start, 0), endTouch: touch(end, 2),
                    pitch: pitch))
        }
        return clauses
    }
}
