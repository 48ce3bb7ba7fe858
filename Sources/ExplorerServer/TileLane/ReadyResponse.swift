import HTTPTypes
import NIOCore
import TileEngine

/// A response in wire format: head and body in one buffer, with space for the date.
struct ReadyResponse {
    var bytes: ByteBuffer
    /// The offset of the 29 bytes of the date.
    let dateOffset: Int
    /// The byte range of the ETag, without its quotes.
    private(set) var tag: Range<Int>?

    /// The length of the head, which is the offset of the body.
    var headByteCount: Int { dateOffset + 33 }

    /// Creates a response with these fields, a Date field and this body.
    init(fields: HTTPFields, body: ByteBuffer) {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1_024 + body.readableBytes)
        bytes.writeString("HTTP/1.1 200 OK\r\n")
        for field in fields {
            bytes.writeString("\(field.name.rawName): \(field.value)\r\n")
            if field.name == .eTag, field.value.utf8.count > 2, field.value.utf8.first == UInt8(ascii: "\"") {
                let end = bytes.writerIndex - 3
                tag = (end + 2 - field.value.utf8.count)..<end
            }
        }
        dateOffset = Self.writeDate(to: &bytes)
        bytes.writeImmutableBuffer(body)
        self.bytes = bytes
    }

    /// Creates the head of a response for a stored tile, with capacity for the tile. It has the same bytes as the
    /// routes' fields produce, without the microseconds that those take.
    ///
    /// - Parameter byteCount: The size of the tile; nil for a 304 response, which has no fields that describe a body.
    init(tile address: TileAddress, of image: ServedImage, policy: CachePolicy, links: String? = nil, byteCount: Int?) {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(512 + (byteCount ?? 0))
        if byteCount == nil {
            bytes.writeStaticString("HTTP/1.1 304 Not Modified\r\nCache-Control: ")
        } else {
            bytes.writeStaticString("HTTP/1.1 200 OK\r\nContent-Type: ")
            bytes.writeString(image.archive.format.mediaType)
            bytes.writeStaticString("\r\nCache-Control: ")
        }
        bytes.writeString(policy.fieldValue)
        if let links {
            bytes.writeStaticString("\r\nLink: ")
            bytes.writeString(links)
        }
        bytes.writeStaticString("\r\nETag: \"")
        let tagStart = bytes.writerIndex
        bytes.writeString(image.version)
        for number in [address.level, address.column, address.row] {
            bytes.writeInteger(UInt8(ascii: "-"))
            bytes.writeString(String(number))
        }
        bytes.writeInteger(UInt8(ascii: "-"))
        bytes.writeString(image.archive.format.fileExtension)
        tag = tagStart..<bytes.writerIndex
        bytes.writeStaticString("\"\r\n")
        if let byteCount {
            bytes.writeStaticString("Content-Length: ")
            bytes.writeString(String(byteCount))
            bytes.writeStaticString("\r\n")
        }
        bytes.writeStaticString("Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\n")
        dateOffset = Self.writeDate(to: &bytes)
        self.bytes = bytes
    }

    /// The fields that a 304 response omits.
    private static let ofBody = ["Content-Type:", "Content-Length:", "Content-Encoding:"]

    /// Creates the head of the 304 response, for requests whose condition names the ETag. It has the same fields except
    /// those that describe the body, as in ``CacheableResponse``.
    init(notModified response: ReadyResponse) {
        var bytes = ByteBuffer()
        var tag: Range<Int>?
        bytes.reserveCapacity(response.headByteCount)
        bytes.writeStaticString("HTTP/1.1 304 Not Modified\r\n")
        response.bytes.withUnsafeReadableBytes { whole in
            let head = whole[..<(response.dateOffset - 6)]
            for line in head.split(separator: UInt8(ascii: "\n")).dropFirst()
            where !Self.ofBody.contains(where: { line.starts(with: $0.utf8) }) {
                if let whole = response.tag, line.indices.contains(whole.lowerBound) {
                    let start = bytes.writerIndex + whole.lowerBound - line.startIndex
                    tag = start..<start + whole.count
                }
                bytes.writeBytes(line)
                bytes.writeInteger(UInt8(ascii: "\n"))
            }
        }
        dateOffset = Self.writeDate(to: &bytes)
        (self.bytes, self.tag) = (bytes, tag)
    }

    func isNamed(by condition: UnsafeRawBufferPointer) -> Bool {
        guard let tag else { return false }
        return bytes.withUnsafeReadableBytes {
            EntityTags.contain(UnsafeRawBufferPointer(rebasing: $0[tag]), in: condition)
        }
    }

    private static func writeDate(to bytes: inout ByteBuffer) -> Int {
        bytes.writeStaticString("Date: ")
        let offset = bytes.writerIndex
        bytes.writeRepeatingByte(UInt8(ascii: "-"), count: 29)
        bytes.writeStaticString("\r\n\r\n")
        return offset
    }
}
