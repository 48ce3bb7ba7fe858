import Foundation
import TestSupport
import Testing

/// `explore serve` in typical use.
@Suite(.ownThreads) struct ServeTests {
    @Test func `Ctrl-C ends the server with status 0, even with an open connection`() throws {
        let library = try Scratch.withBlankSheet()
        let server = try RunningServer(library: library.path("library"))
        let connection = try LoopbackConnection(port: server.port)
        let response = try connection.request("GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 200"))
        let (seconds, status) = server.interrupt()
        #expect(seconds < 10)
        #expect(status == 0)
    }

    @Test func `a server continues when its progress cannot be written to standard error`() throws {
        let scratch = try Scratch()
        let pixels = Data(repeating: 90, count: 600 * 600 * 3)
        try Data(PlainTIFF.bytes(width: 600, height: 600, pixels: pixels))
            .write(to: scratch.folder.appending(path: "scan.tif"))
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let unread = Pipe()
        try unread.fileHandleForReading.close()
        for errors in [full, unread.fileHandleForWriting] {
            let server = try RunningServer(
                library: nil, arguments: [scratch.path("scan.tif")], standardError: errors)
            // The smallest tile is cut last.
            let deadline = ContinuousClock.now + .seconds(60)
            while try !server.get("/dzi/scan-1_files/0/0_0.jpg").hasPrefix("HTTP/1.1 200"), .now < deadline {
                usleep(10_000)
            }
            #expect(try server.get("/health/live").hasPrefix("HTTP/1.1 200"))
            #expect(server.interrupt().status == 0)
        }
    }

    @Test func `a port in use is one error with status 2`() throws {
        let library = try Scratch.withBlankSheet()
        let server = try RunningServer(library: library.path("library"))
        let second = try CommandLineRun(["serve", "--port", "\(server.port)"], library: library)
        #expect(second.status == 2)
        #expect(second.errorOutput.contains("\(server.port): the port is in use"))
        #expect(second.errorOutput.split(separator: "\n").count == 1, "\(second.errorOutput)")
    }

    @Test func `a draft is served only with --drafts`() throws {
        let library = try Scratch.withBlankSheet()
        try library.write(
            """
            {"id": "draft", "title": {"en": "Not yet"}, "language": "la", "languages": ["en"],
             "status": "draft", "pages": [{"width": 100, "height": 100}]}
            """, to: "draft/document.json")
        #expect(try CommandLineRun(["add", library.path("draft")], library: library).status == 0)
        let plain = try RunningServer(library: library.path("library"))
        #expect(try plain.get("/api/documents/draft").hasPrefix("HTTP/1.1 404"))
        #expect(try !plain.get("/api/documents").contains("Not yet"))
        let open = try RunningServer(library: library.path("library"), arguments: ["--drafts"])
        #expect(try open.get("/api/documents/draft").contains("Not yet"))
    }
}
