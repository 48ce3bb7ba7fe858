/// Resamples the tiles of an archive onto a grid. It decodes only the tiles that the grid touches, one row of tiles at
/// a time.
struct PlanesRenderer {
    let archive: TileArchive
    let tiles: DecodedTiles
    let isCancelled: () -> Bool

    /// Indicates that tiles of the archive have different plane layouts, so their planes cannot be combined.
    private struct MixedLayouts: Error {}

    /// Returns the planes of the output. With ``TileColours/coded`` they have the tiles' own layout; chroma then has
    /// the resolution of the tiles' unless `subsampling` specifies another.
    ///
    /// - Throws: ``TileEngineError`` for the tiles, `CancellationError`.
    /// - Complexity: O(*n*) in the number of pixels of the touched tiles and of the output.
    func render(_ sampling: Sampling, as colours: TileColours, subsampling: Subsampling?) throws -> Planes {
        // Chroma samples start at the tile's edge, which coincides with the image's chroma grid only if the tile size
        // is even.
        let isAligned = archive.pyramid.tileSize % 2 == 0
        let colours = colours == .coded && !isAligned ? .visible : colours
        do {
            return try sampled(sampling, as: colours, subsampling: subsampling)
        } catch is MixedLayouts {
            return try sampled(sampling, as: .rgb, subsampling: subsampling)
        }
    }

    private func sampled(
        _ sampling: Sampling, as colours: TileColours, subsampling: Subsampling?
    ) throws -> Planes {
        let pyramid = archive.pyramid
        let firstAddress = firstTile(sampling)
        let first = try tiles.tile(firstAddress, of: archive, as: colours, rows: rowsOfFirstTile(sampling))
        let source = first.layout
        let output = outputLayout(source, subsampling: subsampling)
        let resamplers = (0..<source.planeCount).map { plane in
            let geometry = sampling.geometry(ofPlane: plane, source: source, output: output, pyramid: pyramid)
            return PlaneResampler(
                across: SampleAxis(geometry.across, isReversed: sampling.isMirrored), down: SampleAxis(geometry.down),
                isUpsideDown: sampling.isUpsideDown,
                sourceSize: sampling.planeSize(plane, layout: source, pyramid: pyramid),
                tileHeight: pyramid.tileSize / source.verticalSubsampling(inPlane: plane))
        }
        let columns = pyramid.tiles(under: source.columns(under: resamplers.map(\.columns)))
        let needed = source.rows(under: resamplers.map(\.rows))
        let rows = pyramid.tiles(under: needed)
        let tileSize = pyramid.tileSize
        let places = (0..<source.planeCount).map { Planes.place(of: $0, layout: output, size: sampling.size) }
        return try Planes(layout: output, size: sampling.size) { base in
            for row in rows {
                for column in columns {
                    if isCancelled() { throw CancellationError() }
                    let address = TileAddress(level: sampling.level, column: column, row: row)
                    let tile =
                        address == firstAddress
                        ? first
                        : try tiles.tile(address, of: archive, as: colours, rows: needed.shifted(by: -row * tileSize))
                    guard tile.layout == source else { throw MixedLayouts() }
                    _ = tile.withBytes { bytes in
                        for (plane, resampler) in resamplers.enumerated() {
                            let place = tile.place(of: plane)
                            resampler.add(
                                bytes + place.offset, place,
                                x: column * tileSize / source.horizontalSubsampling(inPlane: plane),
                                y: row * tileSize / source.verticalSubsampling(inPlane: plane))
                        }
                    }
                }
                for (plane, resampler) in resamplers.enumerated() {
                    let whole = sampling.planeSize(plane, layout: source, pyramid: pyramid)
                    let end = (row + 1) * tileSize / source.verticalSubsampling(inPlane: plane)
                    resampler.finishRow(
                        endingAt: min(whole.height, end), output: base + places[plane].offset,
                        outputStride: places[plane].stride)
                }
            }
        }
    }

    /// Returns the address of the tile that contains the grid's first pixel.
    private func firstTile(_ sampling: Sampling) -> TileAddress {
        let shift = archive.pyramid.nativeLevel - sampling.level
        return TileAddress(
            level: sampling.level, column: (Int(sampling.x) >> shift) / archive.pyramid.tileSize,
            row: (Int(sampling.y) >> shift) / archive.pyramid.tileSize)
    }

    /// Returns the rows of the first tile that may be needed for any layout: the kernel extends two samples beyond the
    /// grid, each of up to two pixels or one step.
    private func rowsOfFirstTile(_ sampling: Sampling) -> Range<Int> {
        let unit = Double(1 << (archive.pyramid.nativeLevel - sampling.level))
        let top = sampling.y / unit
        let bottom = (sampling.y + sampling.stepY * Double(sampling.size.height)) / unit
        let margin = 6 * max(1, sampling.stepY / unit)
        return (Int((top - margin).rounded(.down))..<Int((bottom + margin).rounded(.up)))
            .shifted(by: -firstTile(sampling).row * archive.pyramid.tileSize)
    }

    /// Returns the layout of the output before transposition.
    private func outputLayout(_ source: PlaneLayout, subsampling: Subsampling?) -> PlaneLayout {
        guard source.colours == .ycc else { return source }
        switch subsampling {
        case nil: return source
        case .s444: return PlaneLayout(colours: .ycc)
        case .s420: return PlaneLayout(colours: .ycc, horizontalSubsampling: 2, verticalSubsampling: 2)
        }
    }
}

extension Range<Int> {
    fileprivate func shifted(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
