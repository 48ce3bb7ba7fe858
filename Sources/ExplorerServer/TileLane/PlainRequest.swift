import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// What the tile lane makes of the bytes at the front of a connection's input.
///
/// The lane knows only complete GETs without conditions, ranges or bodies, and is stricter about them than the HTTP
/// decoder behind it, so that whatever it answers would have been answered the same way there. Grammar: RFC 9112,
/// sections 3 and 5.
enum PlainRequest: Equatable {
    /// A complete GET that may be answered from ready bytes: where its target stands, and where the request ends.
    case tile(target: Range<Int>, end: Int)
    /// A complete request without a body that the lane does not answer; the next one begins at `end`.
    case other(end: Int)
    /// Anything else. Where the next request begins is not known.
    case opaque

    /// Reads a request head at the front of the bytes.
    ///
    /// - Complexity: O(*n*) in the length of the head; a head longer than 8 KiB is opaque.
    init(_ bytes: UnsafeRawBufferPointer) {
        let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(8_192))
        guard head.starts(with: "GET /".utf8), let lineEnd = Self.endOfLine(head, from: 5) else {
            self = .opaque
            return
        }
        // The version with its space is nine bytes, CR LF two.
        let targetEnd = lineEnd - 11
        guard targetEnd > 4,
            UnsafeRawBufferPointer(rebasing: head[targetEnd..<lineEnd]).elementsEqual(" HTTP/1.1\r\n".utf8),
            head[4..<targetEnd].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            self = .opaque
            return
        }
        var fields = FieldLines()
        var position = lineEnd
        while true {
            guard let next = Self.endOfLine(head, from: position) else {
                self = .opaque
                return
            }
            if next == position + 2 {
                position = next
                break
            }
            guard fields.read(UnsafeRawBufferPointer(rebasing: head[position..<next - 2])) else {
                self = .opaque
                return
            }
            position = next
        }
        self =
            fields.isPlain && fields.hostCount == 1
            ? .tile(target: 4..<targetEnd, end: position) : .other(end: position)
    }

    /// The position after the CR LF that ends the line, or `nil` when there is none, or a bare LF.
    private static func endOfLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        let position = base.distance(to: UnsafeRawPointer(found))
        guard position > start, bytes[position - 1] == 0x0D else { return nil }
        return position + 1
    }
}

/// What the header fields of a request say, as far as the lane must know.
private struct FieldLines {
    /// Whether nothing but the tile itself is asked for: no condition, no range.
    var isPlain = true
    var hostCount = 0

    /// Takes a line without its CR LF.
    ///
    /// - Returns: Whether the request can still be understood; not so with a body, an upgrade, a connection option, a
    ///   folded line, or a byte that no field may have.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        for byte in line[..<colon] where !Self.isTokenByte(byte) { return false }
        for byte in line[(colon + 1)...] where (byte < 0x20 && byte != 0x09) || byte == 0x7F { return false }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        switch name[0] | 0x20 {
        case UInt8(ascii: "c"):
            return !Self.isName(name, "connection") && !Self.isName(name, "content-length")
        case UInt8(ascii: "t"):
            return !Self.isName(name, "transfer-encoding") && !Self.isName(name, "te") && !Self.isName(name, "trailer")
        case UInt8(ascii: "u"): return !Self.isName(name, "upgrade")
        case UInt8(ascii: "e"): return !Self.isName(name, "expect")
        case UInt8(ascii: "p"): return !Self.isName(name, "proxy-connection")
        case UInt8(ascii: "h"):
            if Self.isName(name, "host") { hostCount += 1 }
        case UInt8(ascii: "i"), UInt8(ascii: "r"):
            // If-None-Match, If-Modified-Since, If-Range, Range and the like; Referer asks for nothing.
            if !Self.isName(name, "referer") { isPlain = false }
        case UInt8(ascii: "a"):
            // Tokens and the like are for the routes to look at.
            if Self.isName(name, "authorization") { isPlain = false }
        default: break
        }
        return true
    }

    private static func isName(_ name: UnsafeRawBufferPointer, _ expected: StaticString) -> Bool {
        guard name.count == expected.utf8CodeUnitCount else { return false }
        for position in 0..<name.count where name[position] | 0x20 != expected.utf8Start[position] | 0x20 {
            return false
        }
        return true
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
