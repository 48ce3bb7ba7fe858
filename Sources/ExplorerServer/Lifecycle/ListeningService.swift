import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A server whose error names the address that it could not listen on.
struct ListeningService<Served: ApplicationProtocol>: Service {
    let application: Served
    let host: String
    let port: Int

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw ServerError.cannotListen(host: host, port: port, errorNumber: error.errnoCode)
        }
    }
}

enum ListeningAddress {
    /// Checks whether an address can be listened on, before the server listens on any and announces that.
    ///
    /// Other faults of the address are reported when the server listens.
    static func check(host: String, port: Int) throws(ServerError) {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else { return }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.protocol.rawValue, kind, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        let status = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
        if status != 0 { throw .cannotListen(host: host, port: port, errorNumber: errno) }
    }
}
