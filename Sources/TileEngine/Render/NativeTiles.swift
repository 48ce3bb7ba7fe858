import Synchronization

/// The decoded tiles of an archive, of which the latest are kept within a bound.
final class NativeTiles: Sendable {
    private let archive: TileArchive
    private let kept: Mutex<RecencyList<TileAddress, TilePixels>>

    init(archive: TileArchive, byteLimit: Int) {
        self.archive = archive
        kept = Mutex(RecencyList(costLimit: byteLimit))
    }

    /// The pixels of a stored tile.
    ///
    /// - Throws: ``TileEngineError``: `outOfRange` for an address that is not stored, `damaged` or `io`.
    func pixels(of address: TileAddress) throws -> TilePixels {
        if let pixels = kept.withLock({ $0.value(for: address) }) { return pixels }
        guard let bytes = try archive.tile(address), let region = archive.pyramid.tileRegion(of: address) else {
            throw TileEngineError(
                .outOfRange, path: archive.path,
                "has no tile \(address), expected one of the levels 0 to \(archive.pyramid.nativeLevel)")
        }
        do {
            let pixels = try TileCodec.decode(bytes, as: archive.format, expected: region.size)
            kept.withLock { $0.insert(pixels, for: address, cost: pixels.bytes.count) }
            return pixels
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: archive.path, "has the tile \(address), which \(error.reason)")
        }
    }

    /// A block of a level's pixels; what lies beyond the edges repeats the outermost pixels.
    ///
    /// - Parameter region: The block, which may reach over the edges but must share pixels with the level.
    /// - Throws: As ``pixels(of:)``.
    /// - Complexity: O(*n*) in the number of pixels, and a decoding for each tile that is touched and not kept.
    func block(_ region: PixelRegion, level: Int) throws -> TilePixels {
        let pyramid = archive.pyramid
        guard let whole = pyramid.size(ofLevel: level) else {
            throw TileEngineError(.outOfRange, path: archive.path, "has no level \(level)")
        }
        let tileSize = pyramid.tileSize
        let columns = (0..<region.width).map { min(max(0, region.x + $0), whole.width - 1) }
        let rows = (0..<region.height).map { min(max(0, region.y + $0), whole.height - 1) }
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return TilePixels(size: region.size, bytes: [])
        }
        var bytes = [UInt8](repeating: 0, count: region.width * region.height * 3)
        for row in top / tileSize...bottom / tileSize {
            for column in left / tileSize...right / tileSize {
                let tile = try pixels(of: TileAddress(level: level, column: column, row: row))
                copy(tile, column: column, row: row, tileSize: tileSize, columns: columns, rows: rows, into: &bytes)
            }
        }
        return TilePixels(size: region.size, bytes: bytes)
    }

    /// Copies what a tile has of a block's columns and rows, each of which is named by its place in the level.
    private func copy(
        _ tile: TilePixels, column: Int, row: Int, tileSize: Int, columns: [Int], rows: [Int], into bytes: inout [UInt8]
    ) {
        let tileColumns = column * tileSize..<column * tileSize + tile.size.width
        let tileRows = row * tileSize..<row * tileSize + tile.size.height
        guard
            let first = columns.firstIndex(where: tileColumns.contains),
            let last = columns.lastIndex(where: tileColumns.contains)
        else { return }
        tile.bytes.withUnsafeBufferPointer { source in
            bytes.withUnsafeMutableBufferPointer { target in
                for (index, y) in rows.enumerated() where tileRows.contains(y) {
                    let sourceRow = (y - tileRows.lowerBound) * tile.size.width
                    var position = (index * columns.count + first) * 3
                    for x in columns[first...last] {
                        let start = (sourceRow + x - tileColumns.lowerBound) * 3
                        target[position] = source[start]
                        target[position + 1] = source[start + 1]
                        target[position + 2] = source[start + 2]
                        position += 3
                    }
                }
            }
        }
    }
}
