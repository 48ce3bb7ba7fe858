/// What a JPEG says of itself before its first pixel, found without a decoder.
///
/// A plain JPEG needs nothing but libjpeg, and libvips, once started, takes more memory than slicing does; so whether a
/// file is plain is found out here.
///
/// Specifications: <https://www.w3.org/Graphics/JPEG/itu-t81.pdf>, annex B; EXIF 2.3, section 4.6.4, for the
/// orientation; ICC.1:2010, section B.4, for the profile.
struct JPEGHeader: Hashable, Sendable {
    /// The size as stored, before it is turned, in pixels.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// The number of channels: 1 for grey, 3 for colour.
    private(set) var channels = 0
    /// Whether the data comes in several scans, as in a progressive file, so that a decoder must hold all of it.
    private(set) var hasSeveralScans = false
    /// The EXIF orientation, 1 (upright) to 8.
    private(set) var orientation = 1
    /// Whether the file has a colour profile.
    private(set) var hasColourProfile = false

    private var hasExif = false

    /// How many segments are looked at, and how many bytes that are none are passed over, before a file is given up.
    private static let mostSegments = 4096
    private static let mostStrayBytes = 1024

    /// Reads the header of a file; nil for what is not grey or three channels of 8 bits in Huffman coding, or not
    /// understood.
    ///
    /// - Throws: ``TileEngineError`` of kind `io`.
    /// - Complexity: O(*n*) in the number of segments, each one or two reads.
    init?(_ file: OpenFile) throws {
        guard try file.bytes(at: 0, count: 2) == [0xFF, 0xD8] else { return nil }
        var offset: Int64 = 2
        var strayByteCount = 0
        for _ in 0..<Self.mostSegments + Self.mostStrayBytes {
            let start = try file.bytes(at: offset, count: 20)
            guard start.count == 20 else { return nil }
            // Before a marker there may be any number of fill bytes, and in sloppy files there are others.
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

    /// Takes the orientation from EXIF's first directory, which is that of a TIFF; what makes no sense is left alone.
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
