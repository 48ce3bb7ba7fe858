import Foundation
import ImageGeometry

/// Our side of the comparison in bench.py and check.py. Reads one command per line from standard input and responds to
/// each with a line.
///
///     load POLYGONS POINTS   reads the files that datasets.py has written
///     build                  builds the index: seconds, bytes
///     batch                  queries all points at once: seconds, regions found
///     single                 queries one point after another: seconds, regions found
///     answers FILE           writes for all points what the index finds
///     brute FILE             writes for all points what a test of each polygon finds
///     checksum               opens a copy of the bytes and verifies its checksum: seconds, bytes
@main
struct IndexBenchmark {
    private var polygons: [Polygon] = []
    private var regions: [Int] = []
    private var points: [Point] = []
    private var index: PolygonIndex?

    static func main() throws {
        var benchmark = IndexBenchmark()
        while let line = readLine() {
            let answer = try benchmark.answer(line.split(separator: " ").map(String.init))
            try FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
        }
    }

    private mutating func answer(_ words: [String]) throws -> String {
        switch words.first {
        case "load":
            (polygons, regions) = try Self.polygons(try Data(contentsOf: URL(filePath: words[1])))
            points = Self.points(try Data(contentsOf: URL(filePath: words[2])))
            return "\(polygons.count) \(points.count)"
        case "build":
            index = nil
            let (seconds, built) = try Self.timed { try PolygonIndex(polygons, regions: regions) }
            index = built
            return "\(seconds) \(built.byteCount)"
        case "batch":
            guard let index else { return "no index" }
            let (seconds, lists) = Self.timed { index.containing(points) }
            return "\(seconds) \(lists.regionCount)"
        case "single":
            guard let index else { return "no index" }
            let (seconds, count) = Self.timed {
                var count = 0
                var found: [Int] = []
                for point in points {
                    found.removeAll(keepingCapacity: true)
                    index.appendRegions(containing: point, to: &found)
                    count += found.count
                }
                return count
            }
            return "\(seconds) \(count)"
        case "answers":
            guard let index else { return "no index" }
            try Self.write(index.containing(points).map(\.self), to: words[1])
            return "written"
        case "brute":
            let areas = polygons.map(\.area)
            try Self.write(
                points.map { point in
                    polygons.indices.filter { polygons[$0].contains(point) }
                        .sorted { (areas[$0], $0) < (areas[$1], $1) }.map { regions[$0] }
                }, to: words[1])
            return "written"
        case "checksum":
            guard let index else { return "no index" }
            let (seconds, copy) = try Self.timed { try index.withUnsafeBytes { try PolygonIndex(copying: $0) } }
            return "\(seconds) \(copy.byteCount)"
        default: return "unknown command"
        }
    }

    private static func timed<Answer>(_ body: () throws -> Answer) rethrows -> (seconds: Double, answer: Answer) {
        let clock = ContinuousClock()
        let begin = clock.now
        let answer = try body()
        let duration = begin.duration(to: clock.now).components
        return (Double(duration.seconds) + Double(duration.attoseconds) * 1e-18, answer)
    }

    /// Reads polygons and their regions. The file contains the numbers of polygons and rings; each polygon's region and
    /// number of rings; each ring's number of vertices; then the vertices. Integers have 64 bits, x and y are doubles.
    private static func polygons(_ data: Data) throws -> ([Polygon], [Int]) {
        try data.withUnsafeBytes { bytes in
            func whole(_ place: Int) -> Int { bytes.loadUnaligned(fromByteOffset: place * 8, as: Int.self) }
            let (count, ringCount) = (whole(0), whole(1))
            var ring = 2 + 2 * count
            var vertex = ring + ringCount
            let polygons = try (0..<count).map { polygon in
                var rings: [[Point]] = []
                for _ in 0..<whole(2 + count + polygon) {
                    rings.append(
                        (0..<whole(ring)).map { number in
                            bytes.loadUnaligned(fromByteOffset: (vertex + 2 * number) * 8, as: Point.self)
                        })
                    vertex += 2 * whole(ring)
                    ring += 1
                }
                return try Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
            }
            return (polygons, (0..<count).map { whole(2 + $0) })
        }
    }

    private static func points(_ data: Data) -> [Point] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / 16).map { bytes.loadUnaligned(fromByteOffset: $0 * 16, as: Point.self) }
        }
    }

    /// Writes the number of regions of each point, then all regions, in 32 bits each.
    private static func write(_ lists: [[Int]], to path: String) throws {
        let numbers = lists.map { UInt32($0.count) } + lists.joined().map { UInt32($0) }
        try numbers.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
    }
}
