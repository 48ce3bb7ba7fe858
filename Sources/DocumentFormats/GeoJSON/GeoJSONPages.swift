import ImageGeometry

/// The pages of a document made from GeoJSON, and the mapping of regions onto them.
struct GeoJSONPages {
    private let stated: [(width: Double, height: Double)?]
    /// The images supplied for pages, by page number.
    let images: [Int: SourceImage]
    /// The size of each page, in pixels.
    private(set) var sizes: [(width: Int, height: Int)] = []

    /// - Parameter stated: The pages in the file's document description, if it has one.
    init(stated: SourceNode?, images: [Int: SourceImage]) {
        self.images = images
        self.stated = (stated?.list ?? []).map { $0.asObject?.size }
    }

    /// Determines the pages' sizes, and converts the features' points to page pixels.
    mutating func take(_ features: inout [GeoJSONFeature], _ notes: inout ImportNotes) {
        if Self.isUpsideDown(features) {
            notes.add("every y is 0 or below, as if y grew upwards; the sign is reversed")
            Self.move(&features) { point, _ in Point(x: point.x, y: 0 - point.y) }
        }
        let pageCount = max(stated.count, features.lazy.flatMap(\.parts).map(\.page).max() ?? 1)
        var extents = [Point](repeating: Point(x: 1, y: 1), count: pageCount)
        for part in features.lazy.flatMap(\.parts) {
            for point in part.rings.lazy.flatMap({ $0 }) {
                extents[part.page - 1].x = max(extents[part.page - 1].x, point.x)
                extents[part.page - 1].y = max(extents[part.page - 1].y, point.y)
            }
        }
        for (position, extent) in extents.enumerated() {
            let known = stated.indices.contains(position) ? stated[position] : nil
            if let image = images[position + 1] {
                sizes.append((image.width, image.height))
            } else if let known {
                sizes.append((Int(known.width.rounded(.up)), Int(known.height.rounded(.up))))
            } else {
                sizes.append((Self.pixels(extent.x), Self.pixels(extent.y)))
                notes.add(
                    "the size of page \(position + 1) is not stated, \(sizes[position].width) x "
                        + "\(sizes[position].height) assumed from its regions; --image \(position + 1)=FILE sets it")
            }
        }
        scale(&features)
    }

    private static func pixels(_ extent: Double) -> Int { Int(min(extent, 1e8).rounded(.up)) }

    /// Scales points from the page size stated in the file to the size of the supplied image.
    private func scale(_ features: inout [GeoJSONFeature]) {
        let scales = sizes.indices.map { position -> (x: Double, y: Double) in
            guard images[position + 1] != nil, stated.indices.contains(position), let size = stated[position] else {
                return (1, 1)
            }
            return (Double(sizes[position].width) / size.width, Double(sizes[position].height) / size.height)
        }
        guard scales.contains(where: { $0 != (1, 1) }) else { return }
        Self.move(&features) { point, page in
            let scale = scales[page - 1]
            guard scale != (1, 1) else { return point }
            return Point(
                x: (point.x * scale.x * 100).rounded() / 100, y: (point.y * scale.y * 100).rounded() / 100)
        }
    }

    private static func isUpsideDown(_ features: [GeoJSONFeature]) -> Bool {
        let heights = features.lazy.flatMap(\.parts).flatMap { $0.rings.lazy.flatMap { $0 } }.map(\.y)
        return heights.contains { $0 < 0 } && heights.allSatisfy { $0 <= 0 }
    }

    private static func move(_ features: inout [GeoJSONFeature], _ map: (Point, Int) -> Point) {
        for feature in features.indices {
            for part in features[feature].parts.indices {
                let page = features[feature].parts[part].page
                features[feature].parts[part].rings = features[feature].parts[part].rings.map { ring in
                    ring.map { map($0, page) }
                }
            }
        }
    }
}
