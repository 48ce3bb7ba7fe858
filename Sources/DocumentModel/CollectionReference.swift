/// A collection of the library that a document belongs to: its path and label.
public struct CollectionReference: Hashable, Sendable, Codable {
    /// The names of the collections from the outermost inwards, separated by slashes: `charters/royal`.
    public let id: String
    /// The display name; nil if another document states it, or none does.
    public let label: LanguageMap?

    package init(id: String, label: LanguageMap? = nil) { (self.id, self.label) = (id, label) }
}

/// Rules for collection ids. Ids are used in URLs and file names without escaping.
public enum CollectionPath {
    /// A description of a valid id, for error messages.
    public static let rule =
        "names of lowercase letters, digits and '-' with slashes between them, such as charters/royal, at most \(depth) of them"
    /// The maximum depth of nested collections.
    public static let depth = 8
    /// The maximum number of collections a document can be in.
    public static let limit = 20
    /// The maximum length of a name, in bytes.
    private static let nameLength = 64

    /// Whether the text is a valid id: one to ``depth`` names of `a-z`, `0-9` and `-`, not beginning with a hyphen.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= (nameLength + 1) * depth else { return false }
        let names = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return names.count <= depth
            && names.allSatisfy { name in
                (1...nameLength).contains(name.count) && name.first != UInt8(ascii: "-")
                    && name.allSatisfy(\.isOfLowercaseName)
            }
    }

    /// Returns a collection and its ancestors, outermost first: `charters`, `charters/royal`.
    package static func chain(_ id: String) -> [String] {
        var chain: [String] = []
        for name in id.parts(at: "/") { chain.append(chain.last.map { "\($0)/\(name)" } ?? String(name)) }
        return chain
    }

    /// Returns the parent of a collection; nil for an outermost one.
    package static func parent(_ id: String) -> String? { chain(id).dropLast().last }

    /// Returns the last name of the path.
    package static func name(_ id: String) -> String { String(id.parts(at: "/").last ?? "") }
}

extension DocumentHeader {
    /// The collections that directly contain the document: those it names, without the ancestors of another one it
    /// names.
    ///
    /// - Complexity: O(*n*²) in their number, which is at most ``CollectionPath/limit``.
    package var innermostCollections: [String] {
        let all = collections.map(\.id)
        return all.filter { id in !all.contains { $0.hasPrefix(id + "/") } }
    }
}
