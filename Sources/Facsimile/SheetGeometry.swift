import ImageGeometry

/// One clause or detail of `clauses.json`.
public struct FacsimileClause: Hashable, Sendable {
    /// `preamble`, `1` … `63`, or the name of a detail such as `pin-holes`.
    public let id: String
    /// The modern number; nil for the preamble and the details.
    public let number: String?
    /// `clause` or `detail`.
    public let kind: String
    /// The opening words; nil for a detail.
    public let incipit: String?
    /// The ids of the categories.
    public let categories: [String]
    /// The text in full, as it stands on the sheet; nil for a detail.
    public let transcription: String?
    /// The outlines on page 1.
    package let rings: [[TenthVertex]]

    /// The outlines on page 1 in image space, to a tenth of a pixel.
    public var polygons: [[(x: Double, y: Double)]] {
        rings.map { $0.map { (x: Double($0.x) / 10, y: Double($0.y) / 10) } }
    }
}

/// What is on the sheet and where: arithmetic alone, the same on every machine.
package struct SheetGeometry: Sendable {
    /// The lines and their words.
    package let layout: Layout
    /// The hidden details.
    package let details: HiddenDetails
    /// The clauses in reading order, then the details.
    package let clauses: [FacsimileClause]

    /// Computes all places; `scaleFactor` divides every coordinate (1 is the full drawing).
    ///
    /// - Complexity: O(words × formulae), a few tens of milliseconds.
    package init(scaleFactor: Int) {
        let composition = Composition()
        layout = Layout(composition)
        details = HiddenDetails(layout)
        let regions = RegionBuilder(layout, scaleFactor: scaleFactor).regions()
        let written = zip(ClauseEntry.all, regions).enumerated().map { index, pair in
            FacsimileClause(
                id: pair.0.id, number: pair.0.number, kind: "clause", incipit: pair.0.incipit,
                categories: pair.0.categories, transcription: composition.transcription(ofClause: index),
                rings: pair.1)
        }
        let hidden = details.outlines(scaleFactor: scaleFactor).map { id, rings in
            FacsimileClause(
                id: id, number: nil, kind: "detail", incipit: nil, categories: ["hidden-details"],
                transcription: nil, rings: rings)
        }
        clauses = written + hidden
    }
}
