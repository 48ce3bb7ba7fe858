public import Foundation
public import NIOCore

/// A range of bytes of an object.
public struct StoredObject: Sendable {
    /// The bytes.
    public let bytes: ByteBuffer
    /// The offset of the bytes in the object.
    public let offset: Int64
    /// The length of the whole object.
    public let totalByteCount: Int64
    /// The object's ETag, with its quotes. A different ETag means different content.
    public let etag: String?
    /// The time since the object was written, in seconds by the store's own clock; nil if the store does not state it.
    public var ageSeconds: Double?
}

/// The metadata of an object.
public struct ObjectInformation: Sendable, Equatable {
    /// The length in bytes.
    public let byteCount: Int64
    /// The ETag, with its quotes.
    public let etag: String?
    /// The media type.
    public let contentType: String?
    /// The `Cache-Control` header, which states how long caches may keep the object.
    public let cacheControl: String?
    /// The time of the last write, to the second; nil if the store does not state it.
    public let modified: Date?

    /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    static func time(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return ObjectStore.time("\(words[3])-\(two(month + 1))-\(words[1])T\(words[4])Z")
    }
}

/// A content range, such as `Content-Range: bytes 0-99/1000`. https://www.rfc-editor.org/rfc/rfc9110#section-14.4
struct ContentRange: Equatable {
    let bytes: Range<Int64>
    let totalByteCount: Int64

    init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Self.number(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < total
        else { return nil }
        bytes = first..<(last + 1)
        totalByteCount = total
    }

    /// Parses a number of digits only, short enough not to overflow.
    private static func number(_ text: Substring) -> Int64? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
