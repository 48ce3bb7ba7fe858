import CResample

/// Resamples a plane whose source comes tile by tile, from top to bottom. It keeps no more of the source than a row of
/// tiles and the few rows before it that are still needed.
///
/// Rows are weighed first and then across: fewer of the costlier sums, since an output is seldom larger than its source.
final class PlaneResampler {
    private let across: SampleAxis
    private let down: SampleAxis
    /// Whether the rows of the output are written from the last to the first.
    private let isUpsideDown: Bool
    private let sourceSize: PixelSize

    private let scratch: ScratchMemory
    /// Rows of groups, `firstRow..<endRow` of the plane's, one every `stride` bytes.
    private let band: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private var firstRow: Int
    private var endRow: Int
    /// One row, weighed.
    private let weighed: UnsafeMutablePointer<Int16>
    /// Sums of groups, from row `endRow` on, where groups are more than one sample.
    private var sums: [UInt64]
    private var nextOutput = 0
    /// For each output row, the first row of groups that it or a later one needs.
    private let keptFrom: [Int]

    /// Makes a resampler.
    ///
    /// - Parameters:
    ///   - across: The columns; reversed for an output that is mirrored.
    ///   - down: The rows, not reversed.
    ///   - sourceSize: The size of the plane, in samples.
    ///   - tileHeight: The most rows that come at a time.
    init(across: SampleAxis, down: SampleAxis, isUpsideDown: Bool, sourceSize: PixelSize, tileHeight: Int) {
        self.across = across
        self.down = down
        self.isUpsideDown = isUpsideDown
        self.sourceSize = sourceSize
        let slack = cresample_slack
        stride = across.window.count + slack
        let groupRows = tileHeight / down.group + 2
        let capacity = min(down.window.count, groupRows + 2 * SampleAxis.taps)
        let rowByteCount = (across.window.count + 2 * slack) * MemoryLayout<Int16>.stride
        scratch = ScratchMemory.pool.take(byteCount: rowByteCount + stride * capacity + slack)
        weighed = scratch.bytes.bindMemory(to: Int16.self, capacity: across.window.count + 2 * slack)
        band = (scratch.bytes + rowByteCount).bindMemory(to: UInt8.self, capacity: stride * capacity + slack)
        firstRow = down.window.lowerBound
        endRow = firstRow
        let isGrouped = across.group > 1 || down.group > 1
        sums = isGrouped ? [UInt64](repeating: 0, count: across.window.count * groupRows) : []
        var kept = [Int](repeating: 0, count: down.count + 1)
        kept[down.count] = down.window.upperBound
        for output in (0..<down.count).reversed() {
            kept[output] = min(kept[output + 1], Int(down.starts[output]) + down.window.lowerBound)
        }
        keptFrom = kept
    }

    deinit { ScratchMemory.pool.give(scratch) }

    /// The samples of the source that are needed.
    var columns: Range<Int> { Self.samples(of: across, count: sourceSize.width) }
    var rows: Range<Int> { Self.samples(of: down, count: sourceSize.height) }

    private static func samples(of axis: SampleAxis, count: Int) -> Range<Int> {
        min(count - 1, axis.window.lowerBound * axis.group)..<min(count, axis.window.upperBound * axis.group)
    }

    /// Takes what is needed of a tile.
    ///
    /// - Parameters:
    ///   - source: The first sample of the tile.
    ///   - place: Its stride, width and height.
    ///   - x: The tile's first column in the plane.
    ///   - y: The tile's first row in the plane, the same for all tiles until ``finishRow(endingAt:output:stride:)``.
    func add(_ source: UnsafePointer<UInt8>, _ place: PlanePlace, x: Int, y: Int) {
        let columns = self.columns.clamped(to: x..<x + place.width)
        let rows = self.rows.clamped(to: y..<y + place.height)
        guard !columns.isEmpty else { return }
        if sums.isEmpty {
            for row in rows {
                let target = band + (row - firstRow) * stride + columns.lowerBound - across.window.lowerBound
                target.update(
                    from: source + (row - y) * place.stride + columns.lowerBound - x, count: columns.count)
            }
            return
        }
        let firstGroup = columns.lowerBound / across.group
        sums.withUnsafeMutableBufferPointer { sums in
            guard let sums = sums.baseAddress else { return }
            for row in rows {
                cresample_add_groups(
                    source + (row - y) * place.stride + columns.lowerBound - x, columns.count, across.group,
                    columns.lowerBound - firstGroup * across.group,
                    sums + (row / down.group - endRow) * across.window.count + firstGroup - across.window.lowerBound)
            }
        }
    }

