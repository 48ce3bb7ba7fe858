public import DocumentModel
import ImageGeometry

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringInterpolation {
    /// Creates an object of the members that have a value, in the given order.
    public init(dictionaryLiteral members: (String, JSONValue?)...) { self = .members(members) }

    /// Creates a string.
    public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
    /// Returns an object of the members that have a value, in the given order.
    static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// Returns this object with the members of another at its end.
    func adding(_ further: JSONValue) -> JSONValue { .object((members ?? []) + (further.members ?? [])) }

    /// Returns an array, or nil if it would be empty.
    static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

    /// Returns an object of values by language, sorted by language.
    static func byLanguage<Value>(_ values: [String: Value], _ json: (Value) -> JSONValue) -> JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: json($0.value)) })
    }

    /// Returns a whole number.
    static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }

    /// The number, if the value is a whole one.
    var integerValue: Int? { numberValue.flatMap { Int(exactly: $0) } }
}

extension LanguageMap {
    /// A single text, or an object of texts sorted by language.
    var json: JSONValue {
        byLanguage.isEmpty ? .string(text(in: nil) ?? "") : .byLanguage(byLanguage, JSONValue.string)
    }
}

extension PresentationProperties {
    /// The members as written in `document.json`. Properties without a value are left out.
    var json: JSONValue {
        [
            "behavior": .list(behavior.map(JSONValue.string)),
            "viewingDirection": (viewingDirection?.rawValue).map(JSONValue.string),
            "navDate": navDate.map(JSONValue.string),
            "metadata": .list(metadata.map { ["label": $0.label.json, "value": $0.value.json] }),
            "provider": .list(provider.map(\.json)), "homepage": .list(homepage.map(\.json)),
            "seeAlso": .list(seeAlso.map(\.json)), "rendering": .list(rendering.map(\.json)),
            "structures": .list(structures.map(\.json)),
        ]
    }
}

extension CollectionReference {
    /// The entry as written in `document.json`.
    var json: JSONValue { ["id": .string(id), "label": label?.json] }
}

extension LanguageTexts {
    /// An object that maps each language to a list of texts, sorted by language.
    var json: JSONValue { .byLanguage(byLanguage) { .array($0.map(JSONValue.string)) } }
}

extension WebLink {
    /// The link as written in `document.json`.
    var json: JSONValue {
        [
            "id": .string(id), "type": type.map(JSONValue.string), "label": label?.json,
            "format": format.map(JSONValue.string), "profile": profile.map(JSONValue.string),
            "language": .list(language.map(JSONValue.string)),
        ]
    }
}

extension Provider {
    /// The provider as written in `document.json`.
    var json: JSONValue {
        [
            "id": id.map(JSONValue.string), "label": label.json, "homepage": .list(homepage.map(\.json)),
            "logo": .list(logo.map(\.json)), "seeAlso": .list(seeAlso.map(\.json)),
        ]
    }
}

extension ContentsEntry {
    /// The entry as written in `document.json`. Whole pages are written as their numbers.
    var json: JSONValue {
        [
            "label": label?.json, "behavior": .list(behavior.map(JSONValue.string)),
            "pages": .list(
                pages.map { place in
                    place.box.map { box in
                        ["page": .integer(place.page), "box": .array(box.map(JSONValue.number))]
                    } ?? .integer(place.page)
                }),
            "items": .list(items.map(\.json)),
        ]
    }
}

extension Palette {
    /// The keys of the properties in `document.json`.
    static let keys = ["paper", "ink", "accent", "background", "overlays"]
}

extension SourcePage {
    /// The page as written in `document.json`.
    var json: JSONValue {
        let own: [(String, JSONValue?)] =
            [("image", image.map(JSONValue.string)), ("imagePage", imagePage.map(JSONValue.integer))] + part.members
        let head: JSONValue = ["label": label?.json]
        return head.adding(captures.isEmpty ? .members(own) : ["captures": .array(captures.map(\.json))])
            .adding([
                "width": .integer(width), "height": .integer(height),
                "pixelsPerMillimetre": pixelsPerMillimetre.map(JSONValue.number),
                "behavior": .list(behavior.map(JSONValue.string)),
            ])
    }
}

extension Category {
    /// The category as written in `categories.json`.
    var json: JSONValue {
        [
            "id": .string(id), "label": label.json, "icon": icon.map(JSONValue.string),
            "style": .string(style.rawValue), "includedInAll": .bool(includedInAll),
        ]
    }
}

extension Clause {
    /// The clause as written in `clauses.json`.
    var json: JSONValue {
        [
            "id": .string(id), "number": number.map(JSONValue.string), "kind": .string(kind.rawValue),
            "incipit": incipit.map(JSONValue.string), "categories": .list(categories.map(JSONValue.string)),
            "regions": .array(regions.map(\.json)), "textLine": isTextLine ? .bool(true) : nil,
        ]
    }
}

extension Region {
    /// The region as written in `clauses.json`.
    var json: JSONValue {
        [
            "page": .integer(page), "polygon": Self.ring(polygon.outer),
            "holes": .list(polygon.holes.map(Self.ring)),
        ]
    }

    /// Returns a ring as written in `clauses.json`.
    static func ring(_ points: [Point]) -> JSONValue { .array(points.map { .pair($0.x, $0.y) }) }
}

extension ClauseText {
    /// The text as written in `texts/LANGUAGE.json`.
    var json: JSONValue {
        [
            "title": title.map(JSONValue.string), "translation": translation.map(JSONValue.string),
            "context": context.map(JSONValue.string), "transcription": transcription.map(JSONValue.string),
        ]
    }
}
