import CResample

/// Resamples a plane whose source arrives tile by tile, from top to bottom. It retains only one row of source tiles and
/// the few preceding rows that are still needed.
///
/// Resampling is vertical first and then horizontal: this needs fewer of the costlier horizontal sums, because the
/// output is seldom larger than its source.
final class PlaneResampler {
    private let across: SampleAxis
    private let down: SampleAxis
    /// Whether the output rows are written from bottom to top.
    private let isUpsideDown: Bool
    private let sourceSize: PixelSize

    private let scratch: ScratchMemory
    /// The rows `firstRow..<endRow` of groups in the plane, at intervals of `stride` bytes.
    private let band: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private var firstRow: Int
    private var endRow: Int
    /// One row after vertical resampling.
    private let weighed: UnsafeMutablePointer<Int16>
    /// The sums of groups from row `endRow` on, if groups contain more than one sample.
    private var sums: [UInt64]
    private var nextOutput = 0
    /// For each output row, the first row of groups that it or a later row needs.
    private let keptFrom: [Int]

    /// Creates a resampler.
    ///
    /// - Parameters:
    ///   - across: The horizontal axis, reversed for a mirrored output.
    ///   - down: The vertical axis, not reversed.
    ///   - sourceSize: The size of the plane, in samples.
    ///   - tileHeight: The maximum number of rows added at a time.
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

    deinit { ScratchMemory.pool.recycle(scratch) }

    /// The columns of the source that are needed.
    var columns: Range<Int> { Self.samples(of: across, count: sourceSize.width) }
    var rows: Range<Int> { Self.samples(of: down, count: sourceSize.height) }

    private static func samples(of axis: SampleAxis, count: Int) -> Range<Int> {
        min(count - 1, axis.window.lowerBound * axis.group)..<min(count, axis.window.upperBound * axis.group)
    }

    /// Adds the needed samples of a tile.
    ///
    /// - Parameters:
    ///   - source: The first sample of the tile.
    ///   - place: The tile's stride, width and height.
    ///   - x: The tile's first column in the plane.
    ///   - y: The tile's first row in the plane, the same for all tiles until
    ///     ``finishRow(endingAt:output:outputStride:)``.
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

    /// Writes all output rows that can be computed from the tiles so far. Call it when a row of tiles is complete.
    ///
    /// - Parameters:
    ///   - end: The plane row after the tiles' last row.
    ///   - output: The first sample of the output.
    ///   - outputStride: The distance between output rows, in bytes.
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

    /// Converts the sums of complete groups into rows of averages.
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

    /// Discards rows that are no longer needed.
    private func discard(before row: Int) {
        let kept = min(row, endRow)
        guard kept > firstRow else { return }
        if kept < endRow {
            band.update(from: band + (kept - firstRow) * stride, count: (endRow - kept) * stride)
        }
        firstRow = kept
    }
}
