import DocumentModel
import Foundation
import ImageGeometry

/// Converts GeoJSON with coordinates in image pixels to a document, with one clause per feature.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7946. Files written by this program are read back unchanged. In files from
/// other programs, names, classes and descriptions are interpreted, and all other properties are kept with the clause.
struct GeoJSONReader {
    private static let featureLimit = 1_000_000
    private static let pageLimit = 10_000

    private let root: SourceNode
    private let wantedID: String?
    private let path: String
    private let images: [Int: SourceImage]
    private var notes = ImportNotes()
    private var features: [GeoJSONFeature] = []
    private var positions: [ExactText: Int] = [:]

    init(_ root: SourceNode, id: String?, path: String, images: [Int: SourceImage]) {
        (self.root, wantedID, self.path, self.images) = (root, id, path, images)
    }

    /// Returns the document, with notes on what could not be imported.
    ///
    /// - Throws: The first fault.
    mutating func read() throws(SourceFaults) -> ImportedDocument {
        guard let object = root.object() else { throw root.faults.firstAlone(root.file) }
        let isGeometry = object["type"].asString.map(GeoJSONGeometry.types.contains) ?? false
        let isOwn = !isGeometry && object["document"].asObject != nil
        let nodes = isGeometry ? geometries(root) : object.types.contains("Feature") ? [root] : object["features"].list
        // Files written by this program for a document without clauses have no features.
        if nodes.isEmpty, !isGeometry, !isOwn || object["features"].value?.elements == nil {
            object["features"].fault(expected: "an array of features")
        }
        if nodes.count > Self.featureLimit {
            root.fault(value: "\(nodes.count) features", expected: "at most \(Self.featureLimit)")
        }
        for node in nodes where root.faults.isEmpty {
            if isGeometry { addBare(node) } else { add(node) }
        }
        if root.faults.isEmpty, !isOwn { checkKind() }
        guard root.faults.isEmpty else { throw root.faults.firstAlone(root.file) }
        var plan = GeoJSONPages(stated: object["document"].asObject?["pages"], images: images)
        plan.take(&features, &notes)
        for number in images.keys.sorted() where number > plan.sizes.count {
            root.fault(
                value: "without a page \(number), for which an image is given",
                expected: "images for pages 1 to \(plan.sizes.count)")
            throw root.faults.firstAlone(root.file)
        }
        let maker = GeoJSONFiles(
            object, id: RecognisedSource.id(wantedID, address: nil, path: path), isWanted: wantedID != nil,
            isOwn: isOwn)
        let files = maker.files(features, plan, &notes)
        let document = try document(files)
        if !isOwn, document.clauses.isEmpty {
            root.fault(value: "without a feature that lies on its page", expected: "coordinates in pixels of an image")
            throw root.faults.firstAlone(root.file)
        }
        return ImportedDocument(document: document, notes: notes.lines(of: root.file))
    }

    /// Rejects geographic data: files in which no feature has a geometry, and, unless an image was supplied,
    /// coordinates that look like longitudes and latitudes, most of which have fractions.
    private func checkKind() {
        guard !features.isEmpty else {
            return root.fault(value: "without a feature that has a geometry", expected: "polygons in pixels")
        }
        let points = features.lazy.flatMap(\.parts).flatMap { $0.rings.lazy.flatMap { $0 } }
        guard images.isEmpty, points.allSatisfy({ abs($0.x) <= 180 && abs($0.y) <= 90 }) else { return }
        let count = points.count { $0.x != $0.x.rounded() && $0.y != $0.y.rounded() }
        if 2 * count > points.count {
            root.fault(
                value: "coordinates that look like degrees of longitude and latitude",
                expected: "pixels of an image, or --image 1=FILE if they are")
        }
    }

    private func document(_ files: [SourceFile]) throws(SourceFaults) -> SourceDocument {
        do throws(SourceFaults) {
            return try SourceReader.read(MemorySource(files: files, images: Array(images.values)))
        } catch {
            throw error.first(in: root.file)
        }
    }

    private mutating func add(_ node: SourceNode) {
        guard let object = node.object("a feature") else { return }
        guard object.types.contains("Feature") else {
            return object["type"].fault(expected: "Feature")
        }
        let properties = object["properties"].asObject
        if !object["properties"].isNothing, properties == nil {
            return object["properties"].fault(expected: "an object or null")
        }
        guard !object["geometry"].isNothing else {
            return notes.add("a feature without geometry is left out", at: object.node.path.description)
        }
        let page = properties.map { Self.page($0["page"]) } ?? 1
        guard let page, page <= Self.pageLimit else {
            properties?["page"].fault(expected: "the number of a page from 1 to \(Self.pageLimit)")
            return
        }
        guard let polygons = GeoJSONGeometry.polygons(object["geometry"]) else { return }
        let regions = polygons.map { GeoJSONFeature.Part(page: page, rings: $0) }
        let clause = properties.flatMap { Self.clause($0["clause"]) }
        if let clause, let known = positions[ExactText(clause)] {
            features[known].parts += regions
            let first = features[known].properties
            let isMore = (properties?.members ?? []).contains { member in
                !GeoJSONFiles.reserved.contains(member.key) && member.value != .null && !first.contains(member)
            }
            if isMore {
                notes.add("properties of a further feature of a clause are left out", at: node.path.description)
            }
            return
        }
        if let clause { positions[ExactText(clause)] = features.count }
        features.append(
            GeoJSONFeature(
                name: clause ?? object["id"].asString ?? object["id"].asNumber.map(FaultText.number),
                properties: properties?.members ?? [], parts: regions))
    }

