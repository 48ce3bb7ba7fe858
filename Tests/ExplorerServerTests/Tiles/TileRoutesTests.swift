import ExplorerServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TileEngine

/// The addresses of tiles. The sample is 6000 × 8000 px: native is Deep Zoom level 13 (z 5), the 2× level 14 (z 6).
@Suite struct TileRoutesTests {
    @Test func `every level serves the same bytes at both addresses`() async throws {
        try await SampleServer.test { server in
            for (level, z) in zip(8...13, 0...5) {
                let deepZoom = try await server.get("/dzi/magna-carta-1_files/\(level)/0_0.jpg")
                let map = try await server.get("/tiles/magna-carta-1/\(z)/0/0.jpg")
                #expect(deepZoom.status == .ok)
                #expect(deepZoom.headers[.contentType] == "image/jpeg")
                #expect(deepZoom.bytes.starts(with: [0xFF, 0xD8]))
                #expect(deepZoom.bytes == map.bytes)
            }
            // Below the level of z 0, only the Deep Zoom addresses continue, down to a single pixel.
            try await #expect(server.get("/dzi/magna-carta-1_files/0/0_0.jpg").status == .ok)
        }
    }

    @Test func `the 2x level is served, and nothing beyond it`() async throws {
        try await SampleServer.test { server in
            let tile = try await server.get("/dzi/magna-carta-1_files/14/20_30.jpg")
            #expect(tile.status == .ok)
            let map = try await server.get("/tiles/magna-carta-1/6/20/30.jpg")
            #expect(tile.bytes == map.bytes)
            for path in [
                "/dzi/magna-carta-1_files/15/0_0.jpg", "/tiles/magna-carta-1/7/0/0.jpg",
                "/dzi/magna-carta-1_files/14/47_0.jpg", "/dzi/magna-carta-1_files/14/0_63.jpg",
                "/dzi/magna-carta-1_files/13/24_0.jpg", "/tiles/magna-carta-1/0/1/0.jpg",
            ] {
                try await #expect(server.get(path).status == .notFound, "\(path)")
            }
            try await #expect(server.get("/dzi/magna-carta-1_files/14/46_62.jpg").status == .ok)
        }
    }

    @Test(arguments: [
        "/dzi/magna-carta-1_files/013/0_0.jpg", "/dzi/magna-carta-1_files/13/00_0.jpg",
        "/dzi/magna-carta-1_files/13/-1_0.jpg", "/dzi/magna-carta-1_files/13/+1_0.jpg",
        "/dzi/magna-carta-1_files/13/0_0", "/dzi/magna-carta-1_files/13/0_0.gif",
        "/dzi/magna-carta-1_files/13/0_0_0.jpg",
        "/dzi/magna-carta-1_files/99999999999999999999/0_0.jpg", "/dzi/magna-carta-2_files/13/0_0.jpg",
        "/dzi/magna-carta_files/13/0_0.jpg", "/dzi/nothing.dzi", "/tiles/magna-carta-1/x/0/0.jpg",
        "/tiles/magna-carta-1/3/0/0.png", "/tiles/nothing.json", "/dzi/..%2F..%2Flibrary.sqlite",
    ])
    func `an invalid tile address is a 404`(path: String) async throws {
        try await SampleServer.test { server in
            let response = try await server.get(path)
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func `a tile in another format is rendered, with the same bytes each time`() async throws {
        try await SampleServer.test { server in
            let tile = try await server.get("/dzi/magna-carta-1_files/12/3_4.webp")
            #expect(tile.status == .ok)
            #expect(tile.headers[.contentType] == "image/webp")
            #expect(String(decoding: tile.bytes[8..<12], as: UTF8.self) == "WEBP")
            try await #expect(server.get("/dzi/magna-carta-1_files/12/3_4.webp").bytes == tile.bytes)
        }
    }

    @Test func `a tile has a strong ETag, and a matching If-None-Match gets a 304`() async throws {
        try await SampleServer.test { server in
            let path = "/dzi/magna-carta-1_files/13/3_4.jpg"
            let tile = try await server.get(path)
            let tag = try #require(tile.headers[.eTag])
            #expect(tag.hasPrefix("\""))
            try await #expect(server.get("/dzi/magna-carta-1_files/13/4_4.jpg").headers[.eTag] != tag)
            for condition in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
                let again = try await server.get(path, headers: [.ifNoneMatch: condition])
                #expect(again.status == .notModified)
                #expect(again.bytes.isEmpty)
                #expect(again.headers[.eTag] == tag)
            }
            try await #expect(server.get(path, headers: [.ifNoneMatch: "\"x\""]).status == .ok)
        }
    }

    @Test func `a tile address with the current version is immutable`() async throws {
        try await SampleServer.test { server in
            let description = try await server.get("/tiles/magna-carta-1.json").json()
            let version = try #require(description["version"] as? String)
            let tile = try await server.get("/tiles/magna-carta-1/2/1/1.jpg?v=\(version)")
            #expect(tile.headers[.cacheControl]?.contains("immutable") == true)
            let plain = try await server.get("/tiles/magna-carta-1/2/1/1.jpg")
            #expect(plain.headers[.cacheControl] == "public, max-age=300")
            let former = try await server.get("/tiles/magna-carta-1/2/1/1.jpg?v=former")
            #expect(former.headers[.cacheControl] == "public, max-age=300")
        }
    }

    @Test(.ownThreads) func `HEAD states the length of the body and sends none`() async throws {
        try await SampleServer.test(over: .live) { server in
            let path = "/dzi/magna-carta-1_files/13/3_4.jpg"
            let tile = try await server.get(path)
            let head = try await server.send(.head, path)
            #expect(head.status == .ok)
            #expect(head.bytes.isEmpty)
            #expect(head.headers[.contentLength] == String(tile.bytes.count))
            #expect(head.headers[.eTag] == tile.headers[.eTag])
        }
    }

    @Test func `the Deep Zoom descriptor states the native size`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/dzi/magna-carta-1.dzi")
            #expect(response.headers[.contentType] == "application/xml")
            let xml = String(decoding: response.bytes, as: UTF8.self)
            #expect(xml.contains(#"Format="jpg" Overlap="0" TileSize="256""#))
            #expect(xml.contains(#"<Size Width="6000" Height="8000"/>"#))
        }
    }

    @Test func `TileJSON has the 2x level as maxzoom`() async throws {
        try await SampleServer.test { server in
            let description = try await server.get("/tiles/magna-carta-1.json").json()
            #expect(description["tilejson"] as? String == "3.0.0")
            #expect(description["minzoom"] as? Int == 0)
            #expect(description["maxzoom"] as? Int == 6)
            #expect(description["tiles"] as? [String] == ["/tiles/magna-carta-1/{z}/{x}/{y}.jpg"])
        }
    }
}
