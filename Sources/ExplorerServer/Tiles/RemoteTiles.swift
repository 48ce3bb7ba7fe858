public import NIOCore
public import TileEngine

/// A source of bytes of a remote archive, for callers that must not block their thread.
public protocol LaneBytes: RemoteArchiveSource {
    /// Whether the source is believed to be available. If not, ``read(_:on:)`` fails at once.
    var isAvailable: Bool { get }

    /// Reads a part of the archive.
    ///
    /// - Parameter loop: The event loop that completes the future, and does the work if possible; nil for any.
    /// - Returns: As many bytes as the range has, or `TileEngineError` of kind `unavailable`.
    func read(_ range: Range<Int64>, on loop: (any EventLoop)?) -> EventLoopFuture<ByteBuffer>
}

extension TileArchive {
    /// Fetches a remote tile. It is stored on this machine some time after the future completes.
    ///
    /// - Returns: The tile's bytes, which match their checksum; else `TileEngineError` of kind `damaged`.
    func fetch(
        _ place: RemoteLocation, from source: any LaneBytes, on loop: (any EventLoop)?
    ) -> EventLoopFuture<ByteBuffer> {
        source.read(place.range, on: loop).flatMapThrowing { [self] bytes in
            guard let content = bytes.withUnsafeReadableBytes({ self.content(of: place, in: $0) }),
                let tile = bytes.getSlice(at: bytes.readerIndex + content.lowerBound, length: content.count)
            else { throw recordDamage(at: place) }
            keep(place) { body in bytes.withUnsafeReadableBytes(body) }
            return tile
        }
    }

    /// The maximum number of tiles fetched at once for one rendering.
    private static let fetchedAtOnce = 16

    /// Fetches the remote tiles of a rendering, so that the rendering thread finds them all locally. Damaged tiles are
    /// left to that thread.
    ///
    /// - Throws: `TileEngineError` of kind `unavailable`.
    func fetchTiles(for cost: RenderCost) async throws {
        guard let source = source as? any LaneBytes else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, place) in cost.tiles.compactMap(remoteLocation).enumerated() {
                if number >= Self.fetchedAtOnce { try await group.next() }
                group.addTask {
                    do {
                        _ = try await self.fetch(place, from: source, on: nil).get()
                    } catch let error as TileEngineError where error.kind == .damaged {}
                }
            }
            try await group.waitForAll()
        }
    }
}
