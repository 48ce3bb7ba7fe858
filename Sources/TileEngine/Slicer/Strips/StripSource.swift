/// A scan that is read once, from top to bottom: upright, in sRGB or grey, 8 bits a channel.
///
/// It is used from one thread.
protocol StripSource {
    /// The size of the picture, in pixels.
    var size: PixelSize { get }
    /// 1 for grey, 3 for red, green and blue.
    var channels: Int { get }

    /// Reads the next rows into memory where row follows row without a gap.
    ///
    /// - Throws: `CancellationError`; ``TileEngineError`` `damaged` or `unreadable`.
    func read(rowCount: Int, into rows: UnsafeMutableRawPointer) throws

    /// Makes sure, after the last row, that the file has been whole.
    func finish() throws
}
