import DocumentLibrary
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOConcurrencyHelpers
import TestSupport
import Testing
import WebDocuments

@testable import ExplorerServer

/// Whatever clients send, it is never logged as an error of the server.
@Suite struct VisitorLogTests {
    /// Records what is logged as an error.
    private final class Errors: Sendable {
        private let lines = NIOLockedValueBox<[String]>([])

        var all: [String] { lines.withLockedValue { $0 } }

        func add(_ line: String) { lines.withLockedValue { $0.append(line) } }
    }

    private struct ErrorLog: LogHandler {
        let errors: Errors
        var logLevel = Logger.Level.error
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            errors.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
        }
    }

    private func test(
        _ setup: TestingSetup, options: ServerOptions = ServerOptions(), library: Library? = nil,
        imagesInProgress: ImagesInProgress = ImagesInProgress(),
        _ body: @escaping @Sendable (SampleClient) async throws -> Void
    ) async throws -> [String] {
        let errors = Errors()
        let server = try ExplorerServer(
            library: try library ?? SampleServer.sampleLibrary(), options: options,
            logger: Logger(label: "tests") { _ in ErrorLog(errors: errors) }, imagesInProgress: imagesInProgress)
        try await server.application().test(setup) { client in try await body(SampleClient(client: client)) }
        return errors.all
    }

    private static let image = "/iiif/3/magna-carta-1"

    @Test func `odd addresses, unsupported formats and nonsensical values log no error`() async throws {
        let page = PercentEncoding.encode("\(SampleClient.base)/documents/magna-carta")
        let paths = [
            ("\(Self.image)/full/max/0/default.gif", 501), ("\(Self.image)/full/max/0/default.jp2", 501),
            ("\(Self.image)/full/max/0/default.pdf", 501), ("\(Self.image)/full/max/0/default.bmp", 400),
            ("\(Self.image)/0,0,1,1/4294967296,/0/default.jpg", 400),
            ("\(Self.image)/pct:1e9,0,1,1/max/0/default.jpg", 400),
            ("/oembed?url=\(page)&format=yaml", 501), ("/oembed?url=%FF", 400), ("/oembed?url=%", 400),
            ("/oembed", 400),
            ("/oembed?url=\(page)-%2500", 404), ("/oembed?url=\(page)&maxwidth=0", 400),
            ("/documents/%FF", 404), ("/documents/%00", 404), ("/documents/magna-carta?lang=%00", 200),
            ("/documents/magna-carta?clause=%FF", 200), ("/documents/magna-carta?plain&lang=%FF", 400),
            ("/api/documents/magna-carta/at?x=1e400&y=nan", 400),
            ("/api/documents/magna-carta/clauses?bbox=1e308,1e308,1e308,1e308", 200),
            ("/api/documents/magna-carta/clauses?q=%00&category=%00", 400),
            ("/api/documents/magna-carta/clauses/39/image.jpg?width=9223372036854775807", 400),
            ("/iiif/search/2/magna-carta?page=99999999999999999999", 400),
            ("/iiif/discovery/1/page/999999999.json", 404),
            ("/api/documents?after=%00", 400), ("/dzi/magna-carta-1_files/99/0_0.jpg", 404),
        ]
        let errors = try await test(.router) { server in
            for (path, status) in paths {
                try await #expect(server.get(path).status.code == status, "\(path)")
            }
        }
        #expect(errors == [])
    }

    @Test(.ownThreads) func `a client that disconnects within a form logs no error`() async throws {
        let errors = try await test(.live, options: ServerOptions(port: 0)) { server in
            let port = try #require(server.client.port)
            let head = """
                POST /access HTTP/1.1\r
                Host: 127.0.0.1:\(port)\r
                Origin: http://127.0.0.1:\(port)\r
                Sec-Fetch-Site: same-origin\r
                Content-Type: application/x-www-form-urlencoded\r
                Content-Length: 200\r
                \r

                """
            let connection = try LoopbackConnection(port: port)
            try connection.send(head + "token=abc")
            connection.endSending()
            // The server closes the connection once the request is complete.
            let response = String(decoding: connection.receiveAll(), as: UTF8.self)
            #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 400 "), "\(response)")
        }
        #expect(errors == [])
    }

    @Test func `a request for an image still being sliced logs no error`() async throws {
        let scratch = try ScratchLibrary()
        let scan = SampleServer.repository.appending(path: "data/magna-carta/scan.jpg").path()
        let image = try scratch.library.beginCutting(scan)
        let errors = try await test(.router, library: scratch.library, imagesInProgress: ImagesInProgress([image])) {
            server in
            for path in ["/dzi/scan-1_files/13/0_0.jpg", "/iiif/3/scan-1/full/100,/0/default.jpg"] {
                try await #expect(server.get(path).status == .serviceUnavailable, "\(path)")
            }
        }
        #expect(errors == [])
    }

    @Test func `a server fault is logged as an error with its incident id`() async throws {
        let scratch = try ScratchLibrary()
        try scratch.add(ManyPages.files)
        let pyramids = scratch.folder.appending(path: "library/pyramids")
        for name in try FileManager.default.contentsOfDirectory(atPath: pyramids.path()) {
            try FileManager.default.removeItem(at: pyramids.appending(path: name))
        }
        let errors = try await test(.router, library: scratch.library) { server in
            try await #expect(server.get("/dzi/many-1_files/6/0_0.jpg").status == .internalServerError)
        }
        #expect(errors.contains { $0.hasPrefix("error request failed") && $0.contains("incident") }, "\(errors)")
    }
}
