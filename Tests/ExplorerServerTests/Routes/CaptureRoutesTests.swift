import DocumentLibrary
import Foundation
import HTTPTypes
import ImageGeometry
import TestSupport
import Testing

@testable import ExplorerServer

@Suite struct CaptureRoutesTests {
    private static let library = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-captures-\(UUID().uuidString)")
        SampleServer.removeAtExit(folder)
        try CaptureFolder.write(to: folder.appending(path: "sheet"))
        let library = try Library(path: folder.appending(path: "library").path(), access: .write)
        _ = try library.add(.folder(folder.appending(path: "sheet").path()))
        return library
    }

    private static func test(_ body: @escaping @Sendable (SampleClient) async throws -> Void) async throws {
        try await SampleServer.test(library: library.get(), body)
    }

    @Test func `a document and its pages list captures`() async throws {
        try await Self.test { server in
            let document = try await server.get("/api/documents/sheet").json()
            let page = try #require((document["pages"] as? [[String: Any]])?.first)
            let captures = try #require(page["captures"] as? [[String: Any]])
            #expect(page["image"] as? String == "sheet-1")
            #expect(captures.map { $0["id"] as? String } == ["day", "uv"])
            #expect(captures.map { $0["image"] as? String } == ["sheet-1", "sheet-1-uv"])
            #expect(captures.map { $0["kind"] as? String } == ["visible", "ultraviolet"])
            #expect(captures.map { $0["width"] as? Int } == [600, 520])
            #expect(captures[0]["alignment"] is NSNull && captures[0]["error"] is NSNull)
            let alignment = try #require(captures[1]["alignment"] as? [[[Double]]])
            #expect(alignment.count == 4 && alignment[1] == [[480, 35], [600, 0]])
            let matrix = try #require(captures[1]["toPage"] as? [Double])
            let w = matrix[6] * 480 + matrix[7] * 35 + matrix[8]
            #expect(abs((matrix[0] * 480 + matrix[1] * 35 + matrix[2]) / w - 600) < 1e-6)
            let own = try await server.get("/api/documents/sheet/pages/1/captures").json()
            #expect(own["total"] as? Int == 2)
            #expect((own["captures"] as? [[String: Any]]).map { $0 as NSArray } == captures as NSArray)
            #expect(try await server.get("/api/documents/sheet/pages/2/captures").status == .notFound)
            #expect(try await server.get("/api/documents/sheet/pages/x/captures").status == .notFound)
        }
    }

    @Test func `a capture's image has tiles and an image service`() async throws {
        try await Self.test { server in
            let tiles = try await server.get("/tiles/sheet-1-uv.json")
            #expect(tiles.status == .ok)
            #expect(try await server.get("/tiles/sheet-1-uv/0/0/0.jpg").status == .ok)
            let information = try await server.get("/iiif/3/sheet-1-uv/info.json").json()
            #expect(information["width"] as? Int == 520 && information["height"] as? Int == 640)
            #expect(try await server.get("/iiif/3/sheet-1-uv/0,0,100,100/max/0/default.jpg").status == .ok)
            for other in ["sheet-1-ir", "sheet-1-day", "sheet-2-uv", "sheet-uv", "uv", "-uv"] {
                #expect(try await server.get("/tiles/\(other).json").status == .notFound, "\(other)")
            }
        }
    }

    @Test func `a point on a capture is mapped to the page`() async throws {
        try await Self.test { server in
            let place = try #require(CaptureFolder.toCapture?.apply(Point(x: 400, y: 200)))
            let response = try await server.get("/api/documents/sheet/at?x=\(place.x)&y=\(place.y)&capture=uv")
            #expect(try response.clauseIDs() == ["2"])
            let members = try response.json()
            #expect(members["capture"] as? String == "uv" && members["x"] as? Double == place.x)
            let onPage = try #require(members["onPage"] as? [String: Double])
            #expect(abs((onPage["x"] ?? 0) - 400) < 1e-6 && abs((onPage["y"] ?? 0) - 200) < 1e-6)
            let beside = try await server.get("/api/documents/sheet/at?x=5&y=5&capture=uv")
            #expect(try beside.clauseIDs().isEmpty && beside.json()["onPage"] is NSNull)
            #expect(try await server.get("/api/documents/sheet/at?x=400&y=200&capture=day").clauseIDs() == ["2"])
            #expect(try await server.get("/api/documents/sheet/at?x=520&y=5&capture=uv").status == .badRequest)
            #expect(try await server.get("/api/documents/sheet/at?x=5&y=5&capture=ir").status == .notFound)
            #expect(try await server.get("/api/documents/sheet/at?x=5&y=5&capture=uv&page=2").status == .notFound)
        }
    }

    @Test func `a clause's image is cut out of the capture at its aligned position`() async throws {
        try await Self.test { server in
            let folder = "/api/documents/sheet/clauses/2"
            let (own, other) = (
                try await server.get("\(folder)/image.png"), try await server.get("\(folder)/image.png?capture=uv")
            )
            #expect(own.status == .ok && other.status == .ok && own.bytes != other.bytes)
            #expect(try await server.get("\(folder)/image.png?capture=day").bytes == own.bytes)
            // PNG's header: https://www.w3.org/TR/png-3/#11IHDR
            let width = other.bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
            #expect((180...190).contains(width), "\(width)")
            #expect(try await server.get("\(folder)/image.png?capture=ir").status == .notFound)
        }
    }

    @Test func `a manifest has a Choice of labelled captures, each with an image service`() async throws {
        try await Self.test { server in
            let manifest = try await server.get("/iiif/presentation/3/sheet/manifest.json").json()
            let canvas = try #require((manifest["items"] as? [[String: Any]])?.first)
            let page = try #require((canvas["items"] as? [[String: Any]])?.first)
            let body = try #require(((page["items"] as? [[String: Any]])?.first)?["body"] as? [String: Any])
            let items = try #require(body["items"] as? [[String: Any]])
            #expect(body["type"] as? String == "Choice" && items.count == 2)
            #expect(items.map { ($0["label"] as? [String: [String]])?["en"] } == [["By day"], ["Ultraviolet"]])
            let services = items.map { ($0["service"] as? [[String: Any]])?.first?["id"] as? String }
            #expect(services.map { $0?.hasSuffix("/iiif/3/sheet-1") } == [true, false])
            #expect(services[1]?.hasSuffix("/iiif/3/sheet-1-uv") == true)
            let own = try #require(items[1]["x-capture"] as? [String: Any])
            #expect(own["id"] as? String == "uv" && (own["alignment"] as? [[[Double]]])?.count == 4)
        }
    }
}
