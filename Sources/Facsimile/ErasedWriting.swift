import ImageGeometry

/// The writing that was scraped off the sheet and is visible only under ultraviolet light. It is not part of the
/// drawing in daylight.
enum ErasedWriting {
    /// The position of the scribe's first attempt at the added passage, beside its final position.
    static let draft = (left: 3560.0, right: 5560.0, baseline: 7018.0, pitch: 72.0, scale: 0.84)
    /// The position of a note at the foot, in larger letters.
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

    private static func write(
        _ text: String, from left: Double, baseline: Double, scale: Double, by scribe: inout Scribe,
        random: inout SeededRandom
    ) {
        let unit = Sheet.unit * scale
        let words = Abbreviations.words(of: text, random: &random)
        scribe.write(words, from: left, baseline: baseline, unit: unit) {
            // The scraper removed more ink in some places than in others.
            Scribe.Style(unit: unit, darkness: 0.62 + random.bell() * 0.16)
        }
    }
}
