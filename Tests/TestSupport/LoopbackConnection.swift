import Foundation

/// A plain TCP connection to a port of this machine. Bytes are sent and received unchanged.
public final class LoopbackConnection: Sendable {
    private let descriptor: Int32

    /// Connects to the port.
    ///
    /// - Throws: `POSIXError` if nothing listens there.
    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // No response takes ten seconds, but a thousand other tests may run first.
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var noDelay: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends text as UTF-8.
    public func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Closes the sending direction. The other side may continue to send.
    public func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Returns the next bytes received, at most 64 KiB; empty if the other side closed the connection.
    public func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Returns all bytes received until the other side closes the connection.
    public func receiveAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let more = receive()
            guard !more.isEmpty else { return all }
            all += more
        }
    }

    /// Sends a request and returns the first bytes of the response.
    public func request(_ request: String) throws -> String {
        try send(request)
        return String(decoding: receive(), as: UTF8.self)
    }

    /// Sends a request on a new connection and returns everything received until the other side closes it.
    public static func response(to request: String, port: Int) throws -> String {
        let connection = try LoopbackConnection(port: port)
        try connection.send(request)
        return String(decoding: connection.receiveAll(), as: UTF8.self)
    }
}
