/// The central directory at the end of a zip file.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, sections 4.3.12 to 4.3.16 and 4.5.3.
/// The directory is read in pieces, so that a forged one costs no more memory than a valid one.
struct ZipDirectory {
    /// The offset of the directory. All content precedes it.
    let offset: Int64
    /// The size of the directory in bytes.
    let byteCount: Int64
    /// The number of entries.
    let entryCount: Int64
    private let file: OpenFile

    /// One entry, valid only during the callback that receives it.
    struct Entry {
        let name: UnsafeRawBufferPointer
        let isEncrypted: Bool
        /// The compression method; 0 if the content is stored uncompressed.
        let method: UInt16
        let checksum: UInt32
        let storedByteCount: UInt64
        let byteCount: UInt64
        let headerOffset: UInt64

        /// The quoted name for error messages.
        var quotedName: String { "“\(TileEngineError.oneLine(String(decoding: name.prefix(80), as: UTF8.self)))”" }
    }

    private static let entryHeadByteCount = 46
    private static let chunkByteCount = 1 << 20
    private static let sentinel16 = UInt64(UInt16.max)
    private static let sentinel32 = UInt64(UInt32.max)

    /// Locates the directory of a file.
    ///
    /// - Throws: ``TileEngineError``: `damaged` if there is none, or it does not fit into the file.
    init(of file: OpenFile) throws {
        self.file = file
        let fileByteCount = try file.byteCount()
        let (end, record) = try Self.endRecord(of: file, byteCount: fileByteCount)
        guard record.uint16(at: 4) == 0, record.uint16(at: 6) == 0 else {
            throw file.error(.unsupported, "is one part of a split zip, expected a whole one")
        }
        var count = UInt64(record.uint16(at: 10))
        var size = UInt64(record.uint32(at: 12))
        var start = UInt64(record.uint32(at: 16))
        var limit = end
        if count == Self.sentinel16 || size == Self.sentinel32 || start == Self.sentinel32,
            let (position, large) = try Self.largeEndRecord(of: file, before: end)
        {
            count = large.uint64(at: 32)
            size = large.uint64(at: 40)
            start = large.uint64(at: 48)
            limit = position
        }
        guard
            let offset = Int64(exactly: start), let byteCount = Int64(exactly: size),
            let entryCount = Int64(exactly: count), offset <= limit, byteCount <= limit - offset
        else {
            throw file.error(
                .damaged,
                "has a zip directory of \(size) bytes at \(start), expected one within the \(fileByteCount) of the file"
            )
        }
        guard entryCount <= byteCount / Int64(Self.entryHeadByteCount) else {
            throw file.error(
                .damaged,
                "has a zip directory of \(byteCount) bytes for \(count) entries, expected at least 46 for each")
        }
        self.offset = offset
        self.byteCount = byteCount
        self.entryCount = entryCount
    }

