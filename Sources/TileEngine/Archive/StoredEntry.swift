import CCRC32
import CLinux
import Foundation

/// The stored content of one zip entry, which follows its header and name.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, section 4.3.7.
struct StoredEntry {
    var headerOffset: UInt64
    var nameByteCount: Int
    var byteCount: Int
    var checksum: UInt32

    /// The length of a local file header without name and extra field.
    static let headByteCount = 30

    /// Reads the content and verifies its checksum.
    ///
    /// The header states the length of the extra field between the name and the content, which is the same for all
    /// entries of most archives. With the expected length, header and content are read in one call, each into its own
    /// buffer; if the length differs, the content is read again.
    ///
    /// - Parameter name: A description of the entry for error messages.
    /// - Throws: ``TileEngineError``: `damaged` or `io`.
    func read(from file: OpenFile, expectedExtraByteCount: Int, name: @autoclosure () -> String) throws -> [UInt8] {
        let content: [UInt8]? = try withUnsafeTemporaryAllocation(
            byteCount: Self.headByteCount + nameByteCount + expectedExtraByteCount, alignment: 8
        ) { head in
            var extraByteCount: Int?
            var bytes = try [UInt8](unsafeUninitializedCapacity: byteCount) { body, initialized in
                let count = try read(file, head: head, body: UnsafeMutableRawBufferPointer(body))
                extraByteCount = self.extraByteCount(of: UnsafeRawBufferPointer(head))
                initialized = max(0, count - head.count)
            }
            guard let extraByteCount else { return nil }
            if extraByteCount != expectedExtraByteCount {
                let start = headerOffset + UInt64(Self.headByteCount + nameByteCount + extraByteCount)
                bytes = try file.bytes(at: Int64(clamping: start), count: byteCount)
            }
            return bytes.count == byteCount ? bytes : nil
        }
        guard let content else {
            throw file.error(
                .damaged, "has no header for \(name()) at byte \(headerOffset), expected \(byteCount) stored bytes")
        }
        let found = content.withUnsafeBytes { Self.checksum(of: $0) }
        guard found == checksum else {
            throw file.error(
                .damaged,
                "has \(name()) with the checksum \(String(found, radix: 16)), expected \(String(checksum, radix: 16))")
        }
        return content
    }

    /// Reads the content if it is in the page cache, and verifies its checksum.
    ///
    /// - Returns: Whether the buffer holds the correct content. Returns `false` on any irregularity.
    func readWithoutWaiting(
        from file: OpenFile, expectedExtraByteCount: Int, into body: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard body.count == byteCount else { return false }
        return withUnsafeTemporaryAllocation(
            byteCount: Self.headByteCount + nameByteCount + expectedExtraByteCount, alignment: 8
        ) { head in
            let count = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
                parts[0] = iovec(iov_base: head.baseAddress, iov_len: head.count)
                parts[1] = iovec(iov_base: body.baseAddress, iov_len: body.count)
                return clinux_read_without_waiting(file.descriptor, parts.baseAddress, 2, Int64(clamping: headerOffset))
            }
            return count == head.count + body.count
                && extraByteCount(of: UnsafeRawBufferPointer(head)) == expectedExtraByteCount
                && Self.checksum(of: UnsafeRawBufferPointer(body)) == checksum
        }
    }

    /// Returns the byte range of header and content in the archive for a given length of the extra field, or nil if it
    /// exceeds the file.
    func range(extraByteCount: Int, within fileByteCount: Int64) -> Range<Int64>? {
        let byteCount = Int64(Self.headByteCount + nameByteCount + extraByteCount + byteCount)
        guard let start = Int64(exactly: headerOffset), start <= fileByteCount - byteCount else { return nil }
        return start..<start + byteCount
    }

    /// Returns the range of the content in bytes that begin with its header. Returns nil if the header belongs to
    /// another entry, the bytes end before the content does, or the checksum does not match.
    func content(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let extraByteCount = extraByteCount(of: bytes) else { return nil }
        let start = Self.headByteCount + nameByteCount + extraByteCount
        guard start + byteCount <= bytes.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[start..<start + byteCount])
        return Self.checksum(of: content) == checksum ? start..<start + byteCount : nil
    }

    /// Returns the length of the extra field that the entry's header states.
    func extraByteCount(in file: OpenFile) throws -> Int? {
        let head = try file.bytes(at: Int64(clamping: headerOffset), count: Self.headByteCount)
        guard head.count == Self.headByteCount else { return nil }
        return head.withUnsafeBytes(extraByteCount)
    }

    /// Returns the CRC-32 of the bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        ccrc32(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    func extraByteCount(of head: UnsafeRawBufferPointer) -> Int? {
        guard
            head.count >= Self.headByteCount, head.uint32(at: 0) == 0x0403_4B50, head.uint16(at: 8) == 0,
            Int(head.uint16(at: 26)) == nameByteCount
        else { return nil }
        return Int(head.uint16(at: 28))
    }

    /// Reads the head and then the body; reads fewer bytes only at the end of the file.
    private func read(
        _ file: OpenFile, head: UnsafeMutableRawBufferPointer, body: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        guard let offset = off_t(exactly: headerOffset) else { return 0 }
        let wanted = head.count + body.count
        let done = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors in
            vectors[0] = iovec(iov_base: head.baseAddress, iov_len: head.count)
            vectors[1] = iovec(iov_base: body.baseAddress, iov_len: body.count)
            return preadv(file.descriptor, vectors.baseAddress, 2, offset)
        }
        if done == wanted { return done }
        // The call was interrupted, reached the end of the file, or failed. This is rare, so the read is repeated in
        // two calls.
        var count = try file.read(into: head, at: Int64(offset))
        if count == head.count { count += try file.read(into: body, at: Int64(offset) + Int64(head.count)) }
        return count
    }
}
