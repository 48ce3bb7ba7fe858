import DocumentModel

/// Writes the glossary as a list of glosses in the back matter, with alternating terms and explanations.
///
/// Source: https://tei-c.org/release/doc/tei-p5-doc/en/html/ref-list.html
extension TEIWriter {
    /// The back matter. Empty if there is no glossary.
    var back: [String] {
        guard !document.glossary.isEmpty else { return [] }
        let entries = document.glossary.flatMap { entry -> [String] in
            let name = entry.term.text(in: nil, fallback: document.header.languages) ?? entry.id
            let forms = entry.forms.sorted { $0.key < $1.key }.flatMap { language, words in
                words.map { TEIText.field("term", [("type", "form"), ("xml:lang", language)], $0) }
            }
            let others = entry.seeAlso.map { other in
                XMLText.start("ref", [("target", "#" + TEINames.term(other))], isEmpty: true)
            }
            return [TEIText.field("label", [], name)]
                + element(
                    "item", [("xml:id", TEINames.term(entry.id))], fields("term", [], entry.term), forms,
                    fields("gloss", [], entry.definition), others)
        }
        return element(
            "back", [], element("div", [("type", "glossary")], element("list", [("type", "gloss")], entries)))
    }
}

/// The glossary of an edition written by this program.
enum TEIGlossary {
    /// Returns the entries, in their order.
    ///
    /// - Parameter text: The `text` of the edition.
    static func entries(of text: XMLNode) -> [GlossaryEntry] {
        let divisions = text.elements("back").flatMap { $0.elements("div") }.filter { $0["type"] == "glossary" }
        let items = divisions.flatMap { $0.elements("list") }.flatMap { $0.elements("item") }
        return items.compactMap { item in
            guard let id = item.id.flatMap({ TEINames.suffix(of: $0, behind: TEINames.term("")) }) else { return nil }
            let terms = item.elements("term")
            guard let term = TEIWords.map(terms.filter { $0["type"] == nil }) else { return nil }
            let forms = terms.filter { $0["type"] == "form" }.reduce(into: [:] as [String: [String]]) { forms, form in
                forms[form.language ?? "und", default: []].append(TEIWords.text(of: form))
            }
            let others = item.elements("ref").flatMap { TEINames.ids($0["target"]) }
            return GlossaryEntry(
                id: id, term: term, forms: forms, definition: TEIWords.map(item.elements("gloss")),
                seeAlso: others.compactMap { TEINames.suffix(of: $0, behind: TEINames.term("")) })
        }
    }
}
