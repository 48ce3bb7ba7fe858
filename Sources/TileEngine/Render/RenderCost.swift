/// What a request will take, known before any work is done.
public struct RenderCost: Hashable, Sendable {
    /// The stored level that the answer is made from.
    public let level: Int
    /// The columns and rows of its tiles that are touched.
    public let columns, rows: Range<Int>
    /// How many pixels these tiles have together.
    public let sourceArea: Int
    /// How many bytes they are at most when they are decoded. They are never all in memory at once: a row of tiles is
    /// done before the next one is decoded.
    public let decodedByteCount: Int
    /// How many pixels the answer has.
    public let outputArea: Int

    /// How many tiles are touched.
    public var tileCount: Int { columns.count * rows.count }

    /// What making the answer and encoding it takes of the memory at most, in bytes: figures per pixel of the answer that
    /// docs/limits.md has measured, rounded up.
    ///
    /// - Parameter hasOpacity: Whether the answer is transparent in places: turned by no right angle, or cut out.
    public func memory(for format: ImageFormat, hasOpacity: Bool) -> Int {
        let perPixel =
            switch (format, hasOpacity) {
            case (.webp, true): 32
            case (.webp, false): 14
            case (_, true): 12
            case (.jpeg, false): 6
            case (.png, false), (.tiff, false): 10
            }
        return outputArea * perPixel + Self.leastMemory
    }

    /// What any answer takes: the decoded rows of tiles, and the encoder.
    private static let leastMemory = 1 << 20

    /// The tiles that are touched, in the order in which they are needed.
    ///
    /// - Complexity: O(*n*) in their number, which limits of the source's area bound.
    public var tiles: [TileAddress] {
        rows.flatMap { row in columns.map { TileAddress(level: level, column: $0, row: row) } }
    }
}

/// The bounds of one request's work.
public struct RenderLimits: Hashable, Sendable {
    /// The most pixels of tiles that may be decoded for an answer.
    public var sourceArea: Int
    /// The most pixels that an answer may have.
    public var outputArea: Int

    /// Makes limits, in pixels; those left out suit a server: 256 and 64 million.
    public init(sourceArea: Int = 256 << 20, outputArea: Int = 64 << 20) {
        self.sourceArea = sourceArea
        self.outputArea = outputArea
    }

    /// Checks a cost.
    ///
    /// - Throws: ``TileEngineError`` of kind `tooLarge` that names the area and the limit.
    public func check(_ cost: RenderCost) throws {
        guard cost.outputArea <= outputArea else {
            throw TileEngineError(
                .tooLarge, "an answer of \(cost.outputArea) pixels, expected at most \(outputArea)")
        }
        guard cost.sourceArea <= sourceArea else {
            throw TileEngineError(
                .tooLarge, "an answer from \(cost.sourceArea) pixels of tiles, expected at most \(sourceArea)")
        }
    }
}
