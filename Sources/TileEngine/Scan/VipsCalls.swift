import CVips

/// Serialises access to libvips' error buffer, so that each of several threads receives its own error messages.
///
/// libvips collects the error messages of the whole process in one buffer. If a call fails while no other thread is
/// calling libvips, the message in the buffer is its own. Any other failing call is repeated while all others wait, to
/// obtain its message. All calls that can fail go through here, so that nothing else writes to the buffer.
enum VipsCalls {
    /// Runs the body, and runs it again alone if it failed while another thread was calling libvips.
    ///
    /// - Parameter body: Must have the same effect when run again, and must not wait for other threads that call
    ///   libvips.
    static func attempt<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cvips_begin()
        do throws(Failure) {
            let result = try body()
            _ = cvips_end()
            return result
        } catch {
            let wasConcurrent = cvips_end() != 0
            guard wasConcurrent, error is VipsFailure else { throw error }
        }
        return try exclusively(body)
    }

    /// Runs a body that cannot be repeated.
    ///
    /// - Returns: The body's result, and whether another thread called libvips in the meantime.
    static func once<Result>(_ body: () -> Result) -> (result: Result, wasConcurrent: Bool) {
        cvips_begin()
        let result = body()
        return (result, cvips_end() != 0)
    }

    /// Runs the body while no other thread calls libvips.
    static func exclusively<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cvips_begin_exclusive()
        defer { cvips_end_exclusive() }
        return try body()
    }
}

/// Collects the warnings of libvips and its decoders on the calling thread. Only one thread may use an instance at a
/// time.
final class VipsWarnings {
    /// The warnings collected so far.
    var remarks = DecodingRemarks()

    /// Runs the body and collects the warnings that it causes on this thread.
    func collecting<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let former = cvips_listen(
            cvips_listener(
                function: { context, text in
                    guard let context, let text else { return }
                    Unmanaged<VipsWarnings>.fromOpaque(context).takeUnretainedValue()
                        .remarks.add(String(cString: text))
                }, context: Unmanaged.passUnretained(self).toOpaque()))
        defer { withExtendedLifetime(self) { _ = cvips_listen(former) } }
        return try body()
    }
}
