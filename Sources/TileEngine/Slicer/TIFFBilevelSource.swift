import CTIFF

/// A bilevel TIFF with CCITT (facsimile) compression, read row by row.
///
/// libtiff continues after damage in such a file but reports it as an error. libvips drops that error or attributes it
/// to another scan, and the missing rows show uninitialised memory; these files are therefore read with libtiff
/// directly.
final class TIFFBilevelSource: StripSource {
    let size: PixelSize
    let channels = 1
    let exifOrientation: Int

    private let file: OpenFile
    private let reader: OpaquePointer
    private let picture: ctiff_bilevel
    private let warnings = TIFFWarnings()

    /// Opens a scan. Returns nil if it is another kind of TIFF or needs colour conversion.
    ///
    /// - Throws: ``TileEngineError`` `unreadable`.
    init?(_ scan: Scan) throws {
        guard scan.info.format == .tiff, !scan.info.hasColourProfile, scan.info.bandCount == 1 else { return nil }
        file = try scan.openFile()
        guard let reader = ctiff_reader_new(file.descriptor, TIFFWarnings.listener, warnings.context) else {
            return nil
        }
        self.reader = reader
        var picture = ctiff_bilevel()
        var isFound = true
        for _ in 0..<(scan.pageIndex ?? 0) where isFound { isFound = ctiff_reader_next_page(reader) == 0 }
        isFound = isFound && ctiff_reader_bilevel(reader, &picture) == 0
        self.picture = picture
        size = PixelSize(width: Int(picture.width), height: Int(picture.height))
        exifOrientation = scan.info.orientation
        let upright = exifOrientation >= 5 ? size.transposed : size
        guard isFound, upright == scan.header.size else { return nil }
    }

    deinit { ctiff_reader_free(reader) }

    var remarks: DecodingRemarks { warnings.remarks }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        let status = withUnsafePointer(to: picture) {
            ctiff_reader_read_rows(
                reader, $0, UInt32(clamping: rowCount), rows.assumingMemoryBound(to: UInt8.self))
        }
        guard status == 0 else {
            throw file.error(
                .damaged,
                "cannot be read to its end (\(String(cString: ctiff_reader_message(reader)))), expected a whole TIFF file"
            )
        }
    }

    func finish() {}
}
