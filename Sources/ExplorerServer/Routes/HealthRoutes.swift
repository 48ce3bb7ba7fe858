import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// Whether the server runs, and whether it can answer.
struct HealthRoutes<Context: RequestContext>: Sendable {
    let store: StoreReader
    let state: ServerState
    let health: ServiceHealth
    /// What goes on between the server and an object store, where it is a replica.
    var remoteStatus: (@Sendable () -> RemoteStatus)?

    func add(to router: Router<Context>) {
        router.get("/health/live") { _, _ in Self.answer([("status", .string("live"))]) }
        router.get("/health/ready") { _, _ in try await readiness() }
    }

    /// 200 also where something is damaged: all else is served, and whoever takes a server out of service for it would take
    /// out every one that serves this library. So it is while another library lies where the served one was and cannot be
    /// served: this one goes on. 503 where nothing can be answered, when the database cannot tell which documents there are,
    /// and once the server was told to end: whoever shares requests among servers is to send it no more.
    ///
    /// No id is told here, since a document may be one that not everybody may know of.
    private func readiness() async throws -> Response {
        if state.isEnding { return Self.answer([("status", .string("stopping"))], status: .serviceUnavailable) }
        do {
            // One row: a probe comes every second or so, and a list of 10,000 documents takes an eighth of it.
            _ = try await store.ask { try $0.libraryRevision() }
            var faults: [(String, JSON)] = []
            if !health.damages.isEmpty {
                // Where not even the beginning of the list can be told, nothing can be found here.
                _ = try await store.list(DocumentFilter()) { _, part in part.documents.count }
                let count = try await store.documentCount(among: health.damagedDocuments)
                faults.append(("documents", .int(count)))
            }
            faults += remoteStatus?().faults.map { ($0.part, .string($0.words)) } ?? []
            if state.isLibraryRefused { faults.append(("library", .string("replaced by one that cannot be served"))) }
            return Self.answer([("status", .string(faults.isEmpty ? "ready" : "degraded"))] + faults)
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
