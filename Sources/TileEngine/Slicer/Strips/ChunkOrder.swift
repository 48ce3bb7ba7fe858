/// Chunks of tiles that come in any order and are wanted in one.
struct ChunkOrder {
    /// A chunk's place in the archive.
    struct Place: Hashable {
        /// The rank of its row of tiles, see ``HalvingOrder``.
        var rank: Int
        /// Its lane in the row.
        var lane: Int
    }

    /// The place of the first chunk that is not in the archive.
    private(set) var next = Place(rank: 0, lane: 0)
    private var arrived: [Place: TileChunk] = [:]

    /// Takes a chunk in.
    mutating func insert(_ chunk: TileChunk, at place: Place) { arrived[place] = chunk }

    /// Hands the next chunk out, if it has arrived.
    mutating func takeNext() -> TileChunk? { arrived.removeValue(forKey: next) }

    /// Notes that the chunk that was handed out is in the archive.
    mutating func advance(past chunk: TileChunk) {
        next = chunk.endsRow ? Place(rank: next.rank + 1, lane: 0) : Place(rank: next.rank, lane: next.lane + 1)
    }
}