    /// Writes all output rows that the tiles so far suffice for, once a row of tiles is complete.
    ///
    /// - Parameters:
    ///   - end: The row of the plane after the tiles' last.
    ///   - output: The first sample of the output.
    ///   - outputStride: The bytes from one of its rows to the next.
    func finishRow(endingAt end: Int, output: UnsafeMutablePointer<UInt8>, outputStride: Int) {
        if sums.isEmpty {
            endRow = max(endRow, min(end, down.window.upperBound))
        } else {
            averageGroups(before: end)
        }
        while nextOutput < down.count {
            let first = Int(down.starts[nextOutput]) + down.window.lowerBound
            let weights = nextOutput * SampleAxis.taps
            var used = down.usedTaps
            while used > 1, down.weights[weights + used - 1] == 0 { used -= 1 }
            guard first + used <= endRow else { break }
            let row = isUpsideDown ? down.count - 1 - nextOutput : nextOutput
            write(first: first, used: used, to: output + row * outputStride)
            nextOutput += 1
        }
        discard(before: keptFrom[nextOutput])
    }

    private func write(first: Int, used: Int, to output: UnsafeMutablePointer<UInt8>) {
        let line = band + (first - firstRow) * stride
        if across.isCopy, used == 1 {
            output.update(from: line, count: across.count)
            return
        }
        let taps = used + used % 2
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: SampleAxis.taps) { rows in
            for tap in 0..<SampleAxis.taps { rows[tap] = UnsafePointer(line + min(tap, used - 1) * stride) }
            down.weights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress else { return }
                cresample_rows(
                    rows.baseAddress, weights + nextOutput * SampleAxis.taps, Int32(truncatingIfNeeded: taps),
                    across.window.count, Int32(truncatingIfNeeded: down.bits - 7), weighed)
            }
        }
        across.starts.withUnsafeBufferPointer { starts in
            across.weights.withUnsafeBufferPointer { weights in
                cresample_across(
                    weighed, starts.baseAddress, weights.baseAddress, Int32(truncatingIfNeeded: across.usedTaps),
                    across.count, Int32(truncatingIfNeeded: across.bits + 7), output)
            }
        }
    }

    /// Makes rows of the sums of groups that are complete.
    private func averageGroups(before end: Int) {
        let width = across.window.count
        let isLast = end >= sourceSize.height
        let endGroup = min(down.window.upperBound, isLast ? (end - 1) / down.group + 1 : end / down.group)
        guard endGroup > endRow else { return }
        for row in endRow..<endGroup {
            let rows = min(down.group, sourceSize.height - row * down.group)
            let target = band + (row - firstRow) * stride
            for column in 0..<width {
                let columns = min(across.group, sourceSize.width - (column + across.window.lowerBound) * across.group)
                let area = UInt64(rows) * UInt64(columns)
                target[column] = UInt8(clamping: (sums[(row - endRow) * width + column] + area / 2) / area)
            }
        }
        let done = (endGroup - endRow) * width
        sums.removeFirst(done)
        sums.append(contentsOf: repeatElement(0, count: done))
        endRow = endGroup
    }

    /// Lets go of rows that nothing needs any more.
    private func discard(before row: Int) {
        let kept = min(row, endRow)
        guard kept > firstRow else { return }
        if kept < endRow {
            band.update(from: band + (kept - firstRow) * stride, count: (endRow - kept) * stride)
        }
        firstRow = kept
    }
}
