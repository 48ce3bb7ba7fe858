import ImageGeometry

/// Writes the whole text, and the hidden details that consist of writing.
struct Writing {
    private let geometry: SheetGeometry
    private let surface: InkSurface
    private var scribe: Scribe
    private let unsteadiness = SmoothNoise(seed: 1226)

    init(_ geometry: SheetGeometry, on surface: InkSurface) {
        self.geometry = geometry
        self.surface = surface
        scribe = Scribe(on: surface, seed: 1225)
    }

    /// Writes everything.
    ///
    /// - Complexity: O(pixels of ink); some seconds for the full drawing.
    mutating func drawAll() {
        let words = geometry.layout.words
        var well = InkWell(forced: geometry.details.inkDip)
        var clause = -1
        for (index, word) in words.enumerated() {
            let density = well.density(word: index, signs: word.written.unicodeScalars.count)
            var style = Scribe.Style(unit: Sheet.unit, darkness: density)
            if word.word.clause != clause, index > 0 {
                style.firstSign = 1.16
                style.nib = 1.26
            }
            clause = word.word.clause
            let isWrong = index == geometry.details.correction
            // No line of handwriting is quite straight, though all follow the ruling.
            let wander = 1.9 * unsteadiness.layered(word.left, Double(word.line) * 5000, cell: 900)
            scribe.write(
                isWrong ? Self.wrongWord : word.written, from: word.left, to: word.right,
                baseline: Sheet.baseline(word.line) + wander, style: style)
            if isWrong { correct(word, density: density) }
        }
        drawInitial()
        drawAddedPassage()
    }

    /// The word that the scribe wrote by mistake before the correction.
    private static let wrongWord = "ſolutis"

    private mutating func correct(_ word: PlacedWord, density: Double) {
        let baseline = Sheet.baseline(word.line)
        let nib = surface.nib(broad: 2.6, thin: 1)
        let strike = [(-6.0, 13.0), (0.3, 16), (0.62, 12), (1, 18)].map { along, up in
            let x = along < 0 ? word.left + along : word.left + (word.right - word.left) * along
            return Bend.bent(x, baseline - up)
        }
        surface.draw(strike, nib: nib, pressure: (1, 0.9), darkness: 0.95)
        let style = Scribe.Style(unit: Sheet.unit * 0.6, nib: 1.1, darkness: 0.98)
        let natural = Hand.width(word.written) * style.unit
        let middle = (word.left + word.right) / 2
        scribe.write(
            word.written, from: middle - natural / 2, to: middle + natural / 2, baseline: baseline - 44, style: style)
    }

    /// Draws the J of Johannes: head, stem and tail with a broad pen, and details with a fine pen.
    private func drawInitial() {
        let place = HiddenDetails.initialPoint
        let broad = surface.nib(broad: 25, thin: 3.4, cosine: 0.9, sine: 0.436)
        let fine = surface.nib(broad: 2.2, thin: 1.3)
        func path(_ description: String) -> [Point] { PenPath(description).points.map { place($0.x, $0.y) } }
        surface.draw(
            path("M-4 262 Q36 306 84 288 Q130 268 160 296"), nib: broad, pressure: (0.8, 0.86), darkness: 0.92)
        surface.draw(
            path("M58 286 Q46 190 52 90 Q56 10 36 -44 Q14 -100 -28 -122 Q-58 -130 -58 -104"), nib: broad,
            pressure: (1, 0.45), darkness: 0.95)
        surface.draw(
            path("M84 270 Q76 180 80 96 Q82 20 66 -30 Q50 -74 20 -104"), nib: fine, pressure: (1, 0.7), darkness: 0.9)
        surface.draw(path("M80 182 Q92 176 90 164 Q88 154 80 152"), nib: fine, pressure: (1, 1), darkness: 0.9)
        surface.draw(path("M80 150 Q92 144 90 132 Q88 122 79 120"), nib: fine, pressure: (1, 1), darkness: 0.9)
        surface.draw(path("M22 258 Q10 220 -14 226 Q-30 238 -14 250"), nib: fine, pressure: (1, 0.8), darkness: 0.88)
        surface.draw(path("M160 296 Q184 312 176 282 Q170 262 148 256"), nib: fine, pressure: (1, 0.6), darkness: 0.88)
        surface.draw(path("M-58 -104 Q-60 -84 -44 -80"), nib: fine, pressure: (1, 0.6), darkness: 0.88)
    }

    /// Writes the passage at the foot, and the mark above the line and before the passage that connects the two.
    private mutating func drawAddedPassage() {
        let passage = HiddenDetails.passage
        let unit = Sheet.unit * passage.scale
        var random = SeededRandom(seed: 40)
        for (line, text) in Formulae.addedPassage.enumerated() {
            let baseline = passage.baseline + Double(line) * passage.pitch
            let words = Abbreviations.words(of: text, random: &random)
            let horizontal = min(unit * 1.08, (passage.right - passage.left) / Hand.width(words))
            scribe.write(words, from: passage.left, baseline: baseline, unit: horizontal) {
                Scribe.Style(unit: unit, darkness: 0.82 + random.bell() * 0.03)
            }
        }
        drawMark(x: passage.left - 44, y: passage.baseline - 14, size: 1.25)
        let (x, y) = geometry.details.markPlace
        drawMark(x: x, y: y, size: 1)
    }

    /// Draws a cross between two dots.
    private func drawMark(x: Double, y: Double, size: Double) {
        let nib = surface.nib(broad: 2.7 * size, thin: 0.9)
        let strokes: [[(Double, Double)]] = [
            [(-9, -13), (11, -12)], [(1, -24), (2, 0)], [(-8, -22), (-7.5, -21.5)], [(10, -3), (10.5, -2.5)],
        ]
        for stroke in strokes {
            let points = stroke.map { Bend.bent(x + $0.0 * size, y + $0.1 * size) }
            surface.draw(points, nib: nib, pressure: (1, 0.95), darkness: 0.95)
        }
    }
}
