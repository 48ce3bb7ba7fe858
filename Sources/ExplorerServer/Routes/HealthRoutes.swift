import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

/// The liveness and readiness probes.
struct HealthRoutes: Sendable {
    let store: StoreReader
    let state: ServerState
    let health: ServiceHealth
    /// The state of the connection to the object store, on a replica.
    var remoteStatus: (@Sendable () -> RemoteStatus)?

    func add(to router: Router<ServerContext>) {
        router.get("/health/live") { _, _ in Self.response([("status", .string("live"))]) }
        router.get("/health/ready") { _, _ in try await readiness() }
    }

    /// Responds with 200 even if something is damaged, because everything else is served, and a load balancer that took
    /// this server out of service would take out every server of the same library. The same holds if the library was
    /// replaced by one that cannot be served: the server keeps the old one. Responds with 503 if the database cannot
    /// list the documents, and after the server was asked to stop, so that load balancers send it no more requests.
    ///
    /// No ids are listed, since not everybody may know that a document exists.
    private func readiness() async throws -> Response {
        if state.isEnding { return Self.response([("status", .string("stopping"))], status: .serviceUnavailable) }
        do {
            // Reads a single row: probes arrive about once a second, and listing 10,000 documents takes an eighth of
            // that.
            _ = try await store.read { try $0.libraryRevision() }
            var faults: [(String, JSON)] = []
            if !health.damages.isEmpty {
                // If even the start of the list cannot be read, nothing can be served.
                _ = try await store.list(DocumentFilter(), withFacets: false) { _, part, _ in part.documents.count }
                let count = try await store.documentCount(among: health.damagedDocuments)
                faults.append(("documents", .int(count)))
            }
            faults += remoteStatus?().faults.map { ($0.part, .string($0.words)) } ?? []
            if state.isLibraryRefused { faults.append(("library", .string("replaced by one that cannot be served"))) }
            return Self.response([("status", .string(faults.isEmpty ? "ready" : "degraded"))] + faults)
        } catch let error as ClauseStoreError where error.kind == .internal {
            health.met(error, document: nil)
            return Self.response([("status", .string("damaged"))], status: .serviceUnavailable)
        }
    }

    private static func response(_ members: [(String, JSON)], status: HTTPResponse.Status = .ok) -> Response {
        .json(JSON.object(members).bytes(), status: status)
    }
}
