import CVips

/// Calls of libvips by several threads at once, of which each is to be told its own failures.
///
/// libvips gathers the error messages of the whole process in one buffer. A failure of a call during which no other thread
/// called libvips has its own message there. Any other failing call is repeated while all others wait, for its message.
/// Calls that could fail go through here, so that no others write to the buffer meanwhile.
enum VipsCalls {
    /// Runs calls, and once more, alone, if they fail beside those of another thread.
    ///
    /// - Parameter body: Must do the same when it is run again, and must not wait for other threads that call libvips.
    static func attempt<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cvips_begin()
        do throws(Failure) {
            let result = try body()
            _ = cvips_end()
            return result
        } catch {
            let hadCompany = cvips_end() != 0
            guard hadCompany, error is VipsFailure else { throw error }
        }
        return try alone(body)
    }

    /// Runs calls that cannot be repeated.
    ///
    /// - Returns: What the body gives, and whether another thread called libvips meanwhile.
    static func once<Result>(_ body: () -> Result) -> (result: Result, hadCompany: Bool) {
        cvips_begin()
        let result = body()
        return (result, cvips_end() != 0)
    }

    /// Runs calls while no other thread calls libvips.
    static func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        cvips_begin_alone()
        defer { cvips_end_alone() }
        return try body()
    }
}

/// Collects the warnings of libvips, and of the decoders under it, in the thread that calls them. One thread at a time uses
/// it.
final class VipsWarnings {
    /// What came so far.
    var remarks = DecodingRemarks()

    /// Collects the warnings of what the body calls on this thread.
    func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
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
