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
    /// - Parameter threadCount: The number of threads.
    init(_ blocks: TIFFBlockSource, threadCount: Int = usualThreadCount) {
        self.blocks = blocks
        size = blocks.size
        channels = blocks.channels
        bands = DecodedBands(blocks, threadCount: threadCount)
        for _ in 0..<threadCount { Thread.detachNewThread { [bands] in bands.decode() } }
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
/// `@unchecked Sendable`: the variables are accessed only while `condition` is locked. Threads write to disjoint parts of
/// a band's memory, which is read only when all have finished.
private final class DecodedBands: @unchecked Sendable {
    private let blocks: TIFFBlockSource
    private let stride: Int
    /// The memory of bands, used in turn.
    private let memory: [UnsafeMutableRawPointer]
    private let condition = NSCondition()
    /// The number of pieces, from the top, that a thread has taken.
    private var takenCount = 0
    /// For each band in memory, the number of pieces not yet decoded.
    private var missingCounts: [Int]
    /// The number of bands, from the top, whose memory is free again.
    private var releasedCount = 0
    /// The error of the topmost band that has one.
    private var failure: (band: Int, error: any Error)?
    private var isStopped = false

    /// The maximum number of bands in memory. Tall bands are only two.
    private static let mostBands = 16

    init(_ blocks: TIFFBlockSource, threadCount: Int) {
        self.blocks = blocks
        stride = blocks.size.width * blocks.channels
        let count = blocks.rowsPerBand > StripPlan.rowCount ? 2 : min(threadCount + 1, Self.mostBands)
        memory = (0..<count).map { [stride] _ in
            .allocate(byteCount: blocks.rowsPerBand * stride, alignment: 64)
        }
        missingCounts = [Int](repeating: blocks.pieceCount, count: count)
    }

    deinit { for band in memory { band.deallocate() } }

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }

    /// Returns the memory of a band, once it is decoded.
    func wait(for band: Int) throws -> UnsafeRawPointer {
        try locked {
            while missingCounts[band % memory.count] > 0 {
                if let failure, failure.band <= band { throw failure.error }
                condition.wait()
            }
        }
        return UnsafeRawPointer(start(of: band))
    }

    /// Frees the memory of a band.
    func release(_ band: Int) {
        locked {
            missingCounts[band % memory.count] = blocks.pieceCount
            releasedCount += 1
            condition.broadcast()
        }
    }

    /// Makes the threads end.
    func stop() {
        locked {
            isStopped = true
            condition.broadcast()
        }
    }

    /// Decodes pieces until none is left, on one of the threads.
    func decode() {
        while let (band, piece) = takePiece() {
            let (start, firstRow) = (start(of: band), blocks.rows(ofBand: band).lowerBound)
            do {
                try blocks.decode(piece: piece, ofBand: band) { start + ($0 - firstRow) * stride }
                locked {
                    missingCounts[band % memory.count] -= 1
                    condition.broadcast()
                }
            } catch {
                locked {
                    if band < failure?.band ?? .max { failure = (band, error) }
                    condition.broadcast()
                }
            }
        }
    }

    private func start(of band: Int) -> UnsafeMutableRawPointer { memory[band % memory.count] }

    /// Takes the next piece, once there is memory for it. Returns nil if there is none, or after a failure.
    private func takePiece() -> (band: Int, piece: Int)? {
        locked {
            while true {
                let (band, piece) = takenCount.quotientAndRemainder(dividingBy: blocks.pieceCount)
                if isStopped || failure != nil || band == blocks.bandCount { return nil }
                if band < releasedCount + memory.count {
                    takenCount += 1
                    return (band, piece)
                }
                condition.wait()
            }
        }
    }
}
