public import NIOCore
public import TileEngine

/// Where the bytes of an archive are that is not on this machine, for those who must not wait on their thread.
public protocol LaneBytes: RemoteBytes {
    /// Whether it can be asked, as far as it is known; if not, ``read(_:on:)`` fails at once.
    var isAvailable: Bool { get }

    /// Reads a part of the archive.
    ///
    /// - Parameter loop: Where the future is completed, and the work is done where possible; nil for any.
    /// - Returns: As many bytes as the range has, or `TileEngineError` of kind `unavailable`.
    func read(_ range: Range<Int64>, on loop: (any EventLoop)?) -> EventLoopFuture<ByteBuffer>
}

extension TileArchive {
    /// Fetches a tile that is elsewhere. It is kept on this machine some time after it is answered.
    ///
    /// - Returns: The tile's bytes, which match their checksum; else `TileEngineError` of kind `damaged`.
    func fetch(
        _ place: RemotePlace, from source: any LaneBytes, on loop: (any EventLoop)?
    ) -> EventLoopFuture<ByteBuffer> {
        source.read(place.range, on: loop).flatMapThrowing { [self] bytes in
            guard let content = bytes.withUnsafeReadableBytes({ self.content(of: place, in: $0) }),
                let tile = bytes.getSlice(at: bytes.readerIndex + content.lowerBound, length: content.count)
            else { throw damage(at: place) }
            keep(place) { body in bytes.withUnsafeReadableBytes(body) }
            return tile
        }
    }

    /// How many tiles of one picture are fetched at once.
    private static let fetchedAtOnce = 16

    /// Fetches what a picture is made of and is elsewhere, so that the thread that makes it finds all of it here. A tile that
    /// is damaged is left to that thread.
    ///
    /// - Throws: `TileEngineError` of kind `unavailable`.
    func fetchTiles(for cost: RenderCost) async throws {
        guard let source = source as? any LaneBytes else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, place) in cost.tiles.compactMap(absentPlace).enumerated() {
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
