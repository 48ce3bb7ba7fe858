/// Animations in PNG, of which libvips knows nothing: it reads the picture that other programs show.
///
/// Specification: PNG, third edition, section 11.3.6.
enum AnimatedPNG {
    /// How many chunks are looked at before the picture's data.
    private static let mostChunks = 256

    /// How many frames a PNG file says that it has, up to 1,000,000; 1 for one that is no animation, for what cannot be
    /// read, and for all other formats.
    static func frameCount(of file: OpenFile, _ format: ScanFormat) -> Int {
        guard format == .png else { return 1 }
        var offset: Int64 = 8
        for _ in 0..<mostChunks {
            guard let head = try? file.bytes(at: offset, count: 12), head.count == 12 else { return 1 }
            let name = head[4..<8]
            if name.elementsEqual("acTL".utf8) { return min(max(1, number(head[8..<12])), 1_000_000) }
            if name.elementsEqual("IDAT".utf8) { return 1 }
            // The length, the name and the checksum around it; at most four gigabytes a chunk, so this cannot overflow.
            offset += Int64(number(head[0..<4])) + 12
        }
        return 1
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
