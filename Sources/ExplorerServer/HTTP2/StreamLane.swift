import HTTPTypes
import NIOCore
import NIOHPACK

/// The tile lane of an HTTP/2 stream, behind the frame decoder. The routes do not see the requests that it serves.
///
/// It shares ``HotTiles`` and ``StoredTiles`` with the lane of HTTP/1.1, and serves the same requests.
struct StreamLane: Sendable {
    let hotTiles: HotTiles
    let storedTiles: StoredTiles
    let state: ServerState
    let accessLog: AccessLog?

    /// Whether the request meets the conditions of ``RequestHead/isPlain``, without a body.
    private static func isPlain(_ request: HTTPRequest, condition: inout String?) -> Bool {
        guard request.method == .get || request.method == .head, request.authority?.isEmpty == false,
            let path = request.path, path.utf8.first == UInt8(ascii: "/"),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return false }
        for field in request.headerFields {
            switch field.name {
            case .ifNoneMatch where condition == nil: condition = field.value
            case .ifModifiedSince, .referer: continue
            case .cookie:
                var value = field.value
                let mayBeOurs = value.withUTF8 {
                    AccessCookie.mayBe(in: UnsafeRawBufferPointer($0), 0..<$0.count)
                }
                if mayBeOurs { return false }
            case .authorization, .contentLength, .expect, .te, .trailer: return false
            default:
                // If-Range, Range and the like.
                if let first = field.name.canonicalName.utf8.first,
                    first == UInt8(ascii: "i") || first == UInt8(ascii: "r")
                {
                    return false
                }
            }
        }
        return true
    }

    /// Returns the response to a request without a body, or nil to leave it to the routes.
    func response(to request: HTTPRequest, isSecondTime: Bool, on loop: any EventLoop) -> LaneResult? {
        var condition: String?
        guard !state.isEnding, Self.isPlain(request, condition: &condition), var path = request.path else { return nil }
        let now = HTTPDate.Clock.now()
        func response(_ target: UnsafeRawBufferPointer, _ condition: UnsafeRawBufferPointer?) -> LaneResult? {
            let tileRequest = TileRequest(target: target, condition: condition, isHead: request.method == .head)
            if let ready = hotTiles.response(to: tileRequest, now: now) { return .ready(ready) }
            return storedTiles.response(to: tileRequest, isSecondTime: isSecondTime, now: now, on: loop)
        }
        return path.withUTF8 { target in
            guard var condition else { return response(UnsafeRawBufferPointer(target), nil) }
            return condition.withUTF8 { response(UnsafeRawBufferPointer(target), UnsafeRawBufferPointer($0)) }
        }
    }

    /// Writes a response to the access log, if it includes the lane.
    func note(_ response: LaneResponse, to request: HTTPRequest, peer: SocketAddress?) {
        guard let accessLog, accessLog.includesLane, var path = request.path else { return }
        path.withUTF8 {
            accessLog.noteTile(
                TileRequest(target: UnsafeRawBufferPointer($0), isHead: request.method == .head),
                peer: peer?.unmappedIPAddress ?? "-", response)
        }
    }
}

extension LaneResponse {
    /// The header block and body of the response, parsed from its HTTP/1.1 bytes.
    var frames: (headers: HPACKHeaders, body: ByteBuffer)? {
        var headers = HPACKHeaders()
        headers.reserveCapacity(12)
        headers.add(name: ":status", value: "\(status)")
        var rest = bytes
        let isRead = bytes.withUnsafeReadableBytes { whole -> Bool in
            var start = 0
            var isFirst = true
            while let end = whole[start...].firstIndex(of: UInt8(ascii: "\r")), end + 2 <= whole.count {
                if end == start {
                    rest.moveReaderIndex(forwardBy: end + 2)
                    return true
                }
                let line = whole[start..<end]
                start = end + 2
                if isFirst {
                    isFirst = false
                    continue
                }
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
                // RFC 9113, section 8.2: names are in lower case.
                let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
                // What differs for each tile would push what is the same for all out of the table of indexed fields.
                let differs = name == "etag" || name == "content-length"
                headers.add(
                    name: name, value: String(decoding: line[(colon + 2)...], as: UTF8.self),
                    indexing: differs ? .nonIndexable : .indexable)
            }
            return false
        }
        return isRead ? (headers, rest) : nil
    }
}
