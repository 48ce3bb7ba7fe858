import Hummingbird
import NIOCore

/// Whether the server runs, and whether it can answer.
struct HealthRoutes<Context: RequestContext> {
    let store: StoreReader

    func add(to router: Router<Context>) {
        router.get("/health/live") { _, _ in Self.answer("live") }
        router.get("/health/ready") { _, _ in
            _ = try await store.documents()
            return Self.answer("ready")
        }
    }

    private static func answer(_ status: String) -> Response {
        let body = JSON.object([("status", .string(status))])
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body.bytes())))
    }
}
