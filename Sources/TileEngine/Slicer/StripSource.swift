/// A scan that is read once, from top to bottom: upright, in sRGB or grey, 8 bits a channel.
///
/// It is used from one thread.
protocol StripSource {
    /// The size of the picture, in pixels.
    var size: PixelSize { get }
    /// 1 for grey, 3 for red, green and blue.
    var channels: Int { get }

    /// Reads the next rows into memory where row follows row without a gap.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged` or `unreadable`.
    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws

    /// Makes sure, after the last row, that the file has been whole.
    func finish() throws

    /// What is to be reported of the scan; complete once it is finished.
    var remarks: DecodingRemarks { get }
}

extension StripSource {
    /// Puts all rows into a file, from which they can be read in any order.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - place: What is being written, for errors.
    ///   - report: Told the fraction that is done.
    ///   - isCancelled: Asked now and then.
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
