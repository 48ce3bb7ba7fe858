import DocumentModel
import ImageGeometry

/// Converts GeoJSON features to the files of a source folder.
struct GeoJSONFiles {
    /// The properties of features that hold the clause's id, page and texts. All others are the clause's own members.
    static let reserved: Set<String> = ["clause", "page", "texts"]

    private let collection: SourceObject
    private let id: String
    /// Whether the id was requested by the caller and replaces the file's own.
    private let isWanted: Bool
    /// Whether this program wrote the file. Properties are then the clause's members.
    private let isOwn: Bool
    private var names = IdentifierMaker(fallback: "feature")
    private var tags = TagCategories()
    private var texts: [(language: String, texts: [JSONValue.Member])] = []
    private var textPlaces: [String: Int] = [:]

    init(_ collection: SourceObject, id: String, isWanted: Bool, isOwn: Bool) {
        (self.collection, self.id, self.isWanted, self.isOwn) = (collection, id, isWanted, isOwn)
    }

    /// Returns the files, without the images.
    func files(_ features: [GeoJSONFeature], _ pages: GeoJSONPages, _ notes: inout ImportNotes) -> [SourceFile] {
        var maker = self
        let clauses = features.compactMap { maker.clause($0, pages, &notes) }
        var files = [
            SourceFile(name: "clauses.json", json: .array(clauses)),
            SourceFile(name: "document.json", json: maker.description(pages, &notes)),
        ]
        if isOwn {
            if case .array(let categories) = collection["categories"].value {
                files.append(
                    SourceFile(name: "categories.json", json: .array(categories.map { Self.withoutIcon($0, &notes) })))
            }
        } else if !maker.tags.categories.isEmpty {
            files.append(SourceFile(name: "categories.json", json: .array(maker.tags.categories.map(\.json))))
        }
        for (language, texts) in maker.texts {
            guard LanguageTag.isValid(language) else {
                notes.add("texts in \(FaultText.quoted(language)), which is not a language tag, are left out")
                continue
            }
            files.append(SourceFile(name: "texts/\(language).json", json: .object(texts)))
        }
        return files
    }

    // MARK: Document

    private func description(_ pages: GeoJSONPages, _ notes: inout ImportNotes) -> JSONValue {
        let stated = collection["document"].value
        var description: JSONValue
        if isOwn, case .object(let found)? = stated.map({ Self.withoutIcon($0, &notes, key: "mark") }) {
            description = ["id": isWanted ? .string(id) : nil]
            description = description.adding(
                .object(found.filter { $0.key != "pages" && !(isWanted && $0.key == "id") }))
        } else {
            let languages = texts.isEmpty ? ["und"] : texts.map(\.language)
            description = [
                "id": .string(id), "title": .string(collection.first("name", "title").asString ?? id),
                "language": .string(languages[0]), "languages": .array(languages.map(JSONValue.string)),
            ]
        }
        let list = collection["document"].asObject?["pages"].list ?? []
        let entries = pages.sizes.enumerated().map { position, size -> JSONValue in
            var page: [JSONValue.Member] = []
            if list.indices.contains(position), case .object(let found)? = list[position].value { page = found }
            // The supplied image replaces the page's own, so descriptions of the former image no longer apply.
            let ofImage = ["image", "imagePage", "captures", "width", "height"] + ScanPart.keys
            page.removeAll { ofImage.contains($0.key) }
            return JSONValue.object(page).adding([
                "image": pages.images[position + 1].map { .string($0.fileName) }, "width": .integer(size.width),
                "height": .integer(size.height),
            ])
        }
        return description.adding(["pages": .array(entries)])
    }

    /// Removes the name of a local icon, because GeoJSON does not contain its file.
    private static func withoutIcon(
        _ value: JSONValue, _ notes: inout ImportNotes, key: String = "icon"
    ) -> JSONValue {
        guard case .object(let members) = value, case .string(let name)? = value[key], name.ends(with: ".svg") else {
            return value
        }
        notes.add("a local icon is left out, as GeoJSON holds no other files", at: name)
        return .object(members.filter { $0.key != key })
    }

