import DocumentModel

/// The presumed reading behavior of a document that does not state one.
///
/// Specification: https://iiif.io/api/presentation/3.0/#behavior
enum ReadingBehavior {
    /// The minimum number of pages of a book: a sheet folded once has four. A charter has only a front and a back.
    private static let fewestPages = 4
    /// The maximum variation of page proportions in a book: the largest ratio of width to height divided by the
    /// smallest.
    private static let widestSpread = 1.25

    /// Returns `paged` for a book: at least four pages, all upright and of about the same proportions. An opening
    /// photographed as a whole is wider than high, and loose sheets vary in shape. Returns an empty array for anything
    /// else.
    ///
    /// - Complexity: O(*n*) in the number of pages.
    static func usual(for pages: [SourcePage]) -> [String] {
        let ratios = pages.map { Double($0.width) / Double(max(1, $0.height)) }
        guard ratios.count >= fewestPages, let narrowest = ratios.min(), let widest = ratios.max(), narrowest > 0,
            widest < 1, widest / narrowest <= widestSpread
        else { return [] }
        return ["paged"]
    }
}
