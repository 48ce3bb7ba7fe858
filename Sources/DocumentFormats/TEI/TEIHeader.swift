import DocumentModel

/// The properties of a document in its `teiHeader`.
struct TEIHeader {
    /// Whether this program wrote the file.
    let isOwn: Bool
    /// The document's id, if this program wrote the file.
    private(set) var id: String?
    /// The languages listed in the header, in order.
    private(set) var languages: [String] = []
    /// The language of the original.
    private(set) var mainLanguage: String?
    /// The categories of all taxonomies with their ids in the file, in order.
    private(set) var categories: [(id: String, category: Category)] = []
    /// The opening words of clauses, by the ids of their elements.
    private(set) var incipits: [String: String] = [:]

    private let node: XMLNode?
    private let language: String?
    private var file: XMLNode? { node?.first("fileDesc") }
    private var manuscript: XMLNode? { file?.first(["sourceDesc"])?.descendants("msDesc").first }

    /// - Parameter edition: The `TEI` element.
    init(_ edition: XMLNode, _ notes: inout ImportNotes) {
        node = edition.first("teiHeader")
        language = [node?.language, edition.language].compactMap(\.self).first { LanguageTag.isValid($0) }
        isOwn =
            node?.all(["encodingDesc", "appInfo", "application"]).contains { $0["ident"] == TEINames.application }
            ?? false
        guard let node else { return }
        if isOwn { id = file?.all(["publicationStmt", "idno"]).first { $0["type"] == "document" }.map(TEIWords.text) }
        languages = node.all(["profileDesc", "langUsage", "language"]).compactMap { $0["ident"] }
        let textLanguages = manuscript?.descendants("textLang") ?? []
        mainLanguage = textLanguages.lazy.compactMap { $0["mainLang"] }.first { LanguageTag.isValid($0) }
        // If the original's language is not stated, use the first language listed.
        if !isOwn, mainLanguage == nil { mainLanguage = languages.first(where: LanguageTag.isValid) ?? language }
        for item in manuscript?.all(["msContents", "msItem"]) ?? [] {
            guard let words = item.first("incipit") else { continue }
            for id in TEINames.ids(item["corresp"]) { incipits[id] = TEIWords.text(of: words) }
        }
        readCategories()
        guard !isOwn else { return }
        let read: Set<String> = ["fileDesc", "profileDesc", "encodingDesc"]
        for part in node.elements where !read.contains(part.name) {
            notes.add("\(FaultText.plain(part.name)) of the header is left out", at: "line \(part.line)")
        }
    }

    private mutating func readCategories() {
        var names = IdentifierMaker(fallback: "category", reserved: ["all"])
        let taxonomies = node?.all(["encodingDesc", "classDecl", "taxonomy"]) ?? []
        for category in taxonomies.flatMap({ Self.categories($0) }) {
            guard let id = category.id else { continue }
            let name = isOwn ? TEINames.suffix(of: id, behind: TEINames.category("")) ?? id : id
            let style = Set((category["rend"] ?? "").words.map(String.init))
            let label = TEIWords.map(category.elements("catDesc", "gloss", "desc"), language: isOwn ? nil : language)
            categories.append(
                (
                    id,
                    Category(
                        id: names.make(name), label: label ?? LanguageMap(plain: name), icon: nil,
                        style: isOwn && style.contains("outline") ? .outline : .filled,
                        includedInAll: !(isOwn && style.contains("apart")))
                ))
        }
    }

    /// Returns the categories of a taxonomy, each followed by its subcategories.
    private static func categories(_ node: XMLNode) -> [XMLNode] {
        node.elements("category").flatMap { [$0] + categories($0) }
    }

    // MARK: Document fields

    /// Returns the document's header.
    ///
    /// - Parameters:
    ///   - id: The document's id.
    ///   - language: The document's original language.
    ///   - languages: The languages of its texts.
    func header(
        id: String, language: String, languages: [String], _ notes: inout ImportNotes
    ) -> DocumentHeader {
        var properties = PresentationProperties()
        properties.metadata = metadata(&notes)
        properties.navDate = navDate
        let revision = node?.first("revisionDesc")
        let availability = file?.first(["publicationStmt", "availability"])
        let access =
            isOwn && availability?["status"] == "restricted" ? availability?["n"].flatMap(DocumentAccess.init) : nil
        let rights = availability?.elements("licence").compactMap { $0["target"] }.first(where: WebAddress.isValid)
        return DocumentHeader(
            id: id, title: title ?? LanguageMap(plain: id), summary: summary, holder: holder,
            shelfmark: shelfmark, date: date, rights: rights,
            attribution: isOwn ? words(availability?.elements("p").filter { $0["n"] == "attribution" }) : nil,
            credits: credits, status: isOwn && revision?["status"] == "draft" ? .draft : .published,
            language: language, languages: languages, palette: nil, mark: nil, access: access ?? .open,
            presentation: properties.isEmpty ? nil : properties)
    }

    private func words(_ nodes: [XMLNode]?) -> LanguageMap? {
        TEIWords.map(nodes ?? [], language: isOwn ? nil : language)
    }

