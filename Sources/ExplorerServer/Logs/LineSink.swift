import Foundation
import Glibc

/// Where the lines of a log go: a file, a terminal or a pipe, written by a thread of its own.
///
/// Who writes a line only copies it into memory. When the other side stands still, as a full disk or a pipe that nobody
/// reads does, the memory fills up to its bound, and further lines are dropped and counted; nobody ever waits.
///
/// Unchecked, because the compiler cannot see that all that changes is touched under the condition's lock.
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

    /// Begins to write.
    ///
    /// - Parameters:
    ///   - descriptor: The open file; it is not closed.
    ///   - style: How it is told that lines are missing.
    ///   - limit: How many bytes may wait.
    public init(descriptor: Int32, style: LogStyle, limit: Int = 1 << 20) {
        (self.descriptor, self.limit, self.style) = (descriptor, limit, style)
        // The thread holds the sink, which lives as long as the process.
        Thread.detachNewThread { self.writeForever() }
    }

    /// How many lines were dropped so far.
    public var droppedCount: UInt64 {
        condition.lock()
        defer { condition.unlock() }
        return dropped
    }

    /// Takes a line, or drops it when too much waits.
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

    /// Waits until all lines are written, for a while at most.
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
                // They came after the lines that waited.
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
        var line = LogLine(style, time: LogTime.now())
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
                    // A full disk is waited for, so that the lines after it are whole.
                    usleep(200_000)
                } else if errno != EINTR {
                    // A pipe without a reader, or worse: what was to be said is lost.
                    condition.lock()
                    dropped &+= UInt64(rest.count { $0 == 0x0A })
                    condition.unlock()
                    return
                }
            }
        }
    }
}
