import DocumentModel

/// How viewers present the pages of a document that does not state it.
///
/// Specification: https://iiif.io/api/presentation/3.0/#behavior
enum ReadingBehavior {
    /// The fewest pages of a book: a sheet folded once has four. A charter has a front and a back, and no page to turn.
    private static let fewestPages = 4
    /// The most that the pages of a book differ in their proportions: the largest ratio of width to height, divided by the
    /// smallest.
    private static let widestSpread = 1.25

    /// `paged` for a book: at least four pages, all of them upright and of about the same proportions. An opening that was
    /// photographed as a whole is wider than high, and loose sheets have many shapes. For anything else nothing.
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
