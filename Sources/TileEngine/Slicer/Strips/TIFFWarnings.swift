import CTIFF
import NIOConcurrencyHelpers

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
