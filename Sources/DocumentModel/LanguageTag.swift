/// Validation and lookup of language tags. Source: RFC 5646, section 2.1, and RFC 4647, section 3.4.
package enum LanguageTag {
    /// Whether the text has the shape of a language tag: subtags of one to eight letters or digits, joined by hyphens,
    /// the first of two to eight letters (or `x`, for private use).
    package static func isValid(_ tag: String) -> Bool {
        guard tag.utf8.count <= 100 else { return false }
        let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let primary = subtags.first, primary.allSatisfy(\.isASCIILetter) else { return false }
        let isPrivate = primary.elementsEqual("x".utf8) && subtags.count > 1
        guard isPrivate || (2...8).contains(primary.count) else { return false }
        return subtags.dropFirst().allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        }
    }

    /// Returns the tag in lower case, successively shortened from its end: `zh-Hant-TW`, `zh-Hant`, `zh`. Empty for
    /// nil.
    package static func lookupChain(_ tag: String?) -> [String] {
        guard let tag, !tag.isEmpty, tag.utf8.count <= 100 else { return [] }
        var chain = [tag.lowercased()]
        while let last = chain.last, let hyphen = last.lastIndex(of: "-") {
            var shorter = last[..<hyphen]
            // A single-letter subtag introduces the next one, so both are removed together (RFC 4647, section 3.4).
            while shorter.dropLast().last == "-" { shorter = shorter.dropLast(2) }
            guard !shorter.isEmpty else { break }
            chain.append(String(shorter))
        }
        return chain
    }

    /// Returns the value of the first tag that has one, regardless of letter case.
    ///
    /// - Parameters:
    ///   - tags: Tags in lower case.
    ///   - values: The values by language tag.
    static func first<Value>(of tags: [String], in values: [String: Value]) -> Value? {
        let lowercased = Dictionary(values.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        return tags.lazy.compactMap { lowercased[$0] }.first
    }
}
