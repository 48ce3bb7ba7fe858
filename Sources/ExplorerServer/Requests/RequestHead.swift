#if canImport(Glibc)
    import Glibc
#endif

/// Whether a connection stays open after a response: <https://www.rfc-editor.org/rfc/rfc9112#section-9.3>
struct Persistence: Equatable {
    /// Whether the response is the last one.
    var isLast = false
    /// Whether the request uses HTTP/1.0, which has no chunked coding, and whose connections close unless both the
    /// request and the response ask to keep them open.
    var isOld = false
}

/// The parts of a request's head that determine where the request ends and who serves it.
///
/// Positions count from the first byte given to ``HeadScanner``.
struct RequestHead: Equatable {
    enum Method {
        case get, head, other
    }

    /// The size of the head in bytes, including the empty line at its end.
    var byteCount = 0
    /// The size of the body in bytes.
    var bodyByteCount = 0
    /// Whether the connection stays open after the response.
    var persistence = Persistence()
    /// Whether the HTTP server behind the decoder closes the connection by itself: it recognises only `Connection:
    /// close`.
    var isLastToServer = false
    /// The positions of fields named Upgrade.
    var upgrades: [Int] = []

    var method = Method.other
    var target = 0..<0
    /// Whether the response depends on the target alone: a GET or HEAD of HTTP/1.1 without a body, range, token, or
    /// conditions other than those below, in a form that every decoder accepts and reads in the same way.
    var isPlain = false
    var ifNoneMatch: Range<Int>?
    var ifModifiedSince: Range<Int>?
}

/// The entity tags of an If-None-Match field: <https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2>
enum EntityTags {
    /// Whether the field contains the tag, by weak comparison.
    ///
    /// - Parameters:
    ///   - field: The field's value: `*`, or quoted tags separated by commas.
    ///   - tag: A strong tag without its quotes, and without a comma in it.
    /// - Complexity: O(*n*) in the length of the field.
    static func contain(_ tag: UnsafeRawBufferPointer, in field: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start <= field.count {
            var end = start
            while end < field.count, field[end] != UInt8(ascii: ",") { end += 1 }
            if isTag(tag, FieldSyntax.trimmed(field, start..<end), in: field) { return true }
            start = end + 1
        }
        return false
    }

    static func contain(_ tag: String, in field: String) -> Bool {
        var (tag, field) = (tag, field)
        return tag.withUTF8 { tag in
            field.withUTF8 { contain(UnsafeRawBufferPointer(tag), in: UnsafeRawBufferPointer($0)) }
        }
    }

    private static func isTag(
        _ tag: UnsafeRawBufferPointer, _ item: Range<Int>, in field: UnsafeRawBufferPointer
    ) -> Bool {
        if item.count == 1 { return field[item.lowerBound] == UInt8(ascii: "*") }
        var start = item.lowerBound
        if item.count > 2, field[start] == UInt8(ascii: "W"), field[start + 1] == UInt8(ascii: "/") { start += 2 }
        let end = item.upperBound - 1
        guard end - start == tag.count + 1, field[start] == UInt8(ascii: "\""), field[end] == UInt8(ascii: "\"") else {
            return false
        }
        guard let left = field.baseAddress, let right = tag.baseAddress else { return tag.isEmpty }
        return memcmp(left + start + 1, right, tag.count) == 0
    }
}

/// The syntax of field names and values: <https://www.rfc-editor.org/rfc/rfc9110#section-5>
enum FieldSyntax {
    /// Returns the range without leading and trailing spaces and tabs.
    static func trimmed(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// Whether a byte is allowed in a field name. The constants have one bit for each allowed byte.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        let set: UInt64 = byte < 0x40 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return set & (1 << UInt64(byte & 0x3F)) != 0
    }

    /// Whether the range contains a control character other than a tab.
    ///
    /// - Complexity: O(*n*), eight bytes at a time, because most of a head consists of values.
    static func hasControl(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            // Sets the highest bit of each byte that is below 0x20 or equal to 0x7F; S. E. Anderson, "Bit Twiddling
            // Hacks".
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let found =
                ((word &- 0x2020_2020_2020_2020) & ~word) | ((deleted &- 0x0101_0101_0101_0101) & ~deleted)
            if found & 0x8080_8080_8080_8080 != 0 {
                for byte in bytes[position..<position + 8] where isControl(byte) { return true }
            }
            position += 8
        }
        for byte in bytes[position..<range.upperBound] where isControl(byte) { return true }
        return false
    }

    private static func isControl(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }

    /// Whether the range equals this text.
    static func isText(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
        return memcmp(base + range.lowerBound, text.utf8Start, range.count) == 0
    }

    /// Whether the range equals the lower-case word, ignoring case.
    static func isWord(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for position in 0..<range.count
        where bytes[range.lowerBound + position] | 0x20 != word.utf8Start[position] { return false }
        return true
    }
}
