import Hummingbird
import NIOCore
import ServiceLifecycle

/// A server whose error tells which address it was that could not be listened on.
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
