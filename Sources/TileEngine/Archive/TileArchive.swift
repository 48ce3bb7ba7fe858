import Synchronization

/// A pyramid in an SZI archive, open for reading: an uncompressed zip file that contains a Deep Zoom image.
///
/// Opening reads the zip's directory and the image's descriptor, and rejects an inconsistent archive. Reading a tile is
/// then one look-up and one positional read, so any number of threads can read at once.
public final class TileArchive: Sendable {
    /// The path of the file, as the caller gave it.
    public let path: String
    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the stored tiles.
    public let format: TileFormat
    /// The quality of the stored JPEG tiles, 1 to 100 on libjpeg's scale, estimated from the first tile; nil for other
    /// formats.
    public let jpegQuality: Int?
    /// The size of the archive in bytes.
    public let byteCount: Int64

    /// A number that is unique among the archives opened by this process.
    let identity: UInt64

    private static let identities = Atomic<UInt64>(0)

    private let state: FileState?
    let file: OpenFile
    let index: TileIndex
    /// The length of the extra field of tile entries, taken from the first tile.
    let extraByteCount: Int
    /// The fetched state of a remote archive, or nil for an archive on this disk.
    let fetching: Fetching?

    /// Opens an archive.
    ///
    /// - Throws: ``TileEngineError``: `unreadable` for a file that cannot be opened, `damaged` for one that is not an
    ///   intact archive of a complete pyramid, `unsupported` for compressed or encrypted tiles, an overlap, or a tile
    ///   format that is not in ``TileFormat``.
    /// - Complexity: O(*n*) in the number of entries; 16 bytes of memory per tile.
    public convenience init(path: String) throws {
        let file = try OpenFile.forReading(path, expected: "an SZI archive")
        try self.init(file, named: path, state: FileState(path: path))
    }

    /// - Parameters:
    ///   - fill: Fetches a part of the file that may not be present yet.
    ///   - fetching: Creates the fetched state of a remote archive once the directory has been read.
    init(
        _ file: OpenFile, named path: String, state: FileState?, fill: ((StoredEntry) throws -> Void)? = nil,
        fetching: (TileIndex, _ extraByteCount: Int) -> Fetching? = { _, _ in nil }
    ) throws {
        (self.path, self.file, self.state) = (path, file, state)
        identity = Self.identities.add(1, ordering: .relaxed).newValue
        byteCount = try file.byteCount()
        let reader = try ArchiveReader(of: file, fill: fill)
        pyramid = reader.pyramid
        format = reader.format
        index = reader.index
        let entry = index.entry(of: TileAddress(level: 0, column: 0, row: 0))
        if let entry { try fill?(entry) }
        let extraByteCount = try entry?.extraByteCount(in: file) ?? 0
        self.extraByteCount = extraByteCount
        jpegQuality = format == .jpeg ? Self.quality(of: reader, in: file, extraByteCount, fill: fill) : nil
        self.fetching = fetching(index, extraByteCount)
    }

    /// Returns the quality of the first tile, which is one pixel. A damaged tile is reported only when it is read; here
    /// the first tile of the next level is used instead, so that the encoding of rendered images does not depend on it.
    private static func quality(
        of reader: ArchiveReader, in file: OpenFile, _ extraByteCount: Int, fill: ((StoredEntry) throws -> Void)?
    ) -> Int? {
        for level in 0...reader.pyramid.nativeLevel {
            let address = TileAddress(level: level, column: 0, row: 0)
            guard let entry = reader.index.entry(of: address), entry.byteCount < 1 << 20 else { continue }
            try? fill?(entry)
            if let bytes = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile") {
                return JPEGQuality.quality(of: bytes)
            }
        }
        return nil
    }

    /// Returns the stored bytes of a tile.
    ///
    /// - Returns: The bytes, which match their checksum; nil outside the grid and on the 2× level, which is not stored.
    /// - Throws: ``TileEngineError``: `damaged` if the bytes do not match their checksum, `io` if they cannot be read.
    /// - Complexity: O(*n*) in the number of bytes: one look-up, one read, one checksum.
    public func tile(_ address: TileAddress) throws -> [UInt8]? {
        guard let entry = index.entry(of: address) else { return nil }
        if let fetching { return try tile(address, entry, fetching) }
        return try entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile \(address)")
    }

    /// Whether the file at the archive's path is the one that was opened and is unmodified. Always true for a remote
    /// archive, which never changes.
    ///
    /// - Complexity: One system call.
    public var isUnmodified: Bool { fetching != nil || FileState(path: path) == state }

    /// Reads the stored bytes of a tile if that needs no disk access because they are in the page cache.
    ///
    /// - Parameters:
    ///   - address: The address of a stored tile.
    ///   - buffer: The destination, whose size must be ``byteCount(of:)``.
    /// - Returns: Whether the buffer holds the tile, whose bytes match their checksum. If not, use ``tile(_:)``, which
    ///   returns the tile or throws the error.
    /// - Complexity: As for ``tile(_:)``.
    public func readTileWithoutWaiting(_ address: TileAddress, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        index.entry(of: address)?
            .readWithoutWaiting(from: file, expectedExtraByteCount: extraByteCount, into: buffer) ?? false
    }

    /// Returns the CRC-32 of a tile as recorded in the archive's directory; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func checksum(of address: TileAddress) -> UInt32? { index.place(of: address)?.checksum }

    /// Returns the size of a tile in bytes; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func byteCount(of address: TileAddress) -> Int? { index.place(of: address).map { Int($0.byteCount) } }

    /// Reads every tile and verifies its checksum. For a remote archive, checks only the tiles that are on this disk,
    /// and reports those that did not match when they were fetched.
    ///
    /// - Parameters:
    ///   - onRead: Called with the size of each tile that was read. It may block, to limit the read rate.
    ///   - isCancelled: Called before each tile. Once it returns true, the call throws `CancellationError`.
    /// - Throws: The errors of ``tile(_:)``, for the first tile that is invalid.
    /// - Complexity: O(*n*) in the size of the archive, read from its beginning to its end.
    public func verify(onRead: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }) throws {
        if let fetching { return try verify(fetching, onRead: onRead, isCancelled: isCancelled) }
        for address in index.numbersByOffset.compactMap(index.address(of:)) {
            if isCancelled() { throw CancellationError() }
            onRead(try tile(address)?.count ?? 0)
        }
    }
}
