public import DocumentModel

extension JSON {
    /// Returns the glossary of a document: `{ document, total, terms }`, each term `{ id, term, forms, definition,
    /// seeAlso }`.
    public static func glossary(_ entries: [GlossaryEntry], of document: String) -> JSON {
        .object([
            ("document", .string(document)), ("total", .int(entries.count)),
            ("terms", .array(entries.map(term))),
        ])
    }

    private static func term(_ entry: GlossaryEntry) -> JSON {
        let forms = entry.forms.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.strings($0.value)) }
        return .object([
            ("id", .string(entry.id)), ("term", JSON(entry.term)), ("forms", .object(forms)),
            ("definition", JSON(entry.definition)), ("seeAlso", .strings(entry.seeAlso)),
        ])
    }
}
