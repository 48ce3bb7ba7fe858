import NIOConcurrencyHelpers

/// A pyramid that is read while it is being cut.
///
/// Its arithmetic is known from the beginning; tiles can be had as soon as their row is in the archive's partial file,
/// the coarse ones soon after the native ones under them, from top to bottom. It follows one call of
/// ``Slicer/slice(_:to:options:growing:progress:isCancelled:)``:
///
///     let growing = try GrowingPyramid(of: scan, options: options)
///     try Slicer.slice(scan, to: path, options: options, growing: growing)   // elsewhere: growing.tile(…)
///     let archive = try TileArchive(path: path)
///
/// Any number of threads may ask at any time. When it is ``State/finished`` it has all tiles, so that nobody who still
/// asks it is left without, and the archive at its place has the same bytes.
public final class GrowingPyramid: Sendable {
    /// What has become of the cutting.
    public enum State: Hashable, Sendable {
        /// Nothing is cut yet: it has not begun, or the scan is being turned upright.
        case waiting
        /// Rows of tiles are coming.
        case cutting
        /// All tiles are there, and the archive is at its place.
        case finished
        /// The cutting has ended with an error, and there are no tiles any more.
        case failed(TileEngineError)
        /// The cutting was cancelled, and there are no tiles any more.
        case cancelled
    }

    /// The arithmetic of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the tiles.
    public let format: TileFormat

    private struct Growth {
        var state = State.waiting
        var index: TileIndex?
        var file: OpenFile?
        var names: EntryNames?
        /// The number of whole rows, by level.
        var rowCounts: [Int]
    }

    private let growth: NIOLockedValueBox<Growth>

    /// Makes the pyramid of a scan that is about to be cut.
    ///
    /// - Throws: ``TileEngineError`` of kind `outOfRange` for the options.
    public init(of scan: Scan, options: SliceOptions = SliceOptions()) throws {
        try options.validate()
        pyramid = try Pyramid(width: scan.info.width, height: scan.info.height, tileSize: options.tileSize)
        format = options.format
        growth = NIOLockedValueBox(Growth(rowCounts: [Int](repeating: 0, count: pyramid.nativeLevel + 1)))
    }

    /// What has become of the cutting so far.
    public var state: State { growth.withLockedValue(\.state) }

    /// How many rows of tiles of a level are there, from the top; 0 for a level that is not stored.
    public func rowCount(atLevel level: Int) -> Int {
        growth.withLockedValue { $0.rowCounts.indices.contains(level) ? $0.rowCounts[level] : 0 }
    }

    /// The number of tiles that are there.
    public var tileCount: Int { growth.withLockedValue { $0.index?.filledCount ?? 0 } }

    /// The stored bytes of a tile.
    ///
    /// - Returns: The bytes, which match their checksum and are those of the finished archive; nil while the tile is
    ///   not cut, outside the grid, on the 2× level, and after a failure.
    /// - Throws: ``TileEngineError``: `damaged` where the bytes do not match, `io` where they cannot be read.
    /// - Complexity: O(*n*) in the number of bytes: one look-up, one read, one checksum.
    public func tile(_ address: TileAddress) throws -> [UInt8]? {
        let found: (OpenFile, StoredEntry)? = growth.withLockedValue { growth in
            guard let place = growth.index?.place(of: address), let file = growth.file, let names = growth.names else {
                return nil
            }
            let entry = StoredEntry(
                headerOffset: place.headerOffset, nameByteCount: names.tile(address).utf8.count,
                byteCount: Int(place.byteCount), checksum: place.checksum)
            return (file, entry)
        }
        guard let (file, entry) = found else { return nil }
        return try entry.read(from: file, expectedExtraByteCount: 0, name: "the tile \(address)")
    }
}

// MARK: - What the slicer tells it

extension GrowingPyramid {
    /// Makes sure that it is for what is about to be cut, and for nothing else before.
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

    /// Notes where tiles will be.
    func begin(in file: OpenFile, names: EntryNames) {
        growth.withLockedValue { growth in
            growth.state = .cutting
            growth.index = TileIndex(pyramid: pyramid)
            growth.file = file
            growth.names = names
        }
    }

    /// Notes neighbouring tiles of a row that are in the file.
    ///
    /// - Parameters:
    ///   - first: The first tile.
    ///   - records: Their records; their offsets count from the beginning of the chunk that they come in.
    ///   - offset: Where the chunk begins.
    ///   - endsRow: Whether their row, and every row above it, is whole with them.
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

    /// Notes that the archive is at its place.
    func finish() { growth.withLockedValue { $0.state = .finished } }

    /// Notes that there will be no archive, and lets its file go.
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
