import NIOConcurrencyHelpers

/// Counts requests by route pattern and response status, and measures their duration by group of routes.
///
/// The patterns come from the router, so clients cannot create new series.
final class RouteCounters: Sendable {
    /// Groups of route patterns, because a histogram per pattern would make a thousand series.
    enum Group: String, CaseIterable, Sendable {
        case tiles, images, presentations, search, api, pictures, pages, service, none

        /// Chooses the group of a route pattern, or `none` if no route matched.
        init(pattern: String?) {
            guard let pattern else {
                self = .none
                return
            }
            let groups: [(String, Group)] = [
                ("/dzi/", .tiles), ("/tiles/", .tiles), ("/iiif/presentation/", .presentations),
                ("/iiif/discovery/", .presentations), ("/iiif/search/", .search), ("/iiif/", .images),
                ("/api/search", .search), ("/api/documents/{document}/clauses/{clause}/", .pictures), ("/api/", .api),
                ("/health/", .service), ("/metrics", .service),
            ]
            self = groups.first { pattern.hasPrefix($0.0) }?.1 ?? .pages
        }
    }

    private struct Key: Hashable {
        let pattern: String?
        let status: Int
    }

    private let counts = NIOLockedValueBox<[Key: UInt64]>([:])
    private let seconds = Dictionary(uniqueKeysWithValues: Group.allCases.map { ($0, Histogram.ofWork()) })

    /// Counts a response by its route pattern (nil if none matched) and the time that it took to make, in nanoseconds.
    func count(pattern: String?, status: Int, duration: UInt64) {
        counts.withLockedValue { $0[Key(pattern: pattern, status: status), default: 0] += 1 }
        seconds[Group(pattern: pattern)]?.observe(duration)
    }

    var families: [MetricFamily] {
        let counts = counts.withLockedValue { counts in
            counts.map { ($0.key.pattern ?? "none", String($0.key.status), $0.value) }
        }
        return [
            MetricFamily(
                "explore_requests_total", .counter,
                "Responses of the routes, by the route's pattern and the status, without tiles served by the tile lane.",
                counts.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map {
                    MetricFamily.Sample(labels: [("route", $0.0), ("status", $0.1)], value: .whole($0.2))
                }),
            MetricFamily(
                "explore_request_duration_seconds", .histogram,
                "Time from a request's head to its response's head, by group of routes.", by: "group",
                Group.allCases.compactMap { group in
                    seconds[group].map { (group.rawValue, .histogram($0.reading)) }
                }),
        ]
    }
}
