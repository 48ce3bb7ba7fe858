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
