import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TileEngine
import WebDocuments

@testable import ExplorerServer

/// Regions through the IIIF Image API, and clauses cut out of their scan. The sample is 6000 × 8000 px.
@Suite struct ImageRoutesTests {
    private func parse(_ path: String) throws -> RegionRequest {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let parser = ImageRequestParser(
            version: .three, pyramid: try Pyramid(width: 6_000, height: 8_000),
            limits: RenderLimits(outputArea: 12_000_000), paper: .white)
        return try parser.request(region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
    }

    @Test(arguments: [
        ("full/max/0/default.jpg", 0, 0, 6_000, 8_000, 3_000, 4_000),
        ("full/^max/0/default.jpg", 0, 0, 6_000, 8_000, 3_000, 4_000),
        ("square/100,/0/default.jpg", 0, 1_000, 6_000, 6_000, 100, 100),
        ("10,20,300,400/max/0/default.jpg", 10, 20, 300, 400, 300, 400),
        ("10,20,300,400/^max/0/default.jpg", 10, 20, 300, 400, 600, 800),
        ("5900,7900,300,400/,50/0/default.jpg", 5_900, 7_900, 100, 100, 50, 50),
        ("pct:50,25,10,12.5/max/0/default.jpg", 3_000, 2_000, 600, 1_000, 600, 1_000),
        ("0,0,1000,500/pct:50/0/default.jpg", 0, 0, 1_000, 500, 500, 250),
        ("0,0,1000,500/^pct:150/0/default.jpg", 0, 0, 1_000, 500, 1_500, 750),
        ("0,0,1000,500/200,200/0/default.jpg", 0, 0, 1_000, 500, 200, 200),
        ("0,0,1000,500/!200,200/0/default.jpg", 0, 0, 1_000, 500, 200, 100),
        ("0,0,1000,500/!2000,3000/0/default.jpg", 0, 0, 1_000, 500, 1_000, 500),
        ("0,0,1000,500/^!5000,5000/0/default.jpg", 0, 0, 1_000, 500, 2_000, 1_000),
        ("0,0,3,1/1,/0/default.jpg", 0, 0, 3, 1, 1, 1),
    ])
    func `region and size are parsed as specified`(
        path: String, x: Int, y: Int, width: Int, height: Int, wide: Int, high: Int
    ) throws {
        let request = try parse(path)
        #expect(request.region == PixelRegion(x: x, y: y, width: width, height: height))
        #expect(request.size == PixelSize(width: wide, height: high))
    }

    @Test func `rotation, mirroring, quality and format are parsed`() throws {
        let request = try parse("full/100,/!22.5/bitonal.webp")
        #expect(request.isMirrored && request.rotation == 22.5 && request.quality == .bitonal)
        #expect(request.encoding.format == .webp)
        #expect(try parse("full/100,/360/default.tif").rotation == 0)
    }

    @Test(arguments: [
        "all/max/0/default.jpg", "0,0,0,5/max/0/default.jpg", "6000,0,5,5/max/0/default.jpg", "1,2,3/max/0/default.jpg",
        "-1,0,5,5/max/0/default.jpg", "pct:0,0,0,0/max/0/default.jpg", "pct:100,0,5,5/max/0/default.jpg",
        "pct:1e3,0,5,5/max/0/default.jpg", "99999999999999999999,0,5,5/max/0/default.jpg", "full/6001,/0/default.jpg",
        "full/^12001,/0/default.jpg", "full/0,/0/default.jpg", "full/,/0/default.jpg", "full/!5,/0/default.jpg",
        "full/pct:101/0/default.jpg", "full/^pct:201/0/default.jpg", "full/pct:0/0/default.jpg",
        "full/full/0/default.jpg",
        "full/^!/0/default.jpg", "full/100,/361/default.jpg", "full/100,/-1/default.jpg", "full/100,/!/default.jpg",
        "full/100,/nan/default.jpg", "full/100,/0/default", "full/100,/0/best.jpg", "full/100,/0/default.bmp",
        "full/100,/0/default.jpg.jpg",
    ])
    func `a request that the specification forbids is a 400`(path: String) {
        let problem = #expect(throws: Problem.self) { try parse(path) }
        #expect(problem?.status == .badRequest)
    }

    @Test func `a specified but unsupported format is rejected`() {
        #expect(throws: Problem.self) { try parse("full/100,/0/default.gif") }
    }

    @Test func `a region served over HTTP equals the renderer's output`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/iiif/3/magna-carta-1/1000,2000,600,400/300,/0/default.png")
            #expect(response.status == .ok && response.headers[.contentType] == "image/png")
            let library = try SampleServer.sampleLibrary()
            let page = try #require(try library.store.document("magna-carta").pages.first)
            let renderer = TileRenderer(archive: try TileArchive(path: try #require(library.pyramidPath(of: page))))
            let expected = try renderer.render(
                RegionRequest(
                    region: PixelRegion(x: 1_000, y: 2_000, width: 600, height: 400),
                    size: PixelSize(width: 300, height: 200), encoding: ImageEncoding(.png)))
            #expect(response.bytes == expected)
            let again = try await server.get(
                "/iiif/3/magna-carta-1/1000,2000,600,400/300,/0/default.png",
                headers: [.ifNoneMatch: try #require(response.headers[.eTag])])
            #expect(again.status == .notModified)
            let encoded = try await server.get("/iiif/3/magna-carta-1/1000%2C2000%2C600%2C400/%5E!900,900/0/gray.jpg")
            #expect(encoded.status == .ok)
        }
    }

    @Test func `a request aligned with the tile grid gets the stored tile`() async throws {
        try await SampleServer.test { server in
            let tile = try await server.get("/dzi/magna-carta-1_files/12/3_4.jpg")
            let aligned = try await server.get("/iiif/3/magna-carta-1/1536,2048,512,512/256,/0/default.jpg")
            #expect(aligned.bytes == tile.bytes && aligned.headers[.eTag] == tile.headers[.eTag])
            let turned = try await server.get("/iiif/3/magna-carta-1/1536,2048,512,512/256,/180/default.jpg")
            #expect(turned.status == .ok && turned.bytes != tile.bytes)
        }
    }

    @Test func `a clause is cut out along its polygon`() async throws {
        try await SampleServer.test { server in
            let clause = try await server.get("/api/documents/magna-carta/clauses/39?include=regions").json()
            let regions = try #require(clause["regions"] as? [[String: Any]])
            let points = try #require(regions.first?["polygon"] as? [[Double]])
            let response = try await server.get("/api/documents/magna-carta/clauses/39/image.png?width=500")
            #expect(response.status == .ok && response.headers[.contentType] == "image/png")
            #expect(response.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // The first chunk contains width, height and colour type: 6 is RGB with alpha.
            func number(_ place: Int) -> Int { response.bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
            let (xs, ys) = (points.map { $0[0] }, points.map { $0[1] })
            let across = try #require(xs.max()).rounded(.up) - #require(xs.min()).rounded(.down)
            let down = try #require(ys.max()).rounded(.up) - #require(ys.min()).rounded(.down)
            #expect(number(16) == 500 && response.bytes[25] == 6)
            if regions.count == 1 { #expect(abs(Double(number(20)) - 500 * down / across) <= 1) }
            for format in ["jpg", "webp"] {
                let other = try await server.get("/api/documents/magna-carta/clauses/39/image.\(format)?width=200")
                #expect(other.status == .ok)
            }
        }
    }

    @Test(arguments: [
        ("/api/documents/magna-carta/clauses/39/image.png?width=0", 400),
        ("/api/documents/magna-carta/clauses/39/image.png?width=1000000", 400),
        ("/api/documents/magna-carta/clauses/39/image.tif", 404),
        ("/api/documents/magna-carta/clauses/39/picture.png", 404),
        ("/api/documents/magna-carta/clauses/999/image.png", 404),
        ("/api/documents/magna-carta/clauses/39/image.png?page=2", 404), ("/api/documents/x/clauses/39/image.png", 404),
        ("/iiif/3/x/full/max/0/default.jpg", 404), ("/iiif/3/magna-carta-1/full/9000,/0/default.jpg", 400),
        ("/iiif/3/magna-carta-1/full/%ZZ/0/default.jpg", 400), ("/iiif/3/magna-carta-1/full/max/0/default.gif", 501),
    ])
    func `an invalid or unknown image gets a problem document`(path: String, status: Int) async throws {
        try await SampleServer.test { server in
            let response = try await server.get(path)
            #expect(response.status.code == status, "\(path)")
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    /// The fields that browsers send with a request for a picture: over HTTPS or to localhost, and otherwise.
    @Test(arguments: [
        ["sec-fetch-dest": "image", "accept": "image/avif,image/webp,*/*;q=0.8"],
        ["accept": "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"],
    ])
    func `an error for an <img> has an empty body, other clients get a problem document`(
        fields: [String: String]
    ) async throws {
        var headers: HTTPFields = [:]
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        try await SampleServer.test { [headers] server in
            for (path, status) in [
                ("/iiif/2/magna-carta-1/0,0,64,64/256,/0/default.jpg", 400), ("/tiles/magna-carta-1/99/0/0.jpg", 404),
                ("/iiif/3/x/full/max/0/default.jpg", 404),
            ] {
                let response = try await server.get(path, headers: headers)
                #expect(response.status.code == status && response.bytes.isEmpty, "\(path)")
                #expect(response.headers[.contentType] == "image/svg+xml" && response.headers[.contentLength] == "0")
                #expect(response.headers[.accessControlAllowOrigin] == "*")
                #expect(response.headers[.cacheControl] == "no-store")
            }
            // Requests by scripts and navigation get an error in words.
            for others: HTTPFields in [
                [HTTPField.Name("Sec-Fetch-Dest") ?? .accept: "empty", .accept: "image/webp,*/*"],
                [.accept: "text/html,image/webp,*/*"], [.accept: "*/*"],
            ] {
                let response = try await server.get("/tiles/magna-carta-1/99/0/0.jpg", headers: others)
                #expect(response.headers[.contentType] == "application/problem+json" && !response.bytes.isEmpty)
            }
        }
    }
}
