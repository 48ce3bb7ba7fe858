import Foundation
import TileEngine
import WebDocuments

@testable import ExplorerServer

/// How a release of OpenSeadragon reads image information: which levels it derives, and the address of each tile.
///
/// Follows the rules of `iiiftilesource.js` of five releases, for images that state `tiles`.
struct OpenSeadragonSource {
    /// The releases with different rules.
    enum Release: String, CaseIterable {
        case v2_4 = "2.4.2"
        case v3_1 = "3.1.0"
        case v4_1 = "4.1.1"
        case v5_0 = "5.0.1"
        case v6_1 = "6.1.0"

        /// Whether `sizes` may define the levels.
        var takesSizes: Bool { self != .v2_4 && self != .v3_1 }
    }

    let release: Release
    let version: ImageAPIVersion
    let whole: PixelSize
    let tile: PixelSize
    /// The number of the level at native resolution; the coarsest is 0.
    let maxLevel: Int
    /// The sizes of the levels, if they are taken from `sizes`.
    let levelSizes: [PixelSize]?

    init?(_ information: JSON, of version: ImageAPIVersion, as release: Release) throws {
        guard
            let info = try JSONSerialization.jsonObject(with: Data(information.bytes())) as? [String: Any],
            let width = info["width"] as? Int, let height = info["height"] as? Int,
            let tiles = info["tiles"] as? [[String: Any]], tiles.count == 1, let tileWidth = tiles[0]["width"] as? Int,
            let factors = tiles[0]["scaleFactors"] as? [Int], let greatest = factors.max()
        else { return nil }
        (self.release, self.version) = (release, version)
        whole = PixelSize(width: width, height: height)
        tile = PixelSize(width: tileWidth, height: tiles[0]["height"] as? Int ?? tileWidth)
        maxLevel = Int(log2(Double(greatest)).rounded())
        let sizes = (info["sizes"] as? [[String: Int]])?.map {
            PixelSize(width: $0["width"] ?? 0, height: $0["height"] ?? 0)
        }
        levelSizes = sizes.flatMap { [whole, maxLevel] in
            Self.levels($0, of: whole, maxLevel: maxLevel, factors: factors, as: release)
        }
    }

    private static func levels(
        _ stated: [PixelSize], of whole: PixelSize, maxLevel: Int, factors: [Int], as release: Release
    ) -> [PixelSize]? {
        guard release.takesSizes else { return nil }
        var sizes = stated.enumerated().sorted { ($0.element.width, $0.offset) < ($1.element.width, $1.offset) }
            .map(\.element)
        guard release == .v6_1 else {
            // As many as levels, or all except the native one: OpenSeadragon looks only at the count.
            guard sizes.count == maxLevel || sizes.count == maxLevel + 1 else { return nil }
            return sizes.count == maxLevel ? sizes + [whole] : sizes
        }
        if let last = sizes.last, last.width < whole.width, last.height < whole.height { sizes.append(whole) }
        guard sizes.count == maxLevel + 1 else { return nil }
        guard factors.count == sizes.count else { return sizes }
        let areLevels = zip(sizes, factors.reversed()).allSatisfy { size, factor in
            rounded(whole.width, size.width) == factor && rounded(whole.height, size.height) == factor
        }
        return areLevels ? sizes : nil
    }

    private static func rounded(_ whole: Int, _ part: Int) -> Int { Int((Double(whole) / Double(part)).rounded()) }

    private func ceiling(_ length: Int, _ level: Int) -> Int {
        Int((Double(length) * pow(0.5, Double(maxLevel - level))).rounded(.up))
    }

    private func size(ofLevel level: Int) -> PixelSize {
        levelSizes?[level] ?? PixelSize(width: ceiling(whole.width, level), height: ceiling(whole.height, level))
    }

    /// Returns the number of columns and rows of tiles in a level.
    func grid(ofLevel level: Int) -> (columns: Int, rows: Int) {
        let scale = pow(0.5, Double(maxLevel - level))
        func count(_ stated: Int?, _ length: Int, _ side: Int) -> Int {
            Int(((stated.map(Double.init) ?? Double(length) * scale) / Double(side)).rounded(.up))
        }
        return (
            count(levelSizes?[level].width, whole.width, tile.width),
            count(levelSizes?[level].height, whole.height, tile.height)
        )
    }

    /// Returns region and size of a tile's address.
    func parameters(level: Int, column: Int, row: Int) -> (region: String, size: String) {
        let own = size(ofLevel: level)
        if own.width < tile.width, own.height < tile.height {
            return ("full", text(own, isTile: false))
        }
        let step = PixelSize(width: tile.width << (maxLevel - level), height: tile.height << (maxLevel - level))
        let (x, y) = (column * step.width, row * step.height)
        let (width, height) = (min(step.width, whole.width - x), min(step.height, whole.height - y))
        let isWhole = column == 0 && row == 0 && width == whole.width && height == whole.height
        let size =
            release.takesSizes
            ? PixelSize(
                width: min(tile.width, own.width - column * tile.width),
                height: min(tile.height, own.height - row * tile.height))
            : PixelSize(width: ceiling(width, level), height: ceiling(height, level))
        return (isWhole ? "full" : "\(x),\(y),\(width),\(height)", text(size, isTile: true))
    }

    private func text(_ size: PixelSize, isTile: Bool) -> String {
        switch version {
        case .two:
            if size.width == whole.width { return release == .v2_4 ? "max" : "full" }
            return release == .v6_1 && isTile ? "\(size.width),\(size.height)" : "\(size.width),"
        case .three:
            return size == whole ? "max" : "\(size.width),\(size.height)"
        }
    }
}
