import DocumentModel

/// The document properties in a manifest's label, rights and metadata.
struct ManifestHeader {
    /// The metadata labels, in English, that correspond to fields of a document.
    enum Field: String, CaseIterable {
        case date = "Date"
        case shelfmark = "Shelfmark"
        case holder = "Holder"
        case language = "Language"
        case languages = "Text languages"
        case credits = "Credits"

        /// Whether the value names languages, whose tags may be stated alongside.
        var namesLanguages: Bool { self == .language || self == .languages }

        /// Whether the field can hold the value unchanged.
        func takes(_ value: LanguageMap) -> Bool {
            let text = value.text(in: nil) ?? ""
            switch self {
            case .date, .holder: return true
            case .shelfmark: return value.byLanguage.count < 2
            case .credits: return !value.byLanguage.isEmpty
            // Language names are not converted to tags.
            case .language:
                return value.byLanguage.count < 2 && LanguageTag.isValid(text)
                    && text.prefix(while: { $0 != "-" }).count <= 3
            case .languages:
                let tags = ManifestHeader.tags(text)
                return value.byLanguage.count < 2 && !tags.isEmpty && tags.allSatisfy(LanguageTag.isValid)
            }
        }
    }

    private var title: LanguageMap?
    private var summary: LanguageMap?
    private var rights: String?
    private var attribution: LanguageMap?
    private var fields: [Field: LanguageMap] = [:]
    /// The language tags stated alongside language names.
    private var tags: [Field: [String]] = [:]
    /// The languages of the texts, if the manifest lists them.
    private(set) var languages: [String] = []
    /// The metadata that does not correspond to any field.
    private(set) var metadata: [MetadataEntry] = []
    /// The collections that the document belongs to.
    var collections: [CollectionReference] = []

    init(_ manifest: SourceObject, generated: GeneratedAddresses?, _ notes: inout ImportNotes) {
        title = LanguageValues.read(manifest["label"])
        summary = LanguageValues.markup(manifest.first("summary", "description"))
        if let statement = manifest["requiredStatement"].asObject {
            attribution = LanguageValues.markup(statement["value"])
            notes.leaveOut(from: statement, "the required statement", besides: ["label", "value"])
            let label = LanguageValues.read(statement["label"])
            if let label, label != Self.attributionLabel, label != LanguageMap(plain: "Attribution") {
                notes.leaveOut(statement["label"], "the label of the required statement")
            }
        } else {
            attribution = LanguageValues.markup(manifest["attribution"])
        }
        for node in manifest.first("rights", "license").list {
            if rights == nil, let address = node.asString, WebAddress.isValid(address) {
                rights = address
            } else {
                notes.add(
                    rights == nil
                        ? "rights are left out, as they are not an http or https address"
                        : "a document has one address of rights; further ones are left out",
                    at: node.path.description)
            }
        }
        for node in manifest["metadata"].list { read(node, &notes) }
        let provider = manifest["provider"].list.first?.asObject
        // Manifests written by this program list the holder in the metadata.
        if let provider, fields[.holder] == nil, generated == nil || generated?.isHolder(provider.node.address) == true
        {
            fields[.holder] = LanguageValues.read(provider["label"])
        }
        languages = tags[.languages] ?? Self.tags(fields[.languages]?.text(in: nil) ?? "")
    }

    static let attributionLabel: LanguageMap = ["en": "Attribution"]

    private static func tags(_ text: String) -> [String] {
        text.parts { $0 == "," || $0 == ";" || $0 == " " }.map(String.init)
    }

    private mutating func read(_ node: SourceNode, _ notes: inout ImportNotes) {
        guard let entry = node.asObject, let label = LanguageValues.read(entry["label"]),
            let texts = LanguageValues.texts(entry["value"])
        else { return notes.add("metadata without a label or a value is left out", at: node.path.description) }
        let names = label.byLanguage.isEmpty ? [label.text(in: nil) ?? ""] : Array(label.byLanguage.values)
        let stated = entry["language"].list.compactMap(\.asString).filter(LanguageTag.isValid)
        let isNamed = Field.allCases.contains { $0.namesLanguages && names.contains($0.rawValue) }
        notes.leaveOut(
            from: entry, "metadata", besides: isNamed ? ["label", "value", "language"] : ["label", "value"])
        if let value = LanguageValues.markup(entry["value"]),
            let field = Field.allCases.first(where: {
                names.contains($0.rawValue) && ($0.namesLanguages && !stated.isEmpty || $0.takes(value))
            }),
            fields[field] == nil
        {
            fields[field] = value
            if names != [field.rawValue] {
                notes.leaveOut(entry["label"], "the label of \(field.rawValue) in further languages")
            }
            if !stated.isEmpty { tags[field] = stated }
            return
        }
        guard metadata.count < PresentationLimits.metadata else {
            return notes.add(
                "metadata beyond \(PresentationLimits.metadata) entries is left out", at: node.path.description)
        }
        let isShort = texts.byLanguage.values.allSatisfy { values in
            values.count <= PresentationLimits.metadata && values.allSatisfy(PresentationLimits.isText)
        }
        guard isShort, PresentationLimits.isText(label) else {
            return notes.add("metadata that is too long is left out", at: node.path.description)
        }
        metadata.append(MetadataEntry(label: label, value: texts))
    }

    /// The document's original language, if the metadata contains its tag. Language names are not converted to tags.
    var language: String? { tags[.language]?.first ?? fields[.language]?.text(in: nil) }

    /// Adds the languages of the texts that were found. If the manifest lists languages, the document's original
    /// language is not added to them.
    mutating func addLanguages(_ found: [String], own: String) {
        let isListed = !languages.isEmpty
        for tag in found
        where !(isListed && tag == own)
            && !languages.contains(where: { $0.lowercased() == tag.lowercased() })
        {
            languages.append(tag)
        }
    }

    func documentHeader(id: String, language: String, presentation: PresentationProperties) -> DocumentHeader {
        let credits = fields[.credits]?.byLanguage ?? [:]
        return DocumentHeader(
            id: id, title: title ?? LanguageMap(plain: id), summary: summary, holder: fields[.holder],
            shelfmark: fields[.shelfmark]?.text(in: nil), date: fields[.date], rights: rights,
            attribution: attribution, credits: credits, status: .published, language: language,
            languages: languages.isEmpty ? [language] : languages, palette: nil, mark: nil,
            presentation: presentation.isEmpty ? nil : presentation, collections: collections)
    }
}
