import CVips
import NIOConcurrencyHelpers

/// libvips in this process.
public enum VipsRuntime {
    /// Whether libvips has started; a failure is tried again.
    private static let started = NIOLockedValueBox(false)

    /// Starts libvips, once, whoever comes first; all of TileEngine calls it itself.
    ///
    /// libvips' cache of operations is switched off, since it would keep files open that are replaced and memory that
    /// no bound knows of, and so are its warnings on standard error. Each image is evaluated by one thread: of two, libvips
    /// 8.14.0 to 8.15.3 can lose the error of the one (https://github.com/libvips/libvips/pull/4116), so that a scan of
    /// one row that was cut short came out whole in 26 of 120 runs.
    ///
    /// - Throws: ``TileEngineError`` of kind `io` when libvips does not start.
    public static func start() throws {
        try started.withLockedValue { started in
            guard !started else { return }
            guard cvips_init("explore") == 0 else {
                throw TileEngineError(.io, "libvips does not start: \(takeMessage())")
            }
            cvips_set_operation_cache(0)
            cvips_set_concurrency(1)
            cvips_silence_warnings()
            blockLoaders()
            started = true
        }
    }

    /// Blocks all decoders but those of trusted formats, and the reader of pixels that we have put on disk ourselves. Formats
    /// are told apart before libvips sees a file, so this is a second door behind a closed one.
    private static func blockLoaders() {
        cvips_block_untrusted()
        cvips_block("VipsForeignLoad", 1)
        for format in ScanPolicy.trustedFormats { cvips_block(format.loaderClass, 0) }
        cvips_block("VipsForeignLoadRaw", 0)
    }

    /// Unblocks a format's decoder, for good: in a child, which decodes this one file and then ends.
    static func unblock(_ format: ScanFormat) { cvips_block(format.loaderClass, 0) }

    /// The version of libvips, such as `8.14.1`.
    public static var version: String { String(cString: cvips_version()) }

    /// What libvips says of its latest failure, in one line and without its name for the part that failed.
    ///
    /// libvips gathers the messages of all threads, from the first to the last, so the first line is the cause and the
    /// others are what followed from it.
    static func takeMessage() -> String {
        guard let text = cvips_take_error() else { return "no reason given" }
        defer { cvips_free(text) }
        let lines = String(cString: text).split(whereSeparator: \.isNewline)
        guard let first = lines.first else { return "no reason given" }
        let afterName = first.firstRange(of: ": ").map { first[$0.upperBound...] } ?? first
        return TileEngineError.oneLine(String(afterName.isEmpty ? first : afterName))
    }
}
