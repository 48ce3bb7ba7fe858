import ExplorerServer
import Foundation
import HTTPTypes
import Hummingbird
import Testing

/// Properties of all responses: compression, cross-origin access, methods, the viewer's pages.
@Suite struct ResponseTests {
    @Test func `JSON is compressed for clients that accept gzip, with a separate ETag`() async throws {
        try await SampleServer.test { server in
            let path = "/api/documents/magna-carta/clauses"
            let plain = try await server.get(path)
            let packed = try await server.get(path, headers: [.acceptEncoding: "br, gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.vary] == "Accept-Encoding")
            #expect(packed.bytes.starts(with: [0x1F, 0x8B]))
            #expect(packed.bytes.count < plain.bytes.count / 2)
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(packed.headers[.eTag] != plain.headers[.eTag])
            let refused = try await server.get(path, headers: [.acceptEncoding: "gzip;q=0"])
            #expect(refused.headers[.contentEncoding] == nil)
            let tag = try #require(packed.headers[.eTag])
            let again = try await server.get(path, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test func `the same request gets the same ETag from another server`() async throws {
        let path = "/api/documents/magna-carta/clauses?include=regions"
        nonisolated(unsafe) var tags: [String?] = []
        for _ in 0..<2 {
            try await SampleServer.test { server in tags.append(try await server.get(path).headers[.eTag]) }
        }
        #expect(tags[0] != nil && tags[0] == tags[1])
    }

    @Test func `CORS lets other sites read`() async throws {
        try await SampleServer.test { server in
            let response = try await server.get("/api/documents", headers: [.origin: "https://example.org"])
            #expect(response.headers[.accessControlAllowOrigin] == "*")
            let preflight = try await server.send(
                .options, "/api/documents",
                headers: [.origin: "https://example.org", .accessControlRequestMethod: "GET"])
            #expect(preflight.status == .noContent)
            #expect(preflight.headers[.accessControlAllowMethods]?.contains("GET") == true)
        }
    }

    @Test func `POST, PUT and DELETE on the list of documents are refused`() async throws {
        try await SampleServer.test { server in
            for method in [HTTPRequest.Method.post, .put, .delete] {
                let response = try await server.send(method, "/api/documents")
                #expect((400..<500).contains(response.status.code), "\(method)")
            }
        }
    }

    @Test func `the health endpoints report a live and ready server`() async throws {
        try await SampleServer.test { server in
            try await #expect(server.get("/health/live").status == .ok)
            try await #expect(server.get("/health/ready").json()["status"] as? String == "ready")
        }
    }

    @Test func `the viewer's pages have a policy that forbids inline scripts`() async throws {
        try await SampleServer.test { server in
            for path in ["/", "/documents/magna-carta"] {
                let page = try await server.get(path)
                #expect(page.status == .ok)
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
            }
            let missing = try await server.get("/documents/nothing")
            #expect(missing.status == .notFound)
            #expect(missing.headers[.contentType] == "text/html; charset=utf-8")
            // Conditions are for what exists.
            for condition in ["*", missing.headers[.eTag] ?? "none"] {
                let again = try await server.get("/documents/nothing", headers: [.ifNoneMatch: condition])
                #expect(again.status == .notFound && again.bytes == missing.bytes, "\(condition)")
                #expect(again.headers[.contentType] == "text/html; charset=utf-8", "\(condition)")
            }
            try await #expect(server.get("/viewer/nothing.js").status == .notFound)
            try await #expect(server.get("/viewer/../Package.swift").status == .notFound)
            try await #expect(server.get("/viewer/%2e%2e/Package.swift").status == .notFound)
        }
    }

    @Test func `versioned viewer files are immutable, and those of other releases are revalidated`() async throws {
        try await SampleServer.test { server in
            let page = String(decoding: try await server.get("/documents/magna-carta").bytes, as: UTF8.self)
            let loaded = page.matches(of: #/["(](/viewer/([0-9a-f]{16})/[^")]+)[")]/#)
            let versions = Set(loaded.map(\.2))
            #expect(loaded.count > 8 && versions.count == 1)
            let library = String(decoding: try await server.get("/").bytes, as: UTF8.self)
            let version = String(try #require(versions.first))
            #expect(library.contains("/viewer/\(version)/bundles/library.js"))
            for match in loaded {
                let file = try await server.get(String(match.1))
                #expect(file.status == .ok && file.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
            let former = try await server.get("/viewer/0123456789abcdef/app/explorer.js")
            #expect(former.status == .ok && former.headers[.cacheControl] == "public, no-cache")
            let now = try await server.get("/viewer/\(version)/app/explorer.js")
            let plain = try await server.get("/viewer/app/explorer.js")
            #expect(plain.bytes == now.bytes && former.bytes == now.bytes)
            #expect(plain.headers[.cacheControl] == "public, no-cache" && plain.headers[.eTag] == now.headers[.eTag])
            // The address of the web app manifest is stable.
            #expect(page.contains("\"/viewer/explore.webmanifest\""))
            try await #expect(server.get("/viewer/\(version)/").status == .notFound)
            // A page of a release that had all files in one folder still finds them.
            for address in ["/viewer/0123456789abcdef/features.js", "/viewer/features.js"] {
                let moved = try await server.get(address)
                #expect(moved.status == .temporaryRedirect && moved.headers[.cacheControl] == "no-store")
                #expect(moved.headers[.location] == "/viewer/\(version)/app/features.js")
            }
            try await #expect(server.get("/viewer/\(version)/\(version)/app/explorer.js").status == .notFound)
        }
    }
}
