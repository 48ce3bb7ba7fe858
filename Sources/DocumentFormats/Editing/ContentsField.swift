import DocumentModel

/// The table of contents as a field, `document/structures`. It is a single value, because order and nesting are part of
/// it.
package enum ContentsField {
    /// The known keys of a part and of a place.
    private static let keys = (part: ["behavior", "items", "label", "pages"], place: ["box", "page"])

    /// Returns the form in which the value is stored and compared: without empty lists, and with each page as an
    /// object.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    static func normal(_ value: JSONValue) -> JSONValue {
        guard let elements = value.elements else { return value }
        return elements.isEmpty ? .null : .array(elements.map(part))
    }

    private static func part(_ value: JSONValue) -> JSONValue {
        guard let members = value.members else { return value }
        return .object(
            members.compactMap { member in
                if member.value == .null || member.value.elements?.isEmpty == true { return nil }
                switch member.key {
                case "items": return JSONValue.Member(key: member.key, value: normal(member.value))
                case "pages": return JSONValue.Member(key: member.key, value: places(member.value))
                default: return member
                }
            })
    }

    private static func places(_ value: JSONValue) -> JSONValue {
        guard let elements = value.elements else { return value }
        return .array(
            elements.map { place in
                if case .number = place { return .members([("page", place)]) }
                guard let members = place.members else { return place }
                return .object(members.filter { !($0.key == "box" && $0.value == .null) })
            })
    }

    /// Returns the first unknown key of a part or place, with the keys that are known there.
    static func stray(in value: JSONValue) -> (key: String, known: [String])? {
        for part in value.elements ?? [] {
            if let stray = stray(in: part, beside: keys.part) { return stray }
            for place in part["pages"]?.elements ?? [] {
                if let stray = stray(in: place, beside: keys.place) { return stray }
            }
            if let stray = part["items"].flatMap({ stray(in: $0) }) { return stray }
        }
        return nil
    }

    private static func stray(in value: JSONValue, beside known: [String]) -> (key: String, known: [String])? {
        value.members?.first { !known.contains($0.key) }.map { ($0.key, known) }
    }
}
