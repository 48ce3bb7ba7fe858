import DocumentModel

/// The reading order and categories stated by a manifest's ranges, in the form that this program writes.
struct ManifestStructures {
    private static let rangeLimit = 1_000_000

    private(set) var categories = TagCategories()
    private var positions: [String: Int] = [:]
    private var count = 0

    /// Reads ranges and their nested ranges.
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

    /// Sorts clauses into reading order. A clause without a range stays after the clause before it.
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
