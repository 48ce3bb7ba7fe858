import CTIFF
import NIOConcurrencyHelpers

/// Notes about a scan that was decoded successfully: its decoder's warnings and anything that was ignored.
///
/// Keeps only the first few distinct warnings, and the total number.
struct DecodingRemarks: Hashable, Sendable {
    /// The number of warnings, not counting repetitions of those that are kept.
    private(set) var warningCount = 0
    /// The first distinct warnings.
    private(set) var warnings: [String] = []
    /// All other notes.
    private var others: [String] = []

    private static let mostKept = 3
    private static let mostScalars = 160

    /// Adds a warning unless it is irrelevant to the image.
    mutating func add(_ warning: String) {
        let text = Self.shown(warning)
        // Headers are read several times and produce the same warnings each time.
        guard !text.isEmpty, !Self.isHarmless(text), !warnings.contains(text) else { return }
        warningCount += 1
        if warnings.count < Self.mostKept { warnings.append(text) }
    }

    /// Adds another note, once.
    mutating func note(_ note: String) {
        if !others.contains(note) { others.append(note) }
    }

    /// Raises the count to include warnings whose text was not kept.
    mutating func count(to count: Int) { warningCount = max(warningCount, count) }

    /// Merges remarks collected elsewhere.
    mutating func merge(_ other: DecodingRemarks) {
        for note in other.others { self.note(note) }
        for warning in other.warnings where warnings.count < Self.mostKept && !warnings.contains(warning) {
            warnings.append(warning)
        }
        warningCount += other.warningCount
    }

    /// One line per note, without the file's name.
    var notes: [String] {
        guard warningCount > 0 else { return others }
        let count = warningCount == 1 ? "a warning" : "\(warningCount) warnings"
        let kept = warnings.joined(separator: "; ") + (warningCount > warnings.count ? "; …" : "")
        return others + ["was decoded with \(count): \(kept)"]
    }

    /// Most TIFF files have private fields that only the writing program knows and that do not affect the image.
    /// "VipsJpeg" lines are excluded because after its warning count libvips' JPEG decoder repeats all messages of the
    /// process, including those about other files.
    private static func isHarmless(_ text: String) -> Bool {
        text.hasPrefix("Unknown field with tag ") || text.hasPrefix("VipsJpeg: ")
    }

    /// Returns the text as a single line that is safe to print on a terminal: without control or invisible characters,
    /// and truncated to `most` scalars.
    static func shown(_ text: String, most: Int = mostScalars) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        let line = TileEngineError.oneLine(String(String.UnicodeScalarView(scalars)))
        guard line.unicodeScalars.count > most else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(most))) + "…"
    }
}

/// Collects libtiff's warnings while it decodes a scan, on any thread.
///
/// This includes what libtiff calls errors, because it continues after many of them.
final class TIFFWarnings: Sendable {
    private let box = NIOLockedValueBox(DecodingRemarks())

    /// The remarks collected so far.
    var remarks: DecodingRemarks { box.withLockedValue { $0 } }

    /// The callback to pass to libtiff together with ``context``. The context is an unretained reference, so the
    /// collector must be kept alive as long as the reader.
    static let listener: ctiff_listener = { context, text in
        guard let context, let text else { return }
        let warnings = Unmanaged<TIFFWarnings>.fromOpaque(context).takeUnretainedValue()
        warnings.box.withLockedValue { $0.add(String(cString: text)) }
    }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
