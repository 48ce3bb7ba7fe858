import DocumentModel

/// Helpers shared by the linked data formats, which allow one value or many, an address or an object that has one, and
/// keys and types with or without a prefix.
extension SourceNode {
    /// The elements of an array (at most a million), the value itself if it is not an array, or nothing if it is
    /// absent.
    var list: [SourceNode] {
        if isNothing { return [] }
        guard value?.elements != nil else { return [self] }
        return array(limit: AnnotationReader.limit, "an array") ?? []
    }

    /// The object, or nil if the value is not one. Reports no fault.
    var asObject: SourceObject? { (value?.members).map { SourceObject(node: self, members: $0) } }

    /// The text, or nil if the value is not one. Reports no fault.
    var asString: String? {
        guard case .string(let text) = value, !text.utf8.contains(0) else { return nil }
        return text
    }

    /// Whether the value is absent or has no content that could be lost.
    var isEmpty: Bool {
        switch value {
        case .string(let text)?: text.isEmpty
        case .array(let elements)?: elements.isEmpty
        case .object(let members)?: members.isEmpty
        default: isNothing
        }
    }

    /// The finite number, or nil if the value is not one.
    var asNumber: Double? { value?.numberValue }

    /// The address, given as `"…"`, `{ "id": "…" }` or `{ "@id": "…" }`.
    var address: String? { asString ?? asObject?.first("id", "@id").asString }
}

extension SourceObject {
    /// Returns the value of the first key that has one, or an empty node.
    func first(_ keys: String...) -> SourceNode {
        keys.lazy.map { self[$0] }.first { !$0.isNothing } ?? self[keys[0]]
    }

    /// The names of the object's types without their prefix: `sc:Manifest` is `Manifest`.
    var types: [String] {
        first("type", "@type").list.compactMap(\.asString).map(Self.withoutPrefix)
    }

    /// The numbers `width` and `height`, if both are from 1 to 100,000,000.
    var size: (width: Double, height: Double)? {
        guard let width = self["width"].asNumber, let height = self["height"].asNumber, (1...1e8).contains(width),
            (1...1e8).contains(height)
        else { return nil }
        return (width, height)
    }

    /// Returns a name without everything up to its last `:`, `#` or `/`.
    static func withoutPrefix(_ name: String) -> String {
        name.parts(omittingEmptyParts: false) { ":#/".unicodeScalars.contains($0) }.last.map(String.init) ?? name
    }
}

/// Reads texts by language in the forms that IIIF uses.
enum LanguageValues {
    /// Reads `{ "en": ["…"] }` (Presentation 3), `"…"`, `{ "@value": "…", "@language": "en" }` or an array of those
    /// (Presentation 2).
    ///
    /// Several values in one language are joined with `; `. Labels are never HTML, so the texts are kept as they are.
    ///
    /// - Returns: Nil if there is no text.
    static func read(_ node: SourceNode) -> LanguageMap? { joined(gather(node)) }

    /// Reads the same forms of a property that may contain HTML, which becomes plain text: a summary, or a value of
    /// metadata or of the required statement.
    ///
    /// - Returns: Nil if there is no text.
    static func markup(_ node: SourceNode) -> LanguageMap? { joined(gather(node).mapValues { $0.map(plain) }) }

    /// Reads the same forms and properties as ``markup(_:)``, but keeps several values in one language separate. Empty
    /// values are ignored.
    ///
    /// - Returns: Nil if there is no text.
    static func texts(_ node: SourceNode) -> LanguageTexts? {
        LanguageTexts(gather(node).mapValues { $0.map(plain).filter { !$0.isEmpty } })
    }

    private static func joined(_ values: [String: [String]]) -> LanguageMap? {
        var byLanguage = values.mapValues { $0.joined(separator: "; ") }
        guard let plain = byLanguage.removeValue(forKey: LanguageTexts.noLanguage) else {
            return byLanguage.isEmpty ? nil : LanguageMap(byLanguage)
        }
        if byLanguage.isEmpty { return LanguageMap(plain: plain) }
        byLanguage["und"] = byLanguage["und"].map { "\($0); \(plain)" } ?? plain
        return LanguageMap(byLanguage)
    }

    /// Collects all values by language tag. Values without a language are stored under `none`.
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
            byLanguage[tag, default: []] += values
        }
        return byLanguage
    }

    /// Returns a language tag, with `_` accepted for `-`, or nil if the text is not a valid tag.
    static func tag(_ text: String) -> String? {
        let tag = text.replacing("_", with: "-")
        return LanguageTag.isValid(tag) ? tag : nil
    }

    /// Returns the value of a property that may contain HTML as plain text.
    private static func plain(_ value: String) -> String {
        guard HTMLText.isMarkup(value) else { return value }
        // ``PresentationValues`` writes plain text of that form as a single span, in which white space is significant.
        let body = value.unicodeScalars.dropFirst(6).dropLast(7)
        if value.begins(with: "<span>"), value.ends(with: "</span>"), value.utf8.count >= 13, !body.contains("<") {
            return HTMLEntities.decoded(Substring(body))
        }
        return HTMLText.plain(value)
    }
}
