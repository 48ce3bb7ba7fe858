import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

/// Image API 3.0, 2, 3, 7 and 9; 2.1, 2, 3, 7 and 9: addresses, encoding, statuses and conditions.
@Suite(.ownThreads) struct AddressConformance {
    private static let versions = ["3", "2"]
    private static let region = "0,0,100,100/50,50/0/default.jpg"

    @Test func `3.0 and 2.1, 2: the base URI leads to the image information by 303`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for id in ["squares-1", "squares%2D1"] {
                    let response = try await server.get("/iiif/\(version)/\(id)")
                    #expect(response.status == .seeOther && response.bytes.isEmpty)
                    #expect(
                        response.headers[.location] == "\(ConformanceServer.base)/iiif/\(version)/squares-1/info.json")
                }
                try await #expect(server.status("/iiif/\(version)/nothing-1") == 404)
            }
        }
    }

    @Test func `3.0 and 2.1, 3 and 9: an identifier may be encoded, and so may every parameter`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                let plain = try await server.get("/iiif/\(version)/squares-1/\(Self.region)")
                #expect(plain.status == .ok)
                for path in [
                    "squares%2D1/\(Self.region)", "%73%71%75%61%72%65%73%2d%31/\(Self.region)",
                    "squares-1/0%2C0%2C100%2c100/50%2C50/%30/default%2Ejpg",
                    "squares-1/pct%3A0,0,10,14.2857/50,50/0/default.jpg",
                ] {
                    let response = try await server.get("/iiif/\(version)/\(path)")
                    #expect(response.status == .ok && response.bytes == plain.bytes, "\(path)")
                }
                let info = try await server.get("/iiif/\(version)/squares%2D1/info.json").json()
                let id = info["id"] ?? info["@id"]
                #expect(id as? String == "\(ConformanceServer.base)/iiif/\(version)/squares-1")
            }
            let enlarged = try await server.picture("/iiif/3/squares-1/0,0,10,10/%5Emax/%210/default.png")
            #expect(enlarged.width == 20)
            let box = try await server.picture("/iiif/3/squares-1/full/%5E%21300,300/0/default.png")
            #expect((box.width, box.height) == (300, 210))
        }
    }

    @Test func `3.0, 9: characters that need no encoding may be sent unencoded`() async throws {
        try await ConformanceServer.test { server in
            let port = try #require(server.client.port)
            for (path, status) in [
                ("/iiif/3/squares-1/full/^max/0/default.jpg", "200 OK"),
                ("/iiif/3/squares-1/full/^!300,300/!0/default.jpg", "200 OK"),
                ("/iiif/3/squares-1/full/^2001,/0/default.jpg", "400 Bad Request"),
                ("/iiif/2/squares-1/full/^max/0/default.jpg", "400 Bad Request"),
                ("/iiif/3/[frob]/full/max/0/default.jpg", "404 Not Found"),
                ("/iiif/3/squares-1/[/max/0/default.jpg", "400 Bad Request"),
            ] {
                let response = try LoopbackConnection.response(
                    to: "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: port)
                #expect(response.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(path)")
            }
        }
    }

    @Test func `3.0 and 2.1, 9: a parameter is decoded once, so a double encoding is a different one`()
        async throws
    {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for id in ["squares%252D1", "%2573quares-1", "squares%25252D1"] {
                    for rest in ["", "/info.json", "/\(Self.region)"] {
                        try await #expect(server.status("/iiif/\(version)/\(id)\(rest)") == 404, "\(id)\(rest)")
                    }
                }
                // A parameter that is encoded twice is invalid.
                try await #expect(
                    server.status("/iiif/\(version)/squares-1/0%252C0,100,100/50,50/0/default.jpg") == 400)
            }
        }
    }

    @Test func `3.0, 7.3 and 2.1, 7.2: an unknown identifier is 404, whatever its characters`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for id in [
                    "nothing-1", "squares", "squares-2", "squares-", "-1", "a%2Fb", "..%2F..%2Fetc", "%2e%2e", "[frob]",
                    "ark:%2F12025%2F654xz321", "urn:foo:a123,456", "https:%2F%2Fexample.com%2F%3F54%23a", "squares-01",
                    "squares-1%00", "%F0%9F%93%9C", "squares-99999999999999999999", "Squares-1", "squares-1%20",
                ] {
                    for rest in ["/info.json", "/\(Self.region)"] {
                        try await #expect(server.status("/iiif/\(version)/\(id)\(rest)") == 404, "\(id)\(rest)")
                    }
                }
                // An unencoded slash makes another address.
                try await #expect(server.status("/iiif/\(version)/a/b/\(Self.region)") == 404)
            }
        }
    }

    @Test func `3.0 and 2.1, 9: an invalid encoding is 400`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for path in ["squares%2/info.json", "squares-1%/info.json", "%FF%FE/info.json", "%ZZ/info.json"] {
                    try await #expect(server.status("/iiif/\(version)/\(path)") == 400, "\(path)")
                }
                try await #expect(
                    server.status("/iiif/\(version)/squares-1/%E0%A4%A/50,50/0/default.jpg") == 400)
            }
        }
    }

    @Test func `3.0, 2 and 2.1, 2: any address but base URI, image and information is 404`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for path in [
                    "squares-1/full", "squares-1/full/max", "squares-1/full/max/0", "squares-1/info.xml",
                    "squares-1/info.json/", "squares-1/full/max/0/default.jpg/more",
                ] where path != "squares-1/info.json/" {
                    try await #expect(server.status("/iiif/\(version)/\(path)") == 404, "\(path)")
                }
            }
            for version in ["1", "4", "3.0", "image"] {
                try await #expect(server.status("/iiif/\(version)/squares-1/info.json") == 404)
            }
        }
    }

    @Test func `3.0, 7: HEAD is GET without its body, and OPTIONS lists GET`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for path in [
                    "squares-1/info.json", "squares-1/\(Self.region)", "squares-1/0,0,256,256/256,256/0/default.jpg",
                    "squares-1", "squares-1/full/0,/0/default.jpg", "nothing-1/info.json",
                ] {
                    let path = "/iiif/\(version)/\(path)"
                    let whole = try await server.get(path)
                    let head = try await server.send(.head, path)
                    #expect(head.status == whole.status && head.bytes.isEmpty, "\(path)")
                    for name in [HTTPField.Name.eTag, .contentType, .cacheControl, .vary, .location, .contentLength] {
                        #expect(head.headers[name] == whole.headers[name], "\(path) \(name)")
                    }
                    #expect(head.headers[.link] == whole.headers[.link])
                    let options = try await server.send(.options, path)
                    #expect(options.status == .noContent)
                    #expect(options.headers[.accessControlAllowMethods]?.contains("GET") == true)
                }
            }
        }
    }

    @Test func `3.0, 7.1 and 2.1, 5.1: CORS lets other sites read every response, including errors`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for path in [
                    "squares-1", "squares-1/info.json", "squares-1/\(Self.region)", "nothing-1/info.json",
                    "squares-1/full/0,/0/default.jpg", "squares-1/full/10,/0/default.gif",
                    "squares-1/0,0,256,256/256,256/0/default.jpg",
                ] {
                    let response = try await server.get("/iiif/\(version)/\(path)")
                    #expect(response.headers[.accessControlAllowOrigin] == "*", "\(path)")
                }
            }
        }
    }

    @Test func `3.0, 7.2: a matching If-None-Match gets a 304`() async throws {
        try await ConformanceServer.test { server in
            for version in Self.versions {
                for path in [
                    "info.json", Self.region, "0,0,256,256/256,256/0/default.jpg", "full/200,/22.5/default.jpg",
                    "full/100,/0/gray.webp",
                ] {
                    let path = "/iiif/\(version)/squares-1/\(path)"
                    let response = try await server.get(path)
                    let tag = try #require(response.headers[.eTag], "\(path)")
                    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
                    for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                        let again = try await server.get(path, headers: [.ifNoneMatch: condition])
                        #expect(again.status == .notModified && again.bytes.isEmpty, "\(path) \(condition)")
                        #expect(
                            again.headers[.eTag] == tag
                                && again.headers[.cacheControl] == response.headers[.cacheControl]
                        )
                        #expect(again.headers[.vary] == response.headers[.vary])
                    }
                    let other = try await server.get(path, headers: [.ifNoneMatch: "\"other\""])
                    #expect(other.status == .ok && other.bytes == response.bytes && other.headers[.eTag] == tag)
                }
            }
        }
    }

    @Test func `3.0, 7.2: an address with the version is immutable, unless the paper colour shows`()
        async throws
    {
        try await ConformanceServer.test { server in
            let tiles = try await server.get("/tiles/squares-1.json").json()
            let version = try #require(tiles["version"] as? String)
            for (path, isImmutable) in [
                (Self.region, true), ("0,0,256,256/256,256/0/default.jpg", true), ("full/100,/90/default.jpg", true),
                ("full/100,/45/default.png", true), ("full/100,/45/default.jpg", false),
            ] {
                let path = "/iiif/3/squares-1/\(path)"
                let named = try await server.get("\(path)?v=\(version)")
                #expect(named.headers[.cacheControl]?.contains("immutable") == isImmutable, "\(path)")
                for query in ["", "?v=other", "?v="] {
                    let other = try await server.get(path + query)
                    #expect(other.status == .ok && other.headers[.cacheControl] == "public, max-age=300", "\(path)")
                    #expect(other.bytes == named.bytes && other.headers[.eTag] == named.headers[.eTag])
                }
            }
        }
    }
}

extension HTTPField.Name {
    /// RFC 8288, section 3.
    static var link: HTTPField.Name { HTTPField.Name("Link") ?? .location }
}
