import CJPEG
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
            cvips_catch_warnings()
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

    /// What libvips reports of its latest failure, in one line and without its name for the part that failed.
    ///
    /// libvips gathers messages from the first to the last, so the first line is the cause and the others are what followed
    /// from it. libpng's own words are not among them: they come as a warning in the thread that decodes. The messages are
    /// those of all threads; ``VipsCalls`` makes sure that a failure that is reported has its own.
    static func takeMessage() -> String {
        let text = cvips_take_error()
        defer { cvips_free(text) }
        let message = message(in: text.map { String(cString: $0) } ?? "")
        if !message.isEmpty, message != libpngFailure { return message }
        let warning = TileEngineError.oneLine(String(cString: cvips_latest_warning()))
        return warning.isEmpty ? (message.isEmpty ? "no reason given" : message) : warning
    }

    /// What libvips reports whatever libpng's reason was.
    private static let libpngFailure = "libpng read error"

    private static func message(in text: String) -> String {
        let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        guard let first = lines.first.map({ String(String.UnicodeScalarView($0)) }) else { return "" }
        let afterName = first.firstRange(of: ": ").map { first[$0.upperBound...] } ?? first[...]
        return TileEngineError.oneLine(afterName.isEmpty ? first : String(afterName))
    }
}

/// Which of the libraries that read images are there.
public enum ImageLibraries {
    /// The formats of scans that the installed libvips can read, or those that it cannot, by their usual names.
    ///
    /// libvips must have been started.
    public static func formats(areInstalled: Bool) -> [String] {
        ScanFormat.allCases.filter { (cvips_has_operation($0.loader) != 0) == areInstalled }.map(\.label)
    }

    /// The version of libjpeg-turbo, such as `2.1.5`; empty for another libjpeg.
    public static var jpegVersion: String { String(cString: cjpeg_version()) }
}
