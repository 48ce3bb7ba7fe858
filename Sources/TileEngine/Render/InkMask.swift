public import ImageGeometry

/// Detects ink: pixels darker than the surrounding sheet, even on unevenly stained, shadowed and yellowed parchment.
///
/// A pixel is ink if it is darker than *m* (1 + *k* (*s* / *R* − 1)), where *m* is the mean and *s* the standard
/// deviation of its surroundings. Source: J. Sauvola, M. Pietikäinen, "Adaptive document image binarization", Pattern
/// Recognition 33 (2000), with *R* = 128 and *k* = 0.2, the value recommended in the literature for degraded documents.
enum InkMask {
    private static let sensitivity = 0.2
    private static let deviationRange = 128.0

    /// Returns the ink of a grey image.
    ///
    /// Cells with fewer than two ink neighbours are treated as grain and removed.
    ///
    /// - Parameters:
    ///   - grey: The image, one byte per pixel.
    ///   - reach: The distance in pixels that the surroundings of a pixel extend to each side, at most 90.
    /// - Complexity: O(*n*) in the number of pixels, regardless of the reach.
    static func cells(of grey: [UInt8], size: PixelSize, reach: Int) -> [Bool] {
        let cells = cellsWithGrain(of: grey, size: size, reach: reach, sensitivity: sensitivity)
        return withoutGrain(cells, width: size.width, height: size.height)
    }

    /// Returns the ink of a grey image, including grain; see ``cells(of:size:reach:)``.
    ///
    /// - Parameters:
    ///   - reach: At most 90.
    ///   - sensitivity: The constant *k*; lower values classify more pixels as ink.
    static func cellsWithGrain(of grey: [UInt8], size: PixelSize, reach: Int, sensitivity: Double) -> [Bool] {
        let (width, height) = (size.width, size.height)
        // Keeps the sums of squares of a window within 32 bits.
        precondition(reach <= 90)
        // Sums over the rows within reach, per column, and over the columns within reach of those: of the values, then
        // of their squares.
        var columnSums = [Int32](repeating: 0, count: 2 * width)
        var windowSums = columnSums
        // The reciprocal of the number of columns within reach.
        let shares = (0..<width).map { 1 / Double(min($0 + reach, width - 1) - max($0 - reach, 0) + 1) }
        return [Bool](unsafeUninitializedCapacity: width * height) { cells, cellCount in
            grey.withUnsafeBufferPointer { grey in
                columnSums.withUnsafeMutableBufferPointer { columnSums in
                    windowSums.withUnsafeMutableBufferPointer { windowSums in
                        shares.withUnsafeBufferPointer { shares in
                            for row in 0..<min(reach, height) { add(grey, row, width, 1, to: columnSums) }
                            for row in 0..<height {
                                if row + reach < height { add(grey, row + reach, width, 1, to: columnSums) }
                                if row > reach { add(grey, row - reach - 1, width, -1, to: columnSums) }
                                slide(columnSums, 0..<width, reach, to: windowSums)
                                slide(columnSums, width..<2 * width, reach, to: windowSums)
                                let rowShare = 1 / Double(min(row + reach, height - 1) - max(row - reach, 0) + 1)
                                for column in 0..<width {
                                    let share = rowShare * shares[column]
                                    let mean = Double(windowSums[column]) * share
                                    let variance = Double(windowSums[width &+ column]) * share - mean * mean
                                    let deviation = max(0, variance).squareRoot()
                                    let threshold = mean * (1 + sensitivity * (deviation / deviationRange - 1))
                                    cells[row &* width &+ column] = Double(grey[row &* width &+ column]) < threshold
                                }
                            }
                        }
                    }
                }
            }
            cellCount = width * height
        }
    }

    /// Adds a row to the column sums or subtracts it, with its squares in the second half.
    private static func add(
        _ grey: UnsafeBufferPointer<UInt8>, _ row: Int, _ width: Int, _ sign: Int32,
        to sums: UnsafeMutableBufferPointer<Int32>
    ) {
        for column in 0..<width {
            let value = Int32(grey[row &* width &+ column])
            sums[column] &+= sign &* value
            sums[width &+ column] &+= sign &* value &* value
        }
    }

    /// Computes, for each column of a range, the sum of the columns within reach.
    private static func slide(
        _ sums: UnsafeMutableBufferPointer<Int32>, _ columns: Range<Int>, _ reach: Int,
        to windows: UnsafeMutableBufferPointer<Int32>
    ) {
        var sum: Int32 = 0
        for column in columns.prefix(reach) { sum &+= sums[column] }
        for column in columns {
            if column &+ reach < columns.upperBound { sum &+= sums[column &+ reach] }
            if column &- reach > columns.lowerBound { sum &-= sums[column &- reach &- 1] }
            windows[column] = sum
        }
    }

    private static func withoutGrain(_ cells: [Bool], width: Int, height: Int) -> [Bool] {
        var kept = cells
        for place in cells.indices where cells[place] {
            let (row, column) = (place / width, place % width)
            var neighbours = -1
            for other in max(row - 1, 0)...min(row + 1, height - 1) {
                for beside in max(column - 1, 0)...min(column + 1, width - 1) where cells[other * width + beside] {
                    neighbours += 1
                }
            }
            if neighbours < 2 { kept[place] = false }
        }
        return kept
    }
}

extension TileRenderer {
    /// Returns the ink of the image on a grid of limited size.
    ///
    /// - Parameters:
    ///   - longestSide: The maximum number of cells along a side. Strokes should be about one cell wide.
    ///   - limits: Limits on the work, checked before it begins.
    ///   - isCancelled: Called occasionally. Once it returns true, the call throws `CancellationError`.
    /// - Throws: The errors of ``pixels(of:limits:isCancelled:)``.
    /// - Complexity: O(*n*) in the pixels of the nearest level.
    public func inkMask(
        longestSide: Int = 2000, limits: RenderLimits = RenderLimits(), isCancelled: () -> Bool = { false }
    ) throws -> CellMask {
        let whole = archive.pyramid.size
        let scale = min(1, Double(max(1, longestSide)) / Double(max(whole.width, whole.height)))
        let size = whole.scaled(by: scale)
        let picture = try pixels(
            of: RegionRequest(region: whole.region, size: size, quality: .gray), limits: limits,
            isCancelled: isCancelled)
        // About one line of writing to each side, on a sheet of some eighty lines.
        let reach = min(max(8, max(size.width, size.height) / 80), 90)
        let mask = CellMask(
            columns: size.width, rows: size.height, cellWidth: Double(whole.width) / Double(size.width),
            cellHeight: Double(whole.height) / Double(size.height),
            cells: InkMask.cells(of: picture.bytes, size: size, reach: reach))
        guard let mask else { throw TileEngineError(.outOfRange, path: archive.path, "has no pixels") }
        return mask
    }
}