    /// Calls the body with each entry in the order of the directory.
    ///
    /// - Throws: Any error thrown by `body`; ``TileEngineError`` `damaged` for an invalid entry.
    /// - Complexity: O(*n*) in the number of entries. Memory for one piece of the directory.
    func forEachEntry(_ body: (Entry) throws -> Void) throws {
        var position: Int64 = 0
        var chunk: [UInt8] = []
        var chunkStart: Int64 = 0
        // The longest entry has a name, an extra field and a comment of 65,535 bytes each.
        let longest = Int64(Self.entryHeadByteCount + 3 * Int(UInt16.max))
        for index in 0..<entryCount {
            let needed = min(longest, byteCount - position)
            if position + needed > chunkStart + Int64(chunk.count) {
                chunkStart = position
                let wanted = min(Int64(Self.chunkByteCount), byteCount - position)
                chunk = try file.bytes(at: offset + position, count: Int(wanted))
            }
            let used = try chunk.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer.dropFirst(Int(position - chunkStart)))
                guard let (entry, used) = Self.entry(in: rest) else {
                    throw file.error(
                        .damaged,
                        "has a broken zip directory at entry \(index + 1) of \(entryCount), expected a file header")
                }
                try body(entry)
                return used
            }
            position += Int64(used)
        }
        guard position == byteCount else {
            throw file.error(
                .damaged,
                "has a zip directory of \(byteCount) bytes, of which its \(entryCount) entries use \(position)")
        }
    }

    /// Parses the first entry; returns nil if it is invalid or incomplete.
    private static func entry(in bytes: UnsafeRawBufferPointer) -> (Entry, byteCount: Int)? {
        guard bytes.count >= entryHeadByteCount, bytes.uint32(at: 0) == 0x0201_4B50 else { return nil }
        let nameCount = Int(bytes.uint16(at: 28))
        let extraCount = Int(bytes.uint16(at: 30))
        let total = entryHeadByteCount + nameCount + extraCount + Int(bytes.uint16(at: 32))
        guard bytes.count >= total else { return nil }
        let name = UnsafeRawBufferPointer(rebasing: bytes[entryHeadByteCount..<entryHeadByteCount + nameCount])
        let extraStart = entryHeadByteCount + nameCount
        let extra = UnsafeRawBufferPointer(rebasing: bytes[extraStart..<extraStart + extraCount])

        var byteCount = UInt64(bytes.uint32(at: 24))
        var stored = UInt64(bytes.uint32(at: 20))
        var offset = UInt64(bytes.uint32(at: 42))
        if byteCount == sentinel32 || stored == sentinel32 || offset == sentinel32 {
            guard var large = zip64Field(of: extra) else { return nil }
            // The field contains only the values that did not fit, in this order.
            func replace(_ number: inout UInt64) -> Bool {
                guard number == sentinel32 else { return true }
                guard large.count >= 8 else { return false }
                number = large.uint64(at: 0)
                large = UnsafeRawBufferPointer(rebasing: large.dropFirst(8))
                return true
            }
            guard replace(&byteCount), replace(&stored), replace(&offset) else { return nil }
        }
        let entry = Entry(
            name: name, isEncrypted: bytes.uint16(at: 8) & 1 != 0, method: bytes.uint16(at: 10),
            checksum: bytes.uint32(at: 16), storedByteCount: stored, byteCount: byteCount, headerOffset: offset)
        return (entry, total)
    }

    private static func zip64Field(of extra: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        var position = 0
        while position + 4 <= extra.count {
            let count = Int(extra.uint16(at: position + 2))
            guard position + 4 + count <= extra.count else { return nil }
            if extra.uint16(at: position) == 1 {
                return UnsafeRawBufferPointer(rebasing: extra[position + 4..<position + 4 + count])
            }
            position += 4 + count
        }
        return nil
    }

    /// Returns the end record and its offset. Only a comment, whose length the record states, may follow it.
    private static func endRecord(of file: OpenFile, byteCount: Int64) throws -> (Int64, [UInt8]) {
        let recordCount = 22
        let searched = min(byteCount, Int64(recordCount + Int(UInt16.max)))
        let tail = try file.bytes(at: byteCount - searched, count: Int(searched))
        var index = tail.count - recordCount
        while index >= 0 {
            if tail[index] == 0x50, tail.uint32(at: index) == 0x0605_4B50,
                index + recordCount + Int(tail.uint16(at: index + 20)) == tail.count
            {
                return (byteCount - Int64(tail.count - index), Array(tail[index...]))
            }
            index -= 1
        }
        throw file.error(.damaged, "has no zip directory at its end, expected a whole SZI archive")
    }

    /// Returns the zip64 end record and its offset, if there is a locator for it.
    private static func largeEndRecord(of file: OpenFile, before end: Int64) throws -> (Int64, [UInt8])? {
        let locatorCount: Int64 = 20
        guard end >= locatorCount else { return nil }
        let locator = try file.bytes(at: end - locatorCount, count: Int(locatorCount))
        guard locator.count == Int(locatorCount), locator.uint32(at: 0) == 0x0706_4B50 else { return nil }
        let recordCount: Int64 = 56
        guard let position = Int64(exactly: locator.uint64(at: 8)), position <= end - locatorCount - recordCount else {
            throw file.error(.damaged, "has a zip64 locator that points outside the file")
        }
        let record = try file.bytes(at: position, count: Int(recordCount))
        guard record.count == Int(recordCount), record.uint32(at: 0) == 0x0606_4B50 else {
            throw file.error(.damaged, "has a zip64 locator that does not point to a zip64 record")
        }
        return (position, record)
    }
}

/// The location of an archive's directory, which must be read before any tile.
public enum ArchiveDirectory {
    /// Returns the byte range from the directory to the end of the archive.
    ///
    /// - Throws: ``TileEngineError`` for a file that cannot be read or has no directory.
    /// - Complexity: One read at the end of the file.
    public static func range(ofArchive path: String) throws -> Range<Int64> {
        let file = try OpenFile.forReading(path, expected: "an SZI archive")
        return try ZipDirectory(of: file).offset..<file.byteCount()
    }
}
