import CTIFF
import NIOConcurrencyHelpers

/// What is to be reported of a scan that was decoded nevertheless: its decoder's warnings, and what was left aside.
///
/// However much a decoder complains, a few different warnings are kept, and the number of all.
struct DecodingRemarks: Hashable, Sendable {
    /// How many warnings there were, without repetitions of those that are kept.
    private(set) var warningCount = 0
    /// The first different ones.
    private(set) var warnings: [String] = []
    /// What else is to be reported.
    private var others: [String] = []

    private static let mostKept = 3
    private static let mostScalars = 160

    /// Adds a warning, unless it is of no importance for the picture.
    mutating func add(_ warning: String) {
        let text = Self.shown(warning)
        // Headers are read several times, and warned of each time.
        guard !text.isEmpty, !Self.isHarmless(text), !warnings.contains(text) else { return }
        warningCount += 1
        if warnings.count < Self.mostKept { warnings.append(text) }
    }

    /// Adds something else, once.
    mutating func note(_ note: String) {
        if !others.contains(note) { others.append(note) }
    }

    /// Counts warnings that were not kept anywhere.
    mutating func count(to count: Int) { warningCount = max(warningCount, count) }

    /// Adds what was collected elsewhere.
    mutating func merge(_ other: DecodingRemarks) {
        for note in other.others { self.note(note) }
        for warning in other.warnings where warnings.count < Self.mostKept && !warnings.contains(warning) {
            warnings.append(warning)
        }
        warningCount += other.warningCount
    }

    /// One line each, without the name of the file.
    var notes: [String] {
        guard warningCount > 0 else { return others }
        let count = warningCount == 1 ? "a warning" : "\(warningCount) warnings"
        let kept = warnings.joined(separator: "; ") + (warningCount > warnings.count ? "; …" : "")
        return others + ["was decoded with \(count): \(kept)"]
    }

    /// Most TIFF files have fields that only the program knows that wrote them; they do not concern the picture. And after
    /// the number of its warnings libvips' JPEG decoder repeats all messages of the process, be they of this file or not.
    private static func isHarmless(_ text: String) -> Bool {
        text.hasPrefix("Unknown field with tag ") || text.hasPrefix("VipsJpeg: ")
    }

    /// A line that a terminal can be shown: letters, marks, numbers and signs, and not too many of them.
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

/// Collects what libtiff warns of while it decodes a scan, on any thread.
///
/// libtiff's own words for errors are among it: it goes on after many of them.
final class TIFFWarnings: Sendable {
    private let box = NIOLockedValueBox(DecodingRemarks())

    /// What came so far.
    var remarks: DecodingRemarks { box.withLockedValue { $0 } }

    /// To be given to libtiff together with ``context``; nothing is reported once the collector is gone, so whoever opens a
    /// reader keeps it as long.
    static let listener: ctiff_listener = { context, text in
        guard let context, let text else { return }
        let warnings = Unmanaged<TIFFWarnings>.fromOpaque(context).takeUnretainedValue()
        warnings.box.withLockedValue { $0.add(String(cString: text)) }
    }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
