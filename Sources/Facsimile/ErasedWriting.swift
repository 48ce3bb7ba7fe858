import ImageGeometry

/// What was scraped off the sheet and is seen under ultraviolet alone. The drawing in daylight has none of it.
enum ErasedWriting {
    /// Where the scribe began the added passage first: beside the place where it stands.
    static let draft = (left: 3560.0, right: 5560.0, baseline: 7018.0, pitch: 72.0, scale: 0.84)
    /// A note at the foot, in larger letters.
    static let note = (left: 1760.0, baseline: 7480.0, scale: 1.5)

    static func draw(on surface: InkSurface) {
        var scribe = Scribe(on: surface, seed: 1216)
        var random = SeededRandom(seed: 1217)
        for (line, text) in Formulae.erasedDraft.enumerated() {
            write(
                text, from: draft.left, baseline: draft.baseline + Double(line) * draft.pitch, scale: draft.scale,
                by: &scribe, random: &random)
        }
        write(
            Formulae.erasedNote, from: note.left, baseline: note.baseline, scale: note.scale, by: &scribe,
            random: &random)
    }

    /// How wide the longer line of the draft is, in pixels of the full drawing.
    static var draftWidth: Double {
        var random = SeededRandom(seed: 1217)
        return Formulae.erasedDraft.map { width(written($0, random: &random), unit: Sheet.unit * draft.scale) }.max()
            ?? 0
    }

    private static func write(
        _ text: String, from left: Double, baseline: Double, scale: Double, by scribe: inout Scribe,
        random: inout SeededRandom
    ) {
        let unit = Sheet.unit * scale
        var x = left
        for signs in written(text, random: &random) {
            let width = Hand.width(signs) * unit
            // A scraper takes more here and less there.
            let style = Scribe.Style(unit: unit, darkness: 0.62 + random.bell() * 0.16)
            scribe.write(signs, from: x, to: x + width, baseline: baseline, style: style)
            x += width + Hand.wordSpace * unit
        }
    }

    private static func written(_ text: String, random: inout SeededRandom) -> [String] {
        text.split(separator: " ").map { Abbreviations.written(String($0), random: &random) }
    }

    private static func width(_ words: [String], unit: Double) -> Double {
        words.map(Hand.width).reduce(0, +) * unit + Double(max(0, words.count - 1)) * Hand.wordSpace * unit
    }
}
