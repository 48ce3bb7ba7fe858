import DocumentModel

/// What the formats of linked data have in common: one or many, a name or an object that has one, keys and types with
/// and without their prefix.
extension SourceNode {
    /// The value itself, or the elements of an array, of at most a million; nothing where there is nothing.
    var list: [SourceNode] {
        if isNothing { return [] }
        guard let elements = value?.elements else { return [self] }
        guard elements.count <= AnnotationReader.limit else {
            fault(expected: "at most \(AnnotationReader.limit)")
            return []
        }
        return elements.enumerated().map { index, element in
            SourceNode(value: element, file: file, path: .element(path, index), faults: faults)
        }
    }

    /// The object, where it is one; no fault where it is none.
    var asObject: SourceObject? {
        guard case .object(let members) = value else { return nil }
        return SourceObject(node: self, members: members)
    }

    /// The text, where it is one; no fault where it is none.
    var asString: String? {
        guard case .string(let text) = value, !text.utf8.contains(0) else { return nil }
        return text
    }

    /// Whether there is nothing that could be lost: no value, or one without content.
    var isEmpty: Bool {
        switch value {
        case .string(let text)?: text.isEmpty
        case .array(let elements)?: elements.isEmpty
        case .object(let members)?: members.isEmpty
        default: isNothing
        }
    }

    /// The finite number, where it is one.
    var asNumber: Double? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    /// An address, or that of an object: `"…"`, `{ "id": "…" }`, `{ "@id": "…" }`.
    var address: String? {
        asString ?? asObject?.first("id", "@id").asString
    }
}

extension SourceObject {
    /// The first of the keys that has a value; a node of nothing where none has.
    func first(_ keys: String...) -> SourceNode {
        for key in keys {
            let node = self[key]
            if !node.isNothing { return node }
        }
        return self[keys[0]]
    }

    /// The names of its types, without their prefix: `sc:Manifest` is `Manifest`.
    var types: [String] {
        first("type", "@type").list.compactMap(\.asString).map(Self.withoutPrefix)
    }

    /// A name without what stands before its last `:`, `#` or `/`.
    static func withoutPrefix(_ name: String) -> String {
        name.parts(omittingEmptyParts: false) { ":#/".unicodeScalars.contains($0) }.last.map(String.init) ?? name
    }
}

/// Words by language in the forms that IIIF has for them.
enum LanguageValues {
    /// Reads `{ "en": ["…"] }` (Presentation 3), `"…"`, `{ "@value": "…", "@language": "en" }` or an array of those
    /// (Presentation 2).
    ///
    /// Several values in a language are joined by `; `; values that are HTML become plain text.
    ///
    /// - Returns: Nil where there are no words.
    static func read(_ node: SourceNode) -> LanguageMap? {
        var byLanguage = gather(node).mapValues { $0.joined(separator: "; ") }
        guard let plain = byLanguage.removeValue(forKey: LanguageTexts.noLanguage) else {
            return byLanguage.isEmpty ? nil : LanguageMap(byLanguage)
        }
        if byLanguage.isEmpty { return LanguageMap(plain: plain) }
        byLanguage["und"] = byLanguage["und"].map { "\($0); \(plain)" } ?? plain
        return LanguageMap(byLanguage)
    }

    /// Reads the same forms, and keeps several values in a language apart; those that are empty are no values.
    ///
    /// - Returns: Nil where there are no words.
    static func texts(_ node: SourceNode) -> LanguageTexts? {
        LanguageTexts(gather(node).mapValues { $0.filter { !$0.isEmpty } })
    }

    /// All values as plain text by language tag, those in no language under `none`.
    private static func gather(_ node: SourceNode) -> [String: [String]] {
        var words: [String: [String]] = [:]
        for element in node.list {
            if let text = element.asString {
                words["none", default: []].append(text)
            } else if let object = element.asObject {
                if let text = object["@value"].asString {
                    words[object["@language"].asString ?? "none", default: []].append(text)
                } else {
                    for (language, node) in object.nodes where !language.begins(with: "@") || language == "@none" {
                        words[language, default: []] += node.list.compactMap(\.asString)
                    }
                }
            }
        }
        var byLanguage: [String: [String]] = [:]
        for (language, values) in words.sorted(by: { $0.key < $1.key }) where !values.isEmpty {
            let tag = language.hasSuffix("none") ? LanguageTexts.noLanguage : tag(language) ?? "und"
            byLanguage[tag, default: []] += values.map(plain)
        }
        return byLanguage
    }

    /// A language tag, also where `_` was written for `-`; nil for what is none.
    static func tag(_ text: String) -> String? {
        let tag = text.replacing("_", with: "-")
        return LanguageTag.isValid(tag) ? tag : nil
    }

    /// The value of a property: HTML where it begins with `<` and ends with `>`.
    ///
    /// Source: https://iiif.io/api/presentation/3.0/#45-html-markup-in-property-values
    private static func plain(_ value: String) -> String {
        guard value.begins(with: "<"), value.ends(with: ">") else { return value }
        // A single span around text is how ``PresentationValues`` writes what is no HTML; its white space counts.
        let body = value.unicodeScalars.dropFirst(6).dropLast(7)
        if value.begins(with: "<span>"), value.ends(with: "</span>"), value.utf8.count >= 13, !body.contains("<") {
            return HTMLEntities.decoded(Substring(body))
        }
        return HTMLText.plain(value)
    }
}
