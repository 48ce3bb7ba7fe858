import CTIFF

/// The pages of a TIFF file.
enum TIFFPages {
    /// The maximum number of pages searched for the main page.
    private static let mostPages = 64

    /// Returns the index of the page to use when none is requested, from 0: the first that is not a reduced version of
    /// another, since pyramidal files store these in any order. Returns nil for the first page and for all other
    /// formats.
    static func mainIndex(of file: OpenFile, _ format: ScanFormat) -> Int? {
        guard format == .tiff, let reader = ctiff_reader_new(file.descriptor, nil, nil) else { return nil }
        defer { ctiff_reader_free(reader) }
        for index in 0..<mostPages {
            if ctiff_reader_is_reduced(reader) == 0 { return index == 0 ? nil : index }
            guard ctiff_reader_next_page(reader) == 0 else { return nil }
        }
        return nil
    }

    /// Returns whether a page, numbered from 0, is marked as a reduced version of another; false for all other formats.
    static func isReduced(_ index: Int, of file: OpenFile, _ format: ScanFormat) -> Bool {
        format == .tiff && withPage(index, of: file) { ctiff_reader_is_reduced($0) != 0 } == true
    }

    /// Opens a page, numbered from 0, and returns a value of it, or nil if there is no such page.
    static func withPage<Value>(_ index: Int, of file: OpenFile, _ body: (OpaquePointer) -> Value?) -> Value? {
        guard let reader = TIFFReader(file, page: index) else { return nil }
        return withExtendedLifetime(reader) { body(reader.pointer) }
    }
}

/// A libtiff handle for one page of a file.
///
/// `@unchecked Sendable`: only one thread at a time uses it.
final class TIFFReader: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Opens a page, numbered from 0. Returns nil if there is no such page.
    ///
    /// - Parameters:
    ///   - warnings: Collects the warnings, and must be kept alive as long as the reader.
    ///   - isFirst: Whether to collect those on the way to the page, which every other reader of the file would repeat.
    init?(_ file: OpenFile, page: Int, warnings: TIFFWarnings? = nil, isFirst: Bool = true) {
        let listener = warnings.map { _ in TIFFWarnings.listener }
        guard let pointer = ctiff_reader_new(file.descriptor, isFirst ? listener : nil, warnings?.context) else {
            return nil
        }
        self.pointer = pointer
        for _ in 0..<page { guard ctiff_reader_next_page(pointer) == 0 else { return nil } }
        ctiff_reader_listen(pointer, listener, warnings?.context)
    }

    deinit { ctiff_reader_free(pointer) }
}

/// Animated PNG, which libvips does not support: it reads the default image, which other programs show too.
///
/// Specification: PNG, third edition, section 11.3.6.
enum AnimatedPNG {
    /// The maximum number of chunks checked before the image data.
    private static let mostChunks = 256

    /// Returns the number of frames that a PNG file declares, up to 1,000,000; 1 for a file that is not animated or
    /// cannot be read, and for all other formats.
    static func frameCount(of file: OpenFile, _ format: ScanFormat) -> Int {
        guard format == .png else { return 1 }
        var offset: Int64 = 8
        for _ in 0..<mostChunks {
            guard let head = try? file.bytes(at: offset, count: 12), head.count == 12 else { return 1 }
            let name = head[4..<8]
            if name.elementsEqual("acTL".utf8) { return min(max(1, Int(head[8..<12].bigEndian)), 1_000_000) }
            if name.elementsEqual("IDAT".utf8) { return 1 }
            // The 12 bytes are the length, name and checksum. A chunk has at most 4 GB, so this cannot overflow.
            offset += Int64(head[0..<4].bigEndian) + 12
        }
        return 1
    }
}
