package import DocumentModel

/// The glossary of a working copy.
package struct WorkingGlossary {
    /// The keys of an entry that correspond to fields, and `id`.
    package static let known = ["id", "term", "forms", "definition", "seeAlso"]

    private var entries: [WorkingEntry]
    /// Whether any entry changed.
    private(set) var isChanged = false

    /// Reads the content of `glossary.json`.
    init(_ file: JSONValue?) { entries = WorkingEntry.entries(of: file) }

    /// Returns the values of all fields of a glossary file, not in normal form.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package static func values(of file: JSONValue) -> [FieldPath: JSONValue] {
        var values: [FieldPath: JSONValue] = [:]
        for entry in WorkingGlossary(file).entries {
            let whole = JSONValue.object(entry.members)
            for field in FieldPath.TermField.allCases {
                switch field {
                case .existence: values[.term(entry.id, field)] = .bool(true)
                case .order: values[.term(entry.id, field)] = entry.order.map(JSONValue.number) ?? .null
                default: values[.term(entry.id, field)] = whole[field.rawValue] ?? .null
                }
            }
        }
        return values
    }

    /// Removes languages without forms.
    static func normal(forms value: JSONValue) -> JSONValue {
        guard let members = value.members else { return value }
        let stated = members.filter { ![.null, .array([])].contains($0.value) }
        return stated.isEmpty ? .null : .object(stated)
    }

    mutating func apply(_ fields: WorkingDocument.Fields<FieldPath.TermField>) {
        guard entries.apply(fields, existence: .existence) else { return }
        isChanged = true
        dropReferences()
    }

    /// Removes references to deleted entries. The working copy keeps them, so that a deletion can be undone, but
    /// published files must not contain them.
    private mutating func dropReferences() {
        let known = Set(entries.map(\.id))
        for place in entries.indices {
            guard let left = entries[place].members.ids(in: "seeAlso", among: known) else { continue }
            entries[place].members.change("seeAlso") { _ in .list(left) }
        }
    }

    /// The content of `glossary.json`, or nil if there are no entries.
    var file: JSONValue? { .list(entries.map { .object($0.members) }) }

    /// The entries in the form that editors use, each with its `order`.
    var content: JSONValue { .array(entries.map(\.content)) }
}
