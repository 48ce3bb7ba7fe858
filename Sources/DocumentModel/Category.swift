/// How the regions of a category are drawn.
public enum CategoryStyle: String, Sendable, Codable, CaseIterable {
    /// As coloured areas.
    case filled
    /// As outlines.
    case outline
}

/// A named set of clauses, from `categories.json`.
public struct Category: Hashable, Sendable {
    /// The id, unique in the document and never `all`; see ``Identifier``.
    public let id: String
    /// The display name.
    public let label: LanguageMap
    /// The name of a built-in icon of the viewer, or of an SVG file in the folder.
    public let icon: String?
    /// How its regions are drawn.
    public let style: CategoryStyle
    /// Whether its clauses are in `all`.
    public let includedInAll: Bool

    package init(id: String, label: LanguageMap, icon: String?, style: CategoryStyle, includedInAll: Bool) {
        (self.id, self.label, self.icon) = (id, label, icon)
        (self.style, self.includedInAll) = (style, includedInAll)
    }
}

/// A category of a stored document, with its number of clauses.
///
/// The properties of the ``category`` are also available directly: `info.label` is `info.category.label`.
@dynamicMemberLookup
public struct CategoryInfo: Hashable, Sendable {
    /// The category.
    public let category: Category
    /// The number of clauses and details in the category.
    public let count: Int

    package init(category: Category, count: Int) { (self.category, self.count) = (category, count) }

    /// Returns a property of the category.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Category, Value>) -> Value { category[keyPath: keyPath] }
}

/// The number of clauses in a document.
public struct ClauseCounts: Hashable, Sendable {
    /// The number of clauses in `all`.
    public let all: Int
    /// The number of clauses and details.
    public let total: Int

    package init(all: Int, total: Int) {
        (self.all, self.total) = (all, total)
    }
}
