import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TestSupport
import Testing
import TileEngine

@testable import ExplorerServer

/// The number of concurrent whole images, and what happens when a client disconnects.
@Suite struct WholeImageServiceTests {
    private let pool = WorkPool(threadCount: 2, waitingCount: 10)
    private let service: WholeImageService
    private let image: ServedImage
    private let level: Int

    /// Every image of a whole level is too large to render at once.
    private static let limits = {
        var limits = ServerLimits()
        (limits.sourceArea, limits.outputArea) = (1 << 20, 1)
        return limits
    }()

    init() throws {
        let library = try SampleServer.sampleLibrary()
        let page = try #require(library.store.document("magna-carta").pages.first)
        let archive = try TileArchive(path: try #require(library.pyramidPath(of: page)))
        image = ServedImage(
            id: "magna-carta-1", document: "magna-carta", archive: archive,
            renderer: TileRenderer(archive: archive), version: "v", paper: .white, isOpen: true, isForEditors: false,
            expiration: Expiration())
        // A level of a few rows of tiles.
        level = archive.pyramid.firstWholeTileLevel + 2
        service = WholeImageService(pool: pool, limits: Self.limits, counters: WorkCounters())
    }

    private func response(_ method: HTTPRequest.Method = .get, from address: String = "") async throws -> Response {
        let head = CacheableResponse(
            body: ByteBuffer(), mediaType: "image/jpeg", validator: "a", cachePolicy: .minutes)
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        return try await service.response(
            level, of: image, like: head, to: request, from: address,
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Takes a number of parts and then disconnects.
    private struct Reader: ResponseBodyWriter {
        struct Gone: Error {}
        var partCount: Int
        var byteCount = 0

        mutating func write(_ buffer: ByteBuffer) async throws {
            if partCount == 0 { throw Gone() }
            partCount -= 1
            byteCount += buffer.readableBytes
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// Waits until this many images are in progress: the thread that rendered a strip releases the image a moment after
    /// the response has received the strip.
    private func settles(at count: Int) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while service.openCount != count || !pool.isIdle {
            guard ContinuousClock.now < deadline else { return false }
            await Task.yield()
        }
        return true
    }

    @Test func `concurrent whole images are limited, and a client that disconnects frees a slot`() async throws {
        var responses: [Response] = []
        for _ in 0..<ServerLimits.longResponseCount { responses.append(try await response()) }
        #expect(service.openCount == ServerLimits.longResponseCount)
        let busy = await #expect(throws: Problem.self) { try await response() }
        #expect(busy?.status == .serviceUnavailable && busy?.headers[.retryAfter] != nil)
        // One is never read, one is read in part.
        responses.removeLast()
        #expect(await settles(at: ServerLimits.longResponseCount - 1))
        await #expect(throws: Reader.Gone.self) {
            try await responses.removeLast().body.write(Reader(partCount: 1))
        }
        #expect(await settles(at: ServerLimits.longResponseCount - 2))
        responses = []
        #expect(await settles(at: 0) && pool.isIdle)
        try await pool.shutdown()
    }

    @Test func `slow readers at one address leave places to those at others`() async throws {
        var slow: [Response] = []
        for _ in 0..<Self.limits.addressLongResponseCount { slow.append(try await response(from: "a")) }
        let busy = await #expect(throws: Problem.self) { try await response(from: "a") }
        #expect(busy?.status == .serviceUnavailable && busy?.headers[.retryAfter] != nil)
        try await #expect(response(from: "b").status == .ok)
        slow = []
        #expect(await settles(at: 0))
        try await #expect(response(from: "a").status == .ok)
        #expect(await settles(at: 0))
        try await pool.shutdown()
    }

    @Test func `Content-Length is stated once the length is known`() async throws {
        var first = try await response()
        #expect(first.headers[.contentLength] == nil)
        try await first.body.write(Reader(partCount: .max))
        first.body = .init()
        let head = try await response(.head)
        let second = try await response()
        let length = try #require(second.headers[.contentLength])
        #expect(head.headers[.contentLength] == length && (Int(length) ?? 0) > 10_000)
        try await pool.shutdown()
    }

    @Test func `the strips of a response in progress are rendered while the queue is full`() async throws {
        let tight = WorkPool(threadCount: 1, waitingCount: 0)
        let service = WholeImageService(pool: tight, limits: Self.limits, counters: WorkCounters())
        let head = CacheableResponse(body: ByteBuffer(), mediaType: "image/jpeg", validator: "a", cachePolicy: .minutes)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        let response = try await service.response(
            level, of: image, like: head, to: request, from: "",
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        // A thread counts as busy for a moment after it has delivered its result.
        while !tight.isIdle { await Task.yield() }
        // The only thread is occupied until the next strip waits, and nothing else may wait.
        let taken = Task {
            try await tight.run { while tight.queue.tileCount == 0 { sched_yield() } }
        }
        while tight.load.running == 0 { await Task.yield() }
        try await response.body.write(Reader(partCount: .max))
        try await taken.value
        try await tight.shutdown()
    }
}
