import ImageGeometry

/// The writing on the back that shows through: mirrored, and without the bend of the front.
enum Verso {
    /// Writes the endorsement on a separate surface, as large as its place allows.
    static func draw(on surface: InkSurface) {
        let place = HiddenDetails.endorsementPlace
        var random = SeededRandom(seed: 12)
        let lines = Formulae.endorsement.map { Abbreviations.words(of: $0, random: &random) }
        let space = Hand.wordSpace * 1.3
        let widest = lines.map { Hand.width($0, space: space) }.max() ?? 1
        let unit = (place.right - place.left) / max(widest, 1)
        var scribe = Scribe(on: surface, seed: 404)
        for (number, words) in lines.enumerated() {
            scribe.write(
                words, from: place.left, baseline: place.top + place.pitch * (Double(number) + 0.74), unit: unit,
                space: space, placing: { Point(x: place.left + place.right - $0, y: $1 + (place.left - $0) * 0.012) }
            ) { Scribe.Style(unit: min(unit, 6.2), nib: 1.3, darkness: 0.9) }
        }
    }
}
