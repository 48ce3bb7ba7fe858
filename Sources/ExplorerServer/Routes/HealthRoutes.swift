import ClauseStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Whether the server runs, and whether it can answer.
struct HealthRoutes<Context: RequestContext>: Sendable {
    let store: StoreReader
    let health: ServiceHealth

    func add(to router: Router<Context>) {
        router.get("/health/live") { _, _ in Self.answer([("status", .string("live"))]) }
        router.get("/health/ready") { _, _ in try await readiness() }
    }

    /// 200 also where something is damaged: all else is served, and whoever takes a server out of service for it would
    /// take out every one that serves this library. 503 where nothing can be answered: when the database cannot tell which
    /// documents there are, and when the server is about to end.
    ///
    /// No id is told here, since a document may be one that not everybody may know of.
    private func readiness() async throws -> Response {
        do {
            // One row: a probe comes every second or so, and a list of 10,000 documents takes an eighth of it.
            _ = try await store.revision(of: nil)
            let isSound = health.damages.isEmpty
            let documents = isSound ? [] : try await store.documents().map(\.id)
            switch health.status(amongDocuments: Set(documents)) {
            case .ready: return Self.answer([("status", .string("ready"))])
            case .degraded(let count):
                return Self.answer([("status", .string("degraded")), ("documents", .int(count))])
            case .stopping: return Self.answer([("status", .string("stopping"))], status: .serviceUnavailable)
            }
        } catch let error as ClauseStoreError where error.kind == .internal {
            health.met(error, document: nil)
            return Self.answer([("status", .string("damaged"))], status: .serviceUnavailable)
        }
    }

    private static func answer(_ members: [(String, JSON)], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: JSON.object(members).bytes())))
    }
}
