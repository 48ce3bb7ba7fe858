import ClauseStore
import DocumentModel
import Foundation
import Logging
import NIOCore
import TileEngine
import WebDocuments

/// Makes the first views of documents, which their pages show before the scripts have loaded. Each is made once per
/// version and cached.
final class FirstViewService: Sendable {
    /// A version of a document. If a document is removed and added again, the same number may denote another version.
    private struct Key: Hashable, Sendable {
        let document: String
        let version: Int
        let addedAt: Date
        /// The pyramid of the first page; nil while its image is being cut.
        let pyramid: String?
        /// The colours for documents without a palette.
        let overlays: [String]?
    }

    /// The maximum time a page of a replica waits for its first view, because tiles may have to be fetched.
    static let longestWaitOfReplica = Duration.seconds(1)

    private let store: StoreReader
    private let images: ServedImages
    private let renders: RenderService
    private let longestWait: Duration?
    private let health: ServiceHealth
    private let logger: Logger
    private let views: CoalescingCache<Key, FirstView?>

    /// - Parameters:
    ///   - longestWait: The maximum time a page waits for its first view; nil for no limit.
    ///   - byteLimit: The maximum size of all cached views, in bytes.
    ///   - onChange: Called with the change in size of the cached views, in bytes.
    init(
        store: StoreReader, images: ServedImages, renders: RenderService, longestWait: Duration?, byteLimit: Int,
        onChange: @escaping @Sendable (_ byteCount: Int) -> Void, health: ServiceHealth, logger: Logger
    ) {
        (self.store, self.images, self.renders) = (store, images, renders)
        (self.health, self.logger) = (health, logger)
        self.longestWait = longestWait
        views = CoalescingCache(byteLimit: byteLimit, onChange: onChange)
    }

    /// Returns the first view of a document that the current user may read.
    ///
    /// - Parameter overlays: The colours of outlines in documents without a palette; nil for the viewer's own.
    /// - Returns: Nil for a document without pages, and if the view cannot be made in time. The page then waits for its
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
        // It continues after the wait, for the next reader.
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
        let clauses = try await store.read { store in
            let counts = try store.clauseCounts(of: document.id)
            guard let filter = FirstView.filter(for: document, counts: counts) else { return [ClauseResult]() }
            return try store.clauses(of: document.id, filter)
        }
        var thumbnail: [UInt8]?
        // There is no thumbnail while the image is being cut.
        if let page = document.pages.first, let pyramid = page.pyramid, let id = page.imageID {
            let request = RenderedPicture.region(FirstView.thumbnail(of: page))
            let image = try await images.image(id)
            // The table of images may be a second behind.
            guard image.version == pyramid.prefix(while: { $0 != "." }) else { throw FormerImage() }
            let rendering = try await renders.rendering(of: request, from: image)
            thumbnail = Array(rendering.bytes.readableBytesView)
        }
        return FirstView(of: document, clauses: clauses, root: "/", overlays: overlays, thumbnail: thumbnail)
    }
}

/// The served image of the page is still from the document's former version.
private struct FormerImage: Error, CustomStringConvertible {
    var description: String { "the page's former image is still served" }
}
