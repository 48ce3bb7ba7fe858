/// What a manifest says of the document as a whole.
struct ManifestHeader {
    /// The names of metadata, in English, that documents have a place for.
    enum Field: String, CaseIterable {
        case date = "Date"
        case shelfmark = "Shelfmark"
        case holder = "Holder"
        case language = "Language"
        case languages = "Text languages"
        case credits = "Credits"
    }

    private var title: LanguageMap?
    private var summary: LanguageMap?
    private var rights: String?
    private var attribution: LanguageMap?
    private var fields: [Field: LanguageMap] = [:]
    /// The language tags that stand beside the names of languages.
    private var tags: [Field: [String]] = [:]
    /// The languages of the texts, where the manifest lists them.
    private(set) var languages: [String] = []
    /// The names of metadata that were left out.
    private(set) var leftOut: [String] = []

    init(_ manifest: SourceObject) {
        title = LanguageValues.read(manifest["label"])
        summary = LanguageValues.read(manifest.first("summary", "description"))
        let statement = manifest["requiredStatement"].asObject
        attribution = LanguageValues.read(statement?["value"] ?? manifest["attribution"])
        for address in manifest.first("rights", "license").list.compactMap(\.asString) where rights == nil {
            if Self.isWebAddress(address) { rights = address } else { leftOut.append("rights") }
        }
        for entry in manifest["metadata"].list.compactMap(\.asObject) { read(entry) }
        if let provider = manifest["provider"].list.first?.asObject {
            fields[.holder] = fields[.holder] ?? LanguageValues.read(provider["label"])
        }
        let stated = fields[.languages].flatMap { $0.text(in: nil) } ?? ""
        languages =
            tags[.languages]
            ?? stated.split { $0 == "," || $0 == ";" || $0 == " " }.map(String.init).filter(LanguageTag.isValid)
    }

    private mutating func read(_ entry: SourceObject) {
        guard let label = LanguageValues.read(entry["label"]) else { return }
        let names = Array(label.byLanguage.values) + (label.text(in: "en").map { [$0] } ?? [])
        let value = LanguageValues.read(entry["value"])
        if let value, let field = Field.allCases.first(where: { field in names.contains(field.rawValue) }),
            fields[field] == nil
        {
            fields[field] = value
            let stated = entry["language"].list.compactMap(\.asString).filter(LanguageTag.isValid)
            if !stated.isEmpty { tags[field] = stated }
        } else {
            leftOut.append(label.text(in: "en") ?? "")
        }
    }

    /// The document's own language, where metadata hold its tag; names of languages are not guessed at.
    var language: String? {
        if let tag = tags[.language]?.first { return tag }
        guard let tag = fields[.language]?.text(in: nil), LanguageTag.isValid(tag),
            tag.prefix(while: { $0 != "-" }).count <= 3
        else { return nil }
        return tag
    }

    /// Takes the languages of the texts that were found; where the manifest lists them, the document's own is among them
    /// only if it says so.
    mutating func addLanguages(_ found: [String], own: String) {
        let isListed = !languages.isEmpty
        for tag in found
        where !(isListed && tag == own)
            && !languages.contains(where: { $0.lowercased() == tag.lowercased() })
        {
            languages.append(tag)
        }
    }

    func documentHeader(id: String, language: String) -> DocumentHeader {
        let credits = fields[.credits]?.byLanguage ?? [:]
        return DocumentHeader(
            id: id, title: title ?? LanguageMap(plain: id), summary: summary, holder: fields[.holder],
            shelfmark: fields[.shelfmark]?.text(in: nil), date: fields[.date], rights: rights,
            attribution: attribution, credits: credits, status: .published, language: language,
            languages: languages.isEmpty ? [language] : languages, palette: nil, mark: nil)
    }

    /// Whether a text is an address that a source folder takes for its rights.
    private static func isWebAddress(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix),
            let first = text.dropFirst(scheme.count).first, first.isLetter || first.isNumber
        else { return false }
        return text.unicodeScalars.allSatisfy {
            (0x21...0x7E).contains($0.value) && !"<>\"{}|\\^`".unicodeScalars.contains($0)
        }
    }
}
