@testable import TileEngine

/// A zip file assembled byte by byte, so that a test can corrupt every part of it.
///
/// By default it resembles those of Python's `zipfile` with `ZIP_STORED`: made on Unix, with a date and attributes, and
/// without extra fields.
struct ZipFixture {
    struct Entry {
        var name: String
        var content: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        var checksum: UInt32?
        /// The size stated in the directory, if false.
        var statedByteCount: UInt32?
        var statedOffset: UInt32?
        /// The name in the header before the content, if different.
        var localName: String?
        var localExtra: [UInt8] = []
        var directoryExtra: [UInt8] = []
        /// Whether sizes and checksum follow the content, as in a zip that was written to a pipe.
        var hasDataDescriptor = false
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    var statedCount: UInt16?
    var statedDirectoryOffset: UInt32?
    var statedDirectoryByteCount: UInt32?

    /// Returns the archive of a pyramid with tiles of a few bytes each, which are never decoded.
    static func archive(
        width: Int = 600, height: Int = 300, tileSize: Int = 256, stem: String = "scan", fileExtension: String = "jpg"
    ) throws -> ZipFixture {
        let pyramid = try Pyramid(width: width, height: height, tileSize: tileSize)
        var descriptor = DeepZoomDescriptor(pyramid: pyramid, format: .jpeg)
        descriptor.fileExtension = fileExtension
        var entries = [Entry(name: "\(stem).dzi", content: Array(descriptor.xml.utf8))]
        for level in 0...pyramid.nativeLevel {
            for address in pyramid.addresses(atLevel: level) {
                entries.append(
                    Entry(name: "\(stem)_files/\(address).\(fileExtension)", content: content(of: address)))
            }
        }
        return ZipFixture(entries: entries)
    }

    static func content(of address: TileAddress) -> [UInt8] { Array("tile \(address)".utf8) }

    /// Changes the first entry whose name has this suffix.
    mutating func change(_ suffix: String, _ body: (inout Entry) -> Void) {
        guard let index = entries.firstIndex(where: { $0.name.hasSuffix(suffix) }) else { return }
        body(&entries[index])
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = UInt32(bytes.count)
            let checksum = entry.checksum ?? entry.content.withUnsafeBytes { StoredEntry.checksum(of: $0) }
            let byteCount = entry.statedByteCount ?? UInt32(entry.content.count)
            let flags = entry.flags | (entry.hasDataDescriptor ? 8 : 0)
            let localName = Array((entry.localName ?? entry.name).utf8)
            bytes.append(littleEndian: 0x0403_4B50 as UInt32)
            Self.append(
                to: &bytes, flags: flags, method: entry.method, checksum: entry.hasDataDescriptor ? 0 : checksum,
                byteCount: entry.hasDataDescriptor ? 0 : byteCount)
            bytes.append(littleEndian: UInt16(localName.count))
            bytes.append(littleEndian: UInt16(entry.localExtra.count))
            bytes += localName + entry.localExtra + entry.content
            if entry.hasDataDescriptor {
                for value in [0x0807_4B50, checksum, byteCount, byteCount] { bytes.append(littleEndian: value) }
            }
            directory.append(littleEndian: 0x0201_4B50 as UInt32)
            directory.append(littleEndian: 0x0314 as UInt16)
            Self.append(to: &directory, flags: flags, method: entry.method, checksum: checksum, byteCount: byteCount)
            directory.append(littleEndian: UInt16(entry.name.utf8.count))
            directory.append(littleEndian: UInt16(entry.directoryExtra.count))
            directory += [0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x01]
            directory.append(littleEndian: entry.statedOffset ?? offset)
            directory += Array(entry.name.utf8) + entry.directoryExtra
        }
        let start = UInt32(bytes.count)
        bytes += directory
        bytes.append(littleEndian: 0x0605_4B50 as UInt32)
        bytes.append(littleEndian: 0 as UInt32)
        for _ in 0..<2 { bytes.append(littleEndian: statedCount ?? UInt16(clamping: entries.count)) }
        bytes.append(littleEndian: statedDirectoryByteCount ?? UInt32(directory.count))
        bytes.append(littleEndian: statedDirectoryOffset ?? start)
        bytes.append(littleEndian: UInt16(comment.count))
        return bytes + comment
    }

    private static func append(
        to bytes: inout [UInt8], flags: UInt16, method: UInt16, checksum: UInt32, byteCount: UInt32
    ) {
        bytes.append(littleEndian: 20 as UInt16)
        bytes.append(littleEndian: flags)
        bytes.append(littleEndian: method)
        bytes.append(littleEndian: 0x6B2A as UInt16)
        bytes.append(littleEndian: 0x5A1B as UInt16)
        bytes.append(littleEndian: checksum)
        bytes.append(littleEndian: byteCount)
        bytes.append(littleEndian: byteCount)
    }
}