    private var title: LanguageMap? {
        let titles = file?.all(["titleStmt", "title"]) ?? []
        let main = titles.filter { $0["type"] == "main" }
        // Truncate a title that source folders would reject.
        return words(main.isEmpty ? titles : main)?
            .mapTexts { String($0.unicodeScalars.prefix(SourceReader.titleLimit)) }
    }

    private var summary: LanguageMap? {
        let abstracts = node?.all(["profileDesc", "abstract"]) ?? []
        guard !abstracts.isEmpty else { return words(manuscript?.all(["msContents", "summary"])) }
        var (found, plain): ([String: String], String?) = ([:], nil)
        for abstract in abstracts {
            let parts = abstract.elements.map { TEIWalk.text(of: $0, at: TEIPlace()) }
            let text = parts.joined(separator: "\n\n")
            if let tag = abstract.language ?? (isOwn ? nil : language), LanguageTag.isValid(tag) {
                found[tag] = found[tag] ?? text
            } else {
                plain = plain ?? text
            }
        }
        return found.isEmpty ? plain.map { LanguageMap(plain: $0) } : LanguageMap(found)
    }

    private var holder: LanguageMap? {
        guard let identifier = manuscript?.first("msIdentifier") else { return nil }
        if isOwn, let names = identifier.first("repository")?.elements("orgName"), !names.isEmpty {
            return words(names)
        }
        let parts = ["repository", "institution", "settlement"].compactMap { identifier.first($0) }
        guard !isOwn, parts.count > 1 else { return words(Array(parts.prefix(1))) }
        let names = parts.map(TEIWords.text).filter { !$0.isEmpty }
        return names.isEmpty ? nil : LanguageMap(plain: names.joined(separator: ", "))
    }

    private var shelfmark: String? {
        let numbers = manuscript?.all(["msIdentifier", "idno"]) ?? []
        return numbers.first.map(TEIWords.text).flatMap { $0.isEmpty && !isOwn ? nil : $0 }
    }

    private var dates: [XMLNode] {
        manuscript?.all(["history", "origin"]).flatMap { $0.descendants("origDate") } ?? []
    }

    private var date: LanguageMap? { words(dates.filter { $0["type"] != "navDate" }) }

    /// A day or a year that places the document on timelines.
    private var navDate: String? {
        for when in dates.compactMap({ $0["when"] }) {
            if PresentationLimits.isDate(when) { return when }
            guard !isOwn else { continue }
            for rest in ["", "-01", "-01-01"] where PresentationLimits.isDate(when + rest + "T00:00:00Z") {
                return when + rest + "T00:00:00Z"
            }
        }
        return nil
    }

    private var credits: [String: String] {
        guard isOwn else { return [:] }
        let entries = (file?.all(["titleStmt", "respStmt"]) ?? []).compactMap { entry -> (String, String)? in
            guard let tag = entry["n"], LanguageTag.isValid(tag), let name = entry.first("name") else { return nil }
            return (tag, TEIWords.text(of: name))
        }
        return Dictionary(entries) { first, _ in first }
    }

    // MARK: Metadata

    private func metadata(_ notes: inout ImportNotes) -> [MetadataEntry] {
        let entries = isOwn ? ownMetadata : foreignMetadata
        if entries.count > PresentationLimits.metadata {
            notes.add("metadata beyond \(PresentationLimits.metadata) entries is left out")
        }
        return Array(entries.prefix(PresentationLimits.metadata))
    }

    private var ownMetadata: [MetadataEntry] {
        let notes = (file?.all(["notesStmt", "note"]) ?? []).filter { $0["type"] == "metadata" }
        return notes.compactMap { note in
            var texts: [String: [String]] = [:]
            for value in note.elements("ab") {
                texts[value.language ?? LanguageTexts.noLanguage, default: []].append(TEIWords.text(of: value))
            }
            guard let label = TEIWords.map(note.elements("label")), let value = LanguageTexts(texts) else { return nil }
            return MetadataEntry(label: label, value: value)
        }
    }

    /// The editors, publishers and terms of the edition, for which documents have no fields.
    private var foreignMetadata: [MetadataEntry] {
        var entries: [MetadataEntry] = []
        func add(_ label: LanguageMap, _ nodes: [XMLNode]) {
            let texts = nodes.map(TEIWords.text).filter { !$0.isEmpty && PresentationLimits.isText($0) }
            guard PresentationLimits.isText(label), let value = LanguageTexts([LanguageTexts.noLanguage: texts]) else {
                return
            }
            entries.append(MetadataEntry(label: label, value: value))
        }
        let statement = file?.first("titleStmt")
        add(["en": "Subtitle"], statement?.elements("title").filter { $0["type"] == "sub" } ?? [])
        add(["en": "Author"], statement?.elements("author") ?? [])
        add(["en": "Editor"], statement?.elements("editor") ?? [])
        for entry in statement?.elements("respStmt") ?? [] {
            guard let resp = entry.first("resp").map(TEIWords.text), !resp.isEmpty else { continue }
            add(LanguageMap(plain: resp), entry.elements("name", "persName", "orgName"))
        }
        let publication = file?.first("publicationStmt")
        add(["en": "Publisher"], publication?.elements("publisher", "authority", "distributor") ?? [])
        add(["en": "Availability"], publication?.first("availability")?.elements("p", "ab", "licence") ?? [])
        return entries
    }
}
