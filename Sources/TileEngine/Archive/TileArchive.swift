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
    private let file: OpenFile
    private let index: TileIndex
    /// The length of a tile's name less the digits of its address.
    private let nameByteCount: Int
    /// How many extra bytes come between a tile's name and its content, as the first tile has it.
    private let extraByteCount: Int

    /// Opens an archive.
    ///
    /// - Throws: ``TileEngineError``: `unreadable` for a file that cannot be opened, `damaged` for one that is no
    ///   sound archive of a complete pyramid, `unsupported` for compressed or encrypted tiles, an overlap, or a tile
    ///   format that is none of ``TileFormat``.
    /// - Complexity: O(*n*) in the number of entries; 16 bytes of memory a tile.
    public init(path: String) throws {
        self.path = path
        identity = Self.identities.add(1, ordering: .relaxed).newValue
        file = try OpenFile.forReading(path, expected: "an SZI archive")
        byteCount = try file.byteCount()
        state = FileState(path: path)
        let reader = try ArchiveReader(of: file)
        pyramid = reader.pyramid
        format = reader.format
        index = reader.index
        nameByteCount = reader.namePrefixByteCount + reader.fileExtensionByteCount + "/_.".utf8.count
        let first = TileAddress(level: 0, column: 0, row: 0)
        let entry = Self.entry(of: first, in: index, nameByteCount: nameByteCount)
        let extraByteCount = try entry?.extraByteCount(in: file) ?? 0
        self.extraByteCount = extraByteCount
        jpegQuality =
            format == .jpeg
            ? Self.quality(of: index, pyramid, in: file, nameByteCount: nameByteCount, extraByteCount) : nil
    }

    /// The quality of the first tile, which is one pixel. One that is damaged says so when it is asked for; here the first
    /// of the next level stands for it, so that what is made of the others does not change.
    private static func quality(
        of index: TileIndex, _ pyramid: Pyramid, in file: OpenFile, nameByteCount: Int, _ extraByteCount: Int
    ) -> Int? {
        for level in 0...pyramid.nativeLevel {
            let address = TileAddress(level: level, column: 0, row: 0)
            if let entry = entry(of: address, in: index, nameByteCount: nameByteCount), entry.byteCount < 1 << 20,
                let bytes = try? entry.read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile")
            {
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
        try Self.entry(of: address, in: index, nameByteCount: nameByteCount)?
            .read(from: file, expectedExtraByteCount: extraByteCount, name: "the tile \(address)")
    }

    /// Whether there is the same file under the archive's path as when it was opened, and nobody has written to it since.
    ///
    /// - Complexity: One call of the system.
    public var isAsOpened: Bool { FileState(path: path) == state }

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

    /// Reads every tile and compares it with its checksum.
    ///
    /// - Parameters:
    ///   - onRead: Told the size of each tile that was read; it may wait.
    ///   - isCancelled: Asked before each tile; once it says yes, the call throws `CancellationError`.
    /// - Throws: As ``tile(_:)``, for the first tile that is wrong.
    /// - Complexity: O(*n*) in the size of the archive, read from its beginning to its end.
    public func verify(onRead: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }) throws {
        for address in index.addressesByOffset {
            if isCancelled() { throw CancellationError() }
            onRead(try tile(address)?.count ?? 0)
        }
    }

    private static func entry(of address: TileAddress, in index: TileIndex, nameByteCount: Int) -> StoredEntry? {
        guard let place = index.place(of: address) else { return nil }
        let digitCount =
            TileNameParser.digitCount(of: address.level) + TileNameParser.digitCount(of: address.column)
            + TileNameParser.digitCount(of: address.row)
        return StoredEntry(
            headerOffset: place.headerOffset, nameByteCount: nameByteCount + digitCount,
            byteCount: Int(place.byteCount), checksum: place.checksum)
    }
}
