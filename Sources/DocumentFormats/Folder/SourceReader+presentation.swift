import DocumentModel

extension SourceReader {
    /// Reads the IIIF Presentation properties in `document.json`. Returns nil if there are none.
    ///
    /// - Parameter pages: The pages, for the table of contents, or nil if they could not be read.
    func readPresentation(_ object: SourceObject, pages: [ReadPage]?) -> PresentationProperties? {
        var properties = PresentationProperties()
        properties.behavior = Self.behaviors(object["behavior"])
        if !object["viewingDirection"].isNothing {
            properties.viewingDirection = object["viewingDirection"].choice(default: .leftToRight)
        }
        properties.navDate = object["navDate"].optionalString(
            PresentationLimits.dateRule, where: PresentationLimits.isDate)
        properties.metadata = Self.list(
            object["metadata"], limit: PresentationLimits.metadata, "an array of labels and values", Self.entry)
        properties.provider = Self.list(
            object["provider"], limit: PresentationLimits.providers, "an array of providers", Self.provider)
        properties.homepage = Self.links(object["homepage"], .homepage)
        properties.seeAlso = Self.links(object["seeAlso"], .seeAlso)
        properties.rendering = Self.links(object["rendering"], .rendering)
        properties.structures = Self.contents(object["structures"], pages: pages)
        return properties.isEmpty ? nil : properties
    }

    /// Reads the table of contents.
    ///
    /// - Parameter pages: The pages it may refer to, or nil if they are not known.
    static func contents(_ node: SourceNode, pages: [ReadPage]?) -> [ContentsEntry] {
        var reader = ContentsReader(pages: pages)
        return reader.read(node, depth: 1)
    }

    /// Reads an optional array.
    private static func list<Element>(
        _ node: SourceNode, limit: Int, _ expected: @autoclosure () -> String, _ read: (SourceNode) -> Element?
    ) -> [Element] {
        node.isNothing ? [] : (node.array(limit: limit, expected()) ?? []).compactMap(read)
    }

    private static func entry(_ node: SourceNode) -> MetadataEntry? {
        guard let object = node.object("an object with label and value") else { return nil }
        guard let label = words(object["label"]), let value = texts(object["value"]) else { return nil }
        return MetadataEntry(label: label, value: value)
    }

    private static func provider(_ node: SourceNode) -> Provider? {
        guard let object = node.object("an object that describes a provider") else { return nil }
        let label = words(object["label"])
        let homepage = links(object["homepage"], .homepage)
        let logo = links(object["logo"], .logo)
        let seeAlso = links(object["seeAlso"], .seeAlso)
        guard let label else { return nil }
        return Provider(
            id: object["id"].optionalString(WebAddress.rule, where: WebAddress.isValid), label: label,
            homepage: homepage, logo: logo, seeAlso: seeAlso)
    }

    private static func links(_ node: SourceNode, _ kind: WebLink.Kind) -> [WebLink] {
        list(node, limit: PresentationLimits.links, "an array of links") { node in
            guard let object = node.object("an object with id, label and format") else { return nil }
            let label = object["label"].isNothing ? nil : words(object["label"])
            let (type, format, profile) = (name(object["type"]), name(object["format"]), name(object["profile"]))
            let languages = list(
                object["language"], limit: PresentationLimits.languages, "an array of language tags"
            ) { $0.string("a language tag such as en or fr-CA", where: LanguageTag.isValid) }
            return object["id"].string(WebAddress.rule, where: WebAddress.isValid).map { id in
                WebLink(
                    id: id, type: kind.stated(type), label: label, format: format, profile: profile, language: languages
                )
            }
        }
    }

    private static func name(_ node: SourceNode) -> String? {
        node.optionalString(
            "a text of 1 to \(PresentationLimits.nameBytes) bytes", where: PresentationLimits.isName)
    }

    static func behaviors(_ node: SourceNode) -> [String] {
        list(node, limit: PresentationLimits.behaviors, "an array of behaviors") {
            $0.string(PresentationLimits.behaviorRule, where: PresentationLimits.isBehavior)
        }
    }

    /// Reads a language map of limited length.
    static func words(_ node: SourceNode) -> LanguageMap? {
        guard let words = node.languageMap() else { return nil }
        guard PresentationLimits.isText(words) else {
            node.fault(value: "too long", expected: "at most \(PresentationLimits.textBytes) bytes in each language")
            return nil
        }
        return words
    }

