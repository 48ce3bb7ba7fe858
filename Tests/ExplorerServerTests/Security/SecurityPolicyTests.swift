import FileSupport
import Foundation
import HTTPTypes
import Testing
import WebDocuments

@testable import ExplorerServer

/// The security headers of every address described in openapi.json, which is every address of the router.
@Suite struct SecurityPolicyTests {
    private static func policy(_ response: SampleResponse) -> [String: Set<String>] {
        let directives = (response.headers[.contentSecurityPolicy] ?? "").split(separator: ";")
        var policy: [String: Set<String>] = [:]
        for directive in directives {
            let words = directive.split(separator: " ").map(String.init)
            policy[words[0]] = Set(words.dropFirst())
        }
        return policy
    }

    private static func field(_ name: String, of response: SampleResponse) -> String? {
        HTTPField.Name(name).flatMap { response.headers[$0] }
    }

    @Test func `every response has nosniff and the policy of its media type`() async throws {
        let addresses = try DescriptionTests().operations.map { try $0.address(withAll: false) }
        #expect(addresses.count > 30)
        try await SampleServer.test { server in
            for address in addresses + [
                "/nothing", "/documents/nothing", "/api/documents/nothing", "/documents/magna-carta?plain",
            ] {
                let response = try await server.get(address)
                #expect(Self.field("X-Content-Type-Options", of: response) == "nosniff", "\(address)")
                let type = response.headers[.contentType] ?? ""
                let policy = Self.policy(response)
                switch type.split(separator: ";").first {
                case "text/html" where address.hasPrefix("/iiif/auth/2/token"):
                    // For a frame on the requesting site, with a script that runs once.
                    #expect(policy["default-src"] == ["'none'"], "\(address)")
                    #expect(policy["frame-ancestors"] == ["https://viewer.example.org"], "\(address)")
                    #expect(policy["script-src"]?.first?.hasPrefix("'nonce-") == true, "\(address)")
                case "text/html":
                    #expect(policy["default-src"] == ["'self'"], "\(address)")
                    #expect(policy["frame-ancestors"] == ["'self'"], "\(address)")
                    #expect(policy["require-trusted-types-for"] == ["'script'"], "\(address)")
                    let camera = address.hasPrefix("/capture") ? "camera=(self)" : "camera=()"
                    #expect(
                        Self.field("Permissions-Policy", of: response)?.hasPrefix("\(camera), ") == true, "\(address)")
                case "image/svg+xml" where !address.hasPrefix("/viewer"):
                    #expect(policy["default-src"] == ["'none'"] && policy["sandbox"] == [], "\(address)")
                case let type? where type.hasPrefix("image/") && type != "image/svg+xml": continue
                case "text/javascript" where address == "/service-worker.js":
                    #expect(policy["default-src"] == ["'none'"] && policy["connect-src"] == ["'self'"])
                    continue
                case "text/javascript", "text/css": continue
                case nil: continue  // No body: a redirection.
                default:
                    #expect(policy == ["default-src": ["'none'"], "frame-ancestors": ["'none'"]], "\(address)")
                }
                #expect(Self.field("Referrer-Policy", of: response) == "same-origin", "\(address)")
                // No inline scripts, and inline styles only for a document's own drawings.
                let unsafe = policy.filter { $0.value.contains { $0.contains("unsafe") } }.map(\.key)
                #expect(
                    unsafe.isEmpty || (type.hasPrefix("image/svg") && unsafe == ["style-src"]), "\(address)"
                )
            }
        }
    }

    @Test func `no page has inline scripts, event handlers or styles without a hash`() async throws {
        try await SampleServer.test { server in
            for address in [
                "/", "/docs", "/documents/magna-carta", "/documents/magna-carta?clause=39",
                "/documents/magna-carta?plain",
            ] {
                let response = try await server.get(address)
                let page = String(decoding: response.bytes, as: UTF8.self)
                #expect(page.contains("<html"))
                let styles = page.matches(of: #/<style>(.*?)</style>/#.dotMatchesNewlines()).map(\.1)
                #expect(styles.isEmpty != address.contains(/magna-carta($|\?clause)/), "\(address)")
                let named = Set(styles.map { ContentSecurityPolicy.hash(ofStyle: $0) })
                #expect((Self.policy(response)["style-src"] ?? []).subtracting(["'self'"]) == named, "\(address)")
                // What remains after removing the server's scripts, these styles and inert data.
                let script = /<script src="\/viewer\/[^"]+"( defer| type="module"| fetchpriority="low")*><\/script>/
                let rest = page.replacing(script, with: "")
                    .replacing(#/<style>.*?</style>/#.dotMatchesNewlines(), with: "")
                    .replacing(/<script type="application\/ld\+json">[^<]*<\/script>/, with: "")
                #expect(!rest.contains("<script") && !rest.contains("<style"), "\(address)")
                #expect(rest.firstMatch(of: /\s(on[a-z]+|style)\s*=/) == nil, "\(address)")
                #expect(!rest.lowercased().contains("javascript:"), "\(address)")
            }
        }
    }

    // MARK: Frames

    private static let settings: [(String, Set<String>)] = [
        ("any", ["*"]), ("none", ["'self'"]), ("https://*.example.org", ["'self'", "https://*.example.org"]),
        (
            "https://blog.example.org, HTTP://School.example:8080/",
            ["'self'", "https://blog.example.org", "http://school.example:8080"]
        ),
    ]

    @Test(arguments: settings)
    func `the embedding setting determines frame-ancestors and oEmbed`(setting: String, ancestors: Set<String>)
        async throws
    {
        var options = ServerOptions()
        options.embedding = try Embedding(setting)
        try await SampleServer.test(options) { server in
            let frame = try await server.get("/documents/magna-carta?embed")
            #expect(Self.policy(frame)["frame-ancestors"] == ancestors)
            let page = try await server.get("/documents/magna-carta")
            #expect(Self.policy(page)["frame-ancestors"] == ["'self'"])
            // Readers are offered only what works.
            let says = String(decoding: page.bytes, as: UTF8.self).contains(
                #"<meta name="explore-embedding" content="none">"#)
            #expect(says == (setting == "none"))
            let url = PercentEncoding.encode("http://127.0.0.1:8080/documents/magna-carta")
            let offer = try await server.get("/oembed?url=\(url)").json()
            #expect(offer["type"] as? String == (setting == "none" ? "link" : "rich"))
            #expect((offer["html"] == nil) == (setting == "none"))
            #expect(offer["title"] as? String == "Magna Carta, 1215" && offer["thumbnail_url"] != nil)
        }
    }

    @Test(arguments: [
        "", "all", "*", "blog.example.org", "https://a.example,", "https://a.example/path",
        "https://a.example; script-src *", "https://a.example 'unsafe-inline'", "ftp://a.example",
        "https://a.example\r\nX: y",
    ])
    func `an embedding setting other than any, none or origins is rejected`(setting: String) {
        #expect(throws: ServerError.self) { try Embedding(setting) }
    }
}
