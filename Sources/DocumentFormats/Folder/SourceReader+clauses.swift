import DocumentModel
import ImageGeometry

/// The categories of a source, and the ids of all of them, also of those that have faults.
struct ReadCategories {
    let categories: [Category]
    let ids: Set<String>
}

/// The clauses of a source, and the ids of all of them, also of those that have faults.
struct ReadClauses {
    let clauses: [Clause]
    let ids: Set<String>
}

extension SourceReader {
    private static let categoryLimit = 10_000
    private static let clauseLimit = 1_000_000
    private static let regionLimit = 10_000
    private static let holeLimit = 10_000
    private static let vertexLimit = 20_000

    /// Reads `categories.json`; a document without it has none.
    mutating func readCategories() -> ReadCategories? {
        switch readJSON("categories.json", root: "categories") {
        case .absent: return ReadCategories(categories: [], ids: [])
        case .faulty: return nil
        case .value(let node):
            guard let elements = node.array(limit: Self.categoryLimit, "an array of categories") else { return nil }
            var ids: Set<String> = []
            let categories = elements.compactMap { readCategory($0, ids: &ids) }
            return ReadCategories(categories: categories, ids: ids)
        }
    }

    private mutating func readCategory(_ node: SourceNode, ids: inout Set<String>) -> Category? {
        guard let object = node.object("an object that describes a category") else { return nil }
        let id = readID(object["id"], ids: &ids)
        if id == "all" { object["id"].fault(expected: "another id, as all stands for the clauses of every theme") }
        let label = object["label"].languageMap()
        let icon = readIcon(object["icon"])
        let style = object["style"].choice(default: CategoryStyle.filled)
        let includedInAll = object["includedInAll"].bool(default: true)
        guard let id, let label, let style, let includedInAll else { return nil }
        return Category(id: id, label: label, icon: icon, style: style, includedInAll: includedInAll)
    }

    private func readID(_ node: SourceNode, ids: inout Set<String>) -> String? {
        guard let id = node.string(Identifier.rule, where: Identifier.isValid) else { return nil }
        if !ids.insert(id).inserted { node.fault(expected: "an id that is not there before") }
        return id
    }

    /// Reads `clauses.json`; a document without it has none.
    ///
    /// - Parameters:
    ///   - categories: The ids of the categories; nil when they could not be read, and then none is looked up.
    ///   - pages: The pages; nil when they could not be read, and then no region is checked against them.
    mutating func readClauses(categories: Set<String>?, pages: [ReadPage]?) -> ReadClauses? {
        switch readJSON("clauses.json", root: "clauses") {
        case .absent: return ReadClauses(clauses: [], ids: [])
        case .faulty: return nil
        case .value(let node):
            guard let elements = node.array(limit: Self.clauseLimit, "an array of clauses") else { return nil }
            var ids: Set<String> = []
            let clauses = elements.compactMap { readClause($0, ids: &ids, categories: categories, pages: pages) }
            return ReadClauses(clauses: clauses, ids: ids)
        }
    }

    private func readClause(
        _ node: SourceNode, ids: inout Set<String>, categories: Set<String>?, pages: [ReadPage]?
    ) -> Clause? {
        guard let object = node.object("an object that describes a clause") else { return nil }
        let id = readID(object["id"], ids: &ids)
        let number = object["number"].optionalString("a text such as \"39\", or null")
        let kind = object["kind"].choice(default: ClauseKind.clause)
        let incipit = object["incipit"].optionalString()
        let chosen = readCategoryList(object["categories"], known: categories)
        let regions = readRegions(object["regions"], pages: pages)
        let isTextLine = object["textLine"].bool(default: false)
        guard let id, let kind, let isTextLine else { return nil }
        return Clause(
            id: id, number: number, kind: kind, incipit: incipit, categories: chosen, regions: regions,
            isTextLine: isTextLine)
    }

    private func readCategoryList(_ node: SourceNode, known: Set<String>?) -> [String] {
        guard !node.isNothing else { return [] }
        let elements = node.array(limit: Self.categoryLimit, "an array of categories' ids") ?? []
        var chosen: [String] = []
        var seen: Set<String> = []
        for element in elements {
            guard let id = element.string("the id of a category") else { continue }
            if isTolerant {
                chosen.append(id)
            } else if let known, !Identifier.isValid(id) || !known.contains(id) {
                element.fault(expected: "the id of a category of categories.json")
            } else if seen.insert(id).inserted {
                chosen.append(id)
            } else {
                element.fault(expected: "every category only once")
            }
        }
        return chosen
    }

    // MARK: Regions

    private func readRegions(_ node: SourceNode, pages: [ReadPage]?) -> [Region] {
        guard let elements = node.array(limit: Self.regionLimit, "an array of regions") else { return [] }
        if elements.isEmpty { node.fault(expected: "at least one region") }
        return elements.compactMap { readRegion($0, pages: pages) }
    }

    private func readRegion(_ node: SourceNode, pages: [ReadPage]?) -> Region? {
        guard let object = node.object("an object with page and polygon") else { return nil }
        let last = pages?.count ?? Self.clauseLimit
        let expected = last == 1 ? "page 1, the only one" : "a page from 1 to \(last)"
        let number = object["page"].integer(in: 1...last, expected)
        let size = number.flatMap { pages?[$0 - 1].size }
        let outer = readRing(object["polygon"], size: size)
        var holes: [[Point]?] = []
        if !object["holes"].isNothing {
            let elements = object["holes"].array(limit: Self.holeLimit, "an array of rings") ?? []
            holes = elements.map { readRing($0, size: size) }
        }
        guard let number, let outer, holes.allSatisfy({ $0 != nil }) else { return nil }
        do throws(PolygonFault) {
            let polygon = try Polygon(outer: outer, holes: holes.compactMap(\.self), mayCancelOut: isTolerant)
            guard polygon.holes.isEmpty || polygon.area > 0 else {
                object["holes"].fault(expected: "holes that leave some of the polygon")
                return nil
            }
            return Region(page: number, polygon: polygon)
        } catch {
            object["polygon"].fault(value: "\(error)", expected: "an outline around an area")
            return nil
        }
    }

    /// Reads a ring, and checks all that ``Polygon`` would refuse so that the fault can name the vertex.
    private func readRing(_ node: SourceNode, size: (width: Int, height: Int)?) -> [Point]? {
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
        faults.add(file: node.file, path: .element(node.path, index), value: value.summary, expected: expected)
    }
}
