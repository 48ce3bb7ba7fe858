/// The properties of a JPEG that its header states, read without a decoder.
///
/// A plain JPEG can be decoded with libjpeg alone. libvips, once started, takes more memory than slicing does, so this
/// type determines whether a file is plain.
///
/// Specifications: <https://www.w3.org/Graphics/JPEG/itu-t81.pdf>, annex B; EXIF 2.3, section 4.6.4, for the
/// orientation; ICC.1:2010, section B.4, for the profile.
struct JPEGHeader: Hashable, Sendable {
    /// The size in pixels as stored, before orientation is applied.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// The number of channels: 1 for grey, 3 for colour.
    private(set) var channels = 0
    /// Whether the data is in several scans, as in a progressive file, so that a decoder must hold the whole image.
    private(set) var hasSeveralScans = false
    /// The EXIF orientation, 1 (upright) to 8.
    private(set) var orientation = 1
    /// Whether the file has a colour profile.
    private(set) var hasColourProfile = false

    private var hasExif = false

    /// The maximum number of segments, and of stray bytes between them, before reading is abandoned.
    private static let mostSegments = 4096
    private static let mostStrayBytes = 1024

    /// Reads the header of a file. Returns nil if it is not grey or three-channel with 8 bits and Huffman coding, or
    /// cannot be parsed.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    /// - Complexity: O(*n*) in the number of segments, with one or two reads for each.
    init?(_ file: OpenFile) throws {
        guard try file.bytes(at: 0, count: 2) == [0xFF, 0xD8] else { return nil }
        var offset: Int64 = 2
        var strayByteCount = 0
        for _ in 0..<Self.mostSegments + Self.mostStrayBytes {
            let start = try file.bytes(at: offset, count: 20)
            guard start.count == 20 else { return nil }
            // Any number of fill bytes may precede a marker, and sloppy files contain other stray bytes.
            guard start[0] == 0xFF, start[1] != 0xFF, start[1] != 0 else {
                strayByteCount += 1
                guard strayByteCount <= Self.mostStrayBytes else { return nil }
                offset += 1
                continue
            }
            let byteCount = Int(start[2]) << 8 | Int(start[3])
            guard byteCount >= 2 else { return nil }
            switch start[1] {
            case 0xC0, 0xC1, 0xC2:
                guard readFrame(start) else { return nil }
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return nil
            case 0xDA:
                guard channels > 0 else { return nil }
                hasSeveralScans = hasSeveralScans || Int(start[4]) != channels
                return
            case 0xE1 where start[4...].starts(with: "Exif\0\0".utf8) && !hasExif:
                hasExif = true
                readExif(try file.bytes(at: offset + 10, count: max(0, byteCount - 8)))
            case 0xE2 where start[4...].starts(with: "ICC_PROFILE\0".utf8): hasColourProfile = true
            case 0x01, 0xD0...0xD9: return nil
            default: break
            }
            offset += Int64(2 + byteCount)
        }
        return nil
    }

    private mutating func readFrame(_ segment: [UInt8]) -> Bool {
        guard channels == 0, segment[4] == 8 else { return false }
        size = PixelSize(
            width: Int(segment[7]) << 8 | Int(segment[8]), height: Int(segment[5]) << 8 | Int(segment[6]))
        channels = Int(segment[9])
        hasSeveralScans = segment[1] == 0xC2
        return size.width > 0 && size.height > 0 && (channels == 1 || channels == 3)
    }

    /// Reads the orientation from the first EXIF directory, which has the format of TIFF. Invalid data is ignored.
    private mutating func readExif(_ tiff: [UInt8]) {
        let isBigEndian = tiff.starts(with: [0x4D, 0x4D, 0, 42])
        guard isBigEndian || tiff.starts(with: [0x49, 0x49, 42, 0]) else { return }
        func number16(at offset: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - 2 else { return nil }
            let value = tiff.uint16(at: offset)
            return Int(isBigEndian ? value.byteSwapped : value)
        }
        func number32(at offset: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - 4 else { return nil }
            let value = tiff.uint32(at: offset)
            return Int(isBigEndian ? value.byteSwapped : value)
        }
        guard let directory = number32(at: 4), let count = number16(at: directory) else { return }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = number16(at: offset) else { return }
            guard tag == 0x0112, number16(at: offset + 2) == 3, let value = number16(at: offset + 8) else { continue }
            if (1...8).contains(value) { orientation = value }
            return
        }
    }
}
