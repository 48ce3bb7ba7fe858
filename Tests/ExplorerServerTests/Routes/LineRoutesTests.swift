import Foundation
import HTTPTypes
import ImageGeometry
import Testing

@testable import ExplorerServer

@Suite struct LineRoutesTests {
    private static func points(_ value: Any?) -> [Point] {
        (value as? [[Double]] ?? []).map { Point(x: $0[0], y: $0[1]) }
    }

    @Test func `the sample's text lines are found, and two points on them give a valid outline`() async throws {
        try await SampleServer.test { server in
            let page = "/api/documents/magna-carta/pages/1"
            let lines = try await server.get("\(page)/lines").json()
            let found = try #require(lines["lines"] as? [[String: Any]])
            #expect(found.count > 40 && lines["total"] as? Int == found.count)
            let pitch = try #require(lines["pitch"] as? Double)
            // Two neighbours among the long lines in the middle of the sheet, touched on their letters.
            let long = found.map { Self.points($0["baseline"]) }.filter { line in
                (line.last?.x ?? 0) - (line.first?.x ?? 0) > 3_000
            }
            try #require(long.count > 20)
            func touch(_ line: [Point], _ share: Double) -> String {
                let place = line[Int(share * Double(line.count - 1))]
                return "\(place.x),\(place.y - 0.22 * pitch)"
            }
            let middle = long.count / 2
            let query = "from=\(touch(long[middle], 0.3))&to=\(touch(long[middle + 1], 0.7))"
            let outline = try await server.get("\(page)/outline?\(query)").json()
            let polygons = try #require(outline["polygons"] as? [[String: Any]])
            #expect(polygons.count == 1 && (outline["lines"] as? [Any])?.count == 2)
            let polygon = try Polygon(outer: Self.points(polygons.first?["polygon"]))
            #expect(polygon.contacts().isEmpty)
            let more = try await server.get("\(page)/outline?\(query)&below=1&exact=from,to").json()
            #expect((more["lines"] as? [Any])?.count == 3)
        }
    }

    @Test func `invalid parameters are rejected with the expected values`() async throws {
        try await SampleServer.test { server in
            let outline = "/api/documents/magna-carta/pages/1/outline"
            for (query, words) in [
                ("", "from is missing, expected x,y"), ("from=1,2", "to is missing"), ("from=1&to=1,2", "from is '1'"),
                ("from=1,x&to=1,2", "from is '1,x'"), ("from=1,2&to=1,9000", "to is 1.0,9000.0"),
                ("from=1,2&to=1,nan", "to is"), ("from=1,2&to=3,4&above=0.5", "above is '0.5'"),
                ("from=1,2&to=3,4&below=1e300", "below is"), ("from=1,2&to=3,4&left=-1", "left is"),
                ("from=1,2&to=3,4&above=-9223372036854775808", "above is"),
                ("from=1,2&to=3,4&exact=both", "exact is 'both'"),
            ] {
                let response = try await server.get("\(outline)?\(query)")
                #expect(response.status == .badRequest, "\(query)")
                let detail = try response.json()["detail"] as? String
                #expect(detail?.hasPrefix(words) == true, "\(query): \(detail ?? "")")
            }
            for address in ["pages/2/lines", "pages/x/lines", "pages/0/outline?from=1,2&to=3,4"] {
                #expect(try await server.get("/api/documents/magna-carta/\(address)").status == .notFound)
            }
            #expect(try await server.get("/api/documents/none/pages/1/lines").status == .notFound)
        }
    }
}
