/// How long a scan has been decoded, without what was done with its pixels meanwhile, and how long it may be.
///
/// It is looked at after each batch of rows. What a decoder does in one call is bounded by what it can hold: see
/// ``ScanLimits``.
struct DecodingTime {
    private let path: String
    private let label: String
    private let most: Duration
    private let clock = ContinuousClock()
    private var sum = Duration.zero
    private var started: ContinuousClock.Instant

    /// The time for a scan, which begins now.
    init(of scan: Scan) {
        path = scan.path
        label = scan.info.format.label
        most = .seconds(scan.limits.decodingSeconds(pixelCount: scan.header.pixelCount))
        started = clock.now
    }

    /// Begins to count.
    mutating func start() { started = clock.now }

    /// Counts what has passed since ``start()``.
    ///
    /// - Throws: ``TileEngineError`` of kind `tooLarge` when it is too much.
    mutating func stop() throws(TileEngineError) {
        sum += clock.now - started
        guard sum <= most else {
            throw TileEngineError(
                .tooLarge, path: path,
                "keeps its decoder busy, expected a \(label) file that is decoded within \(most.components.seconds) s")
        }
    }
}
