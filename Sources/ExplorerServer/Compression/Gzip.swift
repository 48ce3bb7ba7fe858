import CZlib
import ClauseStore
import DocumentModel
import NIOCore

/// Compresses responses with zlib in the gzip format (RFC 1952).
enum Gzip {
    /// Whether this many bytes are worth compressing. Less than a packet is not.
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

    /// Compresses the bytes, or returns `nil` if zlib is out of memory or cannot take so many at once (4 GiB).
    ///
    /// - Complexity: O(*n*), about 50 MB a second at the default level.
    static func compress(_ buffer: ByteBuffer, level: Int32 = Z_DEFAULT_COMPRESSION) -> ByteBuffer? {
        guard UInt32(exactly: buffer.readableBytes) != nil else { return nil }
        let stream = GzipStream(level: level)
        buffer.withUnsafeReadableBytes { stream.write($0) }
        return stream.finish()
    }
}

/// Compresses text piece by piece, so that a long response is only in memory in gzip (RFC 1952).
final class GzipStream {
    // On the heap, because zlib keeps a pointer to it, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    private var output = ByteBuffer()

    /// - Parameter level: The zlib level, 1 to 9.
    init(level: Int32 = Z_DEFAULT_COMPRESSION) {
        stream.initialize(to: z_stream())
        // 15 window bits, plus 16 for the gzip wrapper.
        isReady =
            deflateInit2_(
                stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { deflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Compresses more bytes.
    ///
    /// - Complexity: O(*n*), about 50 MB a second at the default level.
    func write(_ bytes: UnsafeRawBufferPointer) { deflate(bytes, flush: Z_NO_FLUSH) }

    /// Ends the stream and returns the compressed bytes; nil if zlib was out of memory.
    func finish() -> ByteBuffer? {
        deflate(UnsafeRawBufferPointer(start: nil, count: 0), flush: Z_FINISH)
        return isReady ? output : nil
    }

    private func deflate(_ input: UnsafeRawBufferPointer, flush: Int32) {
        guard isReady, let count = UInt32(exactly: input.count) else { return }
        stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = count
        repeat {
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: 16_384) { space -> Int in
                let capacity = UInt32(clamping: space.count)
                stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = capacity
                CZlib.deflate(stream, flush)
                return Int(capacity - stream.pointee.avail_out)
            }
            // If the output was not filled, all input was consumed.
        } while stream.pointee.avail_out == 0
    }
}

/// Decompresses the output of ``GzipStream`` piece by piece.
final class GunzipStream {
    private static let pieceByteCount = 65_536

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input: ByteBuffer
    private var isOpen: Bool

    init(_ compressed: ByteBuffer) {
        input = compressed
        stream.initialize(to: z_stream())
        isOpen = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Returns the next piece, or nil at the end.
    func next() -> ByteBuffer? {
        guard isOpen else { return nil }
        var piece = ByteBuffer()
        input.readWithUnsafeReadableBytes { source -> Int in
            let available = UInt32(clamping: source.count)
            stream.pointee.next_in = UnsafeMutableRawPointer(mutating: source.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = available
            piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceByteCount) { space -> Int in
                let capacity = UInt32(clamping: space.count)
                stream.pointee.next_out = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = capacity
                isOpen = inflate(stream, Z_NO_FLUSH) == Z_OK
                return Int(capacity - stream.pointee.avail_out)
            }
            return Int(available - stream.pointee.avail_in)
        }
        return piece.readableBytes > 0 ? piece : nil
    }
}
