package import DocumentModel
import Foundation

/// Turns arbitrary names from another format into valid, unique ids.
struct IdentifierMaker {
    /// The id's stem if no part of a name is usable.
    private let fallback: String
    private var used: Set<String>
    private var numbers: [String: Int] = [:]

    init(fallback: String, reserved: Set<String> = []) {
        (self.fallback, used) = (fallback, reserved)
    }

    /// Returns an id made from the last part of an address or name. A number is appended if the id has already been
    /// used.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    mutating func make(_ name: String?) -> String {
        let base = name.flatMap(Self.identifier) ?? fallback
        // Ids made from the fallback are numbered from the first one.
        var candidate = base == fallback ? "\(base)-1" : base
        // Counters are kept per truncated stem, because names with the same long beginning would otherwise repeat each
        // other's search for a free number.
        let stem = String(base.prefix(90))
        while !used.insert(candidate).inserted {
            let number = numbers[stem, default: 1] + 1
            numbers[stem] = number
            candidate = "\(stem)-\(number)"
        }
        return candidate
    }

    /// Returns the last part of an address, after `/`, `#` or `:`, if it is a valid id. Otherwise returns its slug.
    static func identifier(_ name: String) -> String? {
        let address = name.prefix { $0 != "?" }
        let parts = address.split { "/#:".contains($0) }
        guard let last = parts.last.map(String.init) else { return nil }
        if Identifier.isValid(last) { return last }
        return slug(last.removingPercentEncoding ?? last)
    }

    /// Converts words to an id: removes accents, lower-cases, and replaces anything except letters and digits with
    /// hyphens.
    static func slug(_ words: String) -> String? {
        var made = ""
        for scalar in words.prefix(200).lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain {
                made.unicodeScalars.append(scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark, made.last != "-" {
                made.append("-")
            }
        }
        let trimmed = made.drop { $0 == "-" }.prefix(90)
        guard let end = trimmed.lastIndex(where: { $0 != "-" }) else { return nil }
        return String(trimmed[...end])
    }
}

extension Identifier {
    /// Converts the name that a client suggests for an annotation, the value of the field `Slug`, to the closest valid
    /// id, or nil if no part of it is usable: <https://www.rfc-editor.org/rfc/rfc5023#section-9.7>.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func make(fromSlug slug: String) -> String? {
        IdentifierMaker.slug(slug.removingPercentEncoding ?? slug)
    }
}
