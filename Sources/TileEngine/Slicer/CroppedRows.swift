/// A source that crops the rows of another source. Rows above and below the region are read and discarded, so that a
/// truncated file is detected for any region.
final class CroppedRows: StripSource {
    let size: PixelSize
    let exifOrientation: Int

    private let source: any StripSource
    private let region: PixelRegion
    private let isCancelled: () -> Bool
    private var time: DecodingTime?
    /// The index of the source's next row.
    private var nextRow = 0
    private let memory: UnsafeMutableRawBufferPointer
    private let rowsInMemory: Int

    private static let mostByteCount = 1 << 20

    /// Creates a cropping source.
    ///
    /// - Parameters:
    ///   - region: A region within the source's bounds.
    ///   - exifOrientation: The EXIF orientation that must still be applied to the region.
    ///   - time: The time limit for decoding discarded rows, or nil if the decoder is already limited.
    init(
        _ source: any StripSource, to region: PixelRegion, exifOrientation: Int, time: DecodingTime?,
        isCancelled: @escaping () -> Bool
    ) {
        (self.source, self.region, self.exifOrientation) = (source, region, exifOrientation)
        (self.time, self.isCancelled) = (time, isCancelled)
        size = region.size
        let stride = source.size.width * source.channels
        rowsInMemory = max(1, min(source.size.height, Self.mostByteCount / stride))
        memory = .allocate(byteCount: rowsInMemory * stride, alignment: 64)
    }

    deinit { memory.deallocate() }

    var channels: Int { source.channels }
    var remarks: DecodingRemarks { source.remarks }

    private var isWide: Bool { size.width == source.size.width }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        try skip(to: region.y)
        guard !isWide else {
            try source.read(rowCount: rowCount, into: rows)
            nextRow += rowCount
            return
        }
        guard let base = memory.baseAddress else { return }
        let (from, to) = (source.size.width * channels, size.width * channels)
        var done = 0
        while done < rowCount {
            let count = min(rowsInMemory, rowCount - done)
            try source.read(rowCount: count, into: base)
            for row in 0..<count {
                (rows + (done + row) * to).copyMemory(
                    from: base + row * from + region.x * channels, byteCount: to)
            }
            done += count
            nextRow += count
        }
    }

    func finish() throws {
        try skip(to: source.size.height)
        try source.finish()
    }

    /// Reads and discards rows.
    private func skip(to row: Int) throws {
        guard let base = memory.baseAddress else { return }
        while nextRow < row {
            if isCancelled() { throw CancellationError() }
            let count = min(rowsInMemory, row - nextRow)
            time?.start()
            try source.read(rowCount: count, into: base)
            try time?.stop()
            nextRow += count
        }
    }
}
