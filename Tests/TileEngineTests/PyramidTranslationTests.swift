import Testing

@testable import TileEngine

@Suite("Tile address translation")
struct PyramidTranslationTests {
    private static let pyramids: [Pyramid] = edgeSizes.flatMap { size in
        edgeTileSizes.compactMap { try? Pyramid(width: size.width, height: size.height, tileSize: $0) }
    }

    /// Returns the tiles at the corners, the edges and in the middle of every level.
    private static func addresses(of pyramid: Pyramid) -> [TileAddress] {
        (0...pyramid.doubleLevel).flatMap { level -> [TileAddress] in
            let columns = pyramid.columns(atLevel: level) ?? 0
            let rows = pyramid.rows(atLevel: level) ?? 0
            return Set([0, 1, columns / 2, columns - 2, columns - 1]).filter { (0..<columns).contains($0) }
                .flatMap { column in
                    Set([0, 1, rows / 2, rows - 2, rows - 1]).filter { (0..<rows).contains($0) }
                        .map { TileAddress(level: level, column: column, row: $0) }
                }
        }
    }

    @Test func `web map zoom z is the level z above the largest single-tile level`() {
        for pyramid in Self.pyramids {
            for address in Self.addresses(of: pyramid) where address.level >= pyramid.firstWholeTileLevel {
                let zoom = address.level - pyramid.firstWholeTileLevel
                #expect(pyramid.address(z: zoom, x: address.column, y: address.row) == address)
            }
            #expect(pyramid.address(z: pyramid.maxZoom, x: 0, y: 0)?.level == pyramid.doubleLevel)
        }
    }

    @Test func `addresses beyond the 2× level or outside the grid do not exist`() {
        for pyramid in Self.pyramids {
            for z in [-1, pyramid.maxZoom + 1, Int.max, Int.min] {
                #expect(pyramid.address(z: z, x: 0, y: 0) == nil)
            }
            for level in 0...pyramid.doubleLevel {
                let columns = pyramid.columns(atLevel: level) ?? 0
                let rows = pyramid.rows(atLevel: level) ?? 0
                for (column, row) in [(-1, 0), (0, -1), (columns, 0), (0, rows), (.max, 0), (0, .max), (.min, .min)] {
                    let address = TileAddress(level: level, column: column, row: row)
                    #expect(!pyramid.contains(address))
                    #expect(pyramid.tileRegion(of: address) == nil)
                    #expect(pyramid.alignedIIIFRegion(of: address) == nil)
                    #expect(pyramid.address(z: level - pyramid.firstWholeTileLevel, x: column, y: row) == nil)
                }
            }
        }
    }

    @Test func `a tile's aligned IIIF request maps back to that tile or an equivalent finer one`()
        throws
    {
        for pyramid in Self.pyramids {
            for address in Self.addresses(of: pyramid) where address.level <= pyramid.nativeLevel {
                let request = try #require(pyramid.alignedIIIFRegion(of: address))
                let found = try #require(pyramid.address(forIIIFRegion: request.region, size: request.size))
                let roundTrip = try #require(pyramid.alignedIIIFRegion(of: found))
                #expect(roundTrip.region == request.region && roundTrip.size == request.size)
                #expect(found == address || found.level > address.level)
                // Two levels yield the same response only if a request is for the last pixels before an edge.
                if found != address {
                    #expect(request.region.width == 1 || request.region.height == 1 || request.size.width == 1)
                }
            }
        }
    }

    @Test func `a tile's size is found from its region and its width or height`() throws {
        for pyramid in Self.pyramids {
            for address in Self.addresses(of: pyramid) where address.level <= pyramid.nativeLevel {
                let request = try #require(pyramid.alignedIIIFRegion(of: address))
                let wide = try #require(pyramid.sizeOfTile(showing: request.region, width: request.size.width))
                let high = try #require(pyramid.sizeOfTile(showing: request.region, height: request.size.height))
                #expect(wide.width == request.size.width && high.height == request.size.height)
                // The finest such tile is returned; it differs only if a side is a single pixel on several levels.
                if request.size.width > 1 { #expect(wide == request.size) }
                if request.size.height > 1 { #expect(high == request.size) }
                #expect(pyramid.sizeOfTile(showing: request.region, width: pyramid.tileSize + 1) == nil)
            }
        }
    }

    @Test func `aligned IIIF requests follow the formulas of the specification`() throws {
        for pyramid in Self.pyramids {
            for address in Self.addresses(of: pyramid) where address.level <= pyramid.nativeLevel {
                let request = try #require(pyramid.alignedIIIFRegion(of: address))
                let side = pyramid.tileSize * request.scaleFactor
                #expect(request.scaleFactor == 1 << (pyramid.nativeLevel - address.level))
                #expect(request.region.x == address.column * side && request.region.y == address.row * side)
                #expect(request.region.width == min(side, pyramid.width - request.region.x))
                #expect(request.region.height == min(side, pyramid.height - request.region.y))
                #expect(request.size.width == (request.region.width - 1) / request.scaleFactor + 1)
                #expect(request.size.height == (request.region.height - 1) / request.scaleFactor + 1)
            }
        }
    }

    @Test func `the 2× level has no aligned IIIF request`() throws {
        let pyramid = try Pyramid(width: 600, height: 800)
        #expect(pyramid.alignedIIIFRegion(of: TileAddress(level: pyramid.doubleLevel, column: 0, row: 0)) == nil)
    }

    @Test func `an IIIF request off the grid or of another size matches no tile`() throws {
        let pyramid = try Pyramid(width: 6000, height: 8000)
        let tile = PixelSize(width: 256, height: 256)
        for (x, y, width, height) in [
            (1, 0, 256, 256), (0, 255, 256, 256), (0, 0, 257, 256), (-256, 0, 256, 256), (6144, 0, 256, 256),
            (0, 0, 0, 0), (.max, .max, .max, .max), (.min, 0, 256, 256), (256, 0, 512, 512),
        ] {
            let region = PixelRegion(x: x, y: y, width: width, height: height)
            #expect(pyramid.address(forIIIFRegion: region, size: tile) == nil)
        }
        let region = PixelRegion(x: 0, y: 0, width: 256, height: 256)
        #expect(pyramid.address(forIIIFRegion: region, size: tile) != nil)
        for (width, height) in [(255, 256), (512, 512), (0, 0), (-1, 256), (.max, .max)] {
            #expect(pyramid.address(forIIIFRegion: region, size: PixelSize(width: width, height: height)) == nil)
        }
    }
}
