/// A collection of the library that a document belongs to: where it lies among the others, and what it is called.
public struct CollectionPlace: Hashable, Sendable, Codable {
    /// The names of the collections from the outermost inwards, with slashes between them: `charters/royal`.
    public let id: String
    /// What the collection is called; nil where another document says it, or nobody.
    public let label: LanguageMap?

    package init(id: String, label: LanguageMap? = nil) { (self.id, self.label) = (id, label) }
}

/// What the ids of collections look like. They go into addresses and names of files as they are.
public enum CollectionPath {
    /// What an id must look like, in words, for errors.
    public static let rule =
        "names of small letters, digits and '-' with slashes between them, such as charters/royal, at most \(depth) of them"
    /// The most collections within each other.
    public static let depth = 8
    /// The most collections of a document.
    public static let limit = 20
    /// The longest name, in bytes.
    private static let nameLength = 64

    /// Whether the text can be an id: one to ``depth`` names of `a-z`, `0-9` and `-` that begin with a letter or digit.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= (nameLength + 1) * depth else { return false }
        let names = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return names.count <= depth
            && names.allSatisfy { name in
                (1...nameLength).contains(name.count) && name.first != UInt8(ascii: "-")
                    && name.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                            UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }

    /// A collection and those that it lies in, the outermost first: `charters`, `charters/royal`.
    package static func chain(_ id: String) -> [String] {
        var chain: [String] = []
        for name in id.parts(at: "/") { chain.append(chain.last.map { "\($0)/\(name)" } ?? String(name)) }
        return chain
    }

    /// The collection that one lies in; nil for an outermost one.
    package static func parent(_ id: String) -> String? { chain(id).dropLast().last }

    /// The last of the names.
    package static func name(_ id: String) -> String { String(id.parts(at: "/").last ?? "") }
}

extension DocumentHeader {
    /// The collections that the document itself is in: those that it names, without the ones that only name where another
    /// one lies.
    ///
    /// - Complexity: O(*n*²) in their number, which is at most ``CollectionPath/limit``.
    package var innermostCollections: [String] {
        let all = collections.map(\.id)
        return all.filter { id in !all.contains { $0.hasPrefix(id + "/") } }
    }
}
