import DocumentModel

extension SourceReader {
    private static let categoryLimit = 10_000
    static let clauseLimit = 1_000_000

    /// Reads `categories.json`. The file is optional.
    ///
    /// - Returns: The valid categories, and the ids of all categories, including faulty ones.
    mutating func readCategories() -> (categories: [Category], ids: Set<String>)? {
        guard let elements = readList("categories")?.array(limit: Self.categoryLimit, "an array of categories") else {
            return nil
        }
        var ids: Set<String> = []
        let categories = elements.compactMap { readCategory($0, ids: &ids) }
        return (categories, ids)
    }

    private mutating func readCategory(_ node: SourceNode, ids: inout Set<String>) -> Category? {
        guard let object = node.object("an object that describes a category") else { return nil }
        let id = object["id"].newID(&ids)
        if id == "all" { object["id"].fault(expected: "another id, as all stands for the clauses of every category") }
        let label = object["label"].languageMap()
        let icon = readIcon(object["icon"])
        let style = object["style"].choice(default: CategoryStyle.filled)
        let includedInAll = object["includedInAll"].bool(default: true)
        guard let id, let label, let style, let includedInAll else { return nil }
        return Category(id: id, label: label, icon: icon, style: style, includedInAll: includedInAll)
    }

    /// Reads `clauses.json`. The file is optional.
    ///
    /// - Parameters:
    ///   - categories: The ids of the categories, or nil if they could not be read. References are then not checked.
    ///   - pages: The pages, or nil if they could not be read. Regions are then not checked against them.
    /// - Returns: The valid clauses, and the ids of all clauses, including faulty ones.
    mutating func readClauses(
        categories: Set<String>?, pages: [ReadPage]?
    ) -> (clauses: [Clause], ids: Set<String>)? {
        guard let elements = readList("clauses")?.array(limit: Self.clauseLimit, "an array of clauses") else {
            return nil
        }
        var ids: Set<String> = []
        let clauses = elements.compactMap { readClause($0, ids: &ids, categories: categories, pages: pages) }
        return (clauses, ids)
    }

    private func readClause(
        _ node: SourceNode, ids: inout Set<String>, categories: Set<String>?, pages: [ReadPage]?
    ) -> Clause? {
        guard let object = node.object("an object that describes a clause") else { return nil }
        let id = object["id"].newID(&ids)
        let number = object["number"].optionalString("a text such as \"39\", or null")
        let kind = object["kind"].choice(default: ClauseKind.clause)
        let incipit = object["incipit"].optionalString()
        let chosen = readCategoryList(object["categories"], known: categories)
        let regions = RegionReader(isTolerant: isTolerant).regions(object["regions"], pages: pages)
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
}
