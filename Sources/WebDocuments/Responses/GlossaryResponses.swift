public import DocumentModel

extension JSON {
    /// Returns the glossary of a document: `{ document, total, terms }`, each term `{ id, term, forms, definition,
    /// seeAlso }`.
    public static func glossary(_ entries: [GlossaryEntry], of document: String) -> JSON {
        .object([
            ("document", .string(document)), ("total", .int(entries.count)),
            (
                "terms",
                .array(
                    entries.map { entry in
                        let forms = entry.forms.sorted { $0.key < $1.key }.map { language, words in
                            (key: language, value: JSON.strings(words))
                        }
                        return .object([
                            ("id", .string(entry.id)), ("term", JSON(entry.term)), ("forms", .object(forms)),
                            ("definition", JSON(entry.definition)),
                            ("seeAlso", .strings(entry.seeAlso)),
                        ])
                    })
            ),
        ])
    }
}
