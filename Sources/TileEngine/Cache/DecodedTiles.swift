import NIOConcurrencyHelpers

/// Decoded tiles of any number of archives, of which the latest are kept within one bound.
///
/// It is meant to be one for a process, so that the bound is one for the process. Any number of threads may use it at
/// once; nothing is decoded while it is locked, and two threads that need the same tile at the same moment both decode
/// it.
public final class DecodedTiles: Sendable {
    private struct Key: Hashable, Sendable {
        let archive: UInt64
        let address: TileAddress
        let colours: TileColours
    }

    /// The most that the tiles kept may take together, with what is set aside for others, in bytes.
    public let byteLimit: Int

    private struct State {
        var list: RecencyList<Key, Planes>
        var hitCount = 0
        var missCount = 0

        mutating func value(for key: Key) -> Planes? {
            let value = list.value(for: key)
            if value == nil { missCount &+= 1 } else { hitCount &+= 1 }
            return value
        }
    }

    private let kept: NIOLockedValueBox<State>

    /// Makes an empty cache.
    ///
    /// - Parameter byteLimit: The most that the tiles kept may take together, in bytes; 0 to keep none.
    public init(byteLimit: Int) {
        self.byteLimit = max(0, byteLimit)
        kept = NIOLockedValueBox(State(list: RecencyList(costLimit: byteLimit)))
    }

    /// What the tiles kept take together, in bytes.
    public var byteCount: Int { kept.withLockedValue { $0.list.cost } }
    /// The number of tiles kept.
    public var count: Int { kept.withLockedValue { $0.list.count } }
    /// How the cache is used; its limit is what others leave it of the bound.
    public var usage: CacheUsage {
        kept.withLockedValue {
            CacheUsage(
                byteCount: $0.list.cost, byteLimit: max(0, $0.list.costLimit), count: $0.list.count,
                hitCount: $0.hitCount, missCount: $0.missCount)
        }
    }

    /// Takes so many bytes of the bound for another cache, or gives them back where negative; the oldest tiles make room.
    ///
    /// So several caches share one bound, and decoded tiles, which are large and can be made again, have all of it that the
    /// others do not need: with 256 MB of which 96 were theirs, random regions of a page of 192 megapixels came at 230 a
    /// second, and with nearly all of it at 367.
    public func setAside(_ byteCount: Int) {
        guard byteLimit > 0, byteCount != 0 else { return }
        kept.withLockedValue { $0.list.costLimit -= byteCount }
    }

    /// The planes of a stored tile, kept or decoded now.
    ///
    /// - Parameter rows: Which of its rows are needed. No others are there for certain where no tiles are kept.
    /// - Throws: ``TileEngineError``: `outOfRange` for an address that is not stored, `damaged` or `io`.
    func tile(
        _ address: TileAddress, of archive: TileArchive, as colours: TileColours, rows: Range<Int> = 0..<Int.max
    ) throws -> Planes {
        let key = Key(archive: archive.identity, address: address, colours: colours)
        if byteLimit > 0, let planes = kept.withLockedValue({ $0.value(for: key) }) { return planes }
        guard let bytes = try archive.tile(address), let region = archive.pyramid.tileRegion(of: address) else {
            throw TileEngineError(
                .outOfRange, path: archive.path,
                "has no tile \(address), expected one of the levels 0 to \(archive.pyramid.nativeLevel)")
        }
        do {
            let planes = try TileCodec.decode(
                bytes, as: archive.format, expected: region.size, colours: colours,
                rows: byteLimit > 0 ? 0..<Int.max : rows)
            if byteLimit > 0 { kept.withLockedValue { $0.list.insert(planes, for: key, cost: planes.bytes.count) } }
            return planes
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: archive.path, "has the tile \(address), which \(error.reason)")
        }
    }
}
