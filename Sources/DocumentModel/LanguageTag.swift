/// Validation and lookup of language tags. Source: RFC 5646, section 2.1, and RFC 4647, section 3.4.
package enum LanguageTag {
    /// Whether the text has the shape of a language tag: subtags of one to eight letters or digits, joined by hyphens,
    /// the first of two to eight letters (or `x`, for private use).
    package static func isValid(_ tag: String) -> Bool {
        guard tag.utf8.count <= 100 else { return false }
        let subtags = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let primary = subtags.first, primary.allSatisfy(isLetter) else { return false }
        let isPrivate = primary.elementsEqual("x".utf8) && subtags.count > 1
        guard isPrivate || (2...8).contains(primary.count) else { return false }
        return subtags.dropFirst().allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || isDigit($0) }
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

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
