/// Which of the languages that there are a reader is answered in.
enum AcceptedLanguages {
    /// How many of the field's languages are looked at.
    private static let limit = 20

    /// The language to answer in: the first that the reader asks for and there is, `fr` for `fr-CA` and the reverse.
    ///
    /// - Parameters:
    ///   - named: What the address names, which goes before all else.
    ///   - field: The request's `Accept-Language` (RFC 9110, section 12.5.4).
    ///   - available: The languages that there are; the first is the fallback.
    static func choose(named: String?, field: String?, among available: [String]) -> String? {
        for wanted in (named.map { [$0] } ?? []) + tags(of: field ?? "") {
            let wanted = wanted.lowercased()
            if let same = available.first(where: { $0.lowercased() == wanted }) { return same }
            if let akin = available.first(where: { base(of: $0.lowercased()) == base(of: wanted) }) { return akin }
        }
        return available.first
    }

    /// The tags of a field, the most wanted first; what is not wanted at all is left out.
    static func tags(of field: String) -> [String] {
        let items = field.split(separator: ",").prefix(limit).compactMap { item -> (tag: String, weight: Double)? in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
                Double($0.dropFirst(2)) ?? 0
            }
            return (weight ?? 1) > 0 ? (tag, weight ?? 1) : nil
        }
        // Equal weights keep their order.
        return items.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    private static func base(of tag: String) -> Substring { tag.prefix { $0 != "-" } }
}
