import Synchronization

/// A pyramid in an SZI archive, open for reading: a zip without compression that holds a Deep Zoom image.
///
/// Opening reads the zip's directory and the image's descriptor, and refuses an archive that contradicts itself. A
/// tile is then one look-up and one read at an offset, without any shared position, so that any number of threads may
/// read at once.
public final class TileArchive: Sendable {
    /// The file, as the caller gave it.
    public let path: String
    /// The arithmetic of the pyramid.
    public let pyramid: Pyramid
    /// The encoding of the stored tiles.
    public let format: TileFormat
    /// The quality of the stored tiles, 1 to 100 on libjpeg's scale, where they are JPEG: that of the first.
    public let jpegQuality: Int?
    /// The size of the archive.
    public let byteCount: Int64

    /// A number that no other archive opened by this process has.
    let identity: UInt64

    private static let identities = Atomic<UInt64>(0)

    private let state: FileState?
    let file: OpenFile
    let index: TileIndex
    /// The length of a tile's name less the digits of its address.
    let nameByteCount: Int
    /// How many extra bytes come between a tile's name and its content, as the first tile has it.
    let extraByteCount: Int
    /// What is fetched of the archive where it is elsewhere; nil where it is on this disk.
    let fetching: Fetching?

    /// Opens an archive.
    ///
    /// - Throws: ``TileEngineError``: `unreadable` for a file that cannot be opened, `damaged` for one that is no
    ///   sound archive of a complete pyramid, `unsupported` for compressed or encrypted tiles, an overlap, or a tile
    ///   format that is none of ``TileFormat``.
    /// - Complexity: O(*n*) in the number of entries; 16 bytes of memory a tile.
    public convenience init(path: String) throws {
        let file = try OpenFile.forReading(path, expected: "an SZI archive")
        try self.init(file, named: path, state: FileState(path: path))
    }

    /// - Parameters:
    ///   - fill: Gets a part of the file that may not be there yet.
    ///   - fetching: Makes what fetches the tiles, once all else is known.
    init(
        _ file: OpenFile, named path: String, state: FileState?, fill: ((StoredEntry) throws -> Void)? = nil,
        fetching: (ArchiveReader, _ extraByteCount: Int) -> Fetching? = { _, _ in nil }
    ) throws {
        (self.path, self.file, self.state) = (path, file, state)
        identity = Self.identities.add(1, ordering: .relaxed).newValue
        byteCount = try file.byteCount()
        let reader = try ArchiveReader(of: file, fill: fill)
        pyramid = reader.pyramid
        format = reader.format
        index = reader.index
        nameByteCount = reader.nameByteCount
        let first = TileAddress(level: 0, column: 0, row: 0)
        let entry = Self.entry(of: first, in: index, nameByteCount: nameByteCount)
        if let entry { try fill?(entry) }
        let extraByteCount = try entry?.extraByteCount(in: file) ?? 0
        self.extraByteCount = extraByteCount
        jpegQuality =
            format == .jpeg
            ? Self.quality(of: index, pyramid, in: file, nameByteCount: nameByteCount, extraByteCount, fill: fill) : nil
        self.fetching = fetching(reader, extraByteCount)
    }

    /// The quality of the first tile, which is one pixel. One that is damaged says so when it is asked for; here the first
    /// of the next level stands for it, so that what is made of the others does not change.
    private static func quality(
        of index: TileIndex, _ pyramid: Pyramid, in file: OpenFile, nameByteCount: Int, _ extraByteCount: Int,
        fill: ((StoredEntry) throws -> Void)?
    ) -> Int? {
        for level in 0...pyramid.nativeLevel {
            let address = TileAddress(level: level, column: 0, row: 0)
            guard let entry = entry(of: address, in: index, nameByteCount: nameByteCount), entry.byteCount < 1 << 20
            else { continue }
            try? fill?(entry)
            if let bytes = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile") {
                return JPEGQuality.quality(of: bytes)
            }
        }
        return nil
    }

    /// The stored bytes of a tile.
    ///
    /// - Returns: The bytes, which match their checksum; nil outside the grid and on the 2× level, which is not stored.
    /// - Throws: ``TileEngineError``: `damaged` where the bytes do not match, `io` where they cannot be read.
    /// - Complexity: O(*n*) in the number of bytes: one look-up, one read, one checksum.
    public func tile(_ address: TileAddress) throws -> [UInt8]? {
        guard let entry = Self.entry(of: address, in: index, nameByteCount: nameByteCount) else { return nil }
        if let fetching { return try tile(address, entry, fetching) }
        return try entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile \(address)")
    }

    /// Whether there is the same file under the archive's path as when it was opened, and nobody has written to it since.
    ///
    /// - Complexity: One call of the system.
    ///
    /// What is elsewhere never changes.
    public var isAsOpened: Bool { fetching != nil || FileState(path: path) == state }

    /// Reads the stored bytes of a tile if that needs no waiting: if the system holds them in memory already.
    ///
    /// - Parameters:
    ///   - address: A stored tile.
    ///   - buffer: Where the bytes go; it is as long as ``byteCount(of:)`` says.
    /// - Returns: Whether the buffer holds the tile, whose bytes match their checksum. If not, ``tile(_:)`` has the
    ///   tile or tells what is wrong with it.
    /// - Complexity: As ``tile(_:)``.
    public func readTileWithoutWaiting(_ address: TileAddress, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        Self.entry(of: address, in: index, nameByteCount: nameByteCount)?
            .readWithoutWaiting(from: file, expectedExtraByteCount: extraByteCount, into: buffer) ?? false
    }

    /// The CRC-32 of a tile's bytes, as the archive's directory has it; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func checksum(of address: TileAddress) -> UInt32? { index.place(of: address)?.checksum }

    /// The number of a tile's bytes; nil outside the grid and on the 2× level.
    ///
    /// - Complexity: O(1), without reading.
    public func byteCount(of address: TileAddress) -> Int? { index.place(of: address).map { Int($0.byteCount) } }

    /// Reads every tile and compares it with its checksum; of an archive that is elsewhere, those that are on this disk, and
    /// those that did not match when they were fetched.
    ///
    /// - Parameters:
    ///   - onRead: Told the size of each tile that was read; it may wait.
    ///   - isCancelled: Asked before each tile; once it says yes, the call throws `CancellationError`.
    /// - Throws: As ``tile(_:)``, for the first tile that is wrong.
    /// - Complexity: O(*n*) in the size of the archive, read from its beginning to its end.
    public func verify(onRead: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }) throws {
        if let fetching { return try verify(fetching, onRead: onRead, isCancelled: isCancelled) }
        for address in index.addressesByOffset {
            if isCancelled() { throw CancellationError() }
            onRead(try tile(address)?.count ?? 0)
        }
    }

    static func entry(of address: TileAddress, in index: TileIndex, nameByteCount: Int) -> StoredEntry? {
        guard let place = index.place(of: address) else { return nil }
        let digitCount =
            TileNameParser.digitCount(of: address.level) + TileNameParser.digitCount(of: address.column)
            + TileNameParser.digitCount(of: address.row)
        return StoredEntry(
            headerOffset: place.headerOffset, nameByteCount: nameByteCount + digitCount,
            byteCount: Int(place.byteCount), checksum: place.checksum)
    }
}
