import DocumentModel

extension SourceReader {
    /// Reads the properties of the whole document from `document.json`.
    mutating func readHeader(_ object: SourceObject) -> DocumentHeader? {
        let id = object["id"].string(Identifier.rule, where: Identifier.isValid)
        let title = object["title"].languageMap()
        for words in title?.all ?? [] { checkTitle(words, at: object["title"]) }
        let status = object["status"].choice(default: DocumentStatus.published)
        let access = object["access"].choice(default: DocumentAccess.open)
        let language = object["language"].string("a language tag such as la", where: LanguageTag.isValid)
        let languages = Self.readLanguages(object["languages"])
        let mark = readIcon(object["mark"])
        let palette = Self.readPalette(object["palette"])
        let rights = Self.readRights(object["rights"])
        let credits = object["credits"].isNothing ? [:] : object["credits"].object()?.strings()
        let summary = object["summary"].optionalLanguageMap()
        let holder = object["holder"].optionalLanguageMap()
        let date = object["date"].optionalLanguageMap()
        let attribution = object["attribution"].optionalLanguageMap()
        let shelfmark = object["shelfmark"].optionalString()
        let collections = Self.readCollections(object["collections"])
        guard let id, let title, let status, let access, let language, let languages, let credits else { return nil }
        return DocumentHeader(
            id: id, title: title, summary: summary, holder: holder, shelfmark: shelfmark, date: date, rights: rights,
            attribution: attribution, credits: credits, status: status, language: language, languages: languages,
            palette: palette, mark: mark, access: access, collections: collections)
    }

    /// Reads the collections of the library that the document belongs to, without duplicates.
    static func readCollections(_ node: SourceNode) -> [CollectionReference] {
        guard !node.isNothing else { return [] }
        let elements = node.array(limit: CollectionPath.limit, "an array of collections, each with an id") ?? []
        var places: [CollectionReference] = []
        for element in elements {
            guard let object = element.object("an object with id, and optionally label"),
                let id = object["id"].string(CollectionPath.rule, where: CollectionPath.isValid)
            else { continue }
            if places.contains(where: { $0.id == id }) { object["id"].fault(expected: "every collection only once") }
            places.append(CollectionReference(id: id, label: object["label"].isNothing ? nil : words(object["label"])))
        }
        return places
    }

    /// Returns the languages that text files may be in: `languages` and the document's original language. Returns nil
    /// if these cannot be read, so that their fault does not make every text file look wrong.
    func declaredLanguages(_ object: SourceObject) -> [String]? {
        guard case .string(let own) = object["language"].value, LanguageTag.isValid(own),
            let elements = object["languages"].value?.elements
        else { return nil }
        let tags = elements.compactMap(\.textValue)
        return tags.contains(own) ? tags : tags + [own]
    }

    /// The maximum number of languages of a document's texts.
    static let languageLimit = 1000

    static func readLanguages(_ node: SourceNode) -> [String]? {
        guard let elements = node.array(limit: Self.languageLimit, "an array of the texts' language tags") else {
            return nil
        }
        guard !elements.isEmpty else {
            node.fault(expected: "at least one language tag, the first being the fallback")
            return nil
        }
        var tags: [String] = []
        for element in elements {
            guard let tag = element.string("a language tag such as en or fr-CA", where: LanguageTag.isValid) else {
                continue
            }
            if tags.contains(where: { $0.lowercased() == tag.lowercased() }) {
                element.fault(expected: "every language only once")
            } else {
                tags.append(tag)
            }
        }
        return tags.count == elements.count ? tags : nil
    }

    /// Reads the rights. They are used as a link, so only web addresses are accepted.
    static func readRights(_ node: SourceNode) -> String? {
        node.optionalString(WebAddress.rule, where: WebAddress.isValid)
    }

    static func readPalette(_ node: SourceNode) -> Palette? {
        guard !node.isNothing, let object = node.object("an object of colours") else { return nil }
        let paper = readColour(object["paper"])
        let ink = readColour(object["ink"])
        let accent = readColour(object["accent"])
        let background = readColour(object["background"])
        guard let elements = object["overlays"].array(limit: 1000, "an array of 2 to 6 colours") else { return nil }
        if !(2...6).contains(elements.count) {
            object["overlays"].fault(value: "an array of \(elements.count)", expected: "2 to 6 colours")
        }
        let overlays = elements.compactMap { readColour($0) }
        guard let paper, let ink, let accent, let background else { return nil }
        return Palette(paper: paper, ink: ink, accent: accent, background: background, overlays: overlays)
    }

    private static func readColour(_ node: SourceNode) -> String? {
        node.string("a colour as #rrggbb", where: Palette.isColour)
    }
}
