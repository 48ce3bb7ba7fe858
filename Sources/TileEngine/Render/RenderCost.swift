/// The cost of a request, known before any work is done.
public struct RenderCost: Hashable, Sendable {
    /// The stored level that the output is made from.
    public let level: Int
    /// The columns and rows of the tiles that are touched.
    public let columns, rows: Range<Int>
    /// The total number of pixels in these tiles.
    public let sourceArea: Int
    /// The number of pixels in the output.
    public let outputArea: Int

    /// The number of tiles that are touched.
    public var tileCount: Int { columns.count * rows.count }

    /// Returns the maximum memory for rendering and encoding the output, in bytes, based on the measured figures per
    /// output pixel in docs/limits.md, rounded up.
    ///
    /// - Parameter hasOpacity: Whether the output has transparency: if it is rotated by other than right angles, or cut
    ///   out.
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

    /// The fixed memory of any request: the decoded rows of tiles, and the encoder.
    private static let leastMemory = 1 << 20

    /// The addresses of the touched tiles, in the order in which they are needed.
    ///
    /// - Complexity: O(*n*) in the number of tiles, which the limit on the source area bounds.
    public var tiles: [TileAddress] {
        rows.flatMap { row in columns.map { TileAddress(level: level, column: $0, row: row) } }
    }
}

/// Limits on the work of one request.
public struct RenderLimits: Hashable, Sendable {
    /// The maximum number of tile pixels that may be decoded for one request.
    public var sourceArea: Int
    /// The maximum number of pixels in the output.
    public var outputArea: Int

    /// Creates limits, in pixels. The defaults suit a server: 256 × 2²⁰ and 64 × 2²⁰.
    public init(sourceArea: Int = 256 << 20, outputArea: Int = 64 << 20) {
        self.sourceArea = sourceArea
        self.outputArea = outputArea
    }

    /// Checks a cost against the limits.
    ///
    /// - Throws: ``TileEngineError`` of kind `tooLarge`, which names the area and the limit.
    public func check(_ cost: RenderCost) throws {
        guard cost.outputArea <= outputArea else {
            throw TileEngineError(
                .tooLarge, "a response of \(cost.outputArea) pixels, expected at most \(outputArea)")
        }
        guard cost.sourceArea <= sourceArea else {
            throw TileEngineError(
                .tooLarge, "a response from \(cost.sourceArea) pixels of tiles, expected at most \(sourceArea)")
        }
    }
}
