import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import TestSupport
import Testing
import TileEngine
import WebDocuments

@testable import ExplorerServer

/// The levels and tiles that releases of OpenSeadragon derive from our image information are those that exist.
@Suite struct OpenSeadragonTests {
    /// Common scans, the sample, sides just below and above a power of two, and thin ones.
    private static let sizes = [
        (1, 1), (255, 256), (256, 256), (257, 256), (300, 200), (1000, 700), (4097, 2049), (6000, 8000), (8191, 8193),
        (6016, 8021), (5000, 7000), (3000, 2), (2, 3000), (1, 5000), (12_000, 16_000), (65_500, 300), (65_501, 4000),
        (70_000, 66_000), (150_000, 131_073),
    ]

    private static func document() throws -> DocumentInfo {
        try SampleServer.sampleLibrary().store.document("magna-carta")
    }

    private func information(_ pyramid: Pyramid, _ version: ImageAPIVersion) throws -> JSON {
        ImageInformation(
            base: "https://iiif.example.org", image: "a-1", pyramid: pyramid, format: .jpeg,
            limits: ServerLimits().render, isGrey: false, document: try Self.document()
        ).json(version)
    }

    @Test(arguments: OpenSeadragonSource.Release.allCases, ImageAPIVersion.allCases)
    func `every release derives all levels and requests stored tiles`(
        release: OpenSeadragonSource.Release, version: ImageAPIVersion
    ) throws {
        var (stored, other) = (0, 0)
        for (width, height) in Self.sizes {
            for tileSize in [256, 512, 1000] {
                let pyramid = try Pyramid(width: width, height: height, tileSize: tileSize)
                let source = try #require(
                    try OpenSeadragonSource(information(pyramid, version), of: version, as: release))
                let found = try compare(source, pyramid, "\(width) × \(height) by \(tileSize)")
                (stored, other) = (stored + found.stored, other + found.other)
            }
        }
        #expect(version == .two ? other < stored / 20 : other == 0, "\(other) of \(stored + other)")
    }

    @Test(arguments: OpenSeadragonSource.Release.allCases)
    func `every release derives all levels of a static site with tiles`(release: OpenSeadragonSource.Release) throws {
        for (width, height) in Self.sizes where max(width, height) <= 65_500 {
            let pyramid = try Pyramid(width: width, height: height, tileSize: 512)
            for pictures in [2_048, 512, 65_500] {
                let levels = (0...pyramid.nativeLevel).compactMap(pyramid.size(ofLevel:))
                let information = ImageInformation(
                    base: "https://iiif.example.org", image: "a-1", pyramid: pyramid, document: try Self.document(),
                    sizes: levels.filter { (64...pictures).contains(max($0.width, $0.height)) }, hasTiles: true)
                let source = try #require(
                    try OpenSeadragonSource(information.json(.three), of: .three, as: release))
                _ = try compare(source, pyramid, "\(width) × \(height), pictures up to \(pictures)")
            }
        }
    }

    /// Compares the tiles of a release with ours.
    ///
    /// - Returns: The number of addresses of stored tiles, and of other pictures.
    private func compare(
        _ source: OpenSeadragonSource, _ pyramid: Pyramid, _ what: String
    ) throws -> (stored: Int, other: Int) {
        var (storedCount, otherCount) = (0, 0)
        #expect(source.maxLevel == pyramid.nativeLevel - pyramid.firstWholeTileLevel, "\(what)")
        let parser = ImageRequestParser(
            version: source.version, pyramid: pyramid, limits: ServerLimits().render, paper: .white)
        for own in 0...source.maxLevel {
            let level = pyramid.firstWholeTileLevel + own
            let grid = source.grid(ofLevel: own)
            let columns = try #require(pyramid.columns(atLevel: level))
            let rows = try #require(pyramid.rows(atLevel: level))
            guard grid == (columns, rows) else {
                Issue.record("\(what): level \(own) has \(grid), expected \(columns) × \(rows)")
                continue
            }
            for row in Set([0, 1, rows / 2, rows - 2, rows - 1]) where (0..<rows).contains(row) {
                for column in Set([0, 1, columns / 2, columns - 2, columns - 1]) where (0..<columns).contains(column) {
                    let (region, size) = source.parameters(level: own, column: column, row: row)
                    let request = try parser.request(region: region, size: size, rotation: "0", file: "default.jpg")
                    let address = TileAddress(level: level, column: column, row: row)
                    let tile = try #require(pyramid.alignedIIIFRegion(of: address))
                    #expect(request.region == tile.region, "\(what): \(region)/\(size)")
                    if request.size == tile.size {
                        let found = pyramid.address(forIIIFRegion: request.region, size: request.size)
                        #expect(found.flatMap(pyramid.alignedIIIFRegion)?.region == tile.region)
                        storedCount += 1
                    } else {
                        // In 2.1 a narrow tile at the right edge is requested by its width alone, or as "full", whose
                        // rounding can make the picture higher than the tile. It still has the same region and
                        // proportions, and is drawn in the tile's place.
                        let exact = Double(tile.region.height * request.size.width) / Double(tile.region.width)
                        #expect(source.version == .two && (size.hasSuffix(",") || size == "full" || size == "max"))
                        #expect(
                            request.size.width == tile.size.width || request.size == tile.region.size,
                            "\(what): \(region)/\(size) at level \(own)")
                        #expect(abs(Double(request.size.height) - exact) < 1, "\(what): \(region)/\(size)")
                        #expect(column == columns - 1 && tile.size.width < pyramid.tileSize)
                        otherCount += 1
                    }
                }
            }
        }
        return (storedCount, otherCount)
    }

    @Test(arguments: ImageAPIVersion.allCases)
    func `sizes lists the levels from the smallest to the largest that a JPEG can hold`(
        version: ImageAPIVersion
    ) throws {
        for (width, height, smallest, count) in [
            (6000, 8000, 188, 6), (12_000, 16_000, 188, 7), (200, 100, 200, 1), (70_000, 66_000, 137, 9),
        ] {
            let pyramid = try Pyramid(width: width, height: height, tileSize: 256)
            let info = try #require(
                try JSONSerialization.jsonObject(with: Data(information(pyramid, version).bytes())) as? [String: Any])
            let sizes = try #require(info["sizes"] as? [[String: Int]])
            #expect(sizes.first?["width"] == smallest && sizes.count == count, "\(sizes)")
            let hasWhole = sizes.last == ["width": width, "height": height]
            #expect(hasWhole == (max(width, height) <= 65_500))
        }
    }
}
