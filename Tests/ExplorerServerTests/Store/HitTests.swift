import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import ImageGeometry
import TestSupport
import Testing

/// The clause at a coordinate: the store, the API and an independent point-in-polygon test agree.
@Suite struct HitTests {
    /// The sample's clauses with their rings, directly from the file.
    private struct SourceClause: Decodable {
        struct Region: Decodable {
            let page: Int
            let polygon: [[Double]]
        }
        let id: String
        let regions: [Region]
    }

    private static func sourceClauses() throws -> [SourceClause] {
        let file = SampleServer.repository.appending(path: "data/magna-carta/clauses.json")
        return try JSONDecoder().decode([SourceClause].self, from: Data(contentsOf: file))
    }

    /// Returns the winding number of a ring around a point: another algorithm than the engine's even-odd crossings.
    private static func windingNumber(_ ring: [[Double]], _ x: Double, _ y: Double) -> Int {
        var winding = 0
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            let side = (end[0] - start[0]) * (y - start[1]) - (x - start[0]) * (end[1] - start[1])
            if start[1] <= y {
                if end[1] > y, side > 0 { winding += 1 }
            } else if end[1] <= y, side < 0 {
                winding -= 1
            }
        }
        return winding
    }

    @Test func `a point inside each region finds its clause, in the store and in the API`() async throws {
        let clauses = try Self.sourceClauses()
        #expect(clauses.count >= 72)
        let store = try SampleServer.sampleLibrary().store
        try await SampleServer.test { server in
            for clause in clauses {
                for region in clause.regions {
                    let polygon = try Polygon(outer: region.polygon.map { Point(x: $0[0], y: $0[1]) })
                    let inside = polygon.interiorPoint
                    let found = try store.clauses(of: "magna-carta", at: inside, page: region.page)
                    #expect(found.contains { $0.id == clause.id }, "\(clause.id) at \(inside)")
                    let response = try await server.get("/api/documents/magna-carta/at?x=\(inside.x)&y=\(inside.y)")
                    #expect(try response.clauseIDs() == found.map(\.id))
                }
            }
        }
    }

    @Test func `10,000 random points agree with winding numbers, in the store and in the API`() async throws {
        let clauses = try Self.sourceClauses()
        let store = try SampleServer.sampleLibrary().store
        var generator = Seeded(1_215)
        let points = (0..<10_000).map { _ in
            Point(
                x: Double.random(in: 0..<6_000, using: &generator), y: Double.random(in: 0..<8_000, using: &generator))
        }
        try await SampleServer.test { server in
            var hits = 0
            for point in points {
                let expected = Set(
                    clauses.filter { clause in
                        clause.regions.contains { Self.windingNumber($0.polygon, point.x, point.y) != 0 }
                    }.map(\.id))
                let found = try store.clauses(of: "magna-carta", at: point).map(\.id)
                #expect(Set(found) == expected && found.count == expected.count, "\(point)")
                let response = try await server.get("/api/documents/magna-carta/at?x=\(point.x)&y=\(point.y)")
                #expect(try response.clauseIDs() == found, "\(point)")
                hits += expected.isEmpty ? 0 : 1
            }
            #expect(hits > 5_000)
        }
    }

    @Test func `a detail comes before the clause around it`() async throws {
        let clauses = try Self.sourceClauses()
        let correction = try #require(clauses.first { $0.id == "correction" }?.regions.first)
        let inside = try Polygon(outer: correction.polygon.map { Point(x: $0[0], y: $0[1]) }).interiorPoint
        try await SampleServer.test { server in
            let at = "/api/documents/magna-carta/at?x=\(inside.x)&y=\(inside.y)"
            try await #expect(server.get(at).clauseIDs().first == "correction")
            try await #expect(!server.get(at + "&category=all").clauseIDs().contains("correction"))
            try await #expect(server.get(at + "&category=hidden-details").clauseIDs() == ["correction"])
        }
    }

    /// Writes a document of a blank page with one clause, on the left or on the right half.
    private func write(_ id: String, clauseAt x: Int, to folder: URL) throws {
        let files = [
            "document.json": """
            { "id": "one", "title": "One", "status": "published", "language": "la", "languages": ["en"],
              "pages": [{ "width": 100, "height": 100 }] }
            """,
            "categories.json": "[]",
            "clauses.json": """
            [{ "id": "\(id)", "categories": [], "regions": [
                { "page": 1, "polygon": [[\(x), 0], [\(x + 50), 0], [\(x + 50), 100], [\(x), 100]] }] }]
            """,
            "texts/en.json": "{ \"\(id)\": { \"title\": \"The clause \(id)\" } }",
        ]
        try FileManager.default.createDirectory(
            at: folder.appending(path: "texts"), withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    @Test func `cached hits expire after the document is replaced or removed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "one")
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        try write("left", clauseAt: 0, to: source)
        _ = try library.add(.folder(source.path()))
        try await SampleServer.test(library: library) { server in
            func ids(_ x: Int) async throws -> [String]? {
                let response = try await server.get("/api/documents/one/at?x=\(x)&y=5")
                return response.status == .ok ? try response.clauseIDs() : nil
            }
            /// Repeats the request until the response is as expected, and returns the last one.
            func idsInTheEnd(_ x: Int, expecting expected: [String]?) async throws -> [String]? {
                let end = ContinuousClock.now + .seconds(60)
                while ContinuousClock.now < end {
                    if try await ids(x) == expected { break }
                    try await Task.sleep(for: .milliseconds(50))
                }
                return try await ids(x)
            }
            // The first response comes from the database, the others from memory.
            for _ in 0..<3 { #expect(try await ids(20) == ["left"]) }
            try write("right", clauseAt: 50, to: source)
            _ = try library.add(.folder(source.path()))
            #expect(try await idsInTheEnd(70, expecting: ["right"]) == ["right"])
            #expect(try await ids(20) == [])
            try library.remove("one")
            #expect(try await idsInTheEnd(70, expecting: nil) == nil)
        }
    }

    @Test func `a server keeps finding clauses after its index files are truncated`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        try write("left", clauseAt: 0, to: folder.appending(path: "one"))
        _ = try library.add(.folder(folder.appending(path: "one").path()))
        let files = folder.appending(path: "library/library.sqlite-indexes").path()
        try await SampleServer.test(library: library) { server in
            try await #expect(server.get("/api/documents/one/at?x=20&y=5").clauseIDs() == ["left"])
            let names = try FileManager.default.contentsOfDirectory(atPath: files)
            #expect(names.contains { $0.hasSuffix(".index") })
            for name in names { #expect(truncate("\(files)/\(name)", 0) == 0) }
            for _ in 0..<40 {
                try await #expect(server.get("/api/documents/one/at?x=20&y=5").clauseIDs() == ["left"])
                try await #expect(server.get("/api/documents/one/at?x=70&y=5").clauseIDs() == [])
            }
        }
    }
}
