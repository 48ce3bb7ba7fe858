/// Reads and validates an archive's directory: it must be the intact archive of a complete pyramid.
///
/// Archives are untrusted. Every number in one is checked against the file before memory is allocated or an offset
/// computed from it.
struct ArchiveReader {
    let pyramid: Pyramid
    let format: TileFormat
    let index: TileIndex

    private static let longestDescriptor: UInt64 = 1 << 16

    /// Reads the directory of an archive.
    ///
    /// - Parameter fill: Fetches a part of the file that may not be present yet.
    /// - Throws: The errors of ``TileArchive/init(path:)``.
    init(of file: OpenFile, fill: ((StoredEntry) throws -> Void)? = nil) throws {
        let directory = try ZipDirectory(of: file)
        let (stem, descriptor) = try Self.descriptor(in: directory, of: file, fill: fill)
        guard let format = TileFormat(fileExtension: descriptor.fileExtension) else {
            throw file.error(
                .unsupported,
                "has tiles of the format “\(descriptor.fileExtension.prefix(20))”, expected jpg, webp or png")
        }
        guard descriptor.overlap == 0 else {
            throw file.error(.unsupported, "has tiles that overlap by \(descriptor.overlap) pixels, expected 0")
        }
        do {
            pyramid = try Pyramid(
                width: descriptor.width, height: descriptor.height, tileSize: descriptor.tileSize)
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: file.path, "has \(error.reason)")
        }
        // Checked before any allocation, because a descriptor can state any size.
        guard Int64(pyramid.storedTileCount) <= directory.entryCount else {
            throw file.error(
                .damaged,
                "has \(directory.entryCount) entries, expected \(pyramid.storedTileCount) tiles for \(pyramid.size)")
        }
        self.format = format
        let names = TileNameParser(
            prefix: stem + Array("_files/".utf8), suffix: Array(".\(descriptor.fileExtension)".utf8))
        index = try Self.index(of: directory, in: file, pyramid: pyramid, names: names)
    }

    private static func index(
        of directory: ZipDirectory, in file: OpenFile, pyramid: Pyramid, names: TileNameParser
    ) throws -> TileIndex {
        var index = TileIndex(pyramid: pyramid, nameByteCount: names.fixedByteCount)
        // No tile encoding is larger than twice its pixels plus a profile.
        let longest = UInt64(pyramid.tileSize * pyramid.tileSize * 8 + (1 << 20))
        try directory.forEachEntry { entry in
            guard let address = names.address(of: entry.name) else { return }
            try checkIsStored(entry, in: file)
            guard let byteCount = UInt32(exactly: entry.byteCount), (1...longest).contains(entry.byteCount) else {
                throw file.error(
                    .damaged, "has the tile \(address) of \(entry.byteCount) bytes, expected 1 to \(longest)")
            }
            let place = TileIndex.Place(
                headerOffset: entry.headerOffset, byteCount: byteCount, checksum: entry.checksum)
            guard index.fill(address, with: place) else {
                let fault = index.place(of: address) != nil ? "twice" : "outside the grid of \(pyramid.size)"
                throw file.error(.damaged, "has the tile \(address) \(fault)")
            }
        }
        if let missing = index.firstEmpty {
            throw file.error(
                .damaged, "has no tile \(missing), expected all \(index.count) of the pyramid of \(pyramid.size)")
        }
        return index
    }

    /// Finds the single descriptor, and checks every entry on the way.
    ///
    /// - Returns: The descriptor's name without its extension, and its content.
    private static func descriptor(
        in directory: ZipDirectory, of file: OpenFile, fill: ((StoredEntry) throws -> Void)?
    ) throws -> (stem: [UInt8], DeepZoomDescriptor) {
        var found: (stem: [UInt8], entry: StoredEntry)?
        var extents: [Range<UInt64>] = []
        try directory.forEachEntry { entry in
            guard isSafe(entry.name) else {
                throw file.error(.damaged, "has the entry \(entry.quotedName), expected a name within the archive")
            }
            extents.append(try extent(of: entry, directory: directory, file: file))
            guard entry.name.suffix(4).elementsEqual(".dzi".utf8) else { return }
            guard found == nil else {
                throw file.error(.damaged, "has several .dzi files, expected one")
            }
            try checkIsStored(entry, in: file)
            guard entry.byteCount <= longestDescriptor else {
                throw file.error(
                    .damaged, "has a .dzi of \(entry.byteCount) bytes, expected at most \(longestDescriptor)")
            }
            let stored = StoredEntry(
                headerOffset: entry.headerOffset, nameByteCount: entry.name.count, byteCount: Int(entry.byteCount),
                checksum: entry.checksum)
            found = (Array(entry.name.dropLast(4)), stored)
        }
        try checkDisjoint(&extents, in: file)
        guard let (stem, entry) = found else {
            throw file.error(.damaged, "has no .dzi file, expected the one of an SZI archive")
        }
        try fill?(entry)
        let xml = try entry.read(from: file, expectedExtraByteCount: 0, name: ".dzi")
        return (stem, try DeepZoomDescriptor(xml: xml, path: file.path))
    }

    /// Returns the byte range of the archive that an entry occupies: its header, its name and its content.
    private static func extent(
        of entry: ZipDirectory.Entry, directory: ZipDirectory, file: OpenFile
    ) throws -> Range<UInt64> {
        let limit = UInt64(directory.offset)
        let head = UInt64(StoredEntry.headByteCount + entry.name.count)
        guard entry.headerOffset <= limit, entry.storedByteCount <= limit,
            entry.headerOffset + head + entry.storedByteCount <= limit
        else {
            throw file.error(
                .damaged,
                "has the entry \(entry.quotedName) of \(entry.storedByteCount) bytes at \(entry.headerOffset), "
                    + "expected one within the first \(limit) bytes")
        }
        return entry.headerOffset..<entry.headerOffset + head + entry.storedByteCount
    }

    private static func checkDisjoint(_ extents: inout [Range<UInt64>], in file: OpenFile) throws {
        extents.sort { $0.lowerBound < $1.lowerBound }
        for (former, latter) in zip(extents, extents.dropFirst()) where latter.lowerBound < former.upperBound {
            throw file.error(
                .damaged,
                "has an entry at byte \(latter.lowerBound) inside another that ends at \(former.upperBound), "
                    + "expected no overlap")
        }
    }

    private static func checkIsStored(_ entry: ZipDirectory.Entry, in file: OpenFile) throws {
        guard entry.method == 0, !entry.isEncrypted, entry.storedByteCount == entry.byteCount else {
            throw file.error(
                .unsupported, "has the entry \(entry.quotedName) compressed or encrypted, expected it stored as it is")
        }
    }

    /// Returns whether a name stays within the folder into which an archive is unpacked, on any system.
    private static func isSafe(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = name.first, first != UInt8(ascii: "/") else { return false }
        var dotCount = 0
        var length = 0
        for byte in name {
            switch byte {
            case 0, UInt8(ascii: "\\"): return false
            case UInt8(ascii: "/"):
                if dotCount == 2, length == 2 { return false }
                dotCount = 0
                length = 0
            default:
                if byte == UInt8(ascii: ".") { dotCount += 1 }
                length += 1
            }
        }
        return !(dotCount == 2 && length == 2)
    }
}
