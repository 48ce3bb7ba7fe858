/// How the regions of a category are drawn.
public enum CategoryStyle: String, Sendable, Codable, CaseIterable {
    /// As coloured areas.
    case filled
    /// As outlines.
    case outline
}

/// A named set of clauses, as `categories.json` gives it.
public struct Category: Hashable, Sendable {
    /// The id, unique in the document and never `all`; see ``Identifier``.
    public let id: String
    /// The name to show.
    public let label: LanguageMap
    /// A name that the viewer ships, or the name of an SVG file of the folder.
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

/// A category of a stored document, with the number of its clauses.
public struct CategoryInfo: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The name to show.
    public let label: LanguageMap
    /// A name that the viewer ships, or the name of an SVG file among the document's source files.
    public let icon: String?
    /// How its regions are drawn.
    public let style: CategoryStyle
    /// Whether its clauses are in `all`.
    public let includedInAll: Bool
    /// How many clauses and details it has.
    public let count: Int

    package init(id: String, label: LanguageMap, icon: String?, style: CategoryStyle, includedInAll: Bool, count: Int) {
        (self.id, self.label, self.icon) = (id, label, icon)
        (self.style, self.includedInAll, self.count) = (style, includedInAll, count)
    }
}

/// How many clauses a document has.
public struct ClauseCounts: Hashable, Sendable {
    /// Those in `all`.
    public let all: Int
    /// Every clause and detail.
    public let total: Int

    package init(all: Int, total: Int) {
        (self.all, self.total) = (all, total)
    }
}