    /// Returns the geometries of a collection, at any nesting depth, or else the geometry itself.
    private func geometries(_ node: SourceNode) -> [SourceNode] {
        guard let object = node.asObject, object["type"].asString == "GeometryCollection" else { return [node] }
        return (object["geometries"].array(limit: Self.featureLimit, "an array of geometries") ?? [])
            .flatMap(geometries)
    }

    /// Adds a geometry without a feature as a clause on the first page, without texts.
    private mutating func addBare(_ node: SourceNode) {
        guard let polygons = GeoJSONGeometry.polygons(node) else { return }
        let parts = polygons.map { GeoJSONFeature.Part(page: 1, rings: $0) }
        features.append(GeoJSONFeature(name: nil, properties: [], parts: parts))
    }

    /// Returns the name of a feature's clause, which map programs also write as a number, or nil if it has none.
    private static func clause(_ node: SourceNode) -> String? {
        node.asString.flatMap { $0.isBlank ? nil : $0 } ?? node.asNumber.map(FaultText.number)
    }

    /// Returns the page of a feature, which defaults to 1, or nil if the value is not a page number.
    private static func page(_ node: SourceNode) -> Int? {
        guard !node.isNothing else { return 1 }
        guard let number = node.asNumber, let page = Int(exactly: number), page >= 1 else { return nil }
        return page
    }
}

/// A feature, or several features of one clause.
struct GeoJSONFeature {
    /// A polygon on a page, as rings without the closing point.
    struct Part {
        let page: Int
        var rings: [[Point]]
    }

    let name: String?
    let properties: [JSONValue.Member]
    var parts: [Part]
}

/// Reads the geometry of a feature.
enum GeoJSONGeometry {
    private static let expected = "Polygon or MultiPolygon, or a GeometryCollection of them"
    /// The names of all geometry types, including those without an area, which are not supported: RFC 7946, section
    /// 1.4.
    static let types: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    private static let vertexLimit = 20_000

    /// Returns the polygons, each a list of rings without their closing point. Returns nil after reporting a fault for
    /// any other geometry.
    static func polygons(_ node: SourceNode) -> [[[Point]]]? {
        guard let object = node.object("a geometry") else { return nil }
        let coordinates = object["coordinates"]
        switch object["type"].asString {
        case "Polygon": return polygon(coordinates).map { [$0] }
        case "MultiPolygon": return all(in: coordinates, ("polygon", "polygons"), polygon)
        case "GeometryCollection":
            return all(in: object["geometries"], ("geometry", "geometries"), polygons)?.flatMap { $0 }
        default:
            object["type"].fault(expected: expected)
            return nil
        }
    }

    private static func polygon(_ node: SourceNode) -> [[Point]]? { all(in: node, ("ring", "rings"), ring) }

    /// Reads all elements of an array. Returns nil after reporting a fault if one is invalid, or if there is none.
    private static func all<Element>(
        in node: SourceNode, _ name: (one: String, many: String), _ read: (SourceNode) -> Element?
    ) -> [Element]? {
        guard let parts = node.array(limit: 10_000, "an array of \(name.many)") else { return nil }
        if parts.isEmpty { node.fault(expected: "at least one \(name.one)") }
        let elements = parts.compactMap(read)
        return elements.isEmpty || elements.count < parts.count ? nil : elements
    }

    private static func ring(_ node: SourceNode) -> [Point]? {
        guard let elements = node.value?.elements, elements.count <= vertexLimit else {
            node.fault(expected: "an array of 4 to \(vertexLimit) points [x, y]")
            return nil
        }
        var points: [Point] = []
        for (index, element) in elements.enumerated() {
            let numbers: [Double] =
                switch element {
                case .pair(let x, let y): [x, y]
                case .array(let parts): parts.compactMap(\.numberValue)
                default: []
                }
            let point = numbers.count >= 2 ? Point(x: numbers[0], y: numbers[1]) : nil
            guard let point, point.isWithinLimits else {
                let place = SourceNode(
                    value: element, file: node.file, path: .element(node.path, index), faults: node.faults)
                place.fault(expected: "a point [x, y] within ±1,000,000,000")
                return nil
            }
            points.append(point)
        }
        if points.count > 1, points.first == points.last { points.removeLast() }
        guard Set(points).count >= 3 else {
            node.fault(expected: "at least 3 different points")
            return nil
        }
        return points
    }
}
