import CTIFF

/// The pages of a TIFF file.
enum TIFFPages {
    /// How far the main page is looked for.
    private static let mostPages = 64

    /// The page that is meant when none is asked for, from 0: the first that is not a smaller version of another, as
    /// pyramidal files have them, in whatever order. Nil for the first of all, and for all other formats.
    static func mainIndex(of file: OpenFile, _ format: ScanFormat) -> Int? {
        guard format == .tiff, let reader = ctiff_reader_new(file.descriptor, nil, nil) else { return nil }
        defer { ctiff_reader_free(reader) }
        for index in 0..<mostPages {
            if ctiff_reader_is_reduced(reader) == 0 { return index == 0 ? nil : index }
            guard ctiff_reader_next_page(reader) == 0 else { return nil }
        }
        return nil
    }

    /// Whether a page, from 0, says that it is a smaller version of another one; false for all other formats.
    static func isReduced(_ index: Int, of file: OpenFile, _ format: ScanFormat) -> Bool {
        guard format == .tiff, let reader = ctiff_reader_new(file.descriptor, nil, nil) else { return false }
        defer { ctiff_reader_free(reader) }
        for _ in 0..<index { guard ctiff_reader_next_page(reader) == 0 else { return false } }
        return ctiff_reader_is_reduced(reader) != 0
    }
}

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
