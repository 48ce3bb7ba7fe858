import ClauseStore
import DocumentLibrary
import ExplorerServer
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Synchronization
import Testing
import TileEngine

/// An image that is served while it is being cut: available tiles are served, others follow later, and nothing changes
/// once it is finished.
@Suite(.serialized, .ownThreads) struct ImagesInProgressTests {
    /// Pauses cutting half-way until it is released.
    private final class Gate: Sendable {
        private let arrived = DispatchSemaphore(value: 0)
        private let opened = DispatchSemaphore(value: 0)
        private let isUsed = Atomic(false)

        func pass(_ progress: SliceProgress) {
            guard progress.stage == .cutting, progress.fraction > 0.5, !isUsed.exchange(true, ordering: .relaxed)
            else { return }
            arrived.signal()
            opened.wait()
        }

        func waitForArrival() { arrived.wait() }
        func open() { opened.signal() }
    }

    private func withCutting(_ body: @Sendable (ImageInProgress, SampleClient) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-cutting-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.path(), access: .write)
        let scan = SampleServer.repository.appending(path: "data/magna-carta/scan.jpg").path()
        let image = try library.beginCutting(scan)
        try await withoutActuallyEscaping(body) { body in
            try await SampleServer.test(library: library, imagesInProgress: ImagesInProgress([image])) {
                try await body(image, $0)
            }
        }
    }

    @Test func `tiles are served as soon as they are cut, and do not change later`() async throws {
        try await withCutting { image, server in
            let before = try await server.get("/api/documents/scan").json()
            let page = try #require((before["pages"] as? [[String: Any]])?.first)
            #expect((page["cut"] as? [String: Any])?["fraction"] as? Double == 0)
            #expect(page["width"] as? Int == 6_000)
            let early = try await server.get("/dzi/scan-1_files/13/0_0.jpg")
            #expect(early.status == .serviceUnavailable && early.headers[.retryAfter] == "1")
            #expect(early.headers[.cacheControl] == "no-store")
            try await #expect(server.get("/dzi/scan-1_files/15/0_0.jpg").status == .notFound)
            try await #expect(server.get("/iiif/3/scan-1/full/100,/0/default.jpg").status == .serviceUnavailable)

            let gate = Gate()
            let end = NIOLockedValueBox(false)
            Thread.detachNewThread {
                _ = try? image.cut(progress: { gate.pass($0) }, isCancelled: { false })
                end.withLockedValue { $0 = true }
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    gate.waitForArrival()
                    continuation.resume()
                }
            }
            let halfway = try await server.get("/tiles/scan-1.json")
            #expect(halfway.headers[.cacheControl] == "no-store")
            let cut = try #require(try halfway.json()["cut"] as? [String: Any])
            let fraction = try #require(cut["fraction"] as? Double)
            let rows = try #require(cut["rows"] as? [Int])
            #expect((0.1..<1).contains(fraction) && rows.count == 14)
            let count = try #require(rows.last)
            #expect((1..<32).contains(count))
            let tile = try await server.get("/dzi/scan-1_files/13/3_\(count - 1).jpg")
            #expect(tile.status == .ok)
            try await #expect(server.get("/dzi/scan-1_files/13/3_31.jpg").status == .serviceUnavailable)
            gate.open()
            while !end.withLockedValue({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }

            let after = try await server.get("/dzi/scan-1_files/13/3_\(count - 1).jpg")
            #expect(after.bytes == tile.bytes && after.headers[.eTag] == tile.headers[.eTag])
            try await #expect(server.get("/dzi/scan-1_files/13/3_31.jpg").status == .ok)
            try await #expect(server.get("/tiles/scan-1.json").json()["cut"] == nil)
            let done = try await server.get("/api/documents/scan").json()
            #expect(((done["pages"] as? [[String: Any]])?.first)?["cut"] == nil)
        }
    }

    @Test func `a scan that cannot be cut is reported without a path`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-cutting-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.path(), access: .write)
        let scan = folder.appending(path: "torn.jpg")
        let whole = try Data(contentsOf: SampleServer.repository.appending(path: "data/magna-carta/scan.jpg"))
        try whole.prefix(whole.count / 3).write(to: scan)
        let image = try library.beginCutting(scan.path())
        #expect(throws: TileEngineError.self) { try image.cut(progress: { _ in }, isCancelled: { false }) }
        try await SampleServer.test(library: library, imagesInProgress: ImagesInProgress([image])) { server in
            let cut = try #require(try await server.get("/tiles/torn-1.json").json()["cut"] as? [String: Any])
            let reason = try #require(cut["error"] as? String)
            #expect(!reason.contains("/") && !reason.isEmpty)
            try await #expect(server.get("/dzi/torn-1_files/13/0_0.jpg").status == .notFound)
        }
    }

    @Test func `images of the same name become separate documents`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-cutting-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try Library(path: folder.path(), access: .write)
        let scan = SampleServer.repository.appending(path: "data/magna-carta/scan.jpg").path()
        #expect(try [library.beginCutting(scan), library.beginCutting(scan)].map(\.document) == ["scan", "scan-2"])
    }
}
