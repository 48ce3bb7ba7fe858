import CCRC32
import CLinux
import Foundation

/// The stored bytes of one zip entry, which its header and name come before.
///
/// Specification: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, section 4.3.7.
struct StoredEntry {
    var headerOffset: UInt64
    var nameByteCount: Int
    var byteCount: Int
    var checksum: UInt32

    /// The length of a header without name and extra bytes.
    static let headByteCount = 30

    /// Reads the bytes and compares them with their checksum.
    ///
    /// The header says how many extra bytes stand between the name and the content, and an archive's writer puts the
    /// same number there for all. With that number as a guess, header and content come in one call, each to where it
    /// belongs; where the guess is wrong, the content is read again.
    ///
    /// - Parameter name: What the entry is, for the error's words.
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
            throw TileEngineError(
                .damaged, path: file.path,
                "has no header for \(name()) at byte \(headerOffset), expected \(byteCount) stored bytes")
        }
        let found = content.withUnsafeBytes { Self.checksum(of: $0) }
        guard found == checksum else {
            throw TileEngineError(
                .damaged, path: file.path,
                "has \(name()) with the checksum \(String(found, radix: 16)), expected \(String(checksum, radix: 16))")
        }
        return content
    }

    /// Reads the bytes if the system holds them in memory, and compares them with their checksum.
    ///
    /// - Returns: Whether the buffer holds the right bytes. Anything out of the ordinary is `false`.
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

    /// Where header and bytes lie in the archive, with so many extra bytes between the name and the content; nil where that
    /// leads out of it.
    func range(extraByteCount: Int, within fileByteCount: Int64) -> Range<Int64>? {
        let byteCount = Int64(Self.headByteCount + nameByteCount + extraByteCount + byteCount)
        guard let start = Int64(exactly: headerOffset), start <= fileByteCount - byteCount else { return nil }
        return start..<start + byteCount
    }

    /// Where the content lies in bytes that begin with its header: nil where the header is another's, the bytes end before
    /// the content does, or it does not match its checksum.
    func content(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        guard let extraByteCount = extraByteCount(of: bytes) else { return nil }
        let start = Self.headByteCount + nameByteCount + extraByteCount
        guard start + byteCount <= bytes.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[start..<start + byteCount])
        return Self.checksum(of: content) == checksum ? start..<start + byteCount : nil
    }

    /// How many extra bytes the header of this entry announces.
    func extraByteCount(in file: OpenFile) throws -> Int? {
        let head = try file.bytes(at: Int64(clamping: headerOffset), count: Self.headByteCount)
        guard head.count == Self.headByteCount else { return nil }
        return head.withUnsafeBytes(extraByteCount)
    }

    /// The CRC-32 of bytes.
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

    /// Fills the head and then the body; fewer bytes only at the end of the file.
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
        // Interrupted, at the end of the file, or failing: seldom, so it is begun anew in two calls.
        var count = try file.read(into: head, at: Int64(offset))
        if count == head.count { count += try file.read(into: body, at: Int64(offset) + Int64(head.count)) }
        return count
    }
}
