import DocumentModel

/// An entry of a list in a working copy whose position is a field: a page, a category, a tour, a step of a tour, a
/// glossary term.
protocol OrderedEntry {
    associatedtype ID: Hashable & Comparable

    var id: ID { get }
    /// The sort key among the entries. Entries without one come last.
    var order: Double? { get set }
    /// The members of the entry in its file.
    var members: [JSONValue.Member] { get }
}

extension OrderedEntry {
    /// The entry in the form that editors use, with its `order`.
    var content: JSONValue {
        var members = members
        members.change("order") { _ in order.map(JSONValue.number) ?? .null }
        return .object(members)
    }
}

/// A category, a clause, a glossary term, or a step of a tour.
struct WorkingEntry: OrderedEntry {
    let id: String
    var order: Double?
    var members: [JSONValue.Member]
}

extension WorkingEntry {
    /// Creates an entry that has only an id.
    init(id: String) { self.init(id: id, members: [.init(key: "id", value: .string(id))]) }

    /// Returns the entries of a file, in order.
    static func entries(of file: JSONValue?) -> [WorkingEntry] {
        (file?.elements ?? []).enumerated().compactMap { position, element in
            guard let members = element.members, let id = element["id"]?.textValue else { return nil }
            return WorkingEntry(id: id, order: Double(position), members: members)
        }
    }
}

extension [JSONValue.Member] {
    /// Returns the known ids of a list, or nil if it has no others.
    func ids(in key: String, among known: Set<String>) -> [JSONValue]? {
        let own = JSONValue.object(self)[key]?.elements ?? []
        let left = own.filter { known.contains($0.textValue ?? "") }
        return left.count < own.count ? left : nil
    }
}

extension [WorkingEntry] {
    /// Adds, changes and deletes entries whose fields are named like their members.
    ///
    /// - Returns: Whether anything changed.
    mutating func apply<Field: RawRepresentable<String> & Equatable>(
        _ fields: WorkingDocument.Fields<Field>, existence: Field
    ) -> Bool {
        apply(fields, existence: existence, add: { WorkingEntry(id: $0) }) { entry, field, value in
            if field.rawValue == "order" {
                entry.order = value.numberValue
            } else {
                entry.members.change(field.rawValue) { WorkingDocument.stated(value, instead: $0) }
            }
        }
    }
}

extension Array where Element: OrderedEntry {
    /// Sorts by `order`, then by id.
    mutating func sortByOrder() {
        sort { one, other in
            let (place, otherPlace) = (one.order ?? .infinity, other.order ?? .infinity)
            return place == otherPlace ? one.id < other.id : place < otherPlace
        }
    }

    /// Adds, changes and deletes entries according to the values of their fields, then sorts them.
    ///
    /// - Parameters:
    ///   - fields: The field values by entry id.
    ///   - existence: The field that states whether an entry exists. Entries that do not exist are not changed.
    ///   - add: Creates an entry with the given id.
    ///   - change: Applies the value of any other field.
    /// - Returns: Whether anything changed.
    /// - Complexity: O(*n* log *n*) in the numbers of entries and fields.
    mutating func apply<Field: Equatable>(
        _ fields: [Element.ID: [(field: Field, value: JSONValue)]], existence: Field, add: (Element.ID) -> Element,
        change: (inout Element, Field, JSONValue) -> Void
    ) -> Bool {
        var isChanged = false
        var places = Dictionary(enumerated().map { ($1.id, $0) }) { first, _ in first }
        var deleted: Set<Element.ID> = []
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
