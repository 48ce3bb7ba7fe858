import CVips

/// Computes the rows of an image from top to bottom, on the thread that created the reader.
final class VipsRowReader {
    private let pointer: OpaquePointer

    init(_ image: VipsImage) throws(VipsFailure) {
        guard let pointer = cvips_strip_reader_new(image.pointer) else { throw .takeLatest() }
        self.pointer = pointer
    }

    deinit { cvips_strip_reader_free(pointer) }

    /// Computes rows in full width into contiguous memory, in the format of the image.
    ///
    /// - Returns: The failure, if there is one, and whether another thread called libvips in the meantime, so that the
    ///   failure may have that thread's message.
    func read(
        top: Int, rowCount: Int, into rows: UnsafeMutableRawPointer
    ) -> (failure: VipsFailure?, wasConcurrent: Bool) {
        let (failure, wasConcurrent) = VipsCalls.once { () -> VipsFailure? in
            let status = cvips_strip_reader_read(pointer, Int32(clamping: top), Int32(clamping: rowCount), rows)
            return status == 0 ? nil : .takeLatest()
        }
        return (failure, wasConcurrent)
    }
}
