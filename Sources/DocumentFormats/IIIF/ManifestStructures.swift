import DocumentModel

/// What the ranges of a manifest tell of reading order and categories, where they are as this program writes them.
struct ManifestStructures {
    private static let rangeLimit = 1_000_000

    private(set) var categories = TagCategories()
    private var positions: [String: Int] = [:]
    private var count = 0

    /// Reads ranges and the ranges within them.
    mutating func read(_ node: SourceNode) {
        for range in node.list.compactMap(\.asObject) where count < Self.rangeLimit {
            count += 1
            if let address = range.first("id", "@id").asString {
                let parts = address.parts(at: "/").suffix(2)
                if let id = parts.last.map(String.init) {
                    if parts.first == "category" {
                        categories.declare(
                            CategoryReference(
                                address: address, label: LanguageValues.read(range["label"]), classes: []))
                    } else if parts.first == "clause" {
                        positions[id] = positions[id] ?? positions.count
                    }
                }
            }
            read(range["items"])
        }
    }

    /// Puts clauses into reading order; those that no range names keep their place behind the one before them.
    func order(_ clauses: inout [Clause]) {
        guard !positions.isEmpty else { return }
        var place = -1
        let places = clauses.map { clause in
            if let position = positions[clause.id] { place = position }
            return place
        }
        clauses = clauses.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { clauses[$0] }
    }
}
