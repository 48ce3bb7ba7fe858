/// A group of neighbouring tile columns of one level. Its tiles are encoded strip by strip in order, while other
/// threads do the same for other lanes of the level.
///
/// `@unchecked Sendable`: the encoders are used only by the thread that has set `isBusy`, and the two variables that
/// are not private are accessed only under the lock of ``StripPipeline``.
final class EncodingLane: @unchecked Sendable {
    /// The index of the next strip to encode.
    var nextStrip = 0
    /// Whether a thread is encoding the lane's part of that strip.
    var isBusy = false

    private let halvings: Int
    private let columns: Range<Int>
    private let plan: StripPlan
    private let encoding: TileEncoding
    private let names: EntryNames
    /// One encoder per column, created with the first strip.
    private var encoders: [any TileEncoder] = []
    /// The estimated size of the next chunk, based on the latest one.
    private var expectedByteCount = 0

    init(halvings: Int, index: Int, plan: StripPlan, encoding: TileEncoding, names: EntryNames) {
        self.halvings = halvings
        let first = index * StripPlan.columnsPerLane
        columns = first..<min(plan.levels[halvings].columns, first + StripPlan.columnsPerLane)
        self.plan = plan
        self.encoding = encoding
        self.names = names
    }

    /// Encodes the lane's part of a strip.
    ///
    /// - Returns: The tiles, if this was the last strip of their row, or nil.
    /// - Complexity: O(*n*) in the number of pixels.
    func encode(_ strip: PixelStrip) throws -> TileChunk? {
        let level = plan.levels[halvings]
        let (row, part) = strip.index.quotientAndRemainder(dividingBy: plan.stripsPerTileRow)
        let endsRow = part == plan.stripsPerTileRow - 1 || strip.index == level.stripCount - 1
        if encoders.isEmpty { encoders = try columns.map { _ in try encoding.makeEncoder(channels: plan.channels) } }
        var chunk = TileChunk(
            first: TileAddress(level: level.number, column: columns.lowerBound, row: row),
            capacity: endsRow ? expectedByteCount : 0)
        for (column, encoder) in zip(columns, encoders) {
            let tile = plan.tile(halvings: halvings, column: column, row: row)
            if part == 0 { try encoder.begin(tile.size) }
            try encoder.append(strip.pixels + tile.x * plan.channels, count: strip.rowCount, stride: strip.stride)
            guard endsRow else { continue }
            let name = names.tile(TileAddress(level: level.number, column: column, row: row))
            try encoder.finish { try chunk.append($0, named: name) }
        }
        guard endsRow else { return nil }
        chunk.endsRow = columns.upperBound == level.columns
        expectedByteCount = chunk.bytes.count + chunk.bytes.count / 8
        return chunk
    }
}
