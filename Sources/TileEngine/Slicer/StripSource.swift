/// A source of a scan's pixels, read once from top to bottom: sRGB or grey, with 8 bits per channel.
///
/// It must be used from one thread.
protocol StripSource {
    /// The size of the image, in pixels.
    var size: PixelSize { get }
    /// The number of channels: 1 for grey, 3 for red, green and blue.
    var channels: Int { get }
    /// The EXIF orientation that must still be applied to the rows; 1 for upright ones.
    var exifOrientation: Int { get }

    /// Reads the next rows into contiguous memory.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged` or `unreadable`.
    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws

    /// Checks, after the last row, that the file was complete.
    func finish() throws

    /// Notes about the scan, complete after ``finish()``.
    var remarks: DecodingRemarks { get }
}

extension StripSource {
    /// Writes all rows to a file, from which they can be read in any order.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - place: The path of the archive being written, for error messages.
    ///   - report: Called with the completed fraction.
    ///   - isCancelled: Called occasionally; returns whether to stop.
    func spool(to path: String, of place: String, report: (Double) -> Void, isCancelled: () -> Bool) throws {
        let stride = size.width * channels
        do {
            let file = try OpenFile.creating(path)
            let batch = max(1, min(size.height, (1 << 20) / stride))
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: batch * stride, alignment: 64)
            defer { memory.deallocate() }
            guard let base = memory.baseAddress else { return }
            for top in Swift.stride(from: 0, to: size.height, by: batch) {
                if isCancelled() { throw CancellationError() }
                let count = min(batch, size.height - top)
                try read(rowCount: count, into: base)
                try file.write(
                    UnsafeRawBufferPointer(start: base, count: count * stride), at: Int64(top) * Int64(stride))
                report(Double(top + count) / Double(size.height))
            }
            try finish()
        } catch let error as TileEngineError where error.path == path {
            throw TileEngineError(
                .io, path: place, "cannot be written: no disk space to rotate the scan (\(error.reason))")
        }
    }
}
