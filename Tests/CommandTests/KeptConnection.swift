import Foundation
import TestSupport

/// A persistent connection whose responses are read completely.
final class KeptConnection {
    struct Answer {
        let status: Int
        let head: String
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Thrown if the connection ended before the response did.
    struct Torn: Error {
        let received: Int
    }

    private let connection: LoopbackConnection
    private var rest: [UInt8] = []

    init(port: Int) throws { connection = try LoopbackConnection(port: port) }

    /// Sends a GET and returns the complete response.
    func get(_ path: String) throws -> Answer {
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try receive()
    }

    /// Sends a GET without waiting.
    func request(_ path: String) throws { try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") }

    /// Waits until the next response begins to arrive.
    func waitForAnswer() throws { if rest.isEmpty { try more() } }

    /// Returns the next response.
    func receive() throws -> Answer {
        var headEnd: Int?
        while headEnd == nil {
            headEnd = Self.end(of: Array("\r\n\r\n".utf8), in: rest)
            if headEnd == nil { try more() }
        }
        let head = String(decoding: rest[..<(headEnd ?? 0)], as: UTF8.self)
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        let end = (headEnd ?? 0) + (length ?? 0)
        while rest.count < end { try more() }
        let body = Array(rest[(headEnd ?? 0)..<end])
        rest.removeFirst(end)
        return Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: body)
    }

    /// Returns whether the server closed the connection after everything it sent.
    func isClosed() -> Bool { rest.isEmpty && connection.receive().isEmpty }

    private func more() throws {
        let bytes = connection.receive()
        guard !bytes.isEmpty else { throw Torn(received: rest.count) }
        rest += bytes
    }

    private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        return (0...(bytes.count - mark.count)).first { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
            .map { $0 + mark.count }
    }
}
