import ImageGeometry

/// The ten details on the sheet that readers can discover: their positions and outlines.
///
/// The drawing uses these positions, so that every detail is within its outline.
package struct HiddenDetails: Sendable {
    /// The index in the layout's words of the word that is struck through.
    let correction: Int
    /// The index of the most abbreviated word.
    let abbreviation: Int
    /// The indices of the words during which the ink runs out and the pen is dipped again.
    let inkDip: Range<Int>
    /// The index of the word that is followed by the mark of the added passage.
    let calledFor: Int

    private let layout: Layout

    init(_ layout: Layout) {
        self.layout = layout
        correction = Self.word(in: layout, clause: "41", from: 24) { $0.right - $0.left > 130 }
        abbreviation = layout.words.firstIndex { $0.isShortest } ?? 0
        calledFor = Self.word(in: layout, clause: "53", from: 30) { $0.word.text.count >= 4 }
        let start = Self.word(in: layout, clause: "29", from: 12) { _ in true }
        inkDip = start..<min(start + 8, layout.words.count)
    }

    /// Returns the ids in the order of `clauses.json`, each with its rings.
    ///
    /// - Complexity: O(vertices).
    func outlines(scaleFactor: Int) -> [(id: String, rings: [[TenthVertex]])] {
        let placed: [(String, [[Point]])] = [
            ("initial", [Self.initialOutline]),
            ("correction", [wordBox(correction...correction, above: 84, below: 18, beside: 8)]),
            ("ink-dip", [wordBox(inkDip.lowerBound...(inkDip.upperBound - 1), above: 70, below: 26, beside: 6)]),
            ("ruling-line", [Self.rulingOutline]),
            ("abbreviation", [wordBox(abbreviation...abbreviation, above: 58, below: 22, beside: 8)]),
            ("added-passage", [markBox, Self.passageOutline]),
            ("show-through", [Self.endorsementOutline]),
            ("pin-holes", Self.pinHoles.map { Self.ring(around: $0, horizontal: 40, vertical: 40) }),
            ("seal-marks", [Self.sealOutline]),
            ("follicles", [Self.follicleOutline]),
        ]
        return placed.map { id, rings in
            (id, rings.map { $0.map { TenthVertex($0, scaleFactor: scaleFactor) } })
        }
    }

    /// Returns the first suitable word of a clause at or after a position, well within its line.
    private static func word(
        in layout: Layout, clause: String, from first: Int, where suits: (PlacedWord) -> Bool
    ) -> Int {
        let index = ClauseEntry.all.firstIndex { $0.id == clause } ?? 0
        let own = layout.words.indices.filter { layout.words[$0].word.clause == index }.dropFirst(first)
        let within = own.filter { position in
            let word = layout.words[position]
            return word.left > Sheet.left + 700 && word.right < Sheet.right - 1700
        }
        let suiting = within.first { suits(layout.words[$0]) }
        return suiting ?? within.first ?? own.first ?? 0
    }

    private func wordBox(_ range: ClosedRange<Int>, above: Double, below: Double, beside: Double) -> [Point] {
        let (first, last) = (layout.words[range.lowerBound], layout.words[range.upperBound])
        let baseline = Sheet.baseline(first.line)
        let right = last.line == first.line ? last.right : Sheet.right
        return Self.bentBox(
            left: first.left - beside, top: baseline - above, right: right + beside, bottom: baseline + below)
    }

    /// The position of the mark that refers to the added passage, before the bend: the centre of its foot.
    var markPlace: (x: Double, y: Double) {
        let word = layout.words[calledFor]
        return (word.right + 6, Sheet.baseline(word.line) - 40)
    }

    private var markBox: [Point] {
        let (x, y) = markPlace
        return Self.bentBox(left: x - 20, top: y - 34, right: x + 26, bottom: y + 10)
    }
}
