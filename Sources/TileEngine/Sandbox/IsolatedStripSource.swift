import Foundation

/// A source of rows that a child process decodes. They are upright unless ``exifOrientation`` specifies otherwise.
final class IsolatedStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    let exifOrientation: Int

    private let child: DecodingChild
    private let path: String
    private var remainingRowCount: Int
    private var rowsInChunk = 0
    /// The child's notes about the scan.
    private(set) var remarks = DecodingRemarks()

    init(_ child: DecodingChild, _ header: IsolatedHeader, path: String) {
        self.child = child
        self.path = path
        size = header.rowSize
        channels = header.channels
        exifOrientation = header.exifOrientation
        remainingRowCount = size.height
    }

    /// Starts decoding a scan in a child process.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError``, `damaged` if the child's header differs from the earlier
    ///   one.
    convenience init(
        _ scan: Scan, _ isolated: IsolatedScan, paper: PaperColour, isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let (child, header) = try isolated.begin(
            .rows, of: scan.header, needsWholeImage: scan.needsWholeImage, paper: paper, isCancelled: isCancelled)
        let turnsSideways = (header?.exifOrientation ?? 1) >= 5
        let size = scan.header.size
        guard let header, header.info == scan.header, header.exifOrientation != 2,
            header.rowSize == (turnsSideways ? size.transposed : size)
        else { throw child.protocolError("its header is another one now") }
        self.init(child, header, path: scan.path)
    }

    private var stride: Int { size.width * channels }

    /// The size of all rows, in bytes.
    var byteCount: Int { stride * size.height }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        var done = 0
        while done < rowCount {
            if rowsInChunk == 0 { rowsInChunk = try nextChunk() }
            let count = min(rowCount - done, rowsInChunk)
            try child.read(into: UnsafeMutableRawBufferPointer(start: rows + done * stride, count: count * stride))
            rowsInChunk -= count
            remainingRowCount -= count
            done += count
        }
    }

    func finish() throws {
        let word = try child.word()
        guard word == 0 else { throw try failure(word) }
        let byteCount = try child.word()
        guard byteCount <= ScanMessage.longestReason else { throw child.protocolError("notes of \(byteCount) bytes") }
        remarks = ScanMessage.remarks(in: try child.bytes(count: Int(byteCount)))
        try child.expectEnd()
    }

    private func nextChunk() throws -> Int {
        let word = try child.word()
        guard word > 0, word <= remainingRowCount else { throw try failure(word) }
        return Int(word)
    }

    private func failure(_ word: UInt32) throws -> TileEngineError {
        guard word == ScanMessage.failureMark else {
            return child.protocolError(word == 0 ? "rows are missing" : "there are more rows than it has")
        }
        return try IsolatedScan.failure(kind: try child.word(), byteCount: try child.word(), child, path: path)
    }
}
