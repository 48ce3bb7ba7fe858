/// The name of an image inside its archive, derived from the archive's path.
enum ArchiveStem {
    /// Returns the file's name without `.szi`.
    static func of(path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.lowercased().hasSuffix(".szi") ? String(name.dropLast(4)) : name
    }

    /// Returns the name restricted to characters that are safe in any zip tool, folder and URL: letters, digits, `-`,
    /// `_` and `.`.
    static func safe(_ name: String) -> String {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
        let safe = String(name.prefix(100).map { allowed.contains($0) ? $0 : "_" })
        return safe.isEmpty || safe.hasPrefix(".") ? "image" + safe : safe
    }
}

/// The names of an archive's entries.
struct EntryNames: Hashable, Sendable {
    /// The name of the image.
    let stem: String
    /// The extension of its tiles, without the dot.
    let fileExtension: String

    /// The name of the descriptor's entry.
    var descriptor: String { "\(stem)/\(stem).dzi" }

    /// Returns the name of a tile's entry.
    func tile(_ address: TileAddress) -> String { "\(stem)/\(stem)_files/\(address).\(fileExtension)" }

    /// The length of a tile's name without the digits of its address, three in `0/0_0`.
    var tileFixedByteCount: Int { tile(TileAddress(level: 0, column: 0, row: 0)).utf8.count - 3 }
}

/// Neighbouring tiles of a row in the form in which the archive stores them, each preceded by its header.
struct TileChunk: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The tiles' records, with offsets relative to the chunk.
    private(set) var records: [ZipEntryRecord] = []
    /// The address of the first tile. The others are its neighbours to the right.
    let first: TileAddress?
    /// Whether this is the last chunk of its row.
    var endsRow = false

    /// Creates an empty chunk and reserves capacity in bytes.
    ///
    /// - Parameter first: The address of the first tile, or nil for an entry that is not a tile.
    init(first: TileAddress? = nil, capacity: Int = 0) {
        self.first = first
        bytes.reserveCapacity(capacity)
    }

    /// Adds a tile.
    mutating func append(_ tile: UnsafeRawBufferPointer, named name: String) throws {
        guard let byteCount = UInt32(exactly: tile.count), byteCount > 0, byteCount < .max else {
            throw TileEngineError(
                .outOfRange, "the tile \(name) has \(tile.count) bytes, expected 1 to \(UInt32.max - 1)")
        }
        let record = ZipEntryRecord(
            name: Array(name.utf8), checksum: StoredEntry.checksum(of: tile), byteCount: byteCount,
            headerOffset: UInt64(clamping: bytes.count))
        bytes += record.localHeader
        bytes.append(contentsOf: tile)
        records.append(record)
    }
}

/// Writes an SZI archive chunk by chunk, in the order given. Only one thread at a time may use it.
struct StripArchive: ~Copyable {
    private let file: OpenFile
    private let destination: String
    private let names: EntryNames
    private let descriptor: DeepZoomDescriptor
    private let growing: GrowingPyramid?
    private var position: Int64
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0

    /// Begins an archive in an empty file. Errors name its final path, `destination`.
    ///
    /// - Parameter position: The offset at which the archive begins, after a hole. Used to test archives beyond 4 GB.
    init(
        file: OpenFile, destination: String, names: EntryNames, descriptor: DeepZoomDescriptor,
        growing: GrowingPyramid? = nil, position: Int64 = 0
    ) {
        self.file = file
        self.destination = destination
        self.names = names
        self.descriptor = descriptor
        self.growing = growing
        self.position = position
    }

    /// Adds tiles.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    mutating func append(_ chunk: TileChunk) throws {
        try write(chunk.bytes, at: position)
        for var record in chunk.records {
            record.headerOffset += UInt64(clamping: position)
            directory += record.directoryEntry
        }
        if let growing, let first = chunk.first {
            growing.note(first, chunk.records, offset: UInt64(clamping: position), endsRow: chunk.endsRow)
        }
        entryCount += UInt64(chunk.records.count)
        position += Int64(chunk.bytes.count)
    }

    /// Writes the descriptor and the directory. The caller must flush the file to disk.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    mutating func finish() throws {
        var chunk = TileChunk()
        try Array(descriptor.xml.utf8).withUnsafeBytes { try chunk.append($0, named: names.descriptor) }
        try append(chunk)
        let end = ZipEndRecords(
            directoryOffset: UInt64(clamping: position), directoryByteCount: UInt64(directory.count),
            entryCount: entryCount)
        try write(directory, at: position)
        try write(end.bytes, at: position + Int64(directory.count))
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws {
        do {
            try file.write(bytes, at: offset)
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: destination, error.reason)
        }
    }
}

/// Buffers chunks that arrive in any order and returns them in archive order.
struct ChunkOrder {
    /// The position of a chunk in the archive.
    struct Place: Hashable {
        /// The rank of the chunk's row of tiles; see ``HalvingOrder``.
        var rank: Int
        /// The index of the chunk's lane in the row.
        var lane: Int
    }

    /// The position of the first chunk that is not yet in the archive.
    private(set) var next = Place(rank: 0, lane: 0)
    private var arrived: [Place: TileChunk] = [:]

    /// Adds a chunk that has arrived.
    mutating func insert(_ chunk: TileChunk, at place: Place) { arrived[place] = chunk }

    /// Removes and returns the next chunk, if it has arrived.
    mutating func takeNext() -> TileChunk? { arrived.removeValue(forKey: next) }

    /// Records that the returned chunk is in the archive.
    mutating func advance(past chunk: TileChunk) {
        next = chunk.endsRow ? Place(rank: next.rank + 1, lane: 0) : Place(rank: next.rank, lane: next.lane + 1)
    }
}
