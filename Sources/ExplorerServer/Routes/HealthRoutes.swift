import ClauseStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Whether the server runs, and whether it can answer.
struct HealthRoutes<Context: RequestContext>: Sendable {
    let store: StoreReader
    let life: ServerLife

    func add(to router: Router<Context>) {
        router.get("/health/live") { _, _ in Self.answer([("status", .string("live"))]) }
        router.get("/health/ready") { _, _ in try await readiness() }
    }

    /// 503 where nothing can be answered, and once the server was told to end: whoever shares requests among servers is to
    /// send it no more. 200 also while another library lies where the served one was and cannot be served: this one goes on.
    private func readiness() async throws -> Response {
        if life.isEnding { return Self.answer([("status", .string("stopping"))], status: .serviceUnavailable) }
        // One row: a probe comes every second or so, and a list of 10,000 documents takes an eighth of it.
        _ = try await store.ask { try $0.libraryRevision() }
        if life.isLibraryRefused {
            return Self.answer([
                ("status", .string("degraded")), ("library", .string("replaced by one that cannot be served")),
            ])
        }
        return Self.answer([("status", .string("ready"))])
    }

    private static func answer(_ members: [(String, JSON)], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: JSON.object(members).bytes())))
    }
}
