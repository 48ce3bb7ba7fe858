/// Measures the time spent decoding a scan, excluding the processing of its pixels, and enforces its limit.
///
/// The limit is checked after each batch of rows. The work of a single decoder call is bounded by the size limits: see
/// ``ScanLimits``.
struct DecodingTime {
    private let path: String
    private let label: String
    private let most: Duration
    private let clock = ContinuousClock()
    private var sum = Duration.zero
    private var started: ContinuousClock.Instant

    /// Creates the time for a scan and starts measuring. Returns nil for a scan that a child process decodes, which has
    /// its own limit.
    init?(of scan: Scan) {
        guard scan.isolated == nil else { return nil }
        path = scan.path
        label = scan.info.format.label
        most = .seconds(scan.limits.decodingSeconds(pixelCount: scan.header.pixelCount))
        started = clock.now
    }

    /// Starts measuring.
    mutating func start() { started = clock.now }

    /// Adds the time since ``start()``.
    ///
    /// - Throws: ``TileEngineError`` of kind `tooLarge` if the limit is exceeded.
    mutating func stop() throws(TileEngineError) {
        sum += clock.now - started
        guard sum <= most else {
            throw TileEngineError(
                .tooLarge, path: path,
                "keeps its decoder busy, expected a \(label) file that is decoded within \(most.components.seconds) s")
        }
    }
}
