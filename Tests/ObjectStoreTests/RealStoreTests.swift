import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import ObjectStore

/// The client against a third-party store.
@Suite("ObjectStore, against a real store", .enabled(if: RealStore.isInstalled, "\(RealStore.reason)"), .ownThreads)
struct RealStoreTests {
    private static let loops = MultiThreadedEventLoopGroup.singleton

    private func store(_ prefix: String = "prefix", _ change: (inout StoreOptions) -> Void = { _ in }) async throws
        -> ObjectStore
    {
        let bucket = "b" + UUID().uuidString.lowercased()
        var options = StoreOptions()
        options.endpoint = try StoreEndpoint(try RealStore.shared().endpoint)
        change(&options)
        let credentials = try StoreCredentials(
            accessKeyID: RealStore.accessKeyID, secretAccessKey: RealStore.secretAccessKey)
        let store = ObjectStore(
            try StoreAddress("s3://\(bucket)/\(prefix)"), options: options, credentials: credentials,
            eventLoopGroup: Self.loops)
        try await store.makeBucket()
        return store
    }

    private func file(_ byteCount: Int) throws -> (path: String, bytes: [UInt8]) {
        var random = Seeded(UInt64(byteCount))
        var bytes = [UInt8](repeating: 0, count: byteCount)
        for place in stride(from: 0, to: byteCount, by: 97) { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        let path = NSTemporaryDirectory() + "explore-sent-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        return (path, bytes)
    }

    @Test("Keys with spaces, unicode and punctuation are written, read, listed and deleted")
    func names() async throws {
        let store = try await store("with space+ü")
        let names = [
            "plain.txt", "a b/c  d", "plus+equals=", "percent%41%", "ünïcode/漢字/🏰", "quote'\"&<>;:@$,!*()[]{}|^`~#?",
            "trailing space ", "a/b/c.d.e", "%2e%2e", "\u{301}accent first/&\u{301}<\u{301}", "é decomposed e\u{301}",
        ]
        for name in names {
            try await store.write(name, ByteBuffer(string: "the text of \(name)"))
        }
        for name in names {
            let read = try await store.read(name)
            #expect(String(buffer: read.bytes) == "the text of \(name)", "\(name)")
            #expect(try await store.information(name)?.byteCount == read.totalByteCount, "\(name)")
        }
        var listed: [String] = []
        try await store.forEachPage { listed += $0.map(\.name) }
        #expect(Set(listed.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
        try await store.delete(names + ["never/was"])
        #expect(try await store.list().objects.isEmpty)
        await store.shutdown()
    }

    @Test("Range and end reads return the total length and tag, on the requested event loop")
    func ranges() async throws {
        let store = try await store()
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        let tag = try await store.write("object", ByteBuffer(bytes: bytes))
        let middle = try await store.read("object", range: 100..<300)
        #expect(Array(middle.bytes.readableBytesView) == Array(bytes[100..<300]))
        #expect(middle.offset == 100 && middle.totalByteCount == 1000 && middle.etag == tag)
        let cut = try await store.read("object", range: 900..<5000)
        #expect(Array(cut.bytes.readableBytesView) == Array(bytes[900...]))
        let loop = Self.loops.next()
        let end = try await store.readEnd("object", byteCount: 10, on: loop).get()
        #expect(Array(end.bytes.readableBytesView) == Array(bytes[990...]) && end.offset == 990)
        let all = try await store.readEnd("object", byteCount: 5000, on: loop).get()
        #expect(Array(all.bytes.readableBytesView) == bytes && all.offset == 0 && all.totalByteCount == 1000)
        let onLoop = try await store.read("object", range: 0..<4, on: loop).map { read in
            loop.assertInEventLoop()
            return Array(read.bytes.readableBytesView)
        }.get()
        #expect(onLoop == Array(bytes[..<4]))
        await #expect(throws: StoreError.self) { try await store.read("object", range: 1000..<1001) }
        await #expect(throws: StoreError.self) { try await store.read("object", range: 5..<5) }
        await #expect(throws: StoreError.self) { try await store.read("object", byteLimit: 999) }
        await #expect(throws: StoreError.missing("\(store.address)/nothing")) { try await store.read("nothing") }
        #expect(try await store.information("nothing") == nil)
        await store.shutdown()
    }

    @Test("If-None-Match skips an unchanged object, and a conditional write overwrites none")
    func conditions() async throws {
        let store = try await store()
        let tag = try await store.write(
            "pointer", ByteBuffer(string: "1"),
            as: ObjectMetadata(contentType: "application/json", cacheControl: "no-cache"))
        #expect(try await store.read("pointer", ifNoneMatch: tag) == nil)
        #expect(try await store.information("pointer")?.contentType == "application/json")
        await #expect(throws: StoreError.changed("\(store.address)/pointer")) {
            try await store.write("pointer", ByteBuffer(string: "2"), as: ObjectMetadata(condition: .isAbsent))
        }
        try await store.write("pointer", ByteBuffer(string: "3"))
        #expect(try await store.read("pointer", ifNoneMatch: tag).map { String(buffer: $0.bytes) } == "3")
        await store.shutdown()
    }

