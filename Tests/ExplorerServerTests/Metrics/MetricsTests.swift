import ClauseStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer
@testable import TileEngine

/// The content of `/metrics`, its format, and who may read it.
@Suite(.serialized, .ownThreads) struct MetricsTests {
    private static let path = "/metrics"
    private static let tile = "/dzi/magna-carta-1_files/10/1_1.jpg"

    private static func options(_ change: (inout ServerOptions) -> Void = { _ in }) -> ServerOptions {
        var options = ServerOptions(port: 0)
        change(&options)
        return options
    }

    @Test func `metrics are valid Prometheus text, and names follow the conventions`() async throws {
        try await SampleServer.test(Self.options(), over: .live) { client in
            for path in [Self.tile, "/nothing", "/api/documents", "/iiif/3/magna-carta-1/full/200,/0/default.jpg"] {
                _ = try await client.get(path)
            }
            let response = try await client.get(Self.path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let text = try PrometheusText(String(decoding: response.bytes, as: UTF8.self))
            for family in text.families {
                #expect(family.name.hasPrefix("explore_") || family.name.hasPrefix("process_"), "\(family.name)")
                #expect((family.type == "counter") == family.name.hasSuffix("_total"), "\(family.name)")
                #expect(family.type != "histogram" || family.name.hasSuffix("_seconds"), "\(family.name)")
                #expect(family.help.hasSuffix("."), "\(family.name)")
            }
        }
    }

    @Test func `docs/metrics.md lists exactly the exposed metrics with their types`() async throws {
        let page = try String(
            contentsOf: SampleServer.repository.appending(path: "docs/metrics.md"), encoding: .utf8)
        let listed = page.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| `explore_") || line.hasPrefix("| `process_") else { return nil }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return "\(cells[0].replacing("`", with: "")) \(cells[1])"
        }
        // A replica reports everything, including its traffic with the store.
        let status = RemoteStatus(
            fault: nil, release: 1, lookCount: 1, reads: RemoteStatus.Reads(),
            disk: .init(byteCount: 0, byteLimit: 0, fileCount: 0, removedByteCount: 0, lostCount: 0, isFull: false))
        try await SampleServer.test(Self.options { $0.remoteStatus = { status } }, over: .live) { client in
            let response = try await client.get(Self.path)
            let exposed = try PrometheusText(String(decoding: response.bytes, as: UTF8.self)).families.map {
                "\($0.name) \($0.type)"
            }
            #expect(Set(exposed).symmetricDifference(listed) == [])
        }
    }

