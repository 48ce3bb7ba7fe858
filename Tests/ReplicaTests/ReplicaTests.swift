import ClauseStore
import DocumentLibrary
import DocumentModel
import ExplorerServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import ObjectStore
import Publishing
import TestSupport
import Testing
import TileEngine

@testable import Replica

/// A server of a replica of a real store sends the same responses as a server of the library.
@Suite("Replicas", .enabled(if: RealStore.isInstalled, "\(RealStore.reason)"), .serialized, .ownThreads)
struct ReplicaTests {
    private static let options = ServerOptions(publicURL: "https://example.org")

    private static let tile = "/dzi/magna-carta-1_files/10/1_1.jpg"

    /// Addresses of every kind.
    private static let paths = [
        "/", "/documents/magna-carta", "/api/documents", "/api/documents/magna-carta",
        "/api/documents/magna-carta/categories", "/api/documents/magna-carta/at?x=3100&y=5200",
        "/api/documents/magna-carta/clauses?category=justice", "/api/documents/magna-carta/clauses/39?lang=fr",
        "/api/documents/magna-carta/clauses/39/image.jpg?width=400", "/api/search?q=castle", tile,
        "/tiles/magna-carta-1.json", "/tiles/magna-carta-1/3/1/2.jpg", "/tiles/magna-carta-1/3/1/2.webp",
        "/dzi/magna-carta-1.dzi", "/iiif/3/magna-carta-1/info.json", "/iiif/2/magna-carta-1/info.json",
        "/iiif/3/magna-carta-1/500,500,900,700/300,/0/default.jpg", "/iiif/presentation/3/magna-carta/manifest.json",
        "/iiif/presentation/3/magna-carta/annotations/1.json", "/iiif/presentation/3/collection.json",
        "/api/documents/magna-carta/recordings", "/api/documents/magna-carta/recordings/en/40.mp3",
        "/api/documents/magna-carta/recordings/fr/40.vtt",
        "/api/documents/magna-carta/clauses/39/download.pdf?lang=en", "/api/documents/magna-carta/download.txt?lang=fr",
        "/api/documents/magna-carta/pages/1/download.jpg?size=400", "/iiif/search/2/magna-carta?q=king",
        "/oembed?url=https://example.org/documents/magna-carta", "/openapi.json",
        "/robots.txt", "/sitemap.xml",
    ]

    private func server(of library: Library, _ replica: Replica? = nil) throws -> ExplorerServer {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        var options = Self.options
        if let replica { options.remoteStatus = { replica.status } }
        return try ExplorerServer(library: library, options: options, logger: logger)
    }

