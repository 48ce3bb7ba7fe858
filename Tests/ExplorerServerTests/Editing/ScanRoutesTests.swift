import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

/// Pictures for pages: uploaded, cut, shown to editors, published and removed.
@Suite struct ScanRoutesTests {
    static let path = "/api/documents/public/scans"

    /// Returns a picture of 300 x 200 pixels that depends on the number.
    static func picture(_ number: Int = 1) -> [UInt8] {
        PlainTIFF.bytes(
            width: 300, height: 200, pixels: (0..<300 * 200 * 3).map { UInt8(truncatingIfNeeded: $0 * (7 + number)) })
    }

    /// Returns the names of all originals and pyramids, including partial ones.
    static func files(_ fixture: AccessFixture) throws -> [String] {
        try ["originals", "pyramids"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: fixture.library.path + "/" + folder)
                .map { folder + "/" + $0 }
        }.sorted()
    }

    @Test func `an uploaded picture becomes a scan that only editors see, and then a page`() async throws {
        let fixture = try AccessFixture()
        let (reader, editor) = (try fixture.token(), try fixture.token(scope: .edit))
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let added = try await server.upload(Self.picture(), to: Self.path + "?name=IMG%201.TIF")
            #expect(added.status == .accepted, "\(added.text)")
            let scan = try added.json()
            let id = try #require(scan["id"] as? String)
            #expect(added.headers[.location] == Self.path + "/" + id)
            #expect(scan["name"] as? String == "IMG 1.tif" && scan["width"] as? Int == 300)
            try await server.awaitScan(id)
            // The same bytes again are the same scan, whatever their name.
            let again = try await server.upload(Self.picture(), to: Self.path + "?name=other.tif")
            #expect(try again.status == .ok && again.json()["id"] as? String == id)
            let image = try #require(scan["imageId"] as? String)
            for address in [
                "/tiles/\(image)/0/0/0.jpg", "/iiif/3/\(image)/0,0,50,50/50,/0/default.jpg",
                "/tiles/\(image).json",
            ] {
                #expect(try await server.get(address, headers: editor.bearer).status == .ok, "\(address)")
                #expect(try await server.get(address, headers: reader.bearer).status == .notFound, "\(address)")
            }
            let lines = "/api/documents/public/pages/5/lines?image=\(image)"
            #expect(try await server.get(lines, headers: editor.bearer).status == .ok)
            #expect(try await server.get(lines, headers: reader.bearer).status == .notFound)
            let edit = """
                {"id": "0b9e6d1c-4e0b-4a55-8f0e-2f6f1f0d7b11", "revision": 0, "operations": [
                 {"path": "pages/2", "before": null, "after": true},
                 {"path": "pages/2/order", "before": null, "after": -1},
                 {"path": "pages/2/image", "before": null, "after": {"scan": "\(id)", "rotation": 0, "crop": null}}]}
                """
            #expect(try await server.edit(edit).status == .ok)
            let removal = try await server.send(
                .delete, Self.path + "/" + id, headers: [.origin: SampleClient.base])
            #expect(removal.status == .conflict && removal.text.contains("page 2 of the working copy"))
            let content =
                try await server.get(EditFixture.path + "?include=content").json()["content"] as? [String: Any]
            let pages = try #require(content?["pages"] as? [[String: Any]])
            #expect(pages.map { $0["number"] as? Int } == [2, 1] && pages[0]["imageId"] as? String == image)
            #expect(pages.map { $0["state"] as? String } == ["ready", "ready"])
            let published = try await server.send(json: #"{"revision": 1}"#, to: EditFixture.path + "/publish")
            #expect(published.status == .ok, "\(published.text)")
        }
        let document = try fixture.library.store.document("public")
        #expect(document.pages.map(\.width) == [300, 320] && document.pages.map(\.number) == [1, 2])
        #expect(try fixture.library.verify().damages == [])
        #expect(try fixture.library.store.sourceDocument("public").clauses[0].regions.map(\.page) == [2])
    }

    @Test func `a part of a page's original becomes a separate image`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let content =
                try await server.get(EditFixture.path + "?include=content").json()["content"] as? [String: Any]
            let image = try #require((content?["pages"] as? [[String: Any]])?.first?["image"] as? [String: Any])
            let scan = try #require(image["scan"] as? String)
            let parts = "\(Self.path)/\(scan)/parts"
            let body = #"{"rotation": 90, "crop": [10, 20, 100, 200]}"#
            let part = try await server.send(json: body, to: parts)
            #expect(part.status == .accepted, "\(part.text)")
            let id = try #require(try part.json()["imageId"] as? String)
            #expect(try part.json()["width"] as? Int == 100 && part.json()["height"] as? Int == 200)
            #expect(try await server.send(json: body, to: parts).json()["imageId"] as? String == id)
            for wrong in [
                #"{"rotation": 360}"#, #"{"crop": [0, 0, 999, 1]}"#, #"{"page": 2}"#, "[]",
                #"{"corners": [[0, 0], [0, 50], [100, 50], [100, 0]]}"#,
                #"{"corners": [[0, 0], [100, 0], [100, 50], [0, 50]], "rotation": 90}"#,
            ] {
                #expect(try await server.send(json: wrong, to: parts).status == .unprocessableContent, "\(wrong)")
            }
            #expect(try await server.send(json: "{}", to: "\(Self.path)/snothing/parts").status == .notFound)
            let sheet = try await server.send(
                json: #"{"corners": [[10, 10], [110, 10], [110, 60], [10, 60]], "rotation": 0, "crop": null}"#,
                to: parts)
            #expect(try sheet.json()["width"] as? Int == 100 && sheet.json()["height"] as? Int == 50, "\(sheet.text)")
            try await server.awaitImage(try #require(try sheet.json()["imageId"] as? String))
            try await server.awaitImage(id)
            let edit = """
                {"id": "0b9e6d1c-4e0b-4a55-8f0e-2f6f1f0d7b12", "revision": 0, "operations": [
                 {"path": "clauses/a/regions/1", "before": [{"polygon": [[10, 10], [90, 10], [90, 90], [10, 90]]}],
                  "after": [{"polygon": [[5, 5], [99, 5], [99, 199]]}]},
                 {"path": "pages/1/image", "before": {"scan": "\(scan)", "rotation": 0, "crop": null},
                  "after": {"scan": "\(scan)", "rotation": 90, "crop": [10, 20, 100, 200]}}]}
                """
            let response = try await server.edit(edit)
            #expect(response.status == .ok, "\(response.text)")
            let published = try await server.send(json: #"{"revision": 1}"#, to: EditFixture.path + "/publish")
            #expect(published.status == .ok, "\(published.text)")
        }
        let page = try #require(try fixture.library.store.sourceDocument("public").pages.first)
        #expect(page.part == ScanPart(rotation: 90, crop: .init(x: 10, y: 20, width: 100, height: 200)))
        #expect(page.width == 100 && page.height == 200 && page.image == "scan.tif")
        #expect(try fixture.library.verify().damages == [])
    }

    @Test func `uploading a picture creates a draft that opens in the editor at once`() async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let made = try await server.upload(Self.picture(), to: "/api/documents?name=Old%20letter.tif&language=fr")
            #expect(made.status == .created, "\(made.text)")
            let id = try #require(try made.json()["document"] as? String)
            #expect(id == "old-letter" && made.headers[.location] == "/documents/old-letter/edit")
            #expect(try await server.get("/documents/old-letter/edit").status == .ok)
            let scan = try #require(try made.json()["scan"] as? [String: Any])
            try await server.awaitScan(try #require(scan["id"] as? String), of: id)
            let second = try await server.upload(Self.picture(), to: "/api/documents?name=Old%20letter.tif")
            #expect(try second.json()["document"] as? String == "old-letter-2")
            let unknown = try await server.upload(Self.picture(), to: "/api/documents?language=f_r")
            #expect(unknown.status == .badRequest && unknown.text.contains("expected a language tag"))
            let publish = try await server.send(
                json: #"{"revision": 1}"#, to: "/api/documents/old-letter/working-copy/publish")
            #expect(publish.status == .ok, "\(publish.text)")
        }
        let document = try fixture.library.store.document("old-letter")
        #expect(document.header.language == "fr" && document.header.languages == ["fr"])
        #expect(document.header.title == ["fr": "Old letter"])
        #expect(try fixture.library.store.document("old-letter-2").header.language == "und")
        #expect(document.header.status == .draft && document.pages.first?.imageID == "old-letter-1")
        #expect(throws: ClauseStoreError.self) { try fixture.library.store.document("old-letter", for: .anyone) }
        #expect(try fixture.library.verify().damages == [])
    }

    @Test(.ownThreads) func `an upload that is no picture, damaged or incomplete leaves no file`() async throws {
        let fixture = try AccessFixture()
        let before = try Self.files(fixture)
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let text = Array("hello world, this is no picture at all, is it?".utf8)
            let noPicture = try await server.upload(text, to: Self.path)
            #expect(noPicture.status == .unsupportedMediaType, "\(noPicture.text)")
            let page = try await server.upload(Self.picture(), to: Self.path, type: "text/html")
            #expect(page.status == .unsupportedMediaType, "\(page.text)")
            let part = try await server.upload(Array(Self.picture().prefix(900)), to: Self.path)
            #expect(part.status == .unprocessableContent, "\(part.text)")
            let lost = try await server.upload(Self.picture(), to: "/api/documents/nosuch/scans")
            #expect(lost.status == .notFound, "\(lost.text)")
        }
        try await SampleServer.test(EditFixture.options(), library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            let origin = "Origin: http://127.0.0.1:\(port)\r\nContent-Type: image/tiff\r\n"
            func head(_ length: Int) -> String {
                "POST \(Self.path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(origin)Content-Length: \(length)\r\n\r\n"
            }
            do {
                let connection = try LoopbackConnection(port: port)
                try connection.send(head((1 << 30) + 1))
                #expect(String(decoding: connection.receiveAll().prefix(12), as: UTF8.self) == "HTTP/1.1 413")
            }
            do {
                // The client disconnects in the middle.
                let connection = try LoopbackConnection(port: port)
                try connection.send(head(180_000) + String(repeating: "I", count: 10))
            }
            #expect(try await server.get(Self.path).json()["scans"] as? [String] == [])
        }
        #expect(try fixture.library.store.scans(of: "public") == [])
        let left = try Self.files(fixture).filter { !$0.contains("partial") }
        #expect(left == before)
    }

    @Test func `the next server resumes slicing, and a removed scan leaves no file`() async throws {
        let fixture = try AccessFixture()
        let before = try Self.files(fixture)
        let incoming = try IncomingScan(to: fixture.library)
        try Self.picture(3).withUnsafeBytes { try incoming.append($0) }
        let scan = try incoming.keep(for: "public", named: "x.tif", editor: "a test").scan
        #expect(scan.image.state == .slicing)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let server = try ExplorerServer(library: fixture.library, options: EditFixture.options(), logger: logger)
        try await server.application().test(.router) { client in
            let client = SampleClient(client: client)
            await server.resumeScans()
            try await client.awaitScan(scan.id)
            #expect(try Self.files(fixture).count == before.count + 2)
            // A sweep knows that they are in use.
            fixture.library.sweep()
            #expect(try Self.files(fixture).count == before.count + 2)
            let removal = try await client.send(
                .delete, Self.path + "/" + scan.id, headers: [.origin: SampleClient.base])
            #expect(removal.status == .noContent)
            #expect(try await client.get(Self.path + "/" + scan.id).status == .notFound)
        }
        #expect(try Self.files(fixture) == before)
    }

    /// Routes with a file or without a body, which ``WriteProtectionTests`` cannot send.
    static let routes = [
        "POST /api/documents/{document}/scans", "POST /api/documents", "DELETE /api/documents/{document}/scans/{scan}",
        "POST /api/documents/{document}/working-copy/recordings",
    ]

    @Test(arguments: routes) func `a request without the scope or from another origin is refused`(route: String)
        async throws
    {
        let fixture = try AccessFixture.withSecrets()
        let (reader, elsewhere) = (try fixture.token(), try fixture.token(for: ["drafty"], scope: .publish))
        let good = try fixture.token(scope: .edit)
        let hasDocument = route.contains("{document}")
        try await SampleServer.test(EditFixture.options(isEditable: false), library: fixture.library) { server in
            func status(_ document: String, _ headers: HTTPFields) async throws -> Int {
                let path = String(route.split(separator: " ")[1]).replacing("{document}", with: document)
                return try await server.upload(
                    Self.picture(), to: path.replacing("{scan}", with: "s0"), headers: headers,
                    method: route.hasPrefix("DELETE") ? .delete : .post
                ).status.code
            }
            for document in hasDocument ? ["public", "secret"] : [""] {
                var foreign = good.cookie
                foreign[.origin] = "https://evil.example"
                var refusals: [Int] = []
                for headers in [
                    [.origin: SampleClient.base], elsewhere.bearer, reader.bearer, foreign, good.cookie,
                ] as [HTTPFields] {
                    refusals.append(try await status(document, headers))
                }
                #expect(refusals == (document == "secret" ? [404, 404, 403, 404, 403] : [401, 403, 403, 401, 403]))
            }
        }
        #expect(try fixture.library.store.scans(of: "public") == [] && fixture.library.store.documentIDs().count == 3)
    }

    @Test func `uploads are rate-limited`() async throws {
        let fixture = try AccessFixture()
        let rate = RateLimit(burst: 1, interval: .hours(1))
        try await SampleServer.test(EditFixture.options(rate: rate), library: fixture.library) { server in
            #expect(try await server.upload(Self.picture(), to: Self.path).status == .accepted)
            let refused = try await server.upload(Self.picture(2), to: Self.path)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
        }
    }
}

extension SampleClient {
    /// Uploads a picture as a page of ours.
    func upload(
        _ bytes: [UInt8], to path: String, type: String = "image/tiff",
        headers: HTTPFields = [.origin: SampleClient.base],
        method: HTTPRequest.Method = .post
    ) async throws -> SampleResponse {
        var headers = headers
        headers[.contentType] = type
        headers[.contentLength] = "\(bytes.count)"
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: bytes)) {
            SampleResponse(status: $0.status, headers: $0.headers, bytes: Array($0.body.readableBytesView))
        }
    }

    /// Waits until a scan is cut.
    func awaitScan(_ id: String, of document: String = "public") async throws {
        while true {
            let scan = try await get("/api/documents/\(document)/scans/\(id)").json()
            guard scan["state"] as? String == "slicing" else {
                #expect(scan["state"] as? String == "ready" && scan["progress"] as? Double == 1, "\(scan)")
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until an image is cut.
    func awaitImage(_ id: String) async throws {
        while try await get("/tiles/\(id).json").json()["cut"] != nil { try await Task.sleep(for: .milliseconds(10)) }
    }
}
