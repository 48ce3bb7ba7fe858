import NIOConcurrencyHelpers

/// A cache of decoded tiles from any number of archives, bounded in bytes and evicting the least recently used.
///
/// One instance is meant to serve a whole process, so that its limit covers the process. Any number of threads can use
/// it at once. Decoding happens outside the lock, so two threads that need the same tile at the same time both decode
/// it.
public final class DecodedTiles: Sendable {
    private struct Key: Hashable, Sendable {
        let archive: UInt64
        let address: TileAddress
        let colours: TileColours
    }

    /// The limit, in bytes, shared by the cached tiles and the amounts reserved with ``reserve(_:)``.
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

    /// Creates an empty cache.
    ///
    /// - Parameter byteLimit: The maximum total size of the cached tiles, in bytes; 0 disables caching.
    public init(byteLimit: Int) {
        self.byteLimit = max(0, byteLimit)
        kept = NIOLockedValueBox(State(list: RecencyList(costLimit: byteLimit)))
    }

    /// The usage of the cache. Its limit is what reservations leave of the total.
    public var usage: CacheUsage {
        kept.withLockedValue {
            CacheUsage(
                byteCount: $0.list.cost, byteLimit: max(0, $0.list.costLimit), count: $0.list.count,
                hitCount: $0.hitCount, missCount: $0.missCount)
        }
    }

    /// Reserves a number of bytes of the limit for another cache, or releases them if negative. The least recently used
    /// tiles are evicted to make space.
    ///
    /// This way several caches share one limit, and decoded tiles, which are large and can be decoded again, use
    /// everything that the others do not need: with 256 MB of which 96 were reserved for tiles, random regions of a
    /// page of 192 megapixels were rendered at 230 per second; with nearly all of it, at 367.
    public func reserve(_ byteCount: Int) {
        guard byteLimit > 0, byteCount != 0 else { return }
        kept.withLockedValue { $0.list.costLimit -= byteCount }
    }

    /// Returns the planes of a stored tile, from the cache or newly decoded.
    ///
    /// - Parameter rows: The rows that are needed. If caching is disabled, other rows may be missing.
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
