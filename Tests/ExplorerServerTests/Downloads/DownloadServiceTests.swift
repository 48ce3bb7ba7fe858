import ClauseStore
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TestSupport
import Testing
import TileEngine
import Viewer

@testable import ExplorerServer
@testable import WebDocuments

/// The number of concurrent downloads, and what happens when a client disconnects.
@Suite struct DownloadServiceTests {
    private let pool = WorkPool(threadCount: 2, waitingCount: 10)
    private let service: DownloadService
    private let library: Library

    init() throws {
        library = try SampleServer.sampleLibrary()
        let tiles = DecodedTiles(byteLimit: 1 << 20)
        let images = ServedImages(library: library, pool: pool, anyone: .anyone, decodedTiles: tiles)
        let renders = RenderService(
            pool: pool, cacheByteCount: 1 << 20, decodedTiles: tiles, limits: ServerLimits())
        service = DownloadService(
            images: images, renders: renders, pool: pool, limits: ServerLimits(), cacheByteCount: 1 << 20,
            decodedTiles: tiles)
    }

    private func response(from address: String = "") async throws -> Response {
        let content = try DownloadContent(
            .document(pages: nil), of: library.store.document("magna-carta"), in: ["en"], from: library.store)
        let booklet = try DownloadBooklet(
            content, side: 256, words: PlainWords(try InterfaceTexts(ViewerBundle())), base: "")
        let head = CacheableResponse(
            body: ByteBuffer(), mediaType: "application/pdf", validator: "a", cachePolicy: .revalidate)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        return try await service.response(
            booklet, like: head, to: request, from: address,
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Disconnects before the first part.
    private struct Gone: ResponseBodyWriter, Error {
        mutating func write(_ buffer: ByteBuffer) async throws { throw self }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test func `a download whose client disconnects or never reads frees its slot`() async throws {
        var responses: [Response] = []
        for _ in 0..<ServerLimits.longResponseCount { responses.append(try await response()) }
        let waiting = Task { try await response().status }
        await #expect(throws: Gone.self) { try await responses.removeLast().body.write(Gone()) }
        #expect(try await waiting.value == .ok)
        let next = Task { try await response().status }
        responses.removeLast()
        #expect(try await next.value == .ok)
        try await pool.shutdown()
    }

    @Test func `slow readers at one address leave places to those at others`() async throws {
        var slow: [Response] = []
        for _ in 0..<ServerLimits().addressLongResponseCount { slow.append(try await response(from: "a")) }
        let waiting = Task { try await response(from: "a").status }
        while service.waitingCount == 0 { await Task.yield() }
        try await #expect(response(from: "b").status == .ok)
        #expect(service.waitingCount == 1)
        slow.removeLast()
        #expect(try await waiting.value == .ok)
        try await pool.shutdown()
    }

    @Test func `a proxy's readers, who share its address, share all places`() {
        var limits = ServerLimits()
        limits.addressConnectionCount = 0
        #expect(limits.addressLongResponseCount == ServerLimits.longResponseCount)
    }
}
