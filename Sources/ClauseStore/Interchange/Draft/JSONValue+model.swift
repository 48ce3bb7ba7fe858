import ImageGeometry

extension JSONValue {
    /// An object of those members that have a value, in their order.
    static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// A whole number.
    static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }
}

extension LanguageMap {
    /// A text, or an object of texts by language, sorted.
    var json: JSONValue {
        let words = byLanguage
        guard !words.isEmpty else { return .string(text(in: nil) ?? "") }
        return .object(
            words.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) })
    }
}

extension SourcePage {
    /// As `document.json` has it.
    var json: JSONValue {
        .members([
            ("label", label?.json), ("image", image.map(JSONValue.string)),
            ("imagePage", imagePage.map(JSONValue.integer)), ("width", .integer(width)), ("height", .integer(height)),
            ("pixelsPerMillimetre", pixelsPerMillimetre.map(JSONValue.number)),
        ])
    }
}

extension Category {
    /// As `categories.json` has it.
    var json: JSONValue {
        .members([
            ("id", .string(id)), ("label", label.json), ("icon", icon.map(JSONValue.string)),
            ("style", .string(style.rawValue)), ("includedInAll", .bool(includedInAll)),
        ])
    }
}

extension Clause {
    /// As `clauses.json` has it.
    var json: JSONValue {
        .members([
            ("id", .string(id)), ("number", number.map(JSONValue.string)), ("kind", .string(kind.rawValue)),
            ("incipit", incipit.map(JSONValue.string)),
            ("categories", categories.isEmpty ? nil : .array(categories.map(JSONValue.string))),
            ("regions", .array(regions.map(\.json))),
        ])
    }
}

extension Region {
    /// As `clauses.json` has it.
    var json: JSONValue {
        .members([
            ("page", .integer(page)), ("polygon", Self.ring(polygon.outer)),
            ("holes", polygon.holes.isEmpty ? nil : .array(polygon.holes.map(Self.ring))),
        ])
    }

    private static func ring(_ points: [Point]) -> JSONValue { .array(points.map { .pair($0.x, $0.y) }) }
}

extension ClauseText {
    /// As `texts/LANGUAGE.json` has it.
    var json: JSONValue {
        .members([
            ("title", title.map(JSONValue.string)), ("translation", translation.map(JSONValue.string)),
            ("context", context.map(JSONValue.string)), ("transcription", transcription.map(JSONValue.string)),
        ])
    }
}
