import NIOConcurrencyHelpers

/// A pyramid that can be read while it is being cut.
///
/// Its geometry is known from the start. Tiles become available as soon as their row is in the archive's partial file,
/// from top to bottom, the coarse ones shortly after the native ones they are made from. An instance follows one call
/// of ``Slicer/slice(_:to:options:growing:threadCount:progress:isCancelled:)``:
///
///     let growing = try GrowingPyramid(of: scan, options: options)
///     try Slicer.slice(scan, to: path, options: options, growing: growing)   // elsewhere: growing.tile(…)
///     let archive = try TileArchive(path: path)
///
/// It can be read by any number of threads at any time. Once it is ``State/finished`` it has all tiles, so existing
/// readers can keep using it, and the finished archive has the same bytes.
public final class GrowingPyramid: Sendable {
    /// The state of the slicing.
    public enum State: Hashable, Sendable {
        /// Nothing has been cut yet: slicing has not begun, or the scan is being turned upright.
        case waiting
        /// Rows of tiles are being cut.
        case cutting
        /// All tiles are available, and the archive is in place.
        case finished
        /// Slicing has failed, and no tiles are available any more.
        case failed(TileEngineError)
        /// Slicing was cancelled, and no tiles are available any more.
        case cancelled
    }

    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the tiles.
    public let format: TileFormat

    private struct Growth {
        var state = State.waiting
        var index: TileIndex?
        var file: OpenFile?
        /// The number of complete tile rows at each level.
        var rowCounts: [Int]
    }

    private let growth: NIOLockedValueBox<Growth>

    /// Creates the pyramid of a scan that is about to be cut.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for an invalid option.
    public init(of scan: Scan, options: SliceOptions = SliceOptions()) throws {
        try options.validate()
        pyramid = try Pyramid(width: scan.info.width, height: scan.info.height, tileSize: options.tileSize)
        format = options.format
        growth = NIOLockedValueBox(Growth(rowCounts: [Int](repeating: 0, count: pyramid.nativeLevel + 1)))
    }

    /// The current state of the slicing.
    public var state: State { growth.withLockedValue(\.state) }

    /// Returns the number of complete tile rows at a level, counted from the top; 0 for a level that is not stored.
    public func rowCount(atLevel level: Int) -> Int {
        growth.withLockedValue { $0.rowCounts.indices.contains(level) ? $0.rowCounts[level] : 0 }
    }

    /// The number of available tiles.
    public var tileCount: Int { growth.withLockedValue { $0.index?.filledCount ?? 0 } }

    /// Returns the stored bytes of a tile.
    ///
    /// - Returns: The bytes, which match their checksum and are those of the finished archive; nil if the tile is not
    ///   yet cut, outside the grid or on the 2× level, or after a failure.
    /// - Throws: ``TileEngineError``: `damaged` if the bytes do not match their checksum, `io` if they cannot be read.
    /// - Complexity: O(*n*) in the number of bytes: one look-up, one read, one checksum.
    public func tile(_ address: TileAddress) throws -> [UInt8]? {
        let (file, entry) = growth.withLockedValue { ($0.file, $0.index?.entry(of: address)) }
        guard let file, let entry else { return nil }
        return try entry.read(from: file, expectedExtraByteCount: 0, name: "the tile \(address)")
    }
}

// MARK: - Updates by the slicer

extension GrowingPyramid {
    /// Checks that this pyramid matches the slicing that is about to begin and has not been used before.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange`.
    func checkFits(_ pyramid: Pyramid, format: TileFormat) throws {
        guard self.pyramid == pyramid, self.format == format, state == .waiting else {
            throw TileEngineError(
                .outOfRange,
                "a growing pyramid of \(self.pyramid.size) that is \(state), expected one that waits for "
                    + "\(pyramid.size) in \(format.rawValue)")
        }
    }

    /// Records that slicing has begun, and the file that tiles are written to.
    func begin(in file: OpenFile, names: EntryNames) {
        growth.withLockedValue { growth in
            growth.state = .cutting
            growth.index = TileIndex(pyramid: pyramid, nameByteCount: names.tileFixedByteCount)
            growth.file = file
        }
    }

    /// Records neighbouring tiles of a row that are now in the file.
    ///
    /// - Parameters:
    ///   - first: The address of the first tile.
    ///   - records: The tiles' records, with offsets relative to the chunk.
    ///   - offset: The offset of the chunk in the file.
    ///   - endsRow: Whether these tiles complete their row, and all rows above are complete.
    /// - Complexity: O(*n*) in the number of tiles.
    func note(_ first: TileAddress, _ records: [ZipEntryRecord], offset: UInt64, endsRow: Bool) {
        growth.withLockedValue { growth in
            for (number, record) in records.enumerated() {
                let address = TileAddress(level: first.level, column: first.column + number, row: first.row)
                _ = growth.index?.fill(
                    address,
                    with: TileIndex.Place(
                        headerOffset: offset + record.headerOffset, byteCount: record.byteCount,
                        checksum: record.checksum))
            }
            if endsRow { growth.rowCounts[first.level] = first.row + 1 }
        }
    }

    /// Records that the archive is in place.
    func finish() { growth.withLockedValue { $0.state = .finished } }

    /// Records that slicing has failed, and releases the file.
    func fail(_ error: any Error, path: String) {
        growth.withLockedValue { growth in
            growth = Growth(rowCounts: growth.rowCounts.map { _ in 0 })
            growth.state =
                switch error {
                case is CancellationError: .cancelled
                case let error as TileEngineError: .failed(error)
                default: .failed(TileEngineError(.io, path: path, "cannot be cut: \(error)"))
                }
        }
    }
}
