import HTTPTypes
import TestSupport
import Testing

/// Image API 3.0, 4.8 and 6; 2.1, 4.7 and 6: the Link fields of images.
@Suite(.ownThreads) struct CanonicalConformance {
    private static let paths3 = [
        ("full/max/0/default.jpg", "full/max/0/default.jpg"),
        ("0,0,1000,700/1000,/0/color.jpg", "full/max/0/default.jpg"),
        ("0,0,5000,5000/pct:100/360/default.png", "full/max/0/default.png"),
        ("full/^max/0/default.jpg", "full/^max/0/default.jpg"),
        ("full/^2000,/0/default.jpg", "full/^max/0/default.jpg"),
        ("full/500,/0/default.jpg", "full/500,350/0/default.jpg"),
        ("full/pct:50/0/default.jpg", "full/500,350/0/default.jpg"),
        ("full/!500,500/0/default.jpg", "full/500,350/0/default.jpg"),
        ("full/^500,/0/default.jpg", "full/500,350/0/default.jpg"),
        ("full/^1500,/0/default.jpg", "full/^1500,1050/0/default.jpg"),
        ("full/^1001,10/0/default.jpg", "full/^1001,10/0/default.jpg"),
        ("square/100,/0/gray.webp", "150,0,700,700/100,100/0/gray.webp"),
        ("pct:50,50,50,50/max/!90.0/default.tif", "500,350,500,350/max/!90/default.tif"),
        ("990,690,100,100/max/22.50/bitonal.png", "990,690,10,10/max/22.5/bitonal.png"),
        ("full/10,/.5/default.png", "full/10,7/0.5/default.png"),
        ("full/10,/0.00001/default.png", "full/10,7/0.00001/default.png"),
        ("0,0,256,256/256,/0/default.jpg", "0,0,256,256/max/0/default.jpg"),
        ("0,0,512,512/256,256/0/default.jpg", "0,0,512,512/256,256/0/default.jpg"),
    ]

    private static let paths2 = [
        ("full/full/0/default.jpg", "full/full/0/default.jpg"), ("full/max/0/default.jpg", "full/full/0/default.jpg"),
        ("0,0,1000,700/1000,700/0/color.jpg", "full/full/0/default.jpg"),
        ("full/500,350/0/default.jpg", "full/500,/0/default.jpg"),
        ("full/,350/0/default.jpg", "full/500,/0/default.jpg"),
        ("full/pct:200/0/default.jpg", "full/2000,/0/default.jpg"),
        ("full/500,500/0/default.jpg", "full/500,500/0/default.jpg"),
        ("square/!100,300/0/gray.jpg", "150,0,700,700/100,/0/gray.jpg"),
        ("full/10,/.50/default.png", "full/10,/0.5/default.png"),
        ("0,0,256,256/256,256/0/default.jpg", "0,0,256,256/full/0/default.jpg"),
        ("0,0,512,512/256,256/0/default.jpg", "0,0,512,512/256,/0/default.jpg"),
    ]

    @Test(arguments: ["3", "2"])
    func `3.0, 4.8 and 6, 2.1, 4.7 and 6: images link their canonical address and profile`(
        version: String
    ) async throws {
        try await ConformanceServer.test { server in
            for (path, canonical) in version == "3" ? Self.paths3 : Self.paths2 {
                let base = "\(ConformanceServer.base)/iiif/\(version)/squares-1/"
                let response = try await server.get("/iiif/\(version)/squares-1/\(path)")
                #expect(response.status == .ok, "\(path)")
                #expect(
                    response.headers[.link]
                        == "<\(base)\(canonical)>;rel=\"canonical\", "
                        + "<http://iiif.io/api/image/\(version)/level2.json>;rel=\"profile\"", "\(path)")
                // The canonical address yields the same picture, and is its own canonical address.
                let again = try await server.get("/iiif/\(version)/squares-1/\(canonical)")
                #expect(again.bytes == response.bytes && again.headers[.link] == response.headers[.link], "\(path)")
                #expect(again.headers[.eTag] == response.headers[.eTag])
            }
        }
    }

    @Test func `3.0, 4.8: max is canonical for the largest size within the limits`() async throws {
        try await ConformanceServer.test(outputArea: 100_000) { server in
            for (path, canonical) in [
                ("full/377,264/0/default.jpg", "full/max/0/default.jpg"),
                ("full/^max/0/default.jpg", "full/max/0/default.jpg"),
                ("0,0,200,200/^316,316/0/default.jpg", "0,0,200,200/^max/0/default.jpg"),
            ] {
                let response = try await server.get("/iiif/3/squares-1/\(path)")
                #expect(
                    response.headers[.link]?.contains("/iiif/3/squares-1/\(canonical)>;rel=\"canonical\"") == true,
                    "\(path)")
            }
        }
    }

    @Test(arguments: ["3", "2"])
    func `3.0, 6 and 2.1, 6: image information links its profile`(version: String) async throws {
        try await ConformanceServer.test { server in
            let response = try await server.get("/iiif/\(version)/squares-1/info.json")
            #expect(response.headers[.link] == "<http://iiif.io/api/image/\(version)/level2.json>;rel=\"profile\"")
        }
    }
}
