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
    private let reader: TIFFReader
    private let picture: ctiff_bilevel
    private let warnings = TIFFWarnings()

    /// Opens a scan. Returns nil if it is another kind of TIFF or needs colour conversion.
    ///
    /// - Throws: ``TileEngineError`` `unreadable`.
    init?(_ scan: Scan) throws {
        guard scan.info.format == .tiff, !scan.info.hasColourProfile, scan.info.bandCount == 1 else { return nil }
        file = try scan.openFile()
        var picture = ctiff_bilevel()
        guard let reader = TIFFReader(file, page: scan.pageIndex ?? 0, warnings: warnings),
            ctiff_reader_bilevel(reader.pointer, &picture) == 0
        else { return nil }
        (self.reader, self.picture) = (reader, picture)
        size = PixelSize(width: Int(picture.width), height: Int(picture.height))
        exifOrientation = scan.info.orientation
        let upright = exifOrientation >= 5 ? size.transposed : size
        guard upright == scan.header.size else { return nil }
    }

    var remarks: DecodingRemarks { warnings.remarks }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        let status = withUnsafePointer(to: picture) {
            ctiff_reader_read_rows(
                reader.pointer, $0, UInt32(clamping: rowCount), rows.assumingMemoryBound(to: UInt8.self))
        }
        guard status == 0 else {
            throw file.error(
                .damaged,
                "cannot be read to its end (\(String(cString: ctiff_reader_message(reader.pointer)))), expected a whole TIFF file"
            )
        }
    }

    func finish() {}
}
