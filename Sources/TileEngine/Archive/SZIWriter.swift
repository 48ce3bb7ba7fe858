import Foundation

/// Writes an SZI archive tile by tile: a zip without compression that holds a Deep Zoom image.
///
/// Tiles may come in any order, and each exactly once. The archive becomes zip64 where it must: from 65,535 entries or
/// 4 GB on. The same tiles in the same order give the same bytes. A writer that is let go before ``finish()`` removes
/// its file. It is used from one thread at a time.
public struct SZIWriter: ~Copyable {
    private let file: OpenFile
    private let namePrefix: String
    private let descriptorName: String
    private let descriptor: DeepZoomDescriptor
    private var index: TileIndex
    /// What has not been written yet, and where it belongs.
    private var buffer: [UInt8] = []
    private var bufferOffset: Int64 = 0
    private var directory: [UInt8] = []
    private var entryCount: UInt64 = 0
    private var isFinished = false

    private static let bufferByteCount = 1 << 20

    /// Begins an archive.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist yet.
    ///   - stem: The name of the image inside the archive; the file's name without `.szi` when left out.
    ///   - pyramid: The pyramid that the tiles belong to.
    ///   - format: The encoding of the tiles.
    /// - Throws: ``TileEngineError``: `unreadable` where the file cannot be made, `io` where it cannot be written.
    public init(path: String, stem: String? = nil, pyramid: Pyramid, format: TileFormat) throws {
        let stem = ArchiveStem.safe(stem ?? ArchiveStem.of(path: path))
        file = try OpenFile.creating(path)
        namePrefix = "\(stem)/\(stem)_files/"
        descriptorName = "\(stem)/\(stem).dzi"
        descriptor = DeepZoomDescriptor(pyramid: pyramid, format: format)
        index = TileIndex(pyramid: pyramid)
    }

    deinit {
        if !isFinished { unlink(file.path) }
    }

    /// Adds one tile.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address outside the stored levels or one that was added
    ///   before, and for a tile that is empty or has 4 GB or more; `io` where it cannot be written.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func append(_ bytes: [UInt8], at address: TileAddress) throws {
        guard index.contains(address) else {
            throw TileEngineError(.outOfRange, path: file.path, "has no place for a tile \(address) in its pyramid")
        }
        guard let byteCount = UInt32(exactly: bytes.count), byteCount > 0, byteCount < .max else {
            throw TileEngineError(
                .outOfRange, path: file.path,
                "is given the tile \(address) of \(bytes.count) bytes, expected 1 to \(UInt32.max - 1)")
        }
        let place = TileIndex.Place(headerOffset: 0, byteCount: byteCount, checksum: 0)
        guard index.fill(address, with: place) else {
            throw TileEngineError(.outOfRange, path: file.path, "is given the tile \(address) twice")
        }
        try append(bytes, named: "\(namePrefix)\(address).\(descriptor.fileExtension)")
    }

    /// Ends the archive: writes its directory and makes the file durable.
    ///
    /// - Throws: ``TileEngineError``: `damaged` when a tile is missing, `io` where the file cannot be written; then the
    ///   file is removed.
    public consuming func finish() throws {
        if let missing = index.firstEmpty {
            throw TileEngineError(
                .damaged, path: file.path, "has not been given the tile \(missing), expected all \(index.count)")
        }
        try append(Array(descriptor.xml.utf8), named: descriptorName)
        let end = ZipEndRecords(
            directoryOffset: UInt64(clamping: position), directoryByteCount: UInt64(directory.count),
            entryCount: entryCount)
        try flush()
        try file.write(directory, at: position)
        try file.write(end.bytes, at: position + Int64(directory.count))
        try file.synchronize()
        isFinished = true
    }

    /// Leaves a hole up to an offset, which must lie ahead: for tests of what lies beyond 4 GB.
    package mutating func leaveHole(to offset: Int64) throws {
        try flush()
        bufferOffset = max(bufferOffset, offset)
    }

    /// The offset at which the next byte belongs.
    private var position: Int64 { bufferOffset + Int64(buffer.count) }

    private mutating func append(_ bytes: [UInt8], named name: String) throws {
        let record = ZipEntryRecord(
            name: Array(name.utf8),
            checksum: bytes.withUnsafeBytes { StoredEntry.checksum(of: $0) },
            byteCount: UInt32(clamping: bytes.count),
            headerOffset: UInt64(clamping: position))
        buffer += record.localHeader
        buffer += bytes
        directory += record.directoryEntry
        entryCount += 1
        if buffer.count >= Self.bufferByteCount { try flush() }
    }

    private mutating func flush() throws {
        try file.write(buffer, at: bufferOffset)
        bufferOffset += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// The name of an image inside its archive.
enum ArchiveStem {
    /// The file's name without `.szi`.
    static func of(path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.lowercased().hasSuffix(".szi") ? String(name.dropLast(4)) : name
    }

    /// The name in characters that are safe in any zip tool, folder and address: letters, digits, `-`, `_` and `.`.
    static func safe(_ name: String) -> String {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
        let safe = String(name.prefix(100).map { allowed.contains($0) ? $0 : "_" })
        return safe.isEmpty || safe.hasPrefix(".") ? "image" + safe : safe
    }
}
