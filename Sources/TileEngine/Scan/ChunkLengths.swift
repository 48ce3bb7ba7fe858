/// Checks that the chunks of a file do not claim more bytes than the file contains.
///
/// A chunk states its length before its content, and some decoders allocate that much at once: libpng 1.6 allocates 1.1
/// GB for a file of 57 bytes. Lengths are therefore compared with the file size before any decoder sees the file.
/// Formats not checked here have no such lengths, or only small ones: a JPEG segment's has 16 bits, a GIF block's 8.
struct ChunkLengths {
    let file: OpenFile
    private let format: ScanFormat
    let byteCount: Int64

    /// The maximum number of chunks checked: as many as libpng writes for a PNG of 100 GB.
    private static let mostParts = 1 << 24
    private static let deepestBoxes = 8
    /// The maximum length of a PNG chunk other than image data, which is also the limit that libvips sets for libpng.
    private static let mostMetadataBytes: Int64 = 50 << 20
    /// The maximum expansion ratio of deflate (RFC 1951).
    private static let mostInflation: Int64 = 1032

    /// Checks the chunk lengths of a file against its size.
    ///
    /// - Throws: ``TileEngineError``: `damaged` for a chunk that is longer than the rest of the file, or for too little
    ///   data to hold the image; `tooLarge` for more chunks than any real file has, or for metadata beyond 50 MB.
    /// - Complexity: O(*n*) in the number of chunks, with a read of a few bytes for each.
    static func check(_ file: OpenFile, _ format: ScanFormat) throws {
        let lengths = ChunkLengths(file: file, format: format, byteCount: try file.byteCount())
        switch format {
        case .png: try lengths.checkPNG()
        case .webp: try lengths.checkRIFF()
        case .heif, .jpeg2000, .jpegxl:
            // Both JPEG 2000 and JPEG XL also exist as bare codestreams without boxes.
            if [[0xFF, 0x4F], [0xFF, 0x0A]].contains(try file.bytes(at: 0, count: 2)) { return }
            var count = 0
            try lengths.checkBoxes(0..<lengths.byteCount, depth: 0, count: &count)
        case .tiff: try lengths.checkTIFF()
        case .jpeg, .gif, .portableAnymap, .pdf: return
        }
    }

    /// Specification: <https://www.w3.org/TR/png-3/#5Chunk-layout>
    private func checkPNG() throws {
        var offset: Int64 = 8
        var dataByteCount: Int64 = 0
        var pictureBits: Int64 = 0
        var count = 0
        while true {
            let head = try file.bytes(at: offset, count: 8 + 13)
            // The decoder reports missing chunks itself.
            guard head.count >= 8 else { break }
            let length = Int64(head[0..<4].bigEndian)
            let name = head[4..<8]
            try check(length, from: offset + 8, called: name)
            if name.elementsEqual("IDAT".utf8) {
                dataByteCount += length
            } else if length > Self.mostMetadataBytes {
                throw file.error(
                    .tooLarge,
                    "has a part “\(Self.shown(name))” of \(length) bytes, expected at most \(Self.mostMetadataBytes)")
            }
            if name.elementsEqual("IHDR".utf8), head.count == 21 { pictureBits = Self.pictureBits(head[8...]) }
            if name.elementsEqual("IEND".utf8) { break }
            count += 1
            guard count <= Self.mostParts else { throw tooMany(Self.mostParts, "parts") }
            // Content and checksum.
            offset += 8 + length + 4
        }
        guard pictureBits / 8 / Self.mostInflation <= dataByteCount else {
            throw file.error(
                .damaged,
                "has \(dataByteCount) bytes for a picture that takes \(pictureBits / 8), expected a whole PNG file")
        }
    }

    /// Returns the uncompressed size of a PNG's pixels in bits, or 0 on overflow.
    private static func pictureBits(_ header: ArraySlice<UInt8>) -> Int64 {
        let bytes = Array(header)
        let (width, height) = (Int64(bytes[0..<4].bigEndian), Int64(bytes[4..<8].bigEndian))
        let channels: Int64 =
            switch bytes[9] {
            case 2: 3
            case 4: 2
            case 6: 4
            default: 1
            }
        let (area, overflows) = width.multipliedReportingOverflow(by: height)
        let (bits, bitsOverflow) = area.multipliedReportingOverflow(by: Int64(min(bytes[8], 16)) * channels)
        // Such a size exceeds all limits, which are checked later.
        return overflows || bitsOverflow ? 0 : bits
    }

    /// Specification: <https://developers.google.com/speed/webp/docs/riff_container>
    private func checkRIFF() throws {
        let head = try file.bytes(at: 4, count: 4)
        guard head.count == 4 else { return }
        try check(Int64(head.uint32(at: 0)), from: 8, called: Array("RIFF".utf8)[...])
        let end = min(byteCount, 8 + Int64(head.uint32(at: 0)))
        var offset: Int64 = 12
        var count = 0
        while offset + 8 <= end {
            count += 1
            guard count <= Self.mostParts else { throw tooMany(Self.mostParts, "parts") }
            let head = try file.bytes(at: offset, count: 8)
            guard head.count == 8 else { return }
            let length = Int64(head.uint32(at: 4))
            try check(length, from: offset + 8, called: head[0..<4])
            offset += 8 + length + length % 2
        }
    }

    /// Specification: ISO/IEC 14496-12, section 4.2; ISO/IEC 15444-1, annex I.4.
    private func checkBoxes(_ range: Range<Int64>, depth: Int, count: inout Int) throws {
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            count += 1
            guard count <= Self.mostParts else { throw tooMany(Self.mostParts, "parts") }
            let head = try file.bytes(at: offset, count: 16)
            guard head.count >= 8 else { return }
            var (length, headLength) = (Int64(head[0..<4].bigEndian), Int64(8))
            if length == 1, head.count == 16 {
                (length, headLength) = (Int64(clamping: head[8..<16].bigEndian), 16)
            } else if length == 0 {
                length = range.upperBound - offset
            }
            guard length >= headLength, length <= range.upperBound - offset else {
                throw damaged(head[4..<8], length, range.upperBound - offset)
            }
            if depth < Self.deepestBoxes, let skipped = Self.contentOffset(inBox: head[4..<8]) {
                let start = min(offset + length, offset + headLength + skipped)
                try checkBoxes(start..<offset + length, depth: depth + 1, count: &count)
            }
            offset += length
        }
    }

    /// Returns the offset of the child boxes within a box that contains only boxes; nil for other boxes.
    private static func contentOffset(inBox name: ArraySlice<UInt8>) -> Int64? {
        switch String(decoding: name, as: UTF8.self) {
        case "meta": 4
        case "iprp", "ipco", "dinf", "jp2h", "res ": 0
        default: nil
        }
    }

    private func check(_ length: Int64, from start: Int64, called name: ArraySlice<UInt8>) throws {
        let rest = max(0, byteCount - start)
        guard length <= rest else { throw damaged(name, length, rest) }
    }

    private func damaged(_ name: ArraySlice<UInt8>, _ length: Int64, _ rest: Int64) -> TileEngineError {
        file.error(
            .damaged,
            "has a part “\(Self.shown(name))” of \(length) bytes where \(rest) are left, expected a whole \(format.label) file"
        )
    }

    func tooMany(_ limit: Int, _ parts: String) -> TileEngineError {
        file.error(.tooLarge, "has more than \(limit) \(parts), expected a \(format.label) file with fewer")
    }

    private static func shown(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.map { (33...126).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
