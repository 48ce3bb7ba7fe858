import CLinux
import CVips
import Foundation

/// The main function of a decoding child: confines the process, then decodes the file on standard input and writes it
/// to standard output as described at ``ScanMessage``.
///
/// The child is killed by its parent, by its resource limits, or by the system when the parent exits.
public enum ScanDecoder {
    /// The socket that connects this process with its parent.
    private static let socket: Int32 = 1

    /// Performs the requested task and exits. Call it before the process starts a second thread.
    ///
    /// The process exits immediately, because the exit handlers of libraries would fail under the confinement.
    public static func run(_ request: DecodingRequest) -> Never { _exit(status(of: request)) }

    /// Performs the task and returns the exit status.
    private static func status(of request: DecodingRequest) -> Int32 {
        var confinement = Confinement(
            parent: request.parent, memoryByteCount: request.memoryByteCount, seconds: request.seconds)
        confinement.readsFonts = request.task != .selfTest && request.format == .pdf
        if request.task == .selfTest, let layers = request.layers { confinement.layers = layers }
        clinux_set_niceness(niceness)
        // Mapped while its descriptor is open. For other tasks the parent passes none, and it could be any other file.
        let rows = request.task.sendsRows ? MappedRows() : nil
        do {
            let failures = try confinement.apply {
                if request.task != .selfTest, !request.isPlain { try VipsRuntime.start() }
            }
            guard request.task != .selfTest else {
                runSelfTest(reporting: failures, port: Int32(clamping: request.port))
                return 0
            }
            guard failures[.parentDeath] != ESRCH else { return 1 }
            try decode(request, rows: rows)
            return 0
        } catch let error as TileEngineError {
            let (words, reason) = ScanMessage.failure(error)
            // If the parent has stopped reading, SIGPIPE has ended this process.
            try? send(ScanMessage(.failure, words).bytes + reason)
            return 0
        } catch {
            return 1
        }
    }

    /// The scheduling priority, below that of other work on the machine.
    private static let niceness: Int32 = 5

    private static func decode(_ request: DecodingRequest, rows: MappedRows?) throws {
        let mapped = try MappedFile(OpenFile.adopting(0, name: "scan", expected: "an image file"))
        // The parent checks the size against its own limits.
        let limits = ScanLimits(sequentialArea: .max, wholeArea: .max, spooledArea: .max)
        let scan = try Scan(mapped, as: request.format, page: request.page, limits: limits)
        var header = IsolatedHeader(
            info: scan.info, needsWholeImage: scan.needsWholeImage, pageIndex: scan.pageIndex)
        switch request.task {
        case .header, .selfTest:
            try send(header.message.bytes + chunkMark(0))
        case .thumbnail:
            guard let (size, pixels) = try scan.thumbnailPixels() else { return try send(ScanMessage(.nothing).bytes) }
            header.rowSize = size
            try send(header.message.bytes)
            let stride = size.width * header.channels
            try pixels.withUnsafeBytes { pixels in
                try send(rowCount: size.height, of: stride, through: rows) { top, count, slot in
                    UnsafeMutableRawBufferPointer(start: slot, count: count * stride)
                        .copyBytes(from: pixels[top * stride..<(top + count) * stride])
                }
            }
            try send(chunkMark(0) + ScanMessage.bytes(of: DecodingRemarks()))
        case .rows:
            let paper = PaperColour(
                red: UInt8(truncatingIfNeeded: request.paper >> 16),
                green: UInt8(truncatingIfNeeded: request.paper >> 8),
                blue: UInt8(truncatingIfNeeded: request.paper))
            try sendRows(of: scan.rows(paper: paper), header, rows)
        }
    }

    /// Sends the header and the rows, followed by 0 and the notes on the scan, or by the error.
    private static func sendRows(of source: any StripSource, _ header: IsolatedHeader, _ rows: MappedRows?) throws {
        var header = header
        (header.rowSize, header.channels) = (source.size, source.channels)
        header.exifOrientation = source.exifOrientation
        try send(header.message.bytes)
        do {
            let stride = source.size.width * source.channels
            try send(rowCount: source.size.height, of: stride, through: rows) { _, count, slot in
                try source.read(rowCount: count, into: slot)
            }
            try source.finish()
            try send(chunkMark(0) + ScanMessage.bytes(of: source.remarks))
        } catch let error as TileEngineError {
            let (words, reason) = ScanMessage.failure(error)
            try send(ScanMessage.bytes(of: [ScanMessage.failureMark] + words) + reason)
        }
    }

    /// Sends rows in chunks.
    ///
    /// - Parameter fill: Writes a number of rows, from a given one on, to a slot.
    private static func send(
        rowCount: Int, of rowByteCount: Int, through rows: MappedRows?,
        fill: (_ top: Int, _ rowCount: Int, _ slot: UnsafeMutableRawPointer) throws -> Void
    ) throws {
        guard let rows, case let rowsPerChunk = rows.slots.rowsPerChunk(rowByteCount: rowByteCount), rowsPerChunk > 0
        else {
            throw NoParent()
        }
        var freeSlotCount = RowSlots.count
        for (index, top) in stride(from: 0, to: rowCount, by: rowsPerChunk).enumerated() {
            if freeSlotCount == 0 { freeSlotCount = try waitForFreeSlots() }
            let count = min(rowsPerChunk, rowCount - top)
            try fill(top, count, rows.slot(ofChunk: index))
            freeSlotCount -= 1
            try send(chunkMark(count))
        }
    }

    /// Waits until the parent has freed slots; returns how many.
    private static func waitForFreeSlots() throws -> Int {
        while true {
            var bytes = [UInt8](repeating: 0, count: RowSlots.count)
            let count = read(socket, &bytes, bytes.count)
            if count > 0 { return count }
            guard count < 0, errno == EINTR else { throw NoParent() }
        }
    }

    /// Returns the header of a chunk of rows.
    private static func chunkMark(_ rowCount: Int) -> [UInt8] {
        ScanMessage.bytes(of: [UInt32(clamping: rowCount)])
    }

    private static func send(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress.map { $0 + done }, bytes.count - done) }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw NoParent()
            }
        }
    }

    /// Thrown if there is no parent that reads rows, or none any more.
    private struct NoParent: Error {}

    /// Attempts all forbidden operations, and prints one line for each layer and attempt: `layer seccomp 0`, `attempt
    /// process 1`.
    private static func runSelfTest(reporting failures: [SandboxLayer: Int32], port: Int32) {
        for layer in SandboxLayer.allCases {
            if let failure = failures[layer] { try? send(Array("layer \(layer.rawValue) \(failure)\n".utf8)) }
        }
        var next = clinux_attempt_names()
        while let name = next?.pointee {
            let failure = clinux_attempt(name, port)
            try? send(Array("attempt \(String(cString: name)) \(failure)\n".utf8))
            next = next?.advanced(by: 1)
        }
        try? send(Array("end\n".utf8))
    }
}
