import Foundation
import TestSupport

/// A connection that is kept from one request to the next, whose answers are read whole.
final class KeptConnection {
    struct Answer {
        let status: Int
        let head: String
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The connection ended before the answer did.
    struct Torn: Error {
        let received: Int
    }

    private let connection: LoopbackConnection
    private var rest: [UInt8] = []

    init(port: Int) throws { connection = try LoopbackConnection(port: port) }

    /// The whole answer to a GET.
    func get(_ path: String) throws -> Answer {
        try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try receive()
    }

    /// Asks and does not wait.
    func ask(_ path: String) throws { try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") }

    /// Waits until the next answer begins to arrive.
    func waitForAnswer() throws { if rest.isEmpty { try more() } }

    /// The next answer.
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

    /// Whether the server closed the connection, after all that it sent.
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