    // MARK: Clauses

    private mutating func clause(
        _ feature: GeoJSONFeature, _ pages: GeoJSONPages, _ notes: inout ImportNotes
    ) -> JSONValue? {
        let id = names.make(feature.name)
        var regions: [JSONValue] = []
        for part in feature.parts {
            let polygon: Polygon
            do throws(PolygonFault) {
                polygon = try Polygon(outer: part.rings.first ?? [], holes: Array(part.rings.dropFirst()))
            } catch {
                notes.add("a polygon is left out, as it is \(error)", at: id)
                continue
            }
            guard let inside = PageClamp.clamp(polygon, to: pages.sizes[part.page - 1], at: id, &notes) else {
                continue
            }
            regions.append(Region(page: part.page, polygon: inside).json)
        }
        guard !regions.isEmpty else {
            notes.add("a feature with no remaining region is left out", at: id)
            return nil
        }
        let properties = feature.properties
        var members: JSONValue = ["id": .string(id)]
        if isOwn {
            let kept = properties.filter { !Self.reserved.contains($0.key) && $0.key != "id" && $0.key != "regions" }
            members = members.adding(.object(kept))
            if case .object(let languages)? = JSONValue.object(properties)["texts"] {
                for member in languages { add(member.value, language: member.key, clause: id) }
            }
        } else {
            members = members.adding(foreign(properties, clause: id))
        }
        return members.adding(["regions": .array(regions)])
    }

    private mutating func add(_ text: JSONValue, language: String, clause: String) {
        let member = JSONValue.Member(key: clause, value: text)
        if let place = textPlaces[language] {
            texts[place].texts.append(member)
        } else {
            textPlaces[language] = texts.count
            texts.append((language, [member]))
        }
    }

    /// Interprets the properties of features written by other programs: names, classes and descriptions. All others are
    /// kept unchanged.
    private mutating func foreign(_ properties: [JSONValue.Member], clause: String) -> JSONValue {
        var text: [String: String] = [:]
        var categories: [String] = []
        var seen: Set<String> = []
        var number: String?
        var rest: [JSONValue.Member] = []
        for member in properties where member.key != "clause" && member.key != "page" {
            // Map programs write an empty text for a field without a value.
            let words = member.value.textValue.flatMap { $0.isBlank ? nil : $0 }
            func take(_ field: String) {
                if let words, text[field] == nil { text[field] = words } else { rest.append(member) }
            }
            switch member.key.lowercased() {
            case "title", "name", "label": take("title")
            case "translation", "transcription", "context":
                if let words { text[member.key.lowercased()] = words } else { rest.append(member) }
            case "description", "comment", "note", "notes": take("context")
            case "text": take("transcription")
            case "number": number = words ?? member.value.numberValue.map(FaultText.number) ?? number
            case "classification", "category", "categories", "class", "tags":
                let names = Self.names(member.value)
                if names.isEmpty { rest.append(member) }
                for name in names {
                    let tag = tags.id(of: AnnotationBody(purpose: "tagging", text: name))
                    if seen.insert(tag).inserted { categories.append(tag) }
                }
            default: rest.append(member)
            }
        }
        if !text.isEmpty {
            let fields = ["title", "translation", "context", "transcription"]
            let members = JSONValue.members(fields.map { ($0, text[$0].map(JSONValue.string)) })
            add(members, language: "und", clause: clause)
        }
        return [
            "number": number.map(JSONValue.string), "categories": .list(categories.map(JSONValue.string)),
            "properties": rest.isEmpty ? nil : .object(rest),
        ]
    }

    /// Returns the names of classes: a text, an object with a name (as QuPath writes it), or an array of those.
    private static func names(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let name): name.isEmpty ? [] : [name]
        case .object: [value["name"]?.textValue].compactMap(\.self)
        case .array(let elements): elements.flatMap(names)
        default: []
        }
    }
}
