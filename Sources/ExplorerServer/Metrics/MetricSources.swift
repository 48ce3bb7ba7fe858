import ClauseStore
import DocumentModel
import TileEngine

extension Metrics {
    func watch(_ pools: ServerPools) { watch("pools") { Self.families(of: pools) } }

    /// Reports the served library and its caches, in place of the former one's.
    ///
    /// - Parameter caches: The name of each cache, and its current usage.
    func watch(
        library: @escaping @Sendable () async throws -> LibraryCounts,
        caches: [(name: String, usage: @Sendable () -> CacheUsage)], hotTiles: HotTiles
    ) {
        watch(library: library)
        watch("caches") { [weak self] in
            let usages =
                caches.map { ($0.name, $0.usage()) } + (self.map { [("hot_tiles", $0.hotUsage(of: hotTiles))] } ?? [])
            func family(
                _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: (CacheUsage) -> Int
            ) -> MetricFamily {
                MetricFamily(name, kind, help, by: "cache", usages.map { ($0.0, value($0.1)) })
            }
            return [
                family("explore_cache_hits_total", .counter, "Lookups that a cache could answer.", \.hitCount),
                family("explore_cache_misses_total", .counter, "Lookups that a cache could not answer.", \.missCount),
                family("explore_cache_bytes", .gauge, "Memory that a cache uses.", \.byteCount),
                family("explore_cache_limit_bytes", .gauge, "Memory that a cache may use.", \.byteLimit),
                family("explore_cache_entries", .gauge, "Entries in a cache.", \.count),
            ]
        }
    }

    /// Reports the known damage of the served library.
    func watch(_ health: ServiceHealth) {
        watch("health") {
            [
                MetricFamily(
                    "explore_library_damages", .gauge, "Known instances of damage in the library.", health.damages.count
                ),
                MetricFamily(
                    "explore_library_damaged_documents", .gauge, "Documents with damage, including drafts.",
                    health.damagedDocuments.count),
            ]
        }
    }

    /// Reports when the certificate expires, if there is one.
    func watch(_ identity: TLSIdentity?) {
        watch("certificate") {
            [
                MetricFamily(
                    "explore_certificate_end_timestamp_seconds", .gauge, "When the certificate expires, since 1970.",
                    identity.map { [MetricFamily.Sample(labels: [], value: .whole(UInt64(max(0, $0.end))))] } ?? [])
            ]
        }
    }

    /// Reports the log lines that were dropped.
    func watch(_ logs: ServerLogs?) {
        watch("logs") {
            [
                MetricFamily(
                    "explore_log_lines_dropped_total", .counter, "Lines that a log dropped.", by: "log",
                    [("events", logs?.events.droppedCount ?? 0), ("access", logs?.access?.sink.droppedCount ?? 0)])
            ]
        }
    }

    private func hotUsage(of hotTiles: HotTiles) -> CacheUsage {
        let lanes = laneCounters
        let hot = lanes.reduce(UInt64(0)) { $0 &+ $1.hot.total }
        let missed = lanes.reduce(UInt64(0)) { $0 &+ $1.stored.total &+ $1.missed.total }
        return CacheUsage(
            byteCount: hotTiles.byteCount, byteLimit: hotTiles.byteLimit, count: hotTiles.count,
            hitCount: Int(truncatingIfNeeded: hot), missCount: Int(truncatingIfNeeded: missed))
    }

    private static func families(of pools: ServerPools) -> [MetricFamily] {
        let loads = pools.reported.map { (name: $0.name, load: $0.pool.load, counters: $0.pool.counters) }
        return [
            MetricFamily(
                "explore_pool_running", .gauge, "Jobs that a pool's threads are running.", by: "pool",
                loads.map { ($0.name, $0.load.running) }),
            MetricFamily(
                "explore_pool_waiting", .gauge, "Jobs that wait for a pool's threads.", by: "pool",
                loads.map { ($0.name, $0.load.waiting) }),
            MetricFamily(
                "explore_pool_limit", .gauge, "Jobs that may run or wait in a pool.", by: "pool",
                loads.map { ($0.name, $0.load.limit) }),
            MetricFamily(
                "explore_pool_refused_total", .counter, "Jobs that a pool refused because its queue was full.",
                by: "pool", loads.map { ($0.name, $0.counters.refused.total) }),
            MetricFamily(
                "explore_pool_duration_seconds", .histogram, "Time that jobs took on a pool's threads.", by: "pool",
                loads.map { ($0.name, .histogram($0.counters.seconds.reading)) }),
        ]
    }
}
