import Foundation

/// A source of rows that a child process decodes. They are upright unless ``exifOrientation`` specifies otherwise.
final class IsolatedStripSource: StripSource {
    let size: PixelSize
    let channels: Int
    let exifOrientation: Int

    private let child: DecodingChild
    private let rows: SharedRows
    private let path: String
    private var remainingRowCount: Int
    /// The chunk that is being read, from 0; -1 before the first.
    private var chunk = -1
    /// The rows of the latest chunk that have not been read.
    private var unread: Range<Int> = 0..<0
    /// The child's notes about the scan.
    private(set) var remarks = DecodingRemarks()

    init(_ response: IsolatedScan.Response, _ header: IsolatedHeader, path: String) {
        (child, rows) = (response.child, response.rows)
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
        let response = try isolated.begin(
            .rows, of: scan.header, needsWholeImage: scan.needsWholeImage, paper: paper, isCancelled: isCancelled)
        let size = scan.header.size
        let turnsSideways = (response.header?.exifOrientation ?? 1) >= 5
        guard let header = response.header, header.info == scan.header, header.exifOrientation != 2,
            header.rowSize == (turnsSideways ? size.transposed : size)
        else { throw response.child.protocolError("its header has changed") }
        self.init(response, header, path: scan.path)
    }

    private var stride: Int { size.width * channels }

    /// The size of all rows, in bytes.
    var byteCount: Int { stride * size.height }

    func read(rowCount: Int, into target: UnsafeMutableRawPointer) throws {
        var done = 0
        while done < rowCount {
            if unread.isEmpty { try waitForChunk() }
            let count = min(rowCount - done, unread.count)
            try rows.read(
                into: UnsafeMutableRawBufferPointer(start: target + done * stride, count: count * stride),
                from: unread.lowerBound * stride, ofChunk: chunk)
            unread.removeFirst(count)
            if unread.isEmpty { child.freeSlot() }
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

    private func waitForChunk() throws {
        let word = try child.word()
        guard word > 0, word <= remainingRowCount else { throw try failure(word) }
        guard word <= rows.slots.rowsPerChunk(rowByteCount: stride) else {
            throw child.protocolError("a chunk of \(word) rows")
        }
        chunk += 1
        unread = 0..<Int(word)
    }

    private func failure(_ word: UInt32) throws -> TileEngineError {
        guard word == ScanMessage.failureMark else {
            return child.protocolError(word == 0 ? "rows are missing" : "more rows than the scan has")
        }
        return try IsolatedScan.failure(kind: try child.word(), byteCount: try child.word(), child, path: path)
    }
}
