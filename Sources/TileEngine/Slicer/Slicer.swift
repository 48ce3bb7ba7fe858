/// Cuts scans into pyramids.
public enum Slicer {
    /// Cuts a scan into a pyramid and writes it as an SZI archive.
    ///
    /// The archive is written beside its place, under the same name with `.partial-` and a number, checked, made
    /// durable and only then renamed over whatever is at `path`. On an error or when cancelled, nothing is left and
    /// what was at `path` stays. Partial files for the same `path` that a killed process has left are removed. The
    /// call blocks: it belongs on a thread for blocking work, not on one of Swift's cooperative ones.
    ///
    /// - Parameters:
    ///   - scan: The scan; it is read once, from top to bottom.
    ///   - path: The archive, whose folder must exist. Its file name without `.szi` names the image inside.
    ///   - options: How it is cut.
    ///   - growing: Gives tiles to others while the rest is cut; made for the same scan and options, and not used before.
    ///   - progress: Called from time to time, on any thread but never twice at once; it should return soon.
    ///   - isCancelled: Asked from time to time, on any thread; once it says yes, the call ends within moments.
    /// - Returns: What was made.
    /// - Throws: `CancellationError` when cancelled; ``TileEngineError`` `outOfRange` for options, `damaged` for a scan
    ///   that cannot be read to its end, `tooLarge` for one whose strips would take too much memory, `unreadable` or
    ///   `io` where files cannot be read or written.
    /// - Complexity: O(*n*) in the number of pixels. Memory is about 1.5 kB for each pixel column, and where the scan's
    ///   decoder must hold all of it, see ``ScanInfo/isSequential``, that too.
    @discardableResult
    public static func slice(
        _ scan: Scan, to path: String, options: SliceOptions = SliceOptions(), growing: GrowingPyramid? = nil,
        progress: @escaping @Sendable (SliceProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> SliceResult {
        try StripSlicer.slice(
            scan, to: path, options: options, growing: growing, progress: progress, isCancelled: isCancelled)
    }
}
