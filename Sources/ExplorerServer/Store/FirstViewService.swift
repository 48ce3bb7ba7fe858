import ClauseStore
import DocumentModel
import Foundation
import Logging
import NIOCore
import TileEngine
import WebDocuments

/// What documents' pages show before their scripts have come, made once for each version of a document and kept while
/// there is room.
final class FirstViewService: Sendable {
    /// A version of a document. Another one may have the same number after the document was removed.
    private struct Key: Hashable, Sendable {
        let document: String
        let version: Int
        let addedAt: Date
        /// Nil while the first page's image is being cut.
        let pyramid: String?
        /// Of documents without a palette.
        let overlays: [String]?
    }

    /// How long a page of a replica waits for it at most, since the tiles may have to be fetched first.
    static let longestWaitOfReplica = Duration.seconds(1)

    private let store: StoreReader
    private let images: ServedImages
    private let renders: RenderService
    private let longestWait: Duration?
    private let health: ServiceHealth
    private let logger: Logger
    private let views: CoalescingCache<Key, FirstView?>

    /// - Parameters:
    ///   - longestWait: How long a page waits for it at most; nil for as long as it takes.
    ///   - byteLimit: How many bytes of views are kept.
    ///   - onChange: Told by how much these have grown, or shrunk where negative.
    init(
        store: StoreReader, images: ServedImages, renders: RenderService, longestWait: Duration?, byteLimit: Int,
        onChange: @escaping @Sendable (_ byteCount: Int) -> Void, health: ServiceHealth, logger: Logger
    ) {
        (self.store, self.images, self.renders) = (store, images, renders)
        (self.health, self.logger) = (health, logger)
        self.longestWait = longestWait
        views = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// The first view of a document that the principal may read.
    ///
    /// - Parameter overlays: The colours of outlines for documents without a palette; nil for the viewer's own.
    /// - Returns: Nil for a document without pages, and where it cannot be made in time: the page then waits for its
    ///   scripts, and the log has the reason if there is one.
    func view(of document: DocumentInfo, overlays: [String]? = nil) async -> FirstView? {
        let key = Key(
            document: document.id, version: document.version, addedAt: document.addedAt,
            pyramid: document.pages.first?.pyramid, overlays: overlays)
        if let view = views.cachedValue(for: key) { return view }
        let (results, result) = AsyncStream.makeStream(of: FirstView?.self)
        let timer = longestWait.map { time in
            Task {
                try await Task.sleep(for: time)
                result.yield(nil)
            }
        }
        defer { timer?.cancel() }
        // It goes on after the wait, for the next reader.
        Task { [self] in
            do {
                result.yield(
                    try await views.value(for: key, cost: { $0?.byteCount ?? 0 }) { [self] in
                        try await make(document, overlays: overlays)
                    })
            } catch {
                health.met(error, document: document.id)
                logger.warning("no first view", metadata: ["document": "\(document.id)", "error": "\(error)"])
                result.yield(nil)
            }
        }
        return await results.first { _ in true } ?? nil
    }

    private func make(_ document: DocumentInfo, overlays: [String]?) async throws -> FirstView? {
        let clauses = try await store.ask { store in
            let counts = try store.clauseCounts(of: document.id)
            guard let filter = FirstView.filter(for: document, counts: counts) else { return [ClauseResult]() }
            return try store.clauses(of: document.id, filter)
        }
        var thumbnail: [UInt8]?
        // While the image is being cut there is none.
        if let page = document.pages.first, let pyramid = page.pyramid, let id = page.imageID {
            let request = RenderedPicture.region(FirstView.thumbnail(of: page))
            let image = try await images.image(id)
            // The images' table may be a second behind.
            guard image.version == pyramid.prefix(while: { $0 != "." }) else { throw FormerImage() }
            let rendering = try await renders.rendering(of: request, from: image)
            thumbnail = Array(rendering.bytes.readableBytesView)
        }
        return FirstView(of: document, clauses: clauses, root: "/", overlays: overlays, thumbnail: thumbnail)
    }
}

/// The image of a page is yet that of the document's former version.
private struct FormerImage: Error, CustomStringConvertible {
    var description: String { "the page's former image is still served" }
}
