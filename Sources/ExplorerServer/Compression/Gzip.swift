import CZlib
import ClauseStore
import NIOCore

/// Compression of answers with zlib in the gzip format (RFC 1952).
enum Gzip {
    /// Whether that many bytes shrink enough to be worth the work; less than a packet does not.
    static func isWorthwhile(_ byteCount: Int) -> Bool { byteCount >= 1_000 }

    /// Whether an Accept-Encoding field allows gzip (RFC 9110, section 12.5.3).
    static func isAccepted(by field: String?) -> Bool {
        guard let field else { return false }
        var verdict = false
        for item in field.parts(at: ",") {
            let parts = item.parts(at: ";").map { $0.words.joined().lowercased() }
            guard let coding = parts.first, coding == "gzip" || coding == "x-gzip" || coding == "*" else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if coding != "*" { return quality > 0 }
            verdict = quality > 0
        }
        return verdict
    }

    /// The bytes in gzip, or `nil` when zlib has no memory left.
    ///
    /// - Complexity: O(*n*), about 50 MB a second at the default level.
    static func compress(_ buffer: ByteBuffer, level: Int32 = Z_DEFAULT_COMPRESSION) -> ByteBuffer? {
        guard let inputCount = UInt32(exactly: buffer.readableBytes) else { return nil }
        var stream = z_stream()
        // 15 window bits, plus 16 for the gzip wrapper.
        let started = deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(inputCount)))
        var output = ByteBuffer()
        output.reserveCapacity(bound)
        let status = buffer.withUnsafeReadableBytes { input in
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { space -> Int in
                stream.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
                    .assumingMemoryBound(to: UInt8.self)
                stream.avail_in = inputCount
                stream.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_out = UInt32(clamping: space.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return status > 0 ? output : nil
    }
}
