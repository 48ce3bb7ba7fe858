import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Image API 3.0, 5 and 2.1, 5: image information.
@Suite(.ownThreads) struct InformationConformance {
    @Test func `3.0, 5.2 to 5.8: image information has the correct properties`() async throws {
        try await ConformanceServer.test { server in
            let response = try await server.get("/iiif/3/squares-1/info.json")
            #expect(String(decoding: response.bytes, as: UTF8.self).hasPrefix("{\"@context\":"))
            let info = try response.json()
            let id = "\(ConformanceServer.base)/iiif/3/squares-1"
            #expect(info["@context"] as? String == "http://iiif.io/api/image/3/context.json")
            #expect(info["id"] as? String == id && info["type"] as? String == "ImageService3")
            #expect(info["protocol"] as? String == "http://iiif.io/api/image" && info["profile"] as? String == "level2")
            #expect(info["width"] as? Int == 1000 && info["height"] as? Int == 700)
            #expect(info["maxWidth"] as? Int == 2000 && info["maxHeight"] as? Int == 1400)
            #expect(info["maxArea"] as? Int == 2_800_000)
            #expect(
                info["sizes"] as? [[String: Int]] == [
                    ["width": 250, "height": 175], ["width": 500, "height": 350], ["width": 1000, "height": 700],
                ])
            let tiles = try #require(info["tiles"] as? [[String: Any]])
            #expect(tiles.count == 1 && tiles[0]["width"] as? Int == 256 && tiles[0]["height"] as? Int == 256)
            #expect(tiles[0]["scaleFactors"] as? [Int] == [1, 2, 4])
            #expect(info["preferredFormats"] as? [String] == ["jpg"])
            #expect(info["extraFormats"] as? [String] == ["tif", "webp"])
            #expect(info["extraQualities"] as? [String] == ["color", "gray", "bitonal"])
            #expect(
                Set(try #require(info["extraFeatures"] as? [String]))
                    == ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling"])
            #expect(info["rights"] as? String == "http://creativecommons.org/publicdomain/zero/1.0/")
            let part = try #require((info["partOf"] as? [[String: Any]])?.first)
            #expect(part["id"] as? String == "\(ConformanceServer.base)/iiif/presentation/3/squares/manifest.json")
            #expect(part["type"] as? String == "Manifest")
            #expect(part["label"] as? [String: [String]] == ["en": ["Squares"], "fr": ["Carrés"]])
            let service = try #require((info["service"] as? [[String: Any]])?.first)
            #expect(service["@id"] is String && service["@type"] is String)
            #expect(service["physicalScale"] as? Double == 0.1 && service["physicalUnits"] as? String == "mm")
        }
    }

    @Test func `3.0, 5.7: a grey image does not offer the colour quality`() async throws {
        try await ConformanceServer.test { server in
            let info = try await server.get("/iiif/3/grey-1/info.json").json()
            #expect(info["extraQualities"] as? [String] == ["gray", "bitonal"])
            #expect(info["rights"] == nil && info["service"] == nil)
            let older = try await server.get("/iiif/2/grey-1/info.json").json()
            let extra = try #require((older["profile"] as? [Any])?.last as? [String: Any])
            #expect(extra["qualities"] as? [String] == ["gray"])
        }
    }

