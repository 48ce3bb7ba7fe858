import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// The route `/metrics`, in the Prometheus text format.
struct MetricsRoutes: Sendable {
    let metrics: Metrics
    let exposure: MetricsExposure
    let isBehindProxy: Bool

    /// Adds the route at the server's own address, subject to ``exposure``.
    func add(to router: Router<ServerContext>) {
        router.get("/metrics") { request, context in
            guard exposure.allows(request, from: context.remoteAddress, isBehindProxy: isBehindProxy) else {
                throw Problem.notFound("there is nothing at this address")
            }
            return await response()
        }
    }

    /// Returns the routes of the separate address, for a monitoring program.
    func ownRouter() -> Router<BasicRequestContext> {
        let router = Router<BasicRequestContext>(options: .autoGenerateHeadEndpoints)
        router.get("/metrics") { _, _ in await response() }
        return router
    }

    private func response() async -> Response {
        // The other metrics are reported even if the library cannot be read.
        let counts = await metrics.libraryCounts()
        var text = metrics.text()
        for family in Self.families(of: counts) + ProcessMetrics.families(start: metrics.start) {
            family.write(to: &text)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private static func families(of counts: LibraryCounts?) -> [MetricFamily] {
        [
            MetricFamily(
                "explore_library_readable", .gauge, "Whether the library's database could be queried: 1 or 0.",
                counts == nil ? 0 : 1),
            MetricFamily(
                "explore_library_documents", .gauge, "Documents that are served.", counts?.documents ?? 0),
            MetricFamily(
                "explore_library_pages", .gauge, "Pages of the documents that are served.", counts?.pages ?? 0),
            MetricFamily(
                "explore_build_info", .gauge, "The versions of the program and of its libraries; always 1.",
                [
                    MetricFamily.Sample(
                        labels: [
                            ("version", BuildVersion.number), ("libvips", VipsRuntime.version),
                            ("sqlite", SQLiteFeatures.current?.version ?? ""),
                        ], value: .whole(1))
                ]),
        ]
    }
}
