import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import TestSupport
import Testing

@testable import ExplorerServer

@Suite struct RecordingRoutesTests {
    private static let path = "/api/documents/magna-carta/recordings"

    @Test func `recordings are listed, and a document has their number`() async throws {
        try await SampleServer.test { server in
            #expect(try await server.get("/api/documents/magna-carta").json()["recordings"] as? Int == 6)
            let list = try await server.get(Self.path).json()
            #expect(list["total"] as? Int == 6)
            #expect((list["label"] as? [String: String])?["en"] == "Synthetic voice (espeak-ng)")
            let first = try #require((list["recordings"] as? [[String: Any]])?.first)
            #expect(first["path"] as? String == "en/12.mp3" && first["captions"] as? String == "en/12.vtt")
            #expect(first["clause"] as? String == "12" && first["lang"] as? String == "en")
            #expect(first["type"] as? String == "audio/mpeg" && (first["seconds"] as? Double ?? 0) > 10)
            #expect(try await server.get("/api/documents/none/recordings").status == .notFound)
        }
    }

    @Test func `a recording is served whole and in byte ranges`() async throws {
        try await SampleServer.test { server in
            let whole = try await server.get(Self.path + "/en/40.mp3")
            #expect(whole.status == .ok && whole.headers[.contentType] == "audio/mpeg")
            #expect(whole.headers[.acceptRanges] == "bytes" && whole.headers[.cacheControl] == "public, max-age=300")
            #expect(whole.headers[.xContentTypeOptions] == "nosniff")
            let tag = try #require(whole.headers[.eTag])
            let count = whole.bytes.count
            for (range, bytes) in [
                ("bytes=0-", 0..<count), ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200),
                ("bytes=-10", count - 10..<count), ("bytes=5-999999999", 5..<count),
            ] {
                let part = try await server.get(Self.path + "/en/40.mp3", headers: [.range: range])
                #expect(part.status == .partialContent && part.bytes == Array(whole.bytes[bytes]), "\(range)")
                #expect(
                    part.headers[.contentRange] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(count)",
                    "\(range)")
            }
            // Invalid and multiple ranges are ignored.
            for range in ["bytes=a-b", "bytes=9-1", "lines=1-2", "bytes=0-1,4-5", "bytes=-"] {
                let response = try await server.get(Self.path + "/en/40.mp3", headers: [.range: range])
                #expect(response.status == .ok && response.bytes.count == count, "\(range)")
            }
            let beyond = try await server.get(Self.path + "/en/40.mp3", headers: [.range: "bytes=\(count)-"])
            #expect(beyond.status == .rangeNotSatisfiable && beyond.headers[.contentRange] == "bytes */\(count)")
            let known = try await server.get(Self.path + "/en/40.mp3", headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified && known.bytes.isEmpty)
            let stale = try await server.get(
                Self.path + "/en/40.mp3", headers: [.range: "bytes=0-9", .ifRange: "\"other\""])
            #expect(stale.status == .ok && stale.bytes.count == count)
            let named = try await server.get(Self.path + "/en/40.mp3?digest=\(tag.filter { $0 != "\"" })")
            #expect(named.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let nothing = try await server.get(
                Self.path + "/en/40.mp3?digest=\(tag.filter { $0 != "\"" })", headers: [.range: "bytes=\(count)-"])
            #expect(nothing.status == .rangeNotSatisfiable && nothing.headers[.cacheControl] == "no-store")
            let head = try await server.send(.head, Self.path + "/en/40.mp3")
            #expect(head.status == .ok && head.bytes.isEmpty && head.headers[.eTag] == tag)
            for range in ["bytes=0-9", "bytes=\(count)-"] {
                let response = try await server.send(.head, Self.path + "/en/40.mp3", headers: [.range: range])
                #expect(response.status == .ok && response.headers[.contentRange] == nil, "\(range)")
                #expect(response.headers[.contentLength] == "\(count)", "\(range)")
            }
        }
    }

    /// Collects a body.
    private struct Collector: ResponseBodyWriter {
        let bytes = NIOLockedValueBox(ByteBuffer())

        mutating func write(_ buffer: ByteBuffer) async throws {
            bytes.withLockedValue { _ = $0.writeImmutableBuffer(buffer) }
        }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test func `a recording whose client is slow to read keeps no file open`() async throws {
        let sample = try SampleServer.sampleLibrary()
        let recording = try #require(
            sample.store.recordings(of: "magna-carta").recordings.first { $0.path == "en/40.mp3" })
        // A copy that no other test opens.
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-recording-\(UUID().uuidString)")
        SampleServer.removeAtExit(folder)
        let library = try Library(path: folder.path(), access: .write)
        let path = library.originalPath(of: recording)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "originals"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: sample.originalPath(of: recording), toPath: path)
        let pool = WorkPool(threadCount: 1, waitingCount: 10)
        let routes = RecordingRoutes(
            library: library, store: StoreReader(library: library, pool: pool, anyone: .anyone), pool: pool,
            remotePool: nil)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        let response = try await routes.response(recording, to: request, .minutes)
        // The thread has released the file when it takes other work.
        try await pool.run {}
        let name = "\(folder.lastPathComponent)/originals/\(recording.fileName)"
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.contains { $0.hasSuffix(name) })
        let collector = Collector()
        try await response.body.write(collector)
        #expect(collector.bytes.withLockedValue { $0.readableBytes } == recording.byteCount)
        try await pool.shutdown()
    }

    @Test(.timeLimit(.minutes(2)))
    func `recordings that a replica waits for keep no page waiting, and each is fetched once`() async throws {
        let (library, far) = try FarPyramids.library()
        try await SampleServer.test(library: library) { server in
            let list = try #require(try await server.get(Self.path).json()["recordings"] as? [[String: Any]])
            let paths = list.compactMap { $0["path"] as? String }.map { "\(Self.path)/\($0)" }
            far.state.hold()
            try await withThrowingTaskGroup(of: (String, SampleResponse).self) { group in
                // More than there are threads.
                for number in 0..<8 * ExplorerServer.coreCount {
                    let (path, range) = (paths[number % paths.count], "bytes=\(100 + number)-")
                    group.addTask { ("\(path) \(range)", try await server.get(path, headers: [.range: range])) }
                }
                try await far.state.waitUntilHeld(1)
                #expect(try await server.get("/api/documents/magna-carta/clauses/39").status == .ok)
                #expect(try await server.send(.head, paths[0]).status == .ok)
                far.state.release()
                for try await (request, response) in group {
                    #expect(response.status == .partialContent, "\(request)")
                }
            }
            #expect(far.state.readCount == paths.count)
            let files = try SampleServer.sampleLibrary()
            for recording in try files.store.recordings(of: "magna-carta").recordings {
                let expected = try Data(contentsOf: URL(filePath: files.originalPath(of: recording)))
                #expect(try await server.get("\(Self.path)/\(recording.path)").bytes == Array(expected))
            }
            #expect(far.state.readCount == paths.count)
            far.state.set { $0.isGone = true }
            #expect(try await server.get(paths[0]).status == .ok)
        }
        try await SampleServer.test(library: library) { server in
            let response = try await server.get(Self.path + "/en/40.mp3")
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] != nil)
        }
    }

    @Test func `cues are served as WebVTT, and unknown recordings are a 404`() async throws {
        try await SampleServer.test { server in
            let cues = try await server.get(Self.path + "/fr/39.vtt")
            #expect(cues.headers[.contentType] == "text/vtt; charset=utf-8" && cues.text.hasPrefix("WEBVTT\n"))
            for path in [
                "/en/41.mp3", "/en/40.ogg", "/about.json", "/en", "/../document.json", "/en/40.mp3/x", "/en/41.vtt",
            ] {
                #expect(try await server.get(Self.path + path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `a manifest has recordings as supplementing Sound annotations with their cues`() async throws {
        try await SampleServer.test(ServerOptions(publicURL: "https://example.org")) { server in
            let root = "/iiif/presentation/3/magna-carta"
            let manifest = try await server.get(root + "/manifest.json").json()
            let pages = try #require(manifest["annotations"] as? [[String: Any]])
            let named = try #require(pages.first { ($0["id"] as? String)?.hasSuffix("/recordings.json") == true })
            #expect(named["items"] == nil)
            let page = try await server.get(root + "/recordings.json").json()
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(items.count == 6 && items.allSatisfy { $0["motivation"] as? String == "supplementing" })
            let bodies = try #require(items[0]["body"] as? [[String: Any]])
            #expect(bodies.map { $0["type"] as? String } == ["Sound", "Text"])
            #expect(bodies.map { $0["format"] as? String } == ["audio/mpeg", "text/vtt"])
            #expect(bodies[0]["language"] as? String == "en" && (bodies[0]["duration"] as? Double ?? 0) > 10)
            #expect((items[0]["target"] as? String)?.contains("/canvas/1#xywh=") == true)
            for body in bodies {
                let address = try #require(body["id"] as? String).replacing("https://example.org", with: "")
                #expect(try await server.get(address).status == .ok, "\(address)")
            }
        }
    }

    @Test func `an uploaded recording is served only to editors until it is published`() async throws {
        let fixture = try AccessFixture()
        let (reader, editor) = (try fixture.token(), try fixture.token(scope: .edit))
        let path = "/api/documents/public/working-copy/recordings"
        try await SampleServer.test(EditFixture.options(), library: fixture.library) { server in
            let before = try ScanRoutesTests.files(fixture)
            let refused = try await server.upload(Array("no sound at all".utf8), to: path + "?name=a.mp3")
            #expect(refused.status == .unsupportedMediaType, "\(refused.text)")
            // The thread that wrote the received bytes may keep the file open for a moment.
            for _ in 0..<10_000 where try ScanRoutesTests.files(fixture) != before {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(try ScanRoutesTests.files(fixture) == before)
            let added = try await server.upload(Array(SoundFiles.opus), to: path + "?name=a.mp3")
            #expect(added.status == .created, "\(added.text)")
            #expect(try added.json()["format"] as? String == "ogg")
            let address = try #require(added.headers[.location])
            let heard = try await server.get(address, headers: editor.bearer)
            #expect(heard.status == .ok && heard.bytes == Array(SoundFiles.opus))
            #expect(heard.headers[.cacheControl] == "no-store" && heard.headers[.contentType] == "audio/ogg")
            #expect(try await server.get(address, headers: reader.bearer).status != .ok)
            let edit = """
                {"id": "0b9e6d1c-4e0b-4a55-8f0e-2f6f1f0d7b12", "revision": 0, "operations": [
                 {"path": "recordings/en/a", "before": null, "after": \(added.text)}]}
                """
            let edited = try await server.edit(edit)
            #expect(edited.status == .ok, "\(edited.text)")
            #expect(try await server.get("/api/documents/public/recordings").json()["total"] as? Int == 0)
            let content =
                try await server.get(EditFixture.path + "?include=content").json()["content"] as? [String: Any]
            #expect((content?["recordings"] as? [String: Any])?.keys.contains("en/a") == true)
            let published = try await server.send(json: #"{"revision": 1}"#, to: EditFixture.path + "/publish")
            #expect(published.status == .ok, "\(published.text)")
            // Requested until the new version is served, for as long as a busy machine may need.
            let start = ContinuousClock.now
            let list = "/api/documents/public/recordings"
            while try await server.get(list).json()["total"] as? Int != 1, start.duration(to: .now) < .seconds(60) {}
            #expect(try await server.get(list + "/en/a.ogg").bytes == Array(SoundFiles.opus))
        }
    }
}
