import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#endif

extension Doctor {
    /// Checks whether the server can listen on the configured address.
    func address() -> DoctorFinding {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let group = MultiThreadedEventLoopGroup.singleton
        do {
            let channel = try ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).wait()
            try channel.close().wait()
            return DoctorFinding(.ok, "address", "\(name) is free")
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            guard isServed() else {
                return DoctorFinding(
                    .wrong, "address", "\(name) is taken by another program",
                    advice: "stop it, or choose another --port")
            }
            return DoctorFinding(.ok, "address", "\(name) is in use by another explore server")
        } catch let error as IOError where error.errnoCode == EACCES {
            return DoctorFinding(
                .wrong, "address", "\(name) needs privileges",
                advice: "choose a --port above 1023, behind a proxy")
        } catch {
            return DoctorFinding(
                .wrong, "address", "the server cannot listen on \(name): \(error)",
                advice: "choose an address of this machine"
            )
        }
    }

    /// Whether the program that listens there responds like this server.
    private func isServed() -> Bool {
        let reached = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        guard let found = try? SocketAddress.makeAddressResolvingHost(reached, port: port) else { return false }
        let descriptor = socket(found.protocol.rawValue, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard found.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else { return false }
        let request = Array("GET /health/live HTTP/1.1\r\nHost: \(reached)\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return false }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var response: [UInt8] = []
        while response.count < bytes.count {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            response += bytes.prefix(count)
        }
        let text = String(decoding: response, as: UTF8.self)
        return text.hasPrefix("HTTP/1.1 200") && text.contains("\"status\"")
    }
}
