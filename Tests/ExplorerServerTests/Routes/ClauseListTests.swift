import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Testing
import WebDocuments

@testable import ExplorerServer

/// Lists of clauses are made once for each version, and kept compressed while they are sent.
@Suite struct ClauseListTests {
    /// Adds a document of 300 clauses of 100 points, whose list is too long to be cached uncompressed.
    private static func addLong(to scratch: ScratchLibrary, title: String = "One") throws {
        let clauses = (0..<300).map { number in
            // A rectangle, with points along its long sides.
            let top = (0..<50).map { "[\($0 * 10),\(number * 10)]" }
            let points = top + (0..<50).map { "[\((49 - $0) * 10),\(number * 10 + 8)]" }
            return #"{"id": "c\#(number)", "regions": [{"page": 1, "polygon": [\#(points.joined(separator: ","))]}]}"#
        }
        try scratch.add([
            "document": """
            {"id": "long", "title": "Long", "language": "la", "languages": ["en"],
             "pages": [{"width": 1000, "height": 3100}]}
            """,
            "clauses": "[\(clauses.joined(separator: ","))]",
            "texts/en": #"{"c0": {"title": "\#(title)", "translation": "\#(String(repeating: "Word ", count: 9))"}}"#,
        ])
    }

    private static let path = "/api/documents/long/clauses?include=regions,counts"

    private static func expected(in library: Library) throws -> [UInt8] {
        JSON.clauses(
            try library.store.clausePart(of: "long", ClauseFilter(includingRegions: true)),
            counts: try library.store.categoryCounts(of: "long", ClauseFilter(includingRegions: true))
        ).bytes()
    }

    @Test func `a long list has the same bytes, ETag and length in every form`() async throws {
        let scratch = try ScratchLibrary()
        try Self.addLong(to: scratch)
        let expected = try Self.expected(in: scratch.library)
        try #require(expected.count > 256 << 10)
        let tag = ContentDigest.of(expected)
        try await SampleServer.test(library: scratch.library) { server in
            let plain = try await server.get(Self.path)
            #expect(plain.status == .ok && plain.bytes == expected)
            #expect(plain.headers[.contentType] == "application/json")
            #expect(plain.headers[.cacheControl] == "public, no-cache" && plain.headers[.vary] == "Accept-Encoding")
            #expect(plain.headers[.eTag] == "\"\(tag)\"" && plain.headers[.contentEncoding] == nil)
            let packed = try await server.get(Self.path, headers: [.acceptEncoding: "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip" && packed.bytes.count < expected.count / 2)
            #expect(packed.headers[.eTag] == "\"\(tag)-gzip\"")
            for (response, encoding) in [(plain, "identity"), (packed, "gzip")] {
                let condition = try #require(response.headers[.eTag])
                let confirmed = try await server.get(
                    Self.path, headers: [.ifNoneMatch: condition, .acceptEncoding: encoding])
                #expect(confirmed.status == .notModified && confirmed.bytes.isEmpty)
            }
            let head = try await server.send(.head, Self.path)
            #expect(head.bytes.isEmpty && head.headers[.contentLength] == String(expected.count))
        }
    }

    @Test func `a list is made once for each version, on the threads for searches and lists`() async throws {
        let scratch = try ScratchLibrary()
        try Self.addLong(to: scratch)
        let search = WorkPool(threadCount: 1, waitingCount: 9)
        let store = StoreReader(
            library: scratch.library, pool: WorkPool(threadCount: 1, waitingCount: 9), searchPool: search,
            anyone: .anyone)
        let service = PresentationService(
            store: store, renderStore: store, address: try PublicAddress(nil, host: "localhost", port: 80),
            limits: ServerLimits().render, byteLimit: 1 << 20, onChange: { _ in })
        func list(_ version: Int? = nil, _ filter: ClauseFilter = .init()) async throws -> String {
            try await service.clauses(of: "long", version: version, filter, withCounts: false).validator
        }
        func madeCount() -> UInt64 { search.counters.seconds.reading.counts.reduce(0, +) }
        let first = try await list()
        try await #expect(list() == first)
        // The number of the served version names the same list.
        try await #expect(list(1) == first)
        #expect(madeCount() == 1)
        try await #expect(list(nil, ClauseFilter(kind: .detail)) != first)
        #expect(madeCount() == 2)
        try Self.addLong(to: scratch, title: "Two")
        try await #expect(list() != first)
        #expect(madeCount() == 3)
        // It is a former version by now, with the same content.
        try await #expect(list(1) == first)
        #expect(madeCount() == 3)
    }

    @Test func `a new version is listed at once, and a document that was removed is not`() async throws {
        let scratch = try ScratchLibrary()
        try Self.addLong(to: scratch)
        try await SampleServer.test(library: scratch.library) { server in
            try await #expect(server.text(Self.path).contains(#""title":"One""#))
            try await #expect(server.text("/documents/long?plain").contains("One"))
            try Self.addLong(to: scratch, title: "Two")
            try await #expect(server.text(Self.path).contains(#""title":"Two""#))
            try await #expect(server.text("/documents/long?plain").contains("Two"))
            _ = try scratch.library.store.remove("long")
            try await #expect(server.get(Self.path).status == .notFound)
        }
    }

    @Test func `the annotations of a page are listed for readers as before, without a validator`() async throws {
        let scratch = try ScratchLibrary()
        try Self.addLong(to: scratch)
        try await SampleServer.test(library: scratch.library) { server in
            let address = "\(SampleClient.base)/iiif/presentation/3/long/canvas"
            let path = "/annotations/pages?uri=\(address)/1"
            for _ in 0..<2 {
                let response = try await server.get(path, headers: [.acceptEncoding: "gzip"])
                #expect(response.status == .ok && response.headers[.contentType] == "application/json")
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.eTag] == nil && response.headers[.contentEncoding] == nil)
                let list = try response.json()
                #expect(list["id"] as? String == "\(SampleClient.base)/annotations/long/1/")
                let ids = try #require(list["items"] as? [[String: Any]]).map { $0["id"] as? String }
                #expect(ids == (0..<300).map { "\(SampleClient.base)/annotations/long/1/c\($0)" })
            }
            try await #expect(server.get("/annotations/pages?uri=\(address)/2").status == .notFound)
        }
    }
}
