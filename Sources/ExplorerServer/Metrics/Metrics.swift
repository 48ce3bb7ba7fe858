import ClauseStore
import DocumentModel
import NIOConcurrencyHelpers
import NIOCore

// 1. `ObservationMiddleware` is the outermost layer of the routes. It assigns the request id (`X-Request-Id`, also the
// incident id of a response 500), counts the response by its route pattern (`RouteCounters`) and writes the access log.
// 2. The tile lane counts per event loop (`LaneCounters`), with loads and stores that no other thread contends for. 3.
// Caches, pools and the process are sampled when the metrics are read (`Metrics.watch`). `MetricFamily` writes the text
// format; `MetricsExposure` decides who may read it. 4. All log lines go into a `LineSink`, which a separate thread
// writes. If that stalls, lines are dropped and counted, and no request waits.

#if canImport(Glibc)
    import Glibc
#endif

/// The metrics of the server.
package final class Metrics: Sendable {
    /// The refused requests and connections, by reason.
    let refusals = Counters<Refusal>()
    /// The responses of the routes.
    let routes = RouteCounters()
    let openConnections = Counter()
    let acceptedConnections = Counter()
    /// The bytes sent by the routes, including heads, before encryption.
    let sentBytes = Counter()
    /// The queries to the store.
    let store = WorkCounters()
    /// The renderings.
    let renders = WorkCounters()
    /// The attempts to replace the library, by outcome.
    let reloads = Counters<Reload>()

    /// The start of the server in seconds since 1970, which is close enough to that of the process.
    let start = Double(time(nil))

    private let lanes = NIOLockedValueBox<[ObjectIdentifier: LaneCounters]>([:])
    private let sources = NIOLockedValueBox<[String: @Sendable () -> [MetricFamily]]>([:])
    private let library = NIOLockedValueBox<(@Sendable () async throws -> LibraryCounts)?>(nil)

    package init() {}

    /// Returns the counters of an event loop's tile lane. Called once per connection.
    func lane(on loop: any EventLoop) -> LaneCounters {
        lanes.withLockedValue { lanes in
            if let lane = lanes[ObjectIdentifier(loop)] { return lane }
            let lane = LaneCounters()
            lanes[ObjectIdentifier(loop)] = lane
            return lane
        }
    }

    /// Registers a closure that returns metrics kept elsewhere, called whenever the metrics are read. It replaces an
    /// earlier one of the same name.
    func watch(_ name: String, _ source: @escaping @Sendable () -> [MetricFamily]) {
        sources.withLockedValue { $0[name] = source }
    }

    /// Registers the closure that counts what is served, in place of an earlier one.
    func watch(library counts: @escaping @Sendable () async throws -> LibraryCounts) {
        library.withLockedValue { $0 = counts }
    }

    /// Returns how much is served; nil if the library cannot be read.
    func libraryCounts() async -> LibraryCounts? {
        guard let read = library.withLockedValue({ $0 }) else { return nil }
        return try? await read()
    }

    /// Returns all metrics in the Prometheus text format.
    func text() -> String {
        var text = ""
        for family in families { family.write(to: &text) }
        return text
    }

    /// The counters of the tile lanes of all event loops.
    var laneCounters: [LaneCounters] { lanes.withLockedValue { Array($0.values) } }

    private var families: [MetricFamily] {
        let lanes = laneCounters
        let watched = sources.withLockedValue { $0 }.sorted { $0.key < $1.key }.flatMap { $0.value() }
        return routes.families + laneFamilies(lanes) + ownFamilies(lanes) + watched
    }

    private func laneFamilies(_ lanes: [LaneCounters]) -> [MetricFamily] {
        func sum(_ counter: (LaneCounters) -> Counter) -> UInt64 { lanes.reduce(0) { $0 &+ counter($1).total } }
        var seconds = Histogram.ofTiles().reading
        for lane in lanes { seconds.add(lane.seconds.reading) }
        return [
            MetricFamily(
                "explore_tile_lane_answers_total", .counter,
                "Tiles served by the tile lane, from ready responses (hot), from a pyramid (stored) or from an object store (fetched), all with the status 200; or with 304 (not_modified).",
                by: "source",
                [
                    ("hot", sum(\.hot)), ("stored", sum(\.stored)), ("fetched", sum(\.fetched)),
                    ("not_modified", sum(\.notModified)),
                ]),
            MetricFamily(
                "explore_tile_lane_passed_total", .counter,
                "Requests for tiles that the tile lane looked up and left to the routes.", sum(\.missed)),
            MetricFamily(
                "explore_tile_lane_duration_seconds", .histogram,
                "Time that the tile lane took for a response, of one response in \(LaneCounters.interval).",
                .histogram(seconds)),
        ]
    }

    private func ownFamilies(_ lanes: [LaneCounters]) -> [MetricFamily] {
        [
            MetricFamily(
                "explore_sent_bytes_total", .counter, "Bytes of responses with their heads, before encryption.",
                by: "by", [("lane", lanes.reduce(0) { $0 &+ $1.sentBytes.total }), ("routes", sentBytes.total)]),
            MetricFamily(
                "explore_refusals_total", .counter, "Requests and connections that were refused, by reason.",
                by: "reason", Refusal.allCases.map { ($0.rawValue, refusals[$0].total) }),
            MetricFamily("explore_connections", .gauge, "Connections that are open.", openConnections.total),
            MetricFamily(
                "explore_connections_total", .counter, "Connections that were accepted.", acceptedConnections.total),
            MetricFamily(
                "explore_store_duration_seconds", .histogram, "Duration of database queries.",
                .histogram(store.seconds.reading)),
            MetricFamily(
                "explore_store_errors_total", .counter,
                "Database queries that failed, including those for things that do not exist.", store.failed.total),
            MetricFamily(
                "explore_render_duration_seconds", .histogram, "Time taken to make a picture, without waiting.",
                .histogram(renders.seconds.reading)),
            MetricFamily("explore_renders_running", .gauge, "Pictures that are being made.", renders.running.total),
            MetricFamily(
                "explore_render_errors_total", .counter,
                "Pictures that could not be made, or were no longer wanted.", renders.failed.total),
            MetricFamily(
                "explore_library_reloads_total", .counter, "Replacements of the served library, by outcome.",
                by: "outcome", Reload.allCases.map { ($0.rawValue, reloads[$0].total) }),
        ]
    }
}

/// The outcome of replacing the library.
enum Reload: String, CaseIterable, Sendable {
    /// The new library is served.
    case served
    /// The new library cannot be served; the former one stays in service.
    case refused
}

/// The reason why a request or a connection was refused.
enum Refusal: String, CaseIterable, Sendable {
    /// A work queue is full: 503.
    case busy
    /// The request target is longer than allowed: 414.
    case longTarget = "long_target"
    /// The header section is larger than allowed: 431.
    case largeHeader = "large_header"
    /// The body is larger than allowed: 413.
    case largeBody = "large_body"
    /// The request is not HTTP: 400.
    case malformed
    /// The response would touch or have more pixels than allowed: 400.
    case largePicture = "large_picture"
    /// The request arrives, or the response is read, too slowly: 408, or the connection is closed.
    case slow
    /// The response took too long to make: 503.
    case timeout
    /// Too many connections: 503.
    case connections
    /// An edit is larger than allowed, or would make its working copy so: 413.
    case largeEdit = "large_edit"
    /// Too many requests or connections from one address: 429.
    case rate
    /// The object store of a replica is not available: 503.
    case unavailable
    /// A token is invalid, expired or revoked.
    case token
}
