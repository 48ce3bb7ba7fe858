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
    /// The unabbreviated text of the sheet; nil for a detail.
    public let transcription: String?
    /// The outlines on page 1.
    package let rings: [[TenthVertex]]
    /// The words of the transcription with their positions, in order; empty for a detail.
    package var words: [FacsimileWord] = []
}

/// A word of a transcription, and the box around it on page 1.
package struct FacsimileWord: Hashable, Sendable {
    /// The unabbreviated word, with the punctuation that follows it.
    package let text: String
    /// The box: x, y, width and height, in tenths of a pixel.
    package let box: [Int]

    /// The extent of letters above and below the baseline, in hand units.
    private static let (above, below) = (20.0, 7.0)

    /// - Parameter scaleFactor: The divisor of every coordinate.
    init(_ word: PlacedWord, scaleFactor: Int) {
        text = word.word.text + word.word.mark
        let baseline = Sheet.baseline(word.line)
        let heights = [baseline - Self.above * Sheet.unit, baseline + Self.below * Sheet.unit]
        let corners = [word.left, word.right].flatMap { x in
            heights.map { TenthVertex(Bend.bent(x, $0), scaleFactor: scaleFactor) }
        }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        box = [left, top, (xs.max() ?? left) - left, (ys.max() ?? top) - top]
    }
}

/// The contents and positions of everything on the sheet. They are computed identically on every machine.
package struct SheetGeometry: Sendable {
    /// The lines and their words.
    package let layout: Layout
    /// The hidden details.
    package let details: HiddenDetails
    /// The clauses in reading order, then the details.
    package let clauses: [FacsimileClause]

    /// Computes all positions. `scaleFactor` divides every coordinate (1 is the full drawing).
    ///
    /// - Complexity: O(words × formulae), a few tens of milliseconds.
    package init(scaleFactor: Int) {
        let composition = Composition()
        layout = Layout(composition)
        details = HiddenDetails(layout)
        let regions = RegionBuilder(layout, scaleFactor: scaleFactor).regions()
        let words = Dictionary(grouping: layout.words, by: \.word.clause)
        let written = zip(ClauseEntry.all, regions).enumerated().map { index, pair in
            FacsimileClause(
                id: pair.0.id, number: pair.0.number, kind: "clause", incipit: pair.0.incipit,
                categories: pair.0.categories, transcription: composition.transcription(ofClause: index),
                rings: pair.1, words: (words[index] ?? []).map { FacsimileWord($0, scaleFactor: scaleFactor) })
        }
        let hidden = details.outlines(scaleFactor: scaleFactor).map { id, rings in
            FacsimileClause(
                id: id, number: nil, kind: "detail", incipit: nil, categories: ["hidden-details"],
                transcription: nil, rings: rings)
        }
        clauses = written + hidden
    }
}
