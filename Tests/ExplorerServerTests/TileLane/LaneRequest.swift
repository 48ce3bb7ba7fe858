import Foundation
import TestSupport

/// A GET that the tile lane may answer: plain, on a connection of its own. The client of the framework writes a Connection
/// field, with which the lane leaves a request to the routes.
enum LaneRequest {
    /// Sends the request, waits for the whole answer, and gives how many bytes that had.
    @discardableResult
    static func send(_ path: String, port: Int) throws -> Int {
        let connection = try LoopbackConnection(port: port)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        var answer = Data()
        while true {
            let more = connection.receive()
            guard !more.isEmpty else { throw POSIXError(.ECONNRESET) }
            answer += more
            guard let head = answer.range(of: Data("\r\n\r\n".utf8)) else { continue }
            let fields = String(decoding: answer[..<head.lowerBound], as: UTF8.self).lowercased()
            guard let length = fields.firstMatch(of: /content-length: ([0-9]+)/).flatMap({ Int($0.output.1) }) else {
                throw POSIXError(.EBADMSG)
            }
            if answer.count >= head.upperBound + length { return answer.count }
        }
    }
}
