/// The boxes of the polygons in the order of their records, and a box around each eight boxes, up to a single one.
///
/// The records follow a Hilbert curve, so neighbours in the order are neighbours in the image. Source: I. Kamel and C.
/// Faloutsos, "On Packing R-trees", CIKM 1993.
///
/// A box is four numbers of 16 bits: the steps of its least x and y, and those of its greatest x and y counted from the
/// other end. So it meets another box if none of its numbers is greater than the corresponding number of the other,
/// reversed. There are 65,536 steps across the index's bounds; they only select the polygons to examine.
struct BoxTree {
    static let groupSize = 8
    static let lastStep = 65535.0

    private let grid: CellGrid
    private let boxes: UnsafeRawPointer
    /// The position of each level's first box and the number of its boxes, the polygons' own first.
    private let levels: [(start: Int, count: Int)]

    init(_ boxes: UnsafeRawPointer, polygonCount: Int, grid: CellGrid) {
        self.boxes = boxes
        self.grid = grid
        levels = Self.levels(polygonCount)
    }

    static func levels(_ polygonCount: Int) -> [(start: Int, count: Int)] {
        guard polygonCount > 0 else { return [] }
        var levels = [(start: 0, count: polygonCount)]
        while let last = levels.last, last.count > 1 {
            levels.append((last.start + last.count, (last.count + groupSize - 1) / groupSize))
        }
        return levels
    }

    static func boxCount(_ polygonCount: Int) -> Int { levels(polygonCount).reduce(0) { $0 + $1.count } }

    /// The number of levels.
    var height: Int { levels.count }

    func box(level: Int, _ number: Int) -> SIMD4<UInt16> {
        boxes.loadUnaligned(fromByteOffset: (levels[level].start + number) * 8, as: SIMD4<UInt16>.self)
    }

    /// The boxes of the level below that a box encloses.
    func children(level: Int, _ number: Int) -> Range<Int> {
        let first = number * Self.groupSize
        return first..<min(first + Self.groupSize, levels[level - 1].count)
    }

    /// Calls the body with the number of each polygon whose box may meet a rectangle.
    ///
    /// - Returns: Nothing is found if the rectangle lies outside the index's bounds.
    /// - Complexity: O(log *n* + *k*) in the number of polygons and of those found, unless many overlap.
    func forEach(minX: Double, minY: Double, maxX: Double, maxY: Double, _ body: (Int) -> Void) {
        guard !levels.isEmpty, maxX >= grid.minX, minX <= grid.maxX, maxY >= grid.minY, minY <= grid.maxY else {
            return
        }
        let least = Self.steps(minX, minY, grid)
        let greatest = Self.steps(maxX, maxY, grid)
        let turned = SIMD4(greatest.x, greatest.y, 65535 - least.x, 65535 - least.y)
        visit(level: levels.count - 1, 0, turned, body)
    }

    private func visit(level: Int, _ number: Int, _ turned: SIMD4<UInt16>, _ body: (Int) -> Void) {
        guard all(box(level: level, number) .<= turned) else { return }
        guard level > 0 else { return body(number) }
        for child in children(level: level, number) { visit(level: level - 1, child, turned, body) }
    }

    /// The square of a lower bound on the distance from a point to the contents of a box.
    func leastSquaredDistance(_ box: SIMD4<UInt16>, to point: Point) -> Double {
        func beyond(_ place: Double, _ low: UInt16, _ turnedHigh: UInt16, _ least: Double, _ greatest: Double) -> Double
        {
            let step = (greatest - least) / Self.lastStep
            // One step more on either side covers all rounding.
            let low = least + (Double(low) - 1) * step
            let high = least + (Double(65535 - turnedHigh) + 2) * step
            return max(0, low - place, place - high)
        }
        let dx = beyond(point.x, box.x, box.z, grid.minX, grid.maxX)
        let dy = beyond(point.y, box.y, box.w, grid.minY, grid.maxY)
        return dx * dx + dy * dy
    }

    // MARK: Building

    /// The steps of a coordinate; that of the nearest bound for one outside.
    @inline(__always)
    private static func steps(_ x: Double, _ y: Double, _ grid: CellGrid) -> (x: UInt16, y: UInt16) {
        (step(x, grid.minX, grid.maxX), step(y, grid.minY, grid.maxY))
    }

    @inline(__always)
    private static func step(_ place: Double, _ least: Double, _ greatest: Double) -> UInt16 {
        let step = (place - least) * min(lastStep / (greatest - least), 1e300)
        return step >= lastStep ? 65535 : step > 0 ? UInt16(step) : 0
    }

    /// The box of a polygon.
    static func box(_ box: Box, _ grid: CellGrid) -> SIMD4<UInt16> {
        let least = steps(box.minX, box.minY, grid)
        let greatest = steps(box.maxX, box.maxY, grid)
        return SIMD4(least.x, least.y, 65535 - greatest.x, 65535 - greatest.y)
    }

    /// Writes the boxes around others; those of the polygons are already written.
    static func fill(_ boxes: UnsafeMutableRawPointer, polygonCount: Int) {
        let levels = levels(polygonCount)
        for (below, level) in zip(levels, levels.dropFirst()) {
            for number in 0..<level.count {
                var around = SIMD4<UInt16>(repeating: .max)
                for child in number * groupSize..<min((number + 1) * groupSize, below.count) {
                    let box = boxes.loadUnaligned(
                        fromByteOffset: (below.start + child) * 8, as: SIMD4<UInt16>.self)
                    around = pointwiseMin(around, box)
                }
                boxes.storeBytes(of: around, toByteOffset: (level.start + number) * 8, as: SIMD4<UInt16>.self)
            }
        }
    }
}
