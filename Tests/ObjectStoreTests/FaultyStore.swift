import Foundation

/// Sends prepared bytes to connections, one after another, like a faulty store. A real one does not produce such faults
/// on demand.
final class FaultyStore: @unchecked Sendable {
    // Every access to mutable state holds the lock.
    private let lock = NSLock()
    private var received: [String] = []
    private let listener: Int32
    let port: Int

    /// - Parameter answers: The response to each request, each on a separate connection; an empty one closes it at
    ///   once. The last one is repeated.
    init(_ responses: [String]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard status else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            var number = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Closed only here: otherwise another listener could get the descriptor that this thread accepts
                    // on.
                    close(listener)
                    return
                }
                var head = ""
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                while !head.contains("\r\n\r\n") {
                    let count = recv(connection, &bytes, bytes.count, 0)
                    guard count > 0 else { break }
                    head += String(decoding: bytes[..<count], as: UTF8.self)
                }
                self?.note(head)
                let response = Array(responses[min(number, responses.count - 1)].utf8)
                _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
                close(connection)
                number += 1
            }
        }
    }

    /// Ends the thread, which closes the listener.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The headers of the requests so far.
    var requests: [String] { lock.withLock { received } }

    private func note(_ head: String) { lock.withLock { received.append(head) } }

    /// Returns a response.
    static func response(_ status: String, _ fields: [String] = [], _ body: String = "", length: Int? = nil) -> String {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