    private func withClient(
        _ server: ExplorerServer, _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws {
        try await server.application().test(.router) { try await body(SampleClient(client: $0)) }
    }

    /// Returns the responses of two servers. A page waits for its first view for no longer than a second; the next
    /// request gets it.
    private func get(
        _ path: String, of first: SampleClient, and second: SampleClient
    ) async throws -> (SampleResponse, SampleResponse) {
        var responses = (try await first.get(path), try await second.get(path))
        for _ in 0..<60 where path.hasPrefix("/documents/") && responses.0.bytes != responses.1.bytes {
            try await Task.sleep(for: .milliseconds(500))
            responses = (try await first.get(path), try await second.get(path))
        }
        return responses
    }

    /// Expects this number of documents to be reported by the server.
    private func expectTotal(_ total: Int, _ client: SampleClient) async throws {
        let list = try await client.get("/api/documents").json()
        #expect(list["total"] as? Int == total)
    }

    @Test func `all replicas give the same bodies and headers as the library`() async throws {
        let published = try await PublishedLibrary()
        try await published.publishByProgram()
        let (first, second) = (try published.replica("one"), try published.replica("two"))
        let servers = [
            try server(of: published.library), try server(of: try await first.library()),
            try server(of: try await second.library()),
        ]
        for path in Self.paths {
            try await withClient(servers[0]) { library in
                for server in servers[1...] {
                    try await withClient(server) { replica in
                        let (expected, response) = try await get(path, of: library, and: replica)
                        let isSame = response.bytes == expected.bytes
                        #expect(expected.status == .ok && response.status == .ok && isSame, "\(path)")
                        for field in expected.headers
                        where !["date", "x-request-id"].contains(field.name.canonicalName) {
                            #expect(response.headers[field.name] == field.value, "\(path) \(field.name)")
                        }
                        #expect(response.headers.count == expected.headers.count, "\(path)")
                        let condition: HTTPFields = [.ifNoneMatch: expected.headers[.eTag] ?? "none"]
                        if expected.headers[.eTag] != nil {
                            #expect(try await replica.get(path, headers: condition).status == .notModified, "\(path)")
                        }
                    }
                }
            }
        }
        await first.shutdown()
        await second.shutdown()
    }

    @Test func `a published release is served, and a former one again, but no incomplete one`() async throws {
        let published = try await PublishedLibrary()
        let first = try await published.publish()
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        try await withClient(server) { client in
            try await expectTotal(1, client)
        }
        try published.addOther()
        let second = try await published.write()
        #expect(first != second)
        // Everything exists except the pointer.
        #expect(try await !replica.look())
        await server.reload()
        try await withClient(server) { client in
            try await expectTotal(1, client)
        }
        for (id, number, total) in [(second, 2, 2), (first, 3, 1)] {
            try await published.point(to: id, number: number)
            #expect(try await replica.look())
            #expect(try await !replica.look())
            await server.reload()
            try await withClient(server) { client in
                try await expectTotal(total, client)
                #expect(try await client.get(Self.tile).status == .ok)
                let health = try await client.get("/health/ready").json()
                #expect(health["status"] as? String == "ready")
            }
            #expect(replica.status.release == number)
        }
        await replica.shutdown()
    }

    @Test func `a corrupt release is not served, and the former one stays in service`() async throws {
        let published = try await PublishedLibrary()
        let first = try await published.publish()
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        try published.addOther()
        let second = try await published.write()
        let store = published.store
        let release = try ReleaseFiles.release(
            Data(try await store.read(Release.object(second)).bytes.readableBytesView), "")
        // The first page of the database has a change counter, so its piece always differs.
        let piece = Release.piece(try #require(release.library.pieces.first))
        try await published.damage(piece, at: 100)
        try await published.point(to: second, number: 2)
        let error = await #expect(throws: ReplicaError.self) { try await replica.look() }
        #expect(error?.description.contains(piece) == true)
        #expect(replica.status.fault?.kind == .release)
        await server.reload()
        try await withClient(server) { client in
            try await expectTotal(1, client)
            let health = try await client.get("/health/ready").json()
            #expect(health["status"] as? String == "degraded" && health["store"] == nil)
            #expect((health["release"] as? String)?.hasPrefix("damaged in the store") == true)
        }
        try await published.damage(piece, at: 100)
        #expect(try await replica.look())
        #expect(replica.status.fault == nil)
        await server.reload()
        try await withClient(server) { client in
            try await expectTotal(2, client)
        }
        #expect(first != second)
        await replica.shutdown()
    }

    @Test func `the institution's theme is part of a release, and its pieces are not pruned`() async throws {
        let published = try await PublishedLibrary()
        let theme = published.folder.appending(path: "library/theme").path()
        try ThemeFixture.write(to: theme)
        try await published.publishByProgram()
        _ = try await ReleaseRepository(published.store).prune(graceSeconds: 0)
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        let own = try self.server(of: published.library)
        for path in ["/", "/documents/magna-carta", "/viewer/explore.webmanifest"] {
            try await withClient(own) { library in
                try await withClient(server) { client in
                    let (expected, response) = try await get(path, of: library, and: client)
                    let isSame = response.bytes == expected.bytes
                    let isThemed = String(decoding: expected.bytes, as: UTF8.self).contains("/theme/")
                    #expect(isSame && isThemed, "\(path)")
                }
            }
        }
        // A change of the theme alone is a new release; without changes there is none.
        let again = try await Publisher(published.library, to: published.store).publish()
        #expect(!again.isNew)
        let name = ThemeFixture.main.replacing("Museum of Deeds", with: "Archive of Deeds")
        try ThemeFixture.write(to: theme, ["theme.json": Data(name.utf8)])
        try await published.publishByProgram()
        #expect(try await replica.look())
        await server.reload()
        try await withClient(server) { client in
            let page = String(decoding: try await client.get("/").bytes, as: UTF8.self)
            #expect(page.contains("Archive of Deeds"))
        }
        await replica.shutdown()
    }

    @Test func `a corrupt pyramid is reported, and no corrupt byte of it is served`() async throws {
        let published = try await PublishedLibrary()
        try published.addOther()
        try await published.publish()
        let name = try #require(
            try published.library.store.document("magna-carta", for: .administrator).pages.first?.pyramid)
        let archive = try TileArchiveBytes(published.library.path + "/pyramids/" + name)
        for place in stride(from: 5_000, to: archive.directoryStart, by: 20_000) {
            archive.turn(place)
        }
        try await published.put("pyramids/" + name, archive.bytes)
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        try await withClient(server) { client in
            var found = 0
            for (column, row) in (0..<4).flatMap({ column in (0..<4).map { (column, $0) } }) {
                let path = "/dzi/magna-carta-1_files/11/\(column)_\(row).jpg"
                let response = try await client.get(path)
                if response.status == .internalServerError { found += 1 } else { #expect(response.status == .ok) }
            }
            #expect(found > 0)
            for column in 0..<3 {
                #expect(try await client.get("/dzi/other-1_files/10/\(column)_0.jpg").status == .ok)
            }
            let health = try await client.get("/health/ready")
            #expect(health.status == .ok)
            let members = try health.json()
            #expect(members["status"] as? String == "degraded")
            #expect(members["documents"] as? Int == 1)
        }
        #expect(server.health.damages.allSatisfy { $0.file == "pyramids/" + name && $0.documents == ["magna-carta"] })
        await replica.shutdown()
    }

    @Test func `no byte of a corrupt recording is served, and a sound one is fetched once`() async throws {
        let published = try await PublishedLibrary()
        try await published.publishByProgram()
        let recordings = try published.library.store.recordings(of: "magna-carta").recordings
        let recording = try #require(recordings.first { $0.path == "en/40.mp3" })
        let object = "originals/" + recording.fileName
        let bytes = Array(try Data(contentsOf: URL(filePath: published.library.originalPath(of: recording))))
        try await published.damage(object, at: bytes.count - 1)
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        try await withClient(server) { client in
            let path = "/api/documents/magna-carta/recordings/en/40.mp3?digest=\(recording.sha256)"
            for range in [nil, "bytes=0-99", "bytes=-10"] {
                let response = try await client.get(path, headers: range.map { [.range: $0] } ?? [:])
                #expect(response.status == .internalServerError && response.headers[.cacheControl] == "no-store")
            }
            try await published.damage(object, at: bytes.count - 1)
            let before = replica.status.reads.readCount
            for part in [0..<100, bytes.count - 10..<bytes.count, 0..<bytes.count] {
                let range = "bytes=\(part.lowerBound)-\(part.upperBound - 1)"
                let response = try await client.get(path, headers: [.range: range])
                #expect(response.status == .partialContent && response.bytes == Array(bytes[part]), "\(range)")
            }
            #expect(replica.status.reads.readCount == before + 1)
        }
        await replica.shutdown()
    }

    @Test func `polling finds each new release`() async throws {
        let published = try await PublishedLibrary()
        try await published.publish()
        let replica = try published.replica { $0.pollSeconds = 0.1 }
        _ = try await replica.library()
        let following = Task { await replica.follow() }
        for number in 2...4 {
            if number == 2 { try published.addOther() }
            try await published.publish(number: number)
            for _ in 0..<600 where replica.status.release != number { try await Task.sleep(for: .milliseconds(50)) }
            #expect(replica.status.release == number)
        }
        // The first, and one for each release.
        #expect(replica.status.lookCount >= 4)
        following.cancel()
        await following.value
        await replica.shutdown()
    }

    @Test func `local copies of pyramids stay within their limit and do not change responses`() async throws {
        let published = try await PublishedLibrary()
        try await published.publish()
        let limit = 1 << 20
        let replica = try published.replica { $0.diskByteCount = limit }
        let server = try server(of: try await replica.library(), replica)
        let local = try self.server(of: published.library)
        try await withClient(local) { library in
            try await withClient(server) { client in
                for round in 0..<2 {
                    for (column, row) in (0..<12).flatMap({ column in (0..<12).map { (column, $0) } }) {
                        let path = "/dzi/magna-carta-1_files/12/\(column)_\(row).jpg"
                        let (response, expected) = (try await client.get(path), try await library.get(path))
                        #expect(response.status == expected.status && response.bytes == expected.bytes, "\(path)")
                    }
                    replica.waitForWrites()
                    let disk = replica.status.disk
                    #expect(disk.byteCount <= limit && disk.byteCount > 0, "round \(round)")
                    #expect(disk.removedByteCount > 0, "round \(round)")
                }
            }
        }
        await replica.shutdown()
    }

    @Test func `restricted documents are restricted on a replica, and a revoked token ends with the next release`()
        async throws
    {
        let published = try await PublishedLibrary()
        try published.addSecret()
        let token = AccessToken()
        let info = TokenInfo(
            id: token.id, label: "a reader", grant: .documents(["secret"]), createdAt: Date(), expiresAt: nil)
        try published.library.store.add(info, sha256: token.sha256)
        try await published.publish()
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        let bearer: HTTPFields = [.authorization: "Bearer \(token.text)"]
        let tile = Self.tile.replacing("magna-carta", with: "secret")
        for (number, status) in [(1, HTTPResponse.Status.ok), (2, .unauthorized)] {
            try await withClient(server) { client in
                try await expectTotal(1, client)
                for path in ["/documents/secret", "/api/documents/secret/clauses/39", tile] {
                    #expect(try await client.get(path).status == .notFound, "\(path)")
                    #expect(try await client.get(path, headers: bearer).status == status, "\(path) of \(number)")
                }
            }
            guard number == 1 else { break }
            _ = try published.library.store.revokeToken(token.id)
            try await published.publish(number: 2)
            #expect(try await replica.look())
            await server.reload()
        }
        await replica.shutdown()
    }

    @Test func `started without the store, a replica serves its last release`() async throws {
        let published = try await PublishedLibrary()
        try await published.publish()
        do {
            let replica = try published.replica()
            let server = try server(of: try await replica.library(), replica)
            try await withClient(server) { client in
                let response = try await client.get(Self.tile)
                #expect(response.status == .ok)
            }
            replica.waitForWrites()
            await replica.shutdown()
        }
        let replica = try published.replica(endpoint: "http://127.0.0.1:9")
        let server = try server(of: try await replica.library(), replica)
        try await withClient(server) { client in
            #expect(try await client.get("/api/documents/magna-carta/clauses/39").status == .ok)
            #expect(try await client.get(Self.tile).status == .ok)
            #expect(try await client.get("/dzi/magna-carta-1_files/12/3_3.jpg").status == .serviceUnavailable)
            let health = try await client.get("/health/ready")
            #expect(health.status == .ok)
            let members = try health.json()
            #expect(members["store"] as? String == "cannot be reached")
        }
        await replica.shutdown()
    }

    @Test(arguments: ["release.json", "library.sqlite"])
    func `a damaged local copy of the published release is fetched again`(file: String) async throws {
        let published = try await PublishedLibrary()
        try await published.publish()
        do {
            let replica = try published.replica()
            _ = try await replica.library()
            await replica.shutdown()
        }
        try Data("damaged".utf8).write(to: published.folder.appending(path: "cache/current/\(file)"))
        do {
            let replica = try published.replica(endpoint: "http://127.0.0.1:9")
            await #expect(throws: (any Error).self) { try await replica.library() }
            await replica.shutdown()
        }
        let replica = try published.replica()
        let server = try server(of: try await replica.library(), replica)
        try await withClient(server) { client in
            try await expectTotal(1, client)
            #expect(try await client.get(Self.tile).status == .ok)
        }
        await replica.shutdown()
    }

    @Test func `each error at startup is one line`() async throws {
        let published = try await PublishedLibrary()
        let replica = try published.replica()
        let none = await #expect(throws: ReplicaError.self) { try await replica.library() }
        #expect(none == .noRelease("\(published.store.address)"))
        // One process per folder, and one replica per process.
        let second = #expect(throws: ReplicaError.self) { try published.replica() }
        #expect(second?.description.contains("--cache") == true)
        try await published.put(ReleasePointer.object, Data("{}".utf8))
        await #expect(throws: ReplicaError.self) { try await replica.library() }
        try await published.put(
            ReleasePointer.object, Data(#"{"format": 1, "release": "../../etc/passwd", "number": 1, "kept": []}"#.utf8))
        await #expect(throws: ReplicaError.self) { try await replica.library() }
        await #expect(throws: StoreError.self) {
            try await published.replica("elsewhere", endpoint: "http://127.0.0.1:9").library()
        }
        await replica.shutdown()
    }
}

/// An archive's bytes, to be damaged.
private final class TileArchiveBytes {
    var bytes: Data

    init(_ path: String) throws { bytes = try Data(contentsOf: URL(filePath: path)) }

    var directoryStart: Int {
        (0..<4).reduce(0) { $0 | Int(bytes[bytes.count - 6 + $1]) << (8 * $1) }
    }

    func turn(_ place: Int) { bytes[place] ^= 0xFF }
}
