import DocumentModel

/// An entry of a list in a working copy whose place among the others is a field of its own: a category, a tour, a step of it, a
/// term of the glossary.
protocol OrderedEntry {
    var id: String { get }
    /// Where it comes among the others; nil for the last place.
    var order: Double? { get set }
}

extension Array where Element: OrderedEntry {
    /// By their places; those that have the same by their ids.
    mutating func sortByOrder() {
        sort { one, other in
            let (place, otherPlace) = (one.order ?? .infinity, other.order ?? .infinity)
            return place == otherPlace ? one.id.utf8.lexicographicallyPrecedes(other.id.utf8) : place < otherPlace
        }
    }

    /// Adds, changes and deletes entries as the values of their fields say, and puts them in order.
    ///
    /// - Parameters:
    ///   - fields: By the ids of the entries.
    ///   - existence: The field that says whether an entry is there. What is not there is not changed.
    ///   - add: Gives an entry without anything but its id.
    ///   - change: Takes the value of any other field.
    /// - Returns: Whether something changes.
    /// - Complexity: O(*n* log *n*) in the entries and the fields.
    mutating func apply<Field: Equatable>(
        _ fields: [String: [(field: Field, value: JSONValue)]], existence: Field, add: (String) -> Element,
        change: (inout Element, Field, JSONValue) -> Void
    ) -> Bool {
        var isChanged = false
        var places = Dictionary(enumerated().map { ($1.id, $0) }) { first, _ in first }
        var deleted: Set<String> = []
        for (id, fields) in fields.sorted(by: { $0.key < $1.key }) {
            let exists = fields.first { $0.field == existence }?.value
            if exists == .null { deleted.insert(id) }
            if exists == .bool(true), places[id] == nil {
                places[id] = endIndex
                append(add(id))
            }
            guard let place = places[id] else { continue }
            isChanged = true
            for (field, value) in fields where field != existence { change(&self[place], field, value) }
        }
        removeAll { deleted.contains($0.id) }
        sortByOrder()
        return isChanged
    }
}
