import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import ExplorerServer

/// No address leads to a file outside the library. Targets are sent unnormalised, without a client that tidies them up.
@Suite(.ownThreads) struct PathTests {
    /// Encodings of parent folders, and ways to truncate a name.
    private static let ways = [
        "..", "%2e%2e", "%2E%2E", ".%2e", "..%2f..", "..%5c..", "..\\..", "%2e%2e%2f%2e%2e", "%252e%252e",
        "%252e%252e%252f",
        "..%00", "%00", "..;", "..%ff", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%uff0e%uff0e", "....//", "./..", "~",
        "~root",
        "%", "%2", "%zz", "%2f", "//", "C:", "file:", "file%3a%2f%2f", "\u{FF0E}\u{FF0E}",
    ]

    /// Paths that a file name could follow.
    private static let places = [
        "/", "/viewer/", "/viewer/vendor/", "/documents/", "/documents/magna-carta/icons/", "/tiles/",
        "/tiles/magna-carta-1/",
        "/dzi/", "/dzi/magna-carta-1_files/0/", "/iiif/3/", "/iiif/2/", "/iiif/3/magna-carta-1/",
        "/iiif/presentation/3/",
        "/iiif/search/2/", "/api/documents/", "/api/documents/magna-carta/clauses/", "/api/search?q=", "/oembed?url=",
    ]

    private static let files = ["etc/passwd", "library.sqlite", "Package.swift", "proc/self/environ", "originals/"]

    /// Contents found only in files: an account, a database, a package manifest, our environment.
    private static let secrets = [
        "root:x:0", "SQLite format 3", "swift-tools-version", "PATH=/", "No such file", "/tmp/",
    ]

    @Test func `no encoding of a path reaches a file or reveals one`() async throws {
        try await SampleServer.test(over: .live) { server in
            let port = try #require(server.client.port)
            var count = 0
            for place in Self.places {
                let targets = Self.ways.flatMap { way in
                    Self.files.map { "\(place)\(way)/\(way)/\(way)/\(way)/\(way)/\($0)" } + [
                        "\(place)\(way)", "\(place)\(way)/",
                    ]
                }
                for target in targets {
                    let response = try LoopbackConnection.response(
                        to: "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: port)
                    #expect(response.hasPrefix("HTTP/1.1 "), "\(target)")
                    #expect(!response.hasPrefix("HTTP/1.1 5"), "\(target): \(response)")
                    for secret in Self.secrets { #expect(!response.contains(secret), "\(target)") }
                    count += 1
                }
            }
            #expect(count == Self.places.count * Self.ways.count * (Self.files.count + 2))
        }
    }

    @Test func `overlong paths are refused or not found`() async throws {
        try await SampleServer.test(over: .live) { server in
            let port = try #require(server.client.port)
            for place in Self.places {
                for name in [
                    String(repeating: "a", count: 4_000), String(repeating: "a/", count: 2_000),
                    String(repeating: "../", count: 1_300), String(repeating: "%2e%2e%2f", count: 440),
                ] {
                    let response = try LoopbackConnection.response(
                        to: "GET \(place)\(name) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: port)
                    let status = response.dropFirst(9).prefix(3)
                    let isQuestion = place.contains("?")
                    #expect(
                        ["400", "404", "414"].contains(status) || (isQuestion && status == "200"),
                        "\(place)\(name.prefix(12)): \(response.prefix(300))")
                }
            }
        }
    }
}
