import Foundation

/// The rows of a TIFF that several threads decode, for readers that need them in order.
final class TIFFBlockRows: StripSource {
    let size: PixelSize
    let channels: Int
    let exifOrientation = 1

    private let blocks: TIFFBlockSource
    private let bands: DecodedBands
    private var nextRow = 0

    /// The number of threads, limited because each takes address space, of which a child has little.
    private static let usualThreadCount = min(ProcessInfo.processInfo.activeProcessorCount, 8)

    /// Starts decoding.
    ///
    /// - Parameter threadCount: The number of threads, including the reader's, which decodes while it would have to
    ///   wait. So all rows come even if the system lets no further thread start.
    init(_ blocks: TIFFBlockSource, threadCount: Int = usualThreadCount) {
        self.blocks = blocks
        size = blocks.size
        channels = blocks.channels
        bands = DecodedBands(blocks, threadCount: threadCount)
        for _ in 1..<threadCount { Thread.detachNewThread { [bands] in bands.decodeAll() } }
    }

    deinit { bands.stop() }

    var remarks: DecodingRemarks { blocks.remarks }

    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws {
        let stride = size.width * channels
        let end = nextRow + rowCount
        var target = rows
        while nextRow < end {
            let band = nextRow / blocks.rowsPerBand
            let bandRows = blocks.rows(ofBand: band)
            let count = min(end, bandRows.upperBound) - nextRow
            let source = try bands.wait(for: band) + (nextRow - bandRows.lowerBound) * stride
            target.copyMemory(from: source, byteCount: count * stride)
            target += count * stride
            nextRow += count
            if nextRow == bandRows.upperBound { bands.release(band) }
        }
    }

    func finish() {}
}

/// The bands of a TIFF that are decoded, or being decoded, ahead of a reader.
///
/// `@unchecked Sendable`: the variables are accessed only while `condition` is locked. Threads write to disjoint parts
/// of a band's memory, which is read only when all have finished.
private final class DecodedBands: @unchecked Sendable {
    private let blocks: TIFFBlockSource
    private let stride: Int
    /// The memory of bands, used in turn.
    private let memory: [UnsafeMutableRawPointer]
    private let condition = NSCondition()
    /// The number of pieces that threads have taken. They are numbered from the top, then from the left.
    private var takenCount = 0
    /// The number of pieces that threads are decoding.
    private var runningCount = 0
    /// For each band in memory, the number of pieces not yet decoded.
    private var missingCounts: [Int]
    /// The number of bands, from the top, whose memory is free again.
    private var releasedCount = 0
    /// The error of the topmost piece that has one.
    private var failure: (piece: Int, error: any Error)?
    private var isStopped = false

    /// The maximum number of bands in memory.
    private static let mostBands = 16
    /// The maximum number of tall bands: one to read while the next is decoded.
    private static let mostTallBands = 2
    /// The maximum size of all bands, unless one alone is larger. A child reserves memory for it in
    /// `IsolatedScan.programByteCount`.
    private static let largeByteCount = 512 << 20

    init(_ blocks: TIFFBlockSource, threadCount: Int) {
        self.blocks = blocks
        stride = blocks.size.width * blocks.channels
        let byteCount = min(blocks.rowsPerBand, blocks.size.height) * stride
        let wanted =
            blocks.rowsPerBand > StripPlan.rowCount ? Self.mostTallBands : min(threadCount + 1, Self.mostBands)
        let count = min(wanted, blocks.bandCount, max(1, Self.largeByteCount / byteCount))
        memory = (0..<count).map { _ in .allocate(byteCount: byteCount, alignment: 64) }
        missingCounts = [Int](repeating: blocks.pieceCount, count: count)
    }

    deinit { for band in memory { band.deallocate() } }

    /// Returns the memory of a band, once it is decoded. Decodes pieces rather than wait for other threads.
    ///
    /// - Throws: The error of the topmost piece that cannot be decoded, whichever thread found out first.
    func wait(for band: Int) throws -> UnsafeRawPointer {
        var isDecoded = false
        while !isDecoded {
            let piece: Int? = try condition.withLock {
                while true {
                    isDecoded = missingCounts[band % memory.count] == 0
                    if isDecoded { return nil }
                    if let piece = takePiece() { return piece }
                    // A piece above the failed one may still fail too.
                    if let failure, runningCount == 0 { throw failure.error }
                    condition.wait()
                }
            }
            if let piece { decode(piece) }
        }
        return UnsafeRawPointer(start(of: band))
    }

    /// Frees the memory of a band.
    func release(_ band: Int) {
        condition.withLock {
            missingCounts[band % memory.count] = blocks.pieceCount
            releasedCount += 1
            condition.broadcast()
        }
    }

    /// Makes the threads end.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    /// Decodes pieces until none is left, on a thread other than the reader's.
    func decodeAll() {
        while true {
            let piece: Int? = condition.withLock {
                while !isOver {
                    if let piece = takePiece() { return piece }
                    condition.wait()
                }
                return nil
            }
            guard let piece else { return }
            decode(piece)
        }
    }

    private func decode(_ piece: Int) {
        let (band, index) = piece.quotientAndRemainder(dividingBy: blocks.pieceCount)
        let (start, firstRow) = (start(of: band), blocks.rows(ofBand: band).lowerBound)
        let result = Result { try blocks.decode(piece: index, ofBand: band) { start + ($0 - firstRow) * stride } }
        condition.withLock {
            runningCount -= 1
            switch result {
            case .success: missingCounts[band % memory.count] -= 1
            case .failure(let error): if failure.map({ piece < $0.piece }) ?? true { failure = (piece, error) }
            }
            condition.broadcast()
        }
    }

    private func start(of band: Int) -> UnsafeMutableRawPointer { memory[band % memory.count] }

    /// Whether no more pieces are taken. Pieces are taken from top to bottom, so none above a failed one is missed.
    private var isOver: Bool { isStopped || failure != nil || takenCount == blocks.bandCount * blocks.pieceCount }

    /// Takes the next piece if there is memory for it. Call it with the lock held.
    private func takePiece() -> Int? {
        guard !isOver, takenCount / blocks.pieceCount < releasedCount + memory.count else { return nil }
        runningCount += 1
        defer { takenCount += 1 }
        return takenCount
    }
}
