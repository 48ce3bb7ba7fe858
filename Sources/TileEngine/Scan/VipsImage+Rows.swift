import CVips

extension VipsImage {
    /// Has libvips compute all pixels on as many threads as there are cores.
    ///
    /// - Parameter body: Is given row after row, some at a time, on another thread than the caller's, never twice at
    ///   once: the first, the bytes from one to the next, and their number.
    /// - Throws: What the body throws, which ends the computation; ``VipsFailure``.
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
                _ = VipsFailure.taken()
                throw failure
            }
            guard status == 0 else { throw VipsFailure.taken() }
        }
    }
}

/// What libvips' thread calls, and what came of it; the caller looks at it only when that thread is done.
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
