package import DocumentModel

/// Reads the entries of a glossary and checks their references.
struct GlossaryReader {
    /// Whether to accept references to entries that do not exist.
    var isTolerant = false

    /// Reads an array of entries. Returns nil if the value is not an array.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    func entries(_ node: SourceNode) -> [GlossaryEntry]? {
        guard let elements = node.array(limit: GlossaryLimits.entries, "an array of terms") else { return nil }
        let known = Set(elements.compactMap { $0.value?["id"]?.textValue })
        var ids: Set<String> = []
        return elements.compactMap { entry($0, known: known, ids: &ids) }
    }

    private func entry(_ node: SourceNode, known: Set<String>, ids: inout Set<String>) -> GlossaryEntry? {
        guard let object = node.object("an object that describes a term") else { return nil }
        let id = object["id"].newID(&ids)
        let term = Self.term(object["term"])
        let forms = Self.forms(object["forms"])
        let definition = Self.definition(object["definition"])
        let others = Self.others(object["seeAlso"], of: id ?? "")
        if !isTolerant, let stray = others.first(where: { !known.contains($0) }) {
            object["seeAlso"].fault(value: FaultText.quoted(stray), expected: "the id of a term of glossary.json")
        }
        guard let id, let term else { return nil }
        return GlossaryEntry(id: id, term: term, forms: forms, definition: definition, seeAlso: others)
    }

    /// Checks the value of a field of a term.
    static func check(_ field: FieldPath.TermField, of id: String, _ node: SourceNode) {
        switch field {
        // These are checked in the same way for all kinds of fields.
        case .existence, .order: break
        case .term: _ = term(node)
        case .forms: _ = forms(node)
        case .definition: _ = definition(node)
        case .seeAlso: _ = others(node, of: id)
        }
    }

    private static func term(_ node: SourceNode) -> LanguageMap? {
        let term = node.languageMap()
        node.checkLength(of: term, limit: GlossaryLimits.termLength)
        if let words = term?.all, words.contains(where: \.isBlank) {
            node.fault(expected: "a term that is not blank in any language")
        }
        return term
    }

    private static func definition(_ node: SourceNode) -> LanguageMap? {
        let definition = node.optionalLanguageMap()
        node.checkLength(of: definition, limit: GlossaryLimits.definitionLength)
        return definition
    }

    private static func forms(_ node: SourceNode) -> [String: [String]] {
        guard !node.isNothing, let object = node.object("an object of lists of words by language") else { return [:] }
        var forms: [String: [String]] = [:]
        for (language, list) in object.nodes {
            guard LanguageTag.isValid(language) else {
                list.fault(value: FaultText.quoted(language), expected: "a language tag such as en or fr-CA as key")
                continue
            }
            forms[language] = (list.array(limit: GlossaryLimits.forms, "an array of words") ?? []).compactMap {
                element in
                guard let word = element.string("a word that texts use for the term", where: { !$0.isBlank }) else {
                    return nil
                }
                element.checkLength(of: word, limit: GlossaryLimits.termLength)
                return word
            }
        }
        return forms
    }

    private static func others(_ node: SourceNode, of id: String) -> [String] {
        guard !node.isNothing else { return [] }
        var others: [String] = []
        for element in node.array(limit: GlossaryLimits.seeAlso, "an array of the ids of terms") ?? [] {
            guard let other = element.string("the id of a term", where: Identifier.isValid) else { continue }
            if other == id || others.contains(other) {
                element.fault(expected: "every other term at most once")
            } else {
                others.append(other)
            }
        }
        return others
    }
}

extension GlossaryEntry {
    /// The entry as written in `glossary.json`.
    package var json: JSONValue {
        let forms = forms.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { language, words in
            JSONValue.Member(key: language, value: .array(words.map(JSONValue.string)))
        }
        return .members([
            ("id", .string(id)), ("term", term.json), ("forms", forms.isEmpty ? nil : .object(forms)),
            ("definition", definition?.json), ("seeAlso", .list(seeAlso.map(JSONValue.string))),
        ])
    }

    /// Reads a glossary that was validated before. Returns an empty array if the value is not a glossary.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package static func stored(_ file: JSONValue) -> [GlossaryEntry] {
        let node = SourceNode(value: file, file: "glossary.json", path: .root("glossary"), faults: FaultCollector())
        return GlossaryReader(isTolerant: true).entries(node) ?? []
    }
}
