/// Computes how much of each pixel polygons cover: a mask for cutting out a part of an image with smooth edges.
///
/// Each row of pixels is divided into ``subrowCount`` lines. Along a line, coverage by the even-odd rule is exact to a
/// fraction of a pixel; between lines it is sampled.
public struct PolygonCoverage: Sendable {
    /// The number of lines in a row of pixels.
    public static let subrowCount = 16

    /// An edge that crosses sampling lines, in pixels of the mask.
    private struct Edge {
        /// The lines that it crosses.
        let lines: Range<Int>
        /// The x coordinate at its first line.
        let x: Float
        let slope: Float
    }

    private let width: Int
    private let height: Int

    /// Creates coverage for masks of a size.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    /// Returns the coverage of polygons seen through a rectangle that is scaled to the size of the mask.
    ///
    /// The coverage of several polygons is added, so that no seam shows where two meet.
    ///
    /// - Returns: `width` × `height` bytes, row by row: 0 for pixels outside, 255 for those inside.
    /// - Complexity: O(*a* + *v* log *v* + *c*) in the mask's area, the number of vertices, and the number of crossings
    ///   of edges and lines.
    public func mask(of polygons: [Polygon], in rectangle: Rectangle) -> [UInt8] {
        var sums = [Float](repeating: 0, count: (width + 2) * height)
        guard rectangle.width > 0, rectangle.height > 0 else { return [UInt8](repeating: 0, count: width * height) }
        for polygon in polygons { add(edges(of: polygon, in: rectangle), to: &sums) }
        var mask = [UInt8](repeating: 0, count: width * height)
        let scale = 255 / Float(Self.subrowCount)
        for row in 0..<height {
            var sum: Float = 0
            for column in 0..<width {
                sum += sums[row * (width + 2) + column]
                mask[row * width + column] = UInt8(max(0, min(255, (sum * scale).rounded())))
            }
        }
        return mask
    }

    private func edges(of polygon: Polygon, in rectangle: Rectangle) -> [Edge] {
        let scaleX = Double(width) / rectangle.width
        let scaleY = Double(height * Self.subrowCount) / rectangle.height
        let lineCount = Double(height * Self.subrowCount)
        var edges: [Edge] = []
        for ring in polygon.rings {
            guard var former = ring.last else { continue }
            for point in ring {
                defer { former = point }
                var (top, bottom) = (former, point)
                if top.y > bottom.y { swap(&top, &bottom) }
                // A line runs through the middle of its height; an edge crosses the lines from its top up to, but not
                // including, its bottom.
                let (topY, bottomY) = ((top.y - rectangle.y) * scaleY, (bottom.y - rectangle.y) * scaleY)
                let first = min(max((topY - 0.5).rounded(.up), 0), lineCount)
                let end = min(max((bottomY - 0.5).rounded(.up), 0), lineCount)
                guard first < end else { continue }
                let slope = (bottom.x - top.x) * scaleX / (bottomY - topY)
                let x = (top.x - rectangle.x) * scaleX + (first + 0.5 - topY) * slope
                edges.append(Edge(lines: Int(first)..<Int(end), x: Float(x), slope: Float(slope)))
            }
        }
        return edges.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    }

    /// Adds the covered spans of each line to the sums, as differences between neighbouring pixels.
    private func add(_ edges: [Edge], to sums: inout [Float]) {
        guard let first = edges.first else { return }
        var active: [Edge] = []
        var next = 0
        var crossings: [Float] = []
        for line in first.lines.lowerBound..<height * Self.subrowCount {
            while next < edges.count, edges[next].lines.lowerBound <= line {
                active.append(edges[next])
                next += 1
            }
            active.removeAll { $0.lines.upperBound <= line }
            if active.isEmpty {
                if next == edges.count { return }
                continue
            }
            crossings.removeAll(keepingCapacity: true)
            for edge in active { crossings.append(edge.x + Float(line - edge.lines.lowerBound) * edge.slope) }
            crossings.sort()
            let start = line / Self.subrowCount * (width + 2)
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                step(at: crossings[pair], by: 1, in: &sums, row: start)
                step(at: crossings[pair + 1], by: -1, in: &sums, row: start)
            }
        }
    }

    /// Raises everything to the right of a position; the pixel that contains it, in proportion to the part on the
    /// right.
    private func step(at x: Float, by height: Float, in sums: inout [Float], row: Int) {
        let place = max(0, min(Float(width), x))
        let column = Int(place)
        let left = place - Float(column)
        sums[row + column] += height * (1 - left)
        sums[row + column + 1] += height * left
    }
}
