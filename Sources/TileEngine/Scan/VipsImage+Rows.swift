import CVips

extension VipsImage {
    /// Computes all pixels with libvips, using its worker threads.
    ///
    /// - Parameter body: Receives batches of rows in order, on another thread than the caller's but never concurrently.
    ///   Its arguments are the first row, the stride in bytes and the number of rows.
    /// - Throws: The error thrown by the body, which ends the computation, or ``VipsFailure``.
    func streamRows(_ body: (_ rows: UnsafeRawPointer, _ stride: Int, _ count: Int) throws -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            let receiver = RowReceiver(body)
            let status = cvips_stream_rows(
                pointer,
                { context, rows, stride, count in
                    guard let context, let rows else { return -1 }
                    let receiver = Unmanaged<RowReceiver>.fromOpaque(context).takeUnretainedValue()
                    return receiver.receive(rows, stride, Int(count)) ? 0 : -1
                }, Unmanaged.passUnretained(receiver).toOpaque())
            if let failure = receiver.failure {
                _ = VipsFailure.takeLatest()
                throw failure
            }
            guard status == 0 else { throw VipsFailure.takeLatest() }
        }
    }
}

/// The target of libvips' row callback, and its outcome. The caller reads the outcome only after libvips' thread has
/// finished.
private final class RowReceiver {
    private let body: (UnsafeRawPointer, Int, Int) throws -> Void
    private(set) var failure: (any Error)?

    init(_ body: @escaping (UnsafeRawPointer, Int, Int) throws -> Void) { self.body = body }

    func receive(_ rows: UnsafeRawPointer, _ stride: Int, _ count: Int) -> Bool {
        do {
            try body(rows, stride, count)
            return true
        } catch {
            failure = error
            return false
        }
    }
}
