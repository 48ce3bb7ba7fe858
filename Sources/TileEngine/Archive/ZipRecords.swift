import CCRC32

/// One uncompressed entry of a zip file being written.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, sections 4.3.7 and 4.3.12.
package struct ZipEntryRecord {
    var name: [UInt8]
    var checksum: UInt32
    var byteCount: UInt32
    var headerOffset: UInt64

    /// - Parameters:
    ///   - name: The entry's path, with slashes.
    ///   - checksum: The CRC-32 of the content; see ``checksum(of:)``.
    ///   - byteCount: The size of the content in bytes, less than 4 GB.
    ///   - headerOffset: The offset of ``localHeader`` in the file.
    package init(name: [UInt8], checksum: UInt32, byteCount: UInt32, headerOffset: UInt64) {
        (self.name, self.checksum, self.byteCount) = (name, checksum, byteCount)
        self.headerOffset = headerOffset
    }

    /// Returns the CRC-32 of an entry's content.
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 { StoredEntry.checksum(of: bytes) }

    /// Returns the CRC-32 of content with a further piece appended.
    package static func checksum(_ former: UInt32, followedBy piece: UnsafeRawBufferPointer) -> UInt32 {
        ccrc32_joined(former, checksum(of: piece), piece.count)
    }

    /// The "version needed" values: 1.0 for plain entries, 4.5 for zip64.
    private static let plainVersion: UInt16 = 10
    static let largeVersion: UInt16 = 45

    /// Whether the offset needs zip64. The size never does, because a tile of 4 GB is rejected.
    private var isFar: Bool { headerOffset >= UInt64(UInt32.max) }

    /// The local file header, which precedes the content.
    package var localHeader: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(StoredEntry.headByteCount + name.count)
        bytes.append(littleEndian: 0x0403_4B50 as UInt32)
        appendSharedFields(to: &bytes, version: Self.plainVersion)
        bytes.append(littleEndian: 0 as UInt16)  // extra bytes
        bytes += name
        return bytes
    }

    /// The entry's record in the central directory.
    package var directoryEntry: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(58 + name.count)
        bytes.append(littleEndian: 0x0201_4B50 as UInt32)
        bytes.append(littleEndian: Self.largeVersion)  // made by
        appendSharedFields(to: &bytes, version: isFar ? Self.largeVersion : Self.plainVersion)
        bytes.append(littleEndian: isFar ? 12 : 0 as UInt16)  // extra bytes
        bytes.append(littleEndian: 0 as UInt16)  // comment
        bytes.append(littleEndian: 0 as UInt16)  // disk
        bytes.append(littleEndian: 0 as UInt16)  // internal attributes
        bytes.append(littleEndian: 0 as UInt32)  // external attributes
        bytes.append(littleEndian: isFar ? UInt32.max : UInt32(truncatingIfNeeded: headerOffset))
        bytes += name
        if isFar {
            bytes.append(littleEndian: 1 as UInt16)
            bytes.append(littleEndian: 8 as UInt16)
            bytes.append(littleEndian: headerOffset)
        }
        return bytes
    }

    /// Appends the fields from "version needed" to the length of the name.
    private func appendSharedFields(to bytes: inout [UInt8], version: UInt16) {
        bytes.append(littleEndian: version)
        bytes.append(littleEndian: 0 as UInt16)  // flags
        bytes.append(littleEndian: 0 as UInt16)  // stored
        // The earliest zip timestamp, 1 January 1980, so that the same tiles always produce the same bytes.
        bytes.append(littleEndian: 0 as UInt16)
        bytes.append(littleEndian: 0x21 as UInt16)
        bytes.append(littleEndian: checksum)
        bytes.append(littleEndian: byteCount)
        bytes.append(littleEndian: byteCount)
        bytes.append(littleEndian: UInt16(clamping: name.count))
    }
}

/// The records at the end of a zip file, after its directory.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, sections 4.3.14 to 4.3.16.
package struct ZipEndRecords {
    var directoryOffset: UInt64
    var directoryByteCount: UInt64
    var entryCount: UInt64

    /// - Parameters:
    ///   - directoryOffset: The offset of the directory, which these records follow.
    ///   - directoryByteCount: The size of the directory in bytes.
    ///   - entryCount: The number of entries in the directory.
    package init(directoryOffset: UInt64, directoryByteCount: UInt64, entryCount: UInt64) {
        (self.directoryOffset, self.directoryByteCount) = (directoryOffset, directoryByteCount)
        self.entryCount = entryCount
    }

    /// Whether a value does not fit into the plain record, where the maximum value refers to zip64.
    private var isLarge: Bool {
        entryCount >= UInt64(UInt16.max) || directoryOffset >= UInt64(UInt32.max)
            || directoryByteCount >= UInt64(UInt32.max)
    }

    /// The plain end record, preceded by the zip64 records if they are needed.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if isLarge {
            bytes.append(littleEndian: 0x0606_4B50 as UInt32)
            bytes.append(littleEndian: 44 as UInt64)  // bytes of this record that follow
            bytes.append(littleEndian: ZipEntryRecord.largeVersion)
            bytes.append(littleEndian: ZipEntryRecord.largeVersion)
            bytes.append(littleEndian: 0 as UInt64)  // disks
            bytes.append(littleEndian: entryCount)
            bytes.append(littleEndian: entryCount)
            bytes.append(littleEndian: directoryByteCount)
            bytes.append(littleEndian: directoryOffset)

            bytes.append(littleEndian: 0x0706_4B50 as UInt32)
            bytes.append(littleEndian: 0 as UInt32)  // disk
            bytes.append(littleEndian: directoryOffset + directoryByteCount)
            bytes.append(littleEndian: 1 as UInt32)  // disks
        }
        bytes.append(littleEndian: 0x0605_4B50 as UInt32)
        bytes.append(littleEndian: 0 as UInt32)  // disks
        bytes.append(littleEndian: UInt16(clamping: entryCount))
        bytes.append(littleEndian: UInt16(clamping: entryCount))
        bytes.append(littleEndian: UInt32(clamping: directoryByteCount))
        bytes.append(littleEndian: UInt32(clamping: directoryOffset))
        bytes.append(littleEndian: 0 as UInt16)  // comment
        return bytes
    }
}

/// Little-endian integers, as in zip files. The caller has checked the bounds.
extension UnsafeRawBufferPointer {
    func uint16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension ArraySlice<UInt8> {
    /// The bytes, at most eight, as one big-endian integer.
    var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension [UInt8] {
    func uint16(at offset: Int) -> UInt16 { withUnsafeBytes { $0.uint16(at: offset) } }
    func uint32(at offset: Int) -> UInt32 { withUnsafeBytes { $0.uint32(at: offset) } }
    func uint64(at offset: Int) -> UInt64 { withUnsafeBytes { $0.uint64(at: offset) } }

    /// Appends an integer in little-endian order.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
