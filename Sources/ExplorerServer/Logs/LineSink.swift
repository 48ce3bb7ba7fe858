import Foundation
import Glibc

/// Writes the lines of a log to a file, a terminal or a pipe, on a separate thread.
///
/// Logging only copies a line into memory. If the output stalls, as with a full disk or a pipe that nobody reads, the
/// buffer fills up to its limit, and further lines are dropped and counted. Callers never wait.
///
/// Unchecked, because the compiler cannot see that all mutable state is accessed under the condition's lock.
public final class LineSink: @unchecked Sendable {
    private let descriptor: Int32
    private let limit: Int
    private let condition = NSCondition()
    private var pending: [UInt8] = []
    private var isWriting = false
    private var isWaiting = false
    private var dropped: UInt64 = 0
    private var droppedSinceWritten = 0
    private let style: LogStyle

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - descriptor: The open file, which is never closed.
    ///   - style: The format of the line that reports dropped lines.
    ///   - limit: The maximum size of the buffer in bytes.
    public init(descriptor: Int32, style: LogStyle, limit: Int = 1 << 20) {
        (self.descriptor, self.limit, self.style) = (descriptor, limit, style)
        // The thread retains the sink, which lives as long as the process.
        Thread.detachNewThread { self.writeForever() }
    }

    /// The number of lines dropped so far.
    public var droppedCount: UInt64 {
        condition.lock()
        defer { condition.unlock() }
        return dropped
    }

    /// Buffers a line, or drops it if the buffer is full.
    ///
    /// - Complexity: O(*n*) in the line's length.
    func write(_ line: [UInt8]) {
        condition.lock()
        defer { condition.unlock() }
        guard pending.count + line.count <= limit else {
            dropped &+= 1
            droppedSinceWritten += 1
            return
        }
        pending += line
        if isWaiting { condition.broadcast() }
    }

    /// Waits until all lines are written, at most for the given time.
    public func flush(milliseconds: Int) {
        let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1_000)
        condition.lock()
        defer { condition.unlock() }
        while !pending.isEmpty || isWriting {
            guard condition.wait(until: deadline) else { return }
        }
    }

    private func writeForever() {
        while true {
            condition.lock()
            while pending.isEmpty {
                isWaiting = true
                condition.wait()
                isWaiting = false
            }
            var lines = pending
            pending = []
            if droppedSinceWritten > 0 {
                // The dropped lines came after the buffered ones.
                lines += note(of: droppedSinceWritten)
                droppedSinceWritten = 0
            }
            isWriting = true
            condition.unlock()
            write(all: lines)
            condition.lock()
            isWriting = false
            condition.broadcast()
            condition.unlock()
        }
    }

    private func note(of count: Int) -> [UInt8] {
        var line = LogLine(style)
        line.add("level", bare: "warning")
        line.add("message", bare: "log lines were dropped because the reader was too slow")
        line.add("lines", count)
        line.end()
        return line.bytes
    }

    private func write(all bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = Glibc.write(descriptor, start, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, -1)
                } else if errno == ENOSPC || errno == EDQUOT {
                    // Waits for space on a full disk, so that later lines are complete.
                    usleep(200_000)
                } else if errno != EINTR {
                    // For example, a pipe without a reader: the lines are lost.
                    condition.lock()
                    dropped &+= UInt64(rest.count { $0 == 0x0A })
                    condition.unlock()
                    return
                }
            }
        }
    }
}
