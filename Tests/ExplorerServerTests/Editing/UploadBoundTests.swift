import ClauseStore
import DocumentLibrary
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

/// Uploads at their limits. A refused upload leaves nothing behind.
@Suite(.ownThreads) struct UploadBoundTests {
    /// Returns the header of a request that uploads a picture.
    private static func head(_ port: Int, _ fields: String, to path: String = ScanRoutesTests.path) -> String {
        let host = "127.0.0.1:\(port)"
        return "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
            + "Content-Type: image/tiff\r\n\(fields)\r\n\r\n"
    }

    @Test func `a picture larger than the free disk space is refused with a 507 before it is read`() async throws {
        let fixture = try AccessFixture()
        let before = try ScanRoutesTests.files(fixture)
        var options = EditFixture.options()
        options.limits.pictureByteCount = 1 << 50
        try await SampleServer.test(options, library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            for path in [ScanRoutesTests.path, "/api/documents"] {
                let response = try LoopbackConnection(port: port).request(
                    Self.head(port, "Content-Length: \(1 << 50)", to: path))
                #expect(response.hasPrefix("HTTP/1.1 507 "), "\(path): \(response)")
            }
        }
        #expect(try ScanRoutesTests.files(fixture) == before)
    }

    @Test(arguments: [
        ("Content-Length: 0", 411), ("Accept: */*", 411), ("Transfer-Encoding: chunked", 413),
    ])
    func `a picture without a positive Content-Length is refused`(fields: String, status: Int) async throws {
        let fixture = try AccessFixture()
        try await SampleServer.test(EditFixture.options(), library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            let response = try LoopbackConnection(port: port).request(Self.head(port, fields))
            #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
        }
    }

    @Test func `an interrupted upload leaves no file`() async throws {
        let fixture = try AccessFixture()
        let before = try ScanRoutesTests.files(fixture)
        try await SampleServer.test(EditFixture.options(), library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            do {
                let connection = try LoopbackConnection(port: port)
                let half = "II*\u{0}" + String(repeating: "a", count: 1_200_000)
                try connection.send(Self.head(port, "Content-Length: 2400000") + half)
                try await Self.wait { try Self.written(fixture, since: before) >= 1 << 20 }
            }
            try await Self.wait { try ScanRoutesTests.files(fixture) == before }
            #expect(try await server.get(ScanRoutesTests.path).json()["scans"] as? [String] == [])
        }
    }

    @Test func `an editor can upload eight pictures at once, and another when one ends`() async throws {
        let fixture = try AccessFixture()
        let before = try ScanRoutesTests.files(fixture)
        try await SampleServer.test(EditFixture.options(), library: fixture.library, over: .live) { server in
            let port = try #require(server.client.port)
            func inProgress() throws -> Int { try ScanRoutesTests.files(fixture).count - before.count }
            let begun = Self.head(port, "Content-Length: 2400000") + "II*\u{0}" + String(repeating: "a", count: 300_000)
            var connections: [LoopbackConnection] = []
            for count in 1...8 {
                connections.append(try LoopbackConnection(port: port))
                try connections.last?.send(begun)
                try await Self.wait { try inProgress() == count }
            }
            // For each path that accepts pictures.
            for path in [ScanRoutesTests.path, "/api/documents"] {
                let response = try LoopbackConnection(port: port).request(
                    Self.head(port, "Content-Length: 2400000", to: path))
                #expect(
                    response.hasPrefix("HTTP/1.1 429 ") && response.contains("you are already uploading 8 pictures"),
                    "\(response)")
            }
            connections.removeLast()
            try await Self.wait { try inProgress() == 7 }
            connections.append(try LoopbackConnection(port: port))
            try connections.last?.send(begun)
            try await Self.wait { try inProgress() == 8 }
            connections.removeAll()
            try await Self.wait { try inProgress() == 0 }
        }
    }

    /// Waits for a condition, a minute at most.
    private static func wait(until condition: () throws -> Bool) async throws {
        for _ in 0..<12_000 where try !condition() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try condition())
    }

    /// Returns the total size of new files in bytes.
    private static func written(_ fixture: AccessFixture, since before: [String]) throws -> Int {
        try ScanRoutesTests.files(fixture).filter { !before.contains($0) }.reduce(0) { sum, name in
            let file = URL(fileURLWithPath: fixture.library.path + "/" + name)
            return try sum + (file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
    }

    @Test func `an unused scan is removed after thirty days with its files`() async throws {
        let fixture = try AccessFixture()
        let before = try ScanRoutesTests.files(fixture)
        let start = Date()
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let scan = try await server.upload(ScanRoutesTests.picture(), to: ScanRoutesTests.path).json()
            try await server.awaitScan(try #require(scan["id"] as? String))
        }
        let after = try ScanRoutesTests.files(fixture)
        #expect(after.count == before.count + 2)
        try fixture.library.removeUnusedScans(at: start.addingTimeInterval(29 * 86_400))
        #expect(try ScanRoutesTests.files(fixture) == after)
        try fixture.library.removeUnusedScans(at: start.addingTimeInterval(31 * 86_400))
        #expect(try ScanRoutesTests.files(fixture) == before && fixture.library.store.scans(of: "public") == [])
        #expect(try fixture.library.verify().damages == [])
    }
}
