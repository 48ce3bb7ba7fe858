import ClauseStore
import DocumentLibrary
import DocumentModel
import NIOCore
import TestSupport
import Testing
import TileEngine

@testable import ExplorerServer

/// The memory that clients hold until they have read their pictures.
@Suite struct RenderServiceTests {
    @Test func `an address that reads nothing gets no further pictures and locks out nobody else`() async throws {
        let library = try SampleServer.sampleLibrary()
        let page = try #require(library.store.document("magna-carta").pages.first)
        let archive = try TileArchive(path: try #require(library.pyramidPath(of: page)))
        let image = ServedImage(
            id: "magna-carta-1", document: "magna-carta", archive: archive,
            renderer: TileRenderer(archive: archive), version: "v", paper: .white, isOpen: true, isForEditors: false,
            expiration: Expiration())
        let pool = WorkPool(threadCount: 2, waitingCount: 10)
        var limits = ServerLimits()
        limits.renderByteCount = 4
        let renders = RenderService(
            pool: pool, cacheByteCount: 1 << 20, decodedTiles: DecodedTiles(byteLimit: 1 << 20), limits: limits)
        func rendering(_ side: Int, from address: String) async throws -> RenderService.Rendering {
            let request = RegionRequest(
                region: PixelRegion(x: 0, y: 0, width: side, height: side), size: PixelSize(width: side, height: side))
            return try await renders.rendering(of: .region(request), from: image, for: address)
        }
        var unread: [RenderService.Rendering] = [try await rendering(64, from: "a")]
        for side in [64, 65] {
            await #expect(throws: Problem.self) { try await rendering(side, from: "a") }
        }
        unread.append(try await rendering(64, from: "b"))
        unread.append(try await rendering(65, from: ""))
        unread.append(try await rendering(66, from: ""))
        unread.removeFirst()
        unread.append(try await rendering(65, from: "a"))
        #expect(unread.allSatisfy { $0.bytes.readableBytes > 1 })
        try await pool.shutdown()
    }
}
