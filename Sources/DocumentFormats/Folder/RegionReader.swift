import DocumentModel
import ImageGeometry

/// Reads the regions of clauses.
struct RegionReader {
    private static let regionLimit = 10_000
    private static let holeLimit = 10_000
    private static let vertexLimit = 20_000

    /// Whether to accept points outside their page, and outlines whose lobes cancel out.
    let isTolerant: Bool

    /// Reads the regions of a clause.
    ///
    /// - Parameters:
    ///   - node: An array of regions.
    ///   - pages: The pages, or nil if they could not be read. Regions are then not checked against them.
    func regions(_ node: SourceNode, pages: [ReadPage]?) -> [Region] {
        guard let elements = node.array(limit: Self.regionLimit, "an array of regions") else { return [] }
        if elements.isEmpty { node.fault(expected: "at least one region") }
        return elements.compactMap { region($0, pages: pages) }
    }

    private func region(_ node: SourceNode, pages: [ReadPage]?) -> Region? {
        guard let object = node.object("an object with page and polygon") else { return nil }
        let number = object["page"].pageNumber(upTo: pages?.count ?? SourceReader.clauseLimit)
        let size = number.flatMap { pages?[$0 - 1].size }
        let polygon = polygon(object, size: size)
        guard let number, let polygon else { return nil }
        return Region(page: number, polygon: polygon)
    }

    /// Reads `polygon` and `holes`.
    ///
    /// - Parameters:
    ///   - object: A region.
    ///   - size: The size of the region's page, or nil if it is unknown. Points are then not checked against it.
    func polygon(_ object: SourceObject, size: (width: Int, height: Int)?) -> Polygon? {
        let outer = ring(object["polygon"], size: size)
        var holes: [[Point]?] = []
        if !object["holes"].isNothing {
            let elements = object["holes"].array(limit: Self.holeLimit, "an array of rings") ?? []
            holes = elements.map { ring($0, size: size) }
        }
        guard let outer, holes.allSatisfy({ $0 != nil }) else { return nil }
        do throws(PolygonFault) {
            let polygon = try Polygon(outer: outer, holes: holes.compactMap(\.self), mayCancelOut: isTolerant)
            guard polygon.holes.isEmpty || polygon.area > 0 else {
                object["holes"].fault(expected: "holes that leave some of the polygon")
                return nil
            }
            return polygon
        } catch {
            object["polygon"].fault(value: "\(error)", expected: "an outline around an area")
            return nil
        }
    }

    /// Reads a ring. Repeats the checks of ``Polygon``, so that faults can name the vertex.
    private func ring(_ node: SourceNode, size: (width: Int, height: Int)?) -> [Point]? {
        let expected = "an array of at least 3 points [x, y]"
        guard case .array(let elements) = node.value else {
            node.fault(expected: expected)
            return nil
        }
        guard elements.count <= Self.vertexLimit else {
            node.fault(value: "an array of \(elements.count)", expected: "at most \(Self.vertexLimit) points")
            return nil
        }
        var ring: [Point] = []
        ring.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard case .pair(let x, let y) = element else {
                vertexFault(node, index, element, expected: "a point [x, y] of two numbers")
                continue
            }
            let point = Point(x: x, y: y)
            if let size, !isTolerant, !(x >= 0 && y >= 0 && x <= Double(size.width) && y <= Double(size.height)) {
                vertexFault(node, index, element, expected: "x from 0 to \(size.width) and y from 0 to \(size.height)")
            } else if !point.isWithinLimits {
                vertexFault(node, index, element, expected: "coordinates within ±1,000,000,000")
            } else {
                ring.append(point)
            }
        }
        guard ring.count == elements.count else { return nil }
        guard Set(ring).count >= 3 else {
            node.fault(expected: "at least 3 different points")
            return nil
        }
        return ring
    }

    private func vertexFault(_ node: SourceNode, _ index: Int, _ value: JSONValue, expected: String) {
        node.faults.add(file: node.file, path: .element(node.path, index), value: value.summary, expected: expected)
    }
}
