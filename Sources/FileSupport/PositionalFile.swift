import Foundation

/// Reads and writes at offsets of an open file, whose only state is then the descriptor. Interrupted calls are
/// repeated.
package enum PositionalFile {
    /// Reads from an offset until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes read; nil after a failure, whose reason ``SystemError`` has.
    package static func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) -> Int? {
        guard let base = buffer.baseAddress else { return 0 }
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                return nil
            }
        }
        return done
    }

    /// Writes all bytes at an offset.
    ///
    /// - Returns: Whether that succeeded; ``SystemError`` has the reason of a failure.
    package static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
        guard let base = buffer.baseAddress else { return true }
        var done = 0
        while done < buffer.count {
            let count = pwrite(descriptor, base + done, buffer.count - done, off_t(offset) + off_t(done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}
