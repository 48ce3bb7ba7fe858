import ImageGeometry
import TileEngine

extension PageMeasurement {
    /// Finds all lines of the page and pairs them with the true ones, best pairs first.
    func measureDetection() throws -> DetectionResult {
        var found: [TextLine] = []
        let time = try ContinuousClock().measure { found = try finder.lines().lines }
        let (width, height) = (finder.size.width, finder.size.height)
        let (across, down) = (
            Double(finder.imageSize.width) / Double(width), Double(finder.imageSize.height) / Double(height)
        )
        let all = LineInk(width: width, cells: inkCells)
        let ours = found.map { line in
            OutlineMask(
                line.polygon.outer.map { Point(x: $0.x / across, y: $0.y / down) }, width: width, height: height)
        }
        let theirs = truth.lines.map { OutlineMask($0.outline, width: width, height: height) }
        let (ourCounts, theirCounts) = (ours.map { $0.counts(in: all) }, theirs.map { $0.counts(in: all) })
        var pairs: [(ink: Double, area: Double, our: Int, their: Int)] = []
        for (our, mask) in ours.enumerated() {
            for (their, other) in theirs.enumerated() {
                let both = mask.counts(with: other, in: all)
                guard both.all > 0 else { continue }
                func iou(_ path: KeyPath<(ink: Int, all: Int), Int>) -> Double {
                    let shared = both[keyPath: path]
                    let either = ourCounts[our][keyPath: path] + theirCounts[their][keyPath: path] - shared
                    return Double(shared) / Double(max(either, 1))
                }
                pairs.append((iou(\.ink), iou(\.all), our, their))
            }
        }
        func matches(_ path: KeyPath<(ink: Double, area: Double, our: Int, their: Int), Double>) -> Int {
            var (used, met): (Set<Int>, Set<Int>) = ([], [])
            for pair in pairs.sorted(by: { $0[keyPath: path] > $1[keyPath: path] }) where pair[keyPath: path] >= 0.5 {
                if used.contains(pair.our) || met.contains(pair.their) { continue }
                used.insert(pair.our)
                met.insert(pair.their)
            }
            return used.count
        }
        return DetectionResult(
            found: ours.count, truth: theirs.count, matchedByInk: matches(\.ink), matchedByArea: matches(\.area),
            milliseconds: time / .milliseconds(1))
    }
}
