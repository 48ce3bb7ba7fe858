/// What an Accept field says of media types (RFC 9110, section 12.5.1).
struct AcceptedMediaTypes {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// Reads the field; parts that are no media range are passed over, as are all parameters but `q`.
    ///
    /// - Complexity: O(*n*) in the field's length.
    init(_ field: String?) {
        // A parameter's value in quotes may hold commas, but no address of a profile that is in use does.
        ranges = (field ?? "").lowercased().split(separator: ",").prefix(64).compactMap { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let names = parts.first?.split(separator: "/", omittingEmptySubsequences: false) ?? []
            guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else { return nil }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return Range(type: names[0], subtype: names[1], quality: min(max(0, quality), 1))
        }
    }

    /// Whether nothing was said.
    var isEmpty: Bool { ranges.isEmpty }

    /// How much a media type is wanted, from 0 to 1, by the most specific range that it is in.
    func quality(of type: String, _ subtype: String) -> Double {
        quality(named: type, subtype) ?? quality(named: type, "*") ?? quality(named: "*", "*") ?? 0
    }

    /// The same where the media type itself is named.
    func quality(named type: String, _ subtype: String) -> Double? {
        ranges.filter { $0.type == type && $0.subtype == subtype }.map(\.quality).max()
    }

    /// Whether JSON-LD is to be answered, and not plain JSON.
    ///
    /// - Parameter isDefault: Whether it is JSON-LD where the client leaves it open.
    func preferJSONLD(isDefault: Bool) -> Bool {
        let (linked, plain) = (quality(of: "application", "ld+json"), quality(of: "application", "json"))
        if linked != plain { return linked > plain }
        // Who names only one of two that are wanted alike means it.
        let namesLinked = quality(named: "application", "ld+json") != nil
        let namesPlain = quality(named: "application", "json") != nil
        return namesLinked == namesPlain ? isDefault : namesLinked
    }
}
