import CJPEG
import CVips
import NIOConcurrencyHelpers

/// The libvips runtime of this process.
public enum VipsRuntime {
    /// Whether libvips has started. A failed start is retried.
    private static let started = NIOLockedValueBox(false)

    /// Starts libvips on the first call. All of TileEngine calls it as needed.
    ///
    /// libvips' operation cache is disabled, because it would keep replaced files open and hold memory outside all
    /// limits; so are its warnings on standard error. Each image is evaluated by one thread: with two, libvips 8.14.0
    /// to 8.15.3 can lose the error of one of them (https://github.com/libvips/libvips/pull/4116); a truncated scan of
    /// one row was then read as complete in 26 of 120 runs.
    ///
    /// - Throws: ``TileEngineError`` of kind `io` if libvips fails to start.
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

    /// Blocks all decoders except those of trusted formats and the reader for raw pixels, which this program has
    /// spooled to disk. Formats are checked before libvips sees a file, so this is a second line of defence.
    private static func blockLoaders() {
        cvips_block_untrusted()
        cvips_block("VipsForeignLoad", 1)
        for format in ScanPolicy.trustedFormats { cvips_block(format.loaderClass, 0) }
        cvips_block("VipsForeignLoadRaw", 0)
    }

    /// Unblocks a format's decoder permanently. Used in a child process, which decodes a single file and then exits.
    static func unblock(_ format: ScanFormat) { cvips_block(format.loaderClass, 0) }

    /// The version of libvips, such as `8.14.1`.
    public static var version: String { String(cString: cvips_version()) }

    /// Returns and clears libvips' latest error message, in one line and without the name of the failing operation.
    ///
    /// libvips appends messages, so the first line is the cause and the others are its consequences. libpng's own
    /// messages are not included: they arrive as a warning on the decoding thread. The buffer is shared by all threads;
    /// ``VipsCalls`` ensures that a reported failure has its own message.
    static func takeMessage() -> String {
        let text = cvips_take_error()
        defer { cvips_free(text) }
        let message = message(in: text.map { String(cString: $0) } ?? "")
        if !message.isEmpty, message != libpngFailure { return message }
        let warning = TileEngineError.oneLine(String(cString: cvips_latest_warning()))
        return warning.isEmpty ? (message.isEmpty ? "no reason given" : message) : warning
    }

    /// The message that libvips reports for every libpng failure.
    private static let libpngFailure = "libpng read error"

    private static func message(in text: String) -> String {
        let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        guard let first = lines.first.map({ String(String.UnicodeScalarView($0)) }) else { return "" }
        let afterName = first.firstRange(of: ": ").map { first[$0.upperBound...] } ?? first[...]
        return TileEngineError.oneLine(afterName.isEmpty ? first : String(afterName))
    }
}

/// The availability of the libraries that read images.
public enum ImageLibraries {
    /// Returns the names of the scan formats that the installed libvips can read, or of those that it cannot.
    ///
    /// libvips must have been started.
    public static func formats(areInstalled: Bool) -> [String] {
        ScanFormat.allCases.filter { (cvips_has_operation($0.loader) != 0) == areInstalled }.map(\.label)
    }

    /// The version of libjpeg-turbo, such as `2.1.5`, or empty for another libjpeg.
    public static var jpegVersion: String { String(cString: cjpeg_version()) }
}
