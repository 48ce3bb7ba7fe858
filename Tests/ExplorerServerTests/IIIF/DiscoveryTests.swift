import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import Testing

/// IIIF Change Discovery over HTTP; the sections are those of https://iiif.io/api/discovery/1.0/.
@Suite struct DiscoveryTests {
    private static let stream = "/iiif/discovery/1/activity.json"

    /// Returns all activities as `Kind document`, followed from the last page to the first as in §3.5, and reordered.
    private static func activities(_ server: SampleClient) async throws -> (lines: [String], times: [String]) {
        let collection = try await server.json(at: stream)
        #expect(collection["type"] as? String == "OrderedCollection")
        var items: [[String: Any]] = []
        var next = (collection["last"] as? [String: String])?["id"]
        while let address = next {
            let page = try await server.json(at: address)
            #expect(page["id"] as? String == address)
            items = (page["orderedItems"] as? [[String: Any]] ?? []) + items
            next = (page["prev"] as? [String: String])?["id"]
        }
        #expect(collection["totalItems"] as? Int == items.count)
        let lines = items.map { item in
            let object = item["object"] as? [String: String]
            let document = object?["id"]?.split(separator: "/").dropLast().last ?? ""
            return "\(item["type"] ?? "") \(document)"
        }
        return (lines, items.compactMap { $0["endTime"] as? String })
    }

    @Test func `§2.1.3 activities are listed in chronological order`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.addSmall("a")
        try scratch.addSmall("b")
        try scratch.addSmall("a", title: "Other")
        try scratch.addSmall("a", title: "Other")
        try scratch.library.remove("b")
        try scratch.addSmall("b")
        try await SampleServer.test(library: scratch.library) { server in
            let (lines, times) = try await Self.activities(server)
            #expect(lines == ["Create a", "Create b", "Update a", "Delete b", "Create b"])
            #expect(times.count == 5 && times == times.sorted())
            #expect(times.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
            let page = try await server.json(at: "/iiif/discovery/1/page/1.json")
            let object = try #require((page["orderedItems"] as? [[String: Any]])?.first?["object"] as? [String: String])
            #expect(object["type"] == "Manifest")
            try await #expect(server.json(at: try #require(object["id"]))["type"] as? String == "Manifest")
        }
    }

    @Test func `§4.2 publishing is a Create, and becoming a draft again is a Delete`() async throws {
        let scratch = try ScratchLibrary()
        for (title, status) in [("1", "draft"), ("2", "published"), ("3", "published"), ("4", "draft"), ("5", "draft")]
        {
            try scratch.addSmall("a", title: title, status: status)
        }
        try scratch.library.remove("a")
        try await SampleServer.test(library: scratch.library) { server in
            try await #expect(Self.activities(server).lines == ["Create a", "Update a", "Delete a"])
        }
        var options = ServerOptions()
        options.includesDrafts = true
        try await SampleServer.test(options, library: scratch.library) { server in
            let expected = ["Create a"] + Array(repeating: "Update a", count: 4) + ["Delete a"]
            try await #expect(Self.activities(server).lines == expected)
        }
    }

    @Test func `§2.2 pages of a hundred link to each other, and full pages never change`() async throws {
        let scratch = try ScratchLibrary()
        for number in 1...205 { try scratch.addSmall("a", title: "\(number)") }
        try await SampleServer.test(library: scratch.library) { server in
            let (lines, _) = try await Self.activities(server)
            #expect(lines == ["Create a"] + Array(repeating: "Update a", count: 204))
            let second = try await server.get("/iiif/discovery/1/page/2.json")
            let page = try second.json()
            #expect(page["startIndex"] as? Int == 100 && (page["orderedItems"] as? [Any])?.count == 100)
            let base = SampleClient.base + "/iiif/discovery/1/"
            #expect((page["next"] as? [String: String])?["id"] == base + "page/3.json")
            #expect((page["prev"] as? [String: String])?["id"] == base + "page/1.json")
            #expect((page["partOf"] as? [String: String])?["id"] == base + "activity.json")
            try await #expect(server.json(at: base + "page/3.json")["next"] == nil)
            try await #expect(server.get("/iiif/discovery/1/page/4.json").status == .notFound)
            try scratch.library.remove("a")
            // That the full page is unchanged is significant only once the change is visible.
            let start = ContinuousClock.now
            while try await server.json(at: Self.stream)["totalItems"] as? Int != 206 {
                try #require(start.duration(to: .now) < .seconds(60), "the removal is not seen")
                try await Task.sleep(for: .milliseconds(20))
            }
            try await #expect(server.get("/iiif/discovery/1/page/2.json").headers[.eTag] == second.headers[.eTag])
        }
    }

    @Test func `§4.1 Accept selects JSON-LD or JSON`() async throws {
        try await SampleServer.test { server in
            let context = "http://iiif.io/api/discovery/1/context.json"
            for path in [Self.stream, "/iiif/discovery/1/page/1.json"] {
                let response = try await server.get(path)
                #expect(response.headers[.contentType] == "application/ld+json;profile=\"\(context)\"")
                #expect(try response.json()["@context"] as? String == context)
                let plain = try await server.get(path, headers: [.accept: "application/json"])
                #expect(plain.headers[.contentType] == "application/json" && plain.bytes == response.bytes)
            }
        }
    }

    @Test(arguments: ["page/0.json", "page/2.json", "page/01.json", "page/1", "page/999999999.json", "page/x.json"])
    func `a missing page is a 404`(path: String) async throws {
        try await SampleServer.test { server in
            try await #expect(server.get("/iiif/discovery/1/" + path).status == .notFound)
        }
    }

    @Test func `an empty library has one page without activities`() async throws {
        let scratch = try ScratchLibrary()
        try await SampleServer.test(library: scratch.library) { server in
            try await #expect(Self.activities(server).lines.isEmpty)
        }
    }
}
