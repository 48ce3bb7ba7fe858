import DocumentModel
import Foundation

/// Makes ids that are valid and different of whatever names another format has.
struct IdentifierMaker {
    /// What an id begins with where nothing of a name can be used.
    private let fallback: String
    private var used: Set<String>
    private var numbers: [String: Int] = [:]

    init(fallback: String, reserved: Set<String> = []) {
        (self.fallback, used) = (fallback, reserved)
    }

    /// An id made of the last part of an address or name; the first one to ask for it gets it as it is.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    mutating func make(_ name: String?) -> String {
        let base = name.flatMap(Self.identifier) ?? fallback
        // Names that say nothing are numbered from the first one on.
        var candidate = base == fallback ? "\(base)-1" : base
        // Counted by what the number is added to: names that begin alike would each count through the others' numbers.
        let stem = String(base.prefix(90))
        while !used.insert(candidate).inserted {
            let number = numbers[stem, default: 1] + 1
            numbers[stem] = number
            candidate = "\(stem)-\(number)"
        }
        return candidate
    }

    /// The last part of an address, behind `/`, `#` or `:`, if that can be an id; else what can be kept of it.
    static func identifier(_ name: String) -> String? {
        let address = name.prefix { $0 != "?" }
        let parts = address.split { "/#:".contains($0) }
        guard let last = parts.last.map(String.init) else { return nil }
        if Identifier.isValid(last) { return last }
        return slug(last.removingPercentEncoding ?? last)
    }

    /// Words as an id: without accents, in lower case, what is neither letter nor digit turned into hyphens.
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