    @Test func `2.1, 5.2 to 5.5: image information has the correct properties`() async throws {
        try await ConformanceServer.test { server in
            let info = try await server.get("/iiif/2/squares-1/info.json").json()
            #expect(info["@context"] as? String == "http://iiif.io/api/image/2/context.json")
            #expect(info["@id"] as? String == "\(ConformanceServer.base)/iiif/2/squares-1")
            #expect(info["protocol"] as? String == "http://iiif.io/api/image")
            #expect(info["width"] as? Int == 1000 && info["height"] as? Int == 700)
            #expect((info["sizes"] as? [Any])?.count == 3)
            #expect((info["tiles"] as? [[String: Any]])?.first?["scaleFactors"] as? [Int] == [1, 2, 4])
            let profile = try #require(info["profile"] as? [Any])
            #expect(profile.first as? String == "http://iiif.io/api/image/2/level2.json" && profile.count == 2)
            let extra = try #require(profile.last as? [String: Any])
            #expect(
                extra["formats"] as? [String] == ["tif", "webp"]
                    && extra["qualities"] as? [String] == ["color", "gray"])
            #expect(
                Set(try #require(extra["supports"] as? [String])) == [
                    "canonicalLinkHeader", "mirroring", "profileLinkHeader", "regionSquare", "rotationArbitrary",
                ])
            #expect(extra["maxWidth"] as? Int == 2000 && extra["maxHeight"] as? Int == 1400)
            #expect(extra["maxArea"] as? Int == 2_800_000)
            #expect(info["license"] as? String == "https://creativecommons.org/publicdomain/zero/1.0/")
            #expect(info["attribution"] as? [[String: String]] == [["@value": "A library", "@language": "en"]])
            #expect((info["service"] as? [[String: Any]])?.first?["physicalScale"] as? Double == 0.1)
            for name in ["id", "type", "rights", "partOf", "extraFormats"] { #expect(info[name] == nil, "\(name)") }
        }
    }

    @Test func `3.0, 5.3 and 2.1, 5.2: every stated size is available, as w,h and as w,`() async throws {
        try await ConformanceServer.test { server in
            for image in ["squares-1", "grey-1", "dot-1", "line-1"] {
                for version in ["3", "2"] {
                    let info = try await server.get("/iiif/\(version)/\(image)/info.json").json()
                    let sizes = try #require(info["sizes"] as? [[String: Int]])
                    #expect(!sizes.isEmpty)
                    for size in sizes {
                        let (width, height) = (try #require(size["width"]), try #require(size["height"]))
                        for text in ["\(width),\(height)", "\(width),"] {
                            let picture = try await server.picture(
                                "/iiif/\(version)/\(image)/full/\(text)/0/default.jpg")
                            #expect((picture.width, picture.height) == (width, height), "\(image) \(text)")
                        }
                    }
                }
            }
        }
    }

    /// The formula of the specifications' implementation notes.
    private static func tiles(
        width: Int, height: Int, side: Int, factor: Int
    ) -> [(region: String, width: Int, height: Int, place: String)] {
        let step = side * factor
        return (0..<(height + step - 1) / step).flatMap { row in
            (0..<(width + step - 1) / step).map { column in
                let (x, y) = (column * step, row * step)
                let (wide, high) = (min(step, width - x), min(step, height - y))
                return (
                    "\(x),\(y),\(wide),\(high)", (wide + factor - 1) / factor, (high + factor - 1) / factor,
                    "\(column)_\(row)"
                )
            }
        }
    }

    @Test func `3.0, 5.4 and 2.1, 5.2: every implied tile is the stored one, in both size forms`()
        async throws
    {
        try await ConformanceServer.test { server in
            for version in ["3", "2"] {
                for (factor, level) in [(1, 10), (2, 9), (4, 8)] {
                    for tile in Self.tiles(width: 1000, height: 700, side: 256, factor: factor) {
                        let stored = try await server.get("/dzi/squares-1_files/\(level)/\(tile.place).jpg")
                        #expect(stored.status == .ok)
                        for size in ["\(tile.width),\(tile.height)", "\(tile.width),"] {
                            let path = "/iiif/\(version)/squares-1/\(tile.region)/\(size)/0/default.jpg"
                            let response = try await server.get(path)
                            #expect(response.bytes == stored.bytes, "\(path)")
                            #expect(response.headers[.eTag] == stored.headers[.eTag])
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("3", nil, true), ("3", "*/*", true), ("3", "application/json", false), ("3", "application/ld+json", true),
        ("3", "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"", true),
        ("3", "text/html, */*;q=0.8", false), ("3", "application/json, application/ld+json;q=0.5", false),
        ("3", "application/json;q=0.5, application/ld+json", true), ("3", "application/json, */*;q=0.1", false),
        ("3", "application/*", true), ("3", "image/png", false), ("3", "nonsense", false),
        ("2", nil, false), ("2", "*/*", false), ("2", "application/json", false), ("2", "application/ld+json", true),
        ("2", "application/ld+json, application/json;q=0.9", true), ("2", "text/html, */*;q=0.8", false),
        ("2", "application/ld+json;q=0, */*", false), ("2", "application/*", false),
    ])
    func `3.0, 5.1 and 2.1, 5.1: Accept selects JSON-LD or JSON`(version: String, accept: String?, isLinked: Bool)
        async throws
    {
        try await ConformanceServer.test { server in
            var headers: HTTPFields = [:]
            headers[.accept] = accept
            let response = try await server.get("/iiif/\(version)/squares-1/info.json", headers: headers)
            #expect(response.status == .ok)
            let linked =
                version == "3"
                ? "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"" : "application/ld+json"
            #expect(response.headers[.contentType] == (isLinked ? linked : "application/json"))
            let varying = try #require(response.headers[.vary]).split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(varying.contains("Accept") && varying.contains("Accept-Encoding"))
            #expect(response.headers[.cacheControl] == "public, no-cache")
        }
    }

    @Test func `3.0, 5.1: JSON and JSON-LD have different ETags`() async throws {
        try await ConformanceServer.test { server in
            let path = "/iiif/3/squares-1/info.json"
            let linked = try await server.get(path, headers: [.accept: "application/ld+json"])
            let plain = try await server.get(path, headers: [.accept: "application/json"])
            #expect(linked.bytes == plain.bytes && linked.headers[.eTag] != plain.headers[.eTag])
            let tag = try #require(linked.headers[.eTag])
            let again = try await server.get(path, headers: [.accept: "application/json", .ifNoneMatch: tag])
            #expect(again.status == .ok)
        }
    }

    @Test
    func `3.0, 5 and 7.3: an image being sliced has its information, and its pixels are 503`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-conformance-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.path(), access: .write)
        let scan = folder.appending(path: "cut.png")
        try ConformanceServer.writeSquares(to: scan)
        let image = try library.beginCutting(scan.path())
        try await ConformanceServer.test(imagesInProgress: ImagesInProgress([image]), library: library) { server in
            let paths = ["0,0,256,256/256,256/0/default.jpg", "full/300,/0/default.jpg"]
            let early = try await server.get("/iiif/3/cut-1/info.json")
            #expect(try early.json()["width"] as? Int == 1000)
            try await #expect(server.status("/iiif/3/cut-1/full/0,/0/default.jpg") == 400)
            try await #expect(server.get("/iiif/3/cut-1").status == .seeOther)
            for path in paths {
                let response = try await server.get("/iiif/3/cut-1/\(path)")
                #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "1", "\(path)")
                #expect(response.headers[.cacheControl] == "no-store")
            }
            try image.cut(progress: { _ in }, isCancelled: { false })
            for path in paths { try await #expect(server.status("/iiif/3/cut-1/\(path)") == 200) }
            let late = try await server.get("/iiif/3/cut-1/info.json")
            #expect(late.bytes == early.bytes && late.headers[.eTag] == early.headers[.eTag])
        }
    }
}