    @Test("A list continues page by page in byte order")
    func lists() async throws {
        let store = try await store()
        let names = (0..<25).map { "list/\($0 % 2 == 0 ? "a" : "b")\($0)" }
        for name in names { try await store.write(name, ByteBuffer(string: name)) }
        try await store.write("other", ByteBuffer(string: "other"))
        var found: [String] = []
        var pages = 0
        while true {
            let page = try await store.list("list/", after: found.last, limit: 10)
            found += page.objects.map(\.name)
            pages += 1
            if !page.isTruncated { break }
        }
        #expect(found == names.sorted())
        #expect(pages == 3)
        let listed = try #require(try await store.list("list/a0").objects.first)
        #expect(listed.byteCount == 7 && abs(listed.modified.timeIntervalSinceNow) < 600)
        await store.shutdown()
    }

    @Test("A file is sent in one request or in parts, and arrives as it was sent")
    func files() async throws {
        let store = try await store()
        for byteCount in [0, 1000, (11 << 20) + 7] {
            let (path, bytes) = try file(byteCount)
            defer { unlink(path) }
            let reported = ReportedBytes()
            let sent = try await store.write("file", file: path, partByteCount: 5 << 20) { reported.add($0) }
            #expect(sent.byteCount == Int64(byteCount) && reported.sum == byteCount)
            #expect(sent.sha256 == ByteBuffer(bytes: bytes).sha256)
            let read = try await store.read("file")
            #expect(read.bytes.sha256 == sent.sha256)
            if byteCount > 6 << 20 {
                let range = try await store.read("file", range: Int64(5 << 20) - 3..<Int64(5 << 20) + 3)
                #expect(Array(range.bytes.readableBytesView) == Array(bytes[(5 << 20) - 3..<(5 << 20) + 3]))
            }
        }
        #expect(try await store.openUploads().isEmpty)
        await store.shutdown()
    }

    @Test("An interrupted upload is not an object, and continues where it stopped")
    func resuming() async throws {
        let store = try await store()
        let (path, _) = try file(23 << 20)
        defer { unlink(path) }
        let reported = ReportedBytes()
        let sending = Task {
            try await store.write("cut off", file: path, partByteCount: 5 << 20, parallelCount: 1) { reported.add($0) }
        }
        while reported.sum < 10 << 20 { try await Task.sleep(for: .milliseconds(2)) }
        sending.cancel()
        await #expect(throws: StoreError.cancelled) { try await sending.value }
        #expect(try await store.information("cut off") == nil)
        let open = try #require(try await store.openUploads().first)
        #expect(open.name == "cut off")
        let there = try #require(try await store.uploadedParts(of: open))
        #expect(there.count >= 2 && there.count < 5)
        let sent = try await store.write("cut off", file: path, resuming: open, partByteCount: 5 << 20)
        #expect(try await store.read("cut off").bytes.sha256 == sent.sha256)
        #expect(try await store.openUploads().isEmpty)
        // Once aborted, it no longer exists; resuming it starts again.
        let gone = OpenUpload(name: "cut off", id: open.id, begunSeconds: 0)
        try await store.abandon(gone)
        try await store.write("cut off", file: path, resuming: gone, partByteCount: 5 << 20)
        await store.shutdown()
    }

    @Test("Wrong credentials are denied in one line that does not contain them")
    func denied() async throws {
        let store = try await store()
        let wrong = try StoreCredentials(accessKeyID: RealStore.accessKeyID, secretAccessKey: "not-the-secret")
        let other = ObjectStore(store.address, options: store.options, credentials: wrong, eventLoopGroup: Self.loops)
        await #expect {
            try await other.read("a")
        } throws: { error in
            guard case .denied = error as? StoreError else { return false }
            return !"\(error)".contains("not-the-secret") && !"\(error)".contains("\n")
        }
        await other.shutdown()
        await store.shutdown()
    }
}

/// Sums up what is reported, from any thread.
private final class ReportedBytes: @unchecked Sendable {
    // Every access holds the lock.
    private let lock = NSLock()
    private var total = 0

    var sum: Int { lock.withLock { total } }

    func add(_ count: Int) { lock.withLock { total += count } }
}
