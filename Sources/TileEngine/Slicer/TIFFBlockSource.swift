import CTIFF
import NIOConcurrencyHelpers

/// A TIFF whose tiles or strips can be decoded independently. Lossless compression is slow to decode, so all cores do
/// it.
///
/// A band is a row of TIFF tiles, or as many TIFF strips as make up about one of our strips.
final class TIFFBlockSource: Sendable {
    /// The size of the image, in pixels.
    let size: PixelSize
    /// The number of channels: 1 for grey, 3 for red, green and blue.
    let channels: Int
    /// The number of bands.
    let bandCount: Int
    /// The number of pieces in each band. Pieces are decoded independently.
    let pieceCount: Int
    /// The number of pixel rows in a band; the last may have fewer.
    let rowsPerBand: Int

    private let file: OpenFile
    private let page: Int
    private let shape: ctiff_shape
    private let blockByteCount: Int
    private let blockRowsPerBand: Int
    /// Readers that no thread is using.
    private let readers = NIOLockedValueBox<[TIFFReader]>([])
    private let warnings = TIFFWarnings()

    /// Notes about the scan, complete once everything is decoded.
    var remarks: DecodingRemarks { warnings.remarks }

    private static let blocksPerPiece = 4
    /// The maximum height of a block, in pixels.
    static let mostRowsPerBlock = 1024
    private static let mostBytesPerBlock = 16 << 20

    /// Opens a scan. Returns nil if libvips should read it: if it is a part of a scan, has lossy compression, needs
    /// colour conversion, or has blocks so large that they would take too much memory.
    ///
    /// - Throws: ``TileEngineError`` `unreadable`.
    init?(_ scan: Scan) throws {
        guard scan.info.format == .tiff, scan.info.orientation == 1, !scan.info.hasColourProfile, scan.plan == nil
        else {
            return nil
        }
        file = try scan.openFile()
        var shape = ctiff_shape()
        page = scan.pageIndex ?? 0
        guard let reader = TIFFReader(file, page: page, warnings: warnings),
            ctiff_reader_shape(reader.pointer, &shape) == 0
        else { return nil }
        let (rowByteCount, rowOverflows) = Int(shape.block_width).multipliedReportingOverflow(by: Int(shape.channels))
        let (byteCount, overflows) = rowByteCount.multipliedReportingOverflow(by: Int(shape.block_height))
        guard
            !rowOverflows, !overflows, byteCount <= Self.mostBytesPerBlock, shape.block_height <= Self.mostRowsPerBlock
        else { return nil }
        self.shape = shape
        size = PixelSize(width: Int(shape.width), height: Int(shape.height))
        channels = Int(shape.channels)
        blockByteCount = byteCount
        blockRowsPerBand = max(1, StripPlan.rowCount / Int(shape.block_height))
        rowsPerBand = blockRowsPerBand * Int(shape.block_height)
        bandCount = (Int(shape.blocks_down) - 1) / blockRowsPerBand + 1
        pieceCount = (Int(shape.blocks_across) - 1) / Self.blocksPerPiece + 1
        readers.withLockedValue { $0.append(reader) }
    }

    /// Returns the pixel rows of a band.
    func rows(ofBand band: Int) -> Range<Int> {
        band * rowsPerBand..<min(size.height, (band + 1) * rowsPerBand)
    }

    /// Decodes a piece of a band.
    ///
    /// - Parameters:
    ///   - place: Returns the memory for a whole row of the image.
    /// - Throws: ``TileEngineError`` `damaged`.
    func decode(piece: Int, ofBand band: Int, to place: (_ row: Int) -> UnsafeMutableRawPointer) throws {
        let resting = readers.withLockedValue { $0.popLast() }
        guard let reader = resting ?? TIFFReader(file, page: page, warnings: warnings, isFirst: false) else {
            throw file.error(.damaged, "can no longer be opened, expected a whole TIFF file")
        }
        defer { readers.withLockedValue { $0.append(reader) } }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockByteCount, alignment: 64)
        defer { block.deallocate() }
        guard let base = block.baseAddress else { return }
        let firstRow = band * blockRowsPerBand
        let firstColumn = piece * Self.blocksPerPiece
        for row in firstRow..<min(Int(shape.blocks_down), firstRow + blockRowsPerBand) {
            for column in firstColumn..<min(Int(shape.blocks_across), firstColumn + Self.blocksPerPiece) {
                try decode(column: column, row: row, with: reader, base, to: place)
            }
        }
    }

    private func decode(
        column: Int, row: Int, with reader: TIFFReader, _ block: UnsafeMutableRawPointer,
        to place: (_ row: Int) -> UnsafeMutableRawPointer
    ) throws {
        let width = Int(shape.block_width)
        let x = column * width
        let y = row * Int(shape.block_height)
        let rowCount = min(Int(shape.block_height), size.height - y)
        // The last TIFF strip ends with the image, but a TIFF tile is stored whole even if it extends beyond.
        let storedRowCount = shape.is_tiled != 0 ? Int(shape.block_height) : rowCount
        let status = withUnsafePointer(to: shape) {
            ctiff_reader_read(
                reader.pointer, $0, UInt32(clamping: row * Int(shape.blocks_across) + column), block,
                storedRowCount * width * channels)
        }
        guard status == 0 else {
            let message = String(cString: ctiff_reader_message(reader.pointer))
            throw file.error(.damaged, "cannot be read at \(x), \(y) (\(message)), expected a whole TIFF file")
        }
        let byteCount = min(width, size.width - x) * channels
        for index in 0..<rowCount {
            (place(y + index) + x * channels)
                .copyMemory(from: block + index * width * channels, byteCount: byteCount)
        }
    }
}
