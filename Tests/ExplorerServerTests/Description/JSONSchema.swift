import Foundation

/// The part of JSON Schema that openapi.json uses. Any other keyword is a fault, so that nothing goes unchecked.
struct JSONSchema: @unchecked Sendable {
    // Safe because it contains values of JSONSerialization, which nothing mutates.
    /// The schemas that can be referenced: `#/components/schemas/{name}`.
    let named: [String: [String: Any]]

    private static let notes: Set = ["description", "example", "title", "format", "default"]

    /// Returns the mismatches between a value and a schema, each with its position; empty if it conforms.
    func faults(of value: Any, for schema: [String: Any], at place: String = "") -> [String] {
        var faults: [String] = []
        for (keyword, rule) in schema where !Self.notes.contains(keyword) {
            faults += self.faults(of: value, keyword, rule, schema, at: place)
        }
        return faults
    }

    private func faults(
        of value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any], at place: String
    ) -> [String] {
        func fault(_ words: String) -> [String] { ["\(place): \(words), found \(String("\(value)".prefix(80)))"] }
        switch keyword {
        case "$ref":
            let name = (rule as? String)?.split(separator: "/").last.map(String.init) ?? ""
            return named[name].map { faults(of: value, for: $0, at: place) } ?? fault("no schema '\(name)'")
        case "type":
            let types = rule as? [String] ?? [rule as? String ?? ""]
            return types.contains { Self.isType($0, value) } ? [] : fault("expected \(types.joined(separator: " or "))")
        case "anyOf":
            let choices = rule as? [[String: Any]] ?? []
            let best = choices.map { faults(of: value, for: $0, at: place) }.min { $0.count < $1.count }
            return best ?? fault("nothing to choose from")
        case "enum":
            let values = rule as? [Any] ?? []
            return values.contains { Self.areEqual($0, value) } ? [] : fault("expected one of \(values)")
        case "const": return Self.areEqual(rule, value) ? [] : fault("expected \(rule)")
        case "properties":
            guard let object = value as? [String: Any], let rules = rule as? [String: [String: Any]] else { return [] }
            return rules.flatMap { name, rule in
                object[name].map { faults(of: $0, for: rule, at: "\(place)/\(name)") } ?? []
            }
        case "required":
            guard let object = value as? [String: Any] else { return [] }
            return (rule as? [String] ?? []).filter { object[$0] == nil }.flatMap { fault("'\($0)' is missing") }
        case "additionalProperties":
            guard let object = value as? [String: Any] else { return [] }
            let known = (schema["properties"] as? [String: Any] ?? [:]).keys
            let others = object.filter { !known.contains($0.key) }
            if let rule = rule as? [String: Any] {
                return others.flatMap { faults(of: $0.value, for: rule, at: "\(place)/\($0.key)") }
            }
            return rule as? Bool == false ? others.keys.flatMap { fault("'\($0)' is not described") } : []
        case "items":
            guard let items = value as? [Any], let rule = rule as? [String: Any] else { return [] }
            return items.enumerated().flatMap { faults(of: $1, for: rule, at: "\(place)/\($0)") }
        case "minItems":
            return (value as? [Any]).map { $0.count >= rule as? Int ?? 0 } ?? true ? [] : fault("too short")
        case "maxItems": return (value as? [Any]).map { $0.count <= rule as? Int ?? 0 } ?? true ? [] : fault("too long")
        case "minimum":
            return ((value as? Double ?? (value as? Int).map { Double($0) }) ?? .infinity) >= rule as? Double ?? 0
                ? [] : fault("too small")
        case "pattern":
            guard let text = value as? String, let pattern = rule as? String else { return [] }
            return text.range(of: pattern, options: .regularExpression) != nil ? [] : fault("expected \(pattern)")
        default: return fault("the keyword '\(keyword)' is not checked")
        }
    }

    private static func isType(_ type: String, _ value: Any) -> Bool {
        let isBoolean = CFBoolean.isBoolean(value)
        let number = isBoolean ? nil : value as? Double ?? (value as? Int).map { Double($0) }
        return switch type {
        case "null": value is NSNull
        case "boolean": isBoolean
        case "integer": number.map { $0.rounded() == $0 } ?? false
        case "number": number != nil
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        default: false
        }
    }

    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        NSArray(array: [left]) == NSArray(array: [right])
    }

    /// Returns whether a value equals a real response, except that lists may be cut short and texts may end in `…`.
    static func isExcerpt(_ excerpt: Any, of whole: Any) -> Bool {
        switch (excerpt, whole) {
        case (let excerpt as [String: Any], let whole as [String: Any]):
            return excerpt.allSatisfy { name, value in whole[name].map { isExcerpt(value, of: $0) } ?? false }
        case (let excerpt as [Any], let whole as [Any]):
            return excerpt.count <= whole.count && zip(excerpt, whole).allSatisfy { isExcerpt($0, of: $1) }
        case (let excerpt as String, let whole as String) where excerpt.hasSuffix("…"):
            return whole.hasPrefix(excerpt.dropLast())
        default: return areEqual(excerpt, whole)
        }
    }
}

private enum CFBoolean {
    /// Returns whether `JSONSerialization` parsed the value from `true` or `false`, rather than 1 or 0.
    static func isBoolean(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return String(cString: number.objCType) == "c" || type(of: value) == Bool.self
    }
}
