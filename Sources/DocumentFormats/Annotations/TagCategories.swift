import DocumentModel

/// Collects the categories made from tags, without duplicates.
struct TagCategories {
    /// The style class of a category that is drawn as an outline.
    static let outlineClass = "outline"
    /// The style class of a category that is not included in `all`.
    static let apartClass = "apart"

    private struct Entry {
        let id: String
        var label: [String: String] = [:]
        var plain: String?
        var style = CategoryStyle.filled
        var includedInAll = true
    }

    private var entries: [Entry] = []
    private var positions: [String: Int] = [:]
    private var places: [String: Int] = [:]
    private var ids = IdentifierMaker(fallback: "tag", reserved: ["all"])

    /// The categories in order of first use.
    var categories: [Category] {
        entries.map { entry in
            Category(
                id: entry.id, label: Self.label(entry), icon: nil, style: entry.style,
                includedInAll: entry.includedInAll)
        }
    }

    /// Returns the name of a category.
    func label(_ id: String) -> LanguageMap? { places[id].map { Self.label(entries[$0]) } }

    /// Registers a category under the address by which annotations refer to it. The first of several names in one
    /// language is used.
    ///
    /// - Returns: The category's id.
    @discardableResult
    mutating func declare(_ category: CategoryReference) -> String {
        let place = place(of: category.address, name: category.address)
        if let label = category.label {
            entries[place].label.merge(label.byLanguage) { first, _ in first }
            if label.byLanguage.isEmpty { entries[place].plain = entries[place].plain ?? label.text(in: nil) }
        }
        style(place, category.classes)
        return entries[place].id
    }

    /// Whether a category has this name in any language.
    func isName(_ text: String, of id: String) -> Bool {
        guard let place = places[id] else { return false }
        let entry = entries[place]
        return entry.plain == text || entry.label.values.contains(text) || (Self.label(entry).text(in: nil) == text)
    }

    /// Returns the id of a tag's category, creating the category if necessary.
    mutating func id(of body: AnnotationBody) -> String {
        let isAddressed = body.address.map(Self.isCategory) ?? false
        let key = isAddressed ? body.address ?? body.text : body.text
        let name = isAddressed ? key : IdentifierMaker.name(ofTag: body.text)
        let place = place(of: key, name: name)
        if isAddressed, body.text == body.address {
            // The tag has no name. The name comes with another body, or from the manifest's ranges.
        } else if let language = body.language {
            if entries[place].label[language] == nil { entries[place].label[language] = body.text }
        } else if entries[place].plain == nil, entries[place].label.isEmpty {
            entries[place].plain = body.text
        }
        style(place, body.classes)
        return entries[place].id
    }

    private mutating func place(of key: String, name: String?) -> Int {
        if let known = positions[key] { return known }
        let id = ids.make(name)
        positions[key] = entries.count
        places[id] = entries.count
        entries.append(Entry(id: id))
        return entries.count - 1
    }

    private mutating func style(_ place: Int, _ classes: [String]) {
        if classes.contains(Self.outlineClass) { entries[place].style = .outline }
        if classes.contains(Self.apartClass) { entries[place].includedInAll = false }
    }

    private static func label(_ entry: Entry) -> LanguageMap {
        guard !entry.label.isEmpty else { return LanguageMap(plain: entry.plain ?? entry.id) }
        guard let plain = entry.plain, entry.label["und"] == nil else { return LanguageMap(entry.label) }
        return LanguageMap(entry.label.merging(["und": plain]) { first, _ in first })
    }

    /// Whether an address is that of a category, as written by this program, rather than of a single body.
    static func isCategory(_ address: String) -> Bool {
        address.parts(at: "/").dropLast().last == "category"
    }
}

extension IdentifierMaker {
    /// Returns the text from which a tag's id is made: an address, or the slug of any other text.
    static func name(ofTag text: String) -> String? {
        text.begins(with: "http://") || text.begins(with: "https://") ? text : slug(text)
    }
}