    @Test func `requests are counted by route and status, and tile lane responses by source`()
        async throws
    {
        try await SampleServer.test(Self.options(), over: .live) { client in
            // For the first request the lane has the image looked up; two tiles are read, the others are cached.
            let port = try #require(client.client.port)
            for _ in 0..<4 { #expect(try LaneRequest.send(Self.tile, port: port) > 1_000) }
            for number in 0..<3 { #expect(try await client.get("/nothing/\(number)").status == .notFound) }
            _ = try await client.get("/api/documents/none")
            _ = try await client.get("/iiif/3/magna-carta-1/10,10,500,500/100,/0/default.png")
            let response = try await client.get(Self.path)
            let text = try PrometheusText(String(decoding: response.bytes, as: UTF8.self))
            func requests(_ route: String, _ status: String) -> Double? {
                text.value("explore_requests_total", ["route": route, "status": status])
            }
            #expect(requests("none", "404") == 3)
            #expect(requests("/api/documents/{document}", "404") == 1)
            #expect(requests("/dzi/{image}_files/{level}/{tile}", "200") == nil)
            #expect(text.value("explore_tile_lane_passed_total") == 0)
            let hot = try #require(text.value("explore_tile_lane_answers_total", ["source": "hot"]))
            let stored = try #require(text.value("explore_tile_lane_answers_total", ["source": "stored"]))
            #expect(hot + stored == 4 && hot >= 1)
            #expect(text.value("explore_cache_hits_total", ["cache": "hot_tiles"]) == hot)
            #expect(text.value("explore_request_duration_seconds_count", ["group": "none"]) == 3)
            #expect(text.value("explore_render_duration_seconds_count") == 1)
            #expect(try #require(text.value("explore_sent_bytes_total", ["by": "lane"])) > 10_000)
            #expect(try #require(text.value("explore_sent_bytes_total", ["by": "routes"])) > 1_000)
            #expect(try #require(text.value("explore_connections_total")) >= 1)
            #expect(try #require(text.value("explore_connections")) >= 1)
            #expect(text.value("explore_library_documents") == 1)
            #expect(text.value("explore_cache_limit_bytes", ["cache": "hot_tiles"]) == Double(128 << 20))
            #expect(try #require(text.value("process_resident_memory_bytes")) > 1_000_000)
            #expect(try #require(text.value("process_open_fds")) > 3)
            #expect(try #require(text.value("process_cpu_seconds_total")) > 0)
            let started = try #require(text.value("process_start_time_seconds"))
            #expect(abs(started - Date().timeIntervalSince1970) < 3_600)
        }
    }

    @Test func `the number of series does not grow with distinct request paths`() async throws {
        try await SampleServer.test(Self.options(), over: .live) { client in
            func seriesCount() async throws -> Int {
                let response = try await client.get(Self.path)
                let text = try PrometheusText(String(decoding: response.bytes, as: UTF8.self))
                return text.families.reduce(0) { $0 + $1.samples.count }
            }
            let paths = { (number: Int) in
                [
                    "/nothing/\(number)", "/api/documents/no-\(number)", "/tiles/none-\(number)/0/0/0.jpg",
                    "/documents/magna-carta?x=\(number)", "/iiif/3/magna-carta-1/full/\(number + 20),/0/default.jpg",
                ]
            }
            // Requested once before the first count, because the request itself adds a series.
            _ = try await seriesCount()
            for path in paths(0) { _ = try await client.get(path) }
            let before = try await seriesCount()
            for number in 1..<40 { for path in paths(number) { _ = try await client.get(path) } }
            #expect(try await seriesCount() == before)
            #expect(before < 700)
        }
    }

    @Test func `metrics are a 404 without a socket, behind a proxy, if off, and for other sites`() async throws {
        try await SampleServer.test(Self.options()) { client in
            let response = try await client.get(Self.path)
            #expect(response.status == .notFound)
        }
        for options in [
            Self.options { $0.publicURL = "https://example.org" }, Self.options { $0.metricsExposure = .off },
            Self.options { $0.metricsExposure = .address(host: "127.0.0.1", port: 0) },
        ] {
            try await SampleServer.test(options, over: .live) { client in
                let response = try await client.get(Self.path)
                #expect(response.status == .notFound)
                #expect(try response.json()["detail"] as? String == "there is nothing at this address")
            }
        }
        try await SampleServer.test(Self.options(), over: .live) { client in
            for name in ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "Origin"] {
                let field = try #require(HTTPField.Name(name))
                #expect(try await client.get(Self.path, headers: [field: "x"]).status == .notFound)
            }
            #expect(try await client.get(Self.path).status == .ok)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.8.7", true), ("::1", true), ("::ffff:127.0.0.1", true), ("10.0.0.1", false),
        ("1.127.0.1", false), ("::ffff:10.0.0.1", false), ("::2", false), ("128.0.0.1", false),
    ])
    func `loopback addresses are recognised`(address: String, isLoopback: Bool) throws {
        #expect(try SocketAddress(ipAddress: address, port: 1).isLoopback == isLoopback)
    }

    @Test func `the exposure is 'local', 'off', or a host and port`() {
        #expect(MetricsExposure("local") == .local)
        #expect(MetricsExposure("off") == .off)
        #expect(MetricsExposure("10.0.0.1:9100") == .address(host: "10.0.0.1", port: 9100))
        #expect(MetricsExposure("[::1]:9100") == .address(host: "::1", port: 9100))
        for text in ["", "9100", ":9100", "::1:9100", "host:", "host:70000", "host:x", "[]:1"] {
            #expect(MetricsExposure(text) == nil, "\(text)")
        }
    }

    @Test func `label values and help texts are escaped, and the parser reverses it`() throws {
        let family = MetricFamily(
            "explore_x", .gauge, "A \\ and a\nbreak.", by: "label", [("a\"b\\c\nd", .whole(1))])
        var text = ""
        family.write(to: &text)
        #expect(
            text
                == "# HELP explore_x A \\\\ and a\\nbreak.\n# TYPE explore_x gauge\nexplore_x{label=\"a\\\"b\\\\c\\nd\"} 1\n"
        )
        #expect(try PrometheusText(text).value("explore_x", ["label": "a\"b\\c\nd"]) == 1)
    }

    @Test func `characters that combine with a mark or a return are escaped too`() {
        let family = MetricFamily("explore_x", .gauge, "A.", by: "label", [("a\r\nb\"\u{301}", .whole(1))])
        var text = ""
        family.write(to: &text)
        #expect(text.hasSuffix("\nexplore_x{label=\"a\r\\nb\\\"\u{301}\"} 1\n"))
    }

    @Test func `a system file is read to its end even if reads return less than requested`() throws {
        let text = try #require(SmallFile.text("/proc/self/maps"))
        #expect(text.utf8.count > 4_096)
        #expect(text.hasSuffix("\n") || text.utf8.count == 65_536)
    }

    @Test(arguments: [
        "explore_x 1\n", "# HELP explore_x A.\n# TYPE explore_x gauge\nexplore_x 1",
        "# HELP explore_x A.\n# TYPE explore_x gauge\nexplore_x 1\nexplore_x 2\n",
        "# HELP explore_x A.\n# TYPE explore_x gauge\nexplore_y 1\n",
        "# HELP explore_x A.\n# TYPE explore_x gauge\nexplore_x{a=\"b} 1\n",
        "# HELP explore_x A.\n# TYPE explore_x gauge\nexplore_x{1a=\"b\"} 1\n",
        "# HELP explore_x A.\n# TYPE explore_x histogram\nexplore_x_bucket{le=\"1\"} 1\nexplore_x_sum 1\nexplore_x_count 1\n",
        "# HELP explore_x A.\n# TYPE explore_x histogram\nexplore_x_bucket{le=\"1\"} 2\nexplore_x_bucket{le=\"+Inf\"} 1\nexplore_x_sum 1\nexplore_x_count 1\n",
    ])
    func `the test parser rejects invalid text`(text: String) {
        #expect(throws: PrometheusText.Fault.self) { try PrometheusText(text) }
    }

    @Test func `a histogram counts each duration in its bucket`() throws {
        let histogram = Histogram(bounds: [10, 100])
        for duration: UInt64 in [0, 10, 11, 100, 101, 1_000] { histogram.observe(duration) }
        #expect(histogram.reading.counts == [2, 2, 2])
        #expect(histogram.reading.nanoseconds == 1_222)
    }
}
