import Foundation
import TestSupport

/// A GET that the tile lane may handle, on a separate connection.
enum LaneRequest {
    /// Sends the request, waits for the complete response, and returns its length in bytes.
    @discardableResult
    static func send(_ path: String, port: Int) throws -> Int {
        let connection = try LoopbackConnection(port: port)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try connection.receiveAnswer().count
    }
}

extension LoopbackConnection {
    /// Returns the next response, by its Content-Length; no further request may be in progress.
    func receiveAnswer() throws -> Data {
        var response = Data()
        while true {
            let more = receive()
            guard !more.isEmpty else { throw POSIXError(.ECONNRESET) }
            response += more
            guard let head = response.range(of: Data("\r\n\r\n".utf8)) else { continue }
            let fields = String(decoding: response[..<head.lowerBound], as: UTF8.self).lowercased()
            if fields.hasPrefix("http/1.1 304") || fields.hasPrefix("http/1.1 204") { return response }
            guard let length = fields.firstMatch(of: /content-length: ([0-9]+)/).flatMap({ Int($0.output.1) }) else {
                throw POSIXError(.EBADMSG)
            }
            if response.count >= head.upperBound + length { return response }
        }
    }
}

/// The request headers with which browsers and others request a tile: the files of `Tests/request-heads`.
enum RecordedHeads {
    /// The fields of each by its name, with CR LF after every line.
    static let all: [(name: String, fields: String)] = {
        let folder = URL(filePath: #filePath).appending(path: "../../../request-heads").standardizedFileURL
        return ["chromium", "firefox", "safari", "curl", "proxy"].map { name in
            let text = try? String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
            return (name, (text ?? "").replacing("\n", with: "\r\n"))
        }
    }()
}
