import ImageGeometry

/// The writing on the back that shows through: mirrored, and without the bend of the front.
enum Verso {
    /// Writes the endorsement on a separate surface, as large as its place allows.
    static func draw(on surface: InkSurface) {
        let place = HiddenDetails.endorsementPlace
        var random = SeededRandom(seed: 12)
        let lines = Formulae.endorsement.map { line in
            line.split(separator: " ").map { Abbreviations.written(String($0), random: &random) }
        }
        let widest = lines.map(width).max() ?? 1
        let unit = (place.right - place.left) / max(widest, 1)
        var scribe = Scribe(on: surface, seed: 404)
        for (number, words) in lines.enumerated() {
            var x = place.left
            let baseline = place.top + place.pitch * (Double(number) + 0.74)
            for signs in words {
                let width = Hand.width(signs) * unit
                let style = Scribe.Style(unit: min(unit, 6.2), nib: 1.3, darkness: 0.9)
                scribe.write(signs, from: x, to: x + width, baseline: baseline, style: style) { x, y in
                    Point(x: place.left + place.right - x, y: y + (place.left - x) * 0.012)
                }
                x += width + space * unit
            }
        }
    }

    private static let space = Hand.wordSpace * 1.3

    private static func width(_ words: [String]) -> Double {
        words.map(Hand.width).reduce(0, +) + Double(max(0, words.count - 1)) * space
    }
}