    /// Reads a text, several texts, or either by language.
    private static func texts(_ node: SourceNode) -> LanguageTexts? {
        let expected = "a text, an array of texts, or an object of either by language"
        func texts(_ node: SourceNode) -> [String] {
            let isOne = node.value?.elements == nil
            if node.value == .array([]) { node.fault(expected: "at least one text") }
            let nodes = isOne ? [node] : node.array(limit: PresentationLimits.metadata, expected) ?? []
            return nodes.compactMap { text in
                let limit = PresentationLimits.textBytes
                return text.string("a text of at most \(limit) bytes", where: PresentationLimits.isText)
            }
        }
        var byLanguage: [String: [String]] = [:]
        switch node.value {
        case .object?:
            guard let object = node.object() else { return nil }
            if object.members.isEmpty { node.fault(expected: "at least one text") }
            for (language, node) in object.nodes {
                if LanguageTag.isValid(language) {
                    byLanguage[language] = texts(node)
                } else {
                    node.fault(
                        value: FaultText.quoted(language),
                        expected: "a language tag such as en or fr-CA, or none, as key")
                }
            }
        case .string?, .array?: byLanguage[LanguageTexts.noLanguage] = texts(node)
        default:
            node.fault(expected: expected)
            return nil
        }
        return LanguageTexts(byLanguage)
    }
}

/// Reads the table of contents in `document.json`.
private struct ContentsReader {
    let pages: [ReadPage]?
    var partCount = 0
    var placeCount = 0

    mutating func read(_ node: SourceNode, depth: Int) -> [ContentsEntry] {
        guard !node.isNothing else { return [] }
        guard depth <= PresentationLimits.depth else {
            node.fault(value: "nested too deeply", expected: "at most \(PresentationLimits.depth) levels")
            return []
        }
        guard let elements = node.array(limit: PresentationLimits.parts, "an array of parts") else { return [] }
        partCount += elements.count
        guard partCount <= PresentationLimits.parts else {
            node.fault(value: "one part too many", expected: "at most \(PresentationLimits.parts) parts altogether")
            return []
        }
        var entries: [ContentsEntry] = []
        for element in elements {
            guard let object = element.object("an object with label, and pages or items") else { continue }
            let label = object["label"].isNothing ? nil : SourceReader.words(object["label"])
            let entry = ContentsEntry(
                label: label, behavior: SourceReader.behaviors(object["behavior"]), pages: places(object["pages"]),
                items: read(object["items"], depth: depth + 1))
            if object["pages"].isEmpty, object["items"].isEmpty {
                element.fault(value: "without pages and items", expected: "either of them")
            }
            entries.append(entry)
        }
        return entries
    }

    private mutating func places(_ node: SourceNode) -> [ContentsPlace] {
        guard !node.isNothing else { return [] }
        guard let elements = node.array(limit: PresentationLimits.places, "an array of pages") else { return [] }
        placeCount += elements.count
        guard placeCount <= PresentationLimits.places else {
            node.fault(value: "one page too many", expected: "at most \(PresentationLimits.places) altogether")
            return []
        }
        return elements.compactMap { place($0) }
    }

    private func place(_ node: SourceNode) -> ContentsPlace? {
        guard case .object? = node.value else { return page(node).map { ContentsPlace(page: $0) } }
        guard let object = node.object(), let number = page(object["page"]) else { return nil }
        guard !object["box"].isNothing else { return ContentsPlace(page: number) }
        let size = pages.flatMap { $0.indices.contains(number - 1) ? $0[number - 1].size : nil }
        guard let box = object["box"].box, box[0] >= 0, box[1] >= 0,
            // Allow 0.01 more, for rounding errors in sums of fractions.
            size.map({ box[0] + box[2] <= Double($0.width) + 0.01 && box[1] + box[3] <= Double($0.height) + 0.01 })
                ?? true
        else {
            object["box"].fault(expected: "[x, y, width, height] in pixels, within the page")
            return nil
        }
        return ContentsPlace(page: number, box: box)
    }

    private func page(_ node: SourceNode) -> Int? {
        let count = pages?.count ?? 10_000
        return node.integer(in: 1...max(1, count), "a page from 1 to \(max(1, count))")
    }
}
