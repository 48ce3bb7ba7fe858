import ImageGeometry

/// Writes signs with a pen, with variation so that no two are alike.
struct Scribe {
    /// The style of a run of signs.
    struct Style {
        /// The number of pixels of the full drawing per hand unit.
        var unit: Double
        /// The nib's broad half-width in units; the default is the hand's own.
        var nib: Double = 1.2
        /// The density of the ink, 0…1.
        var darkness: Double
        /// The size of the first sign, relative to the others.
        var firstSign: Double = 1
    }

    private let surface: InkSurface
    private var random: SeededRandom
    private var drift = 0.0

    init(on surface: InkSurface, seed: UInt64) {
        self.surface = surface
        random = SeededRandom(seed: seed)
    }

    /// Writes signs between two points of a baseline, in pixels of the full drawing before the map `placing` is
    /// applied.
    ///
    /// - Complexity: O(pixels of ink).
    mutating func write(
        _ signs: String, from left: Double, to right: Double, baseline: Double, style: Style,
        placing: (_ x: Double, _ y: Double) -> Point = Bend.bent
    ) {
        let stretch = (right - left) / max(Hand.width(signs), 0.1)
        let slant = 0.015 + random.bell() * 0.012
        drift = drift * 0.8 + random.bell() * 0.12
        let tilt = random.bell() * 0.012
        let angle = random.bell() * 0.03
        let nib = surface.nib(
            broad: style.nib * style.unit, thin: style.nib * style.unit * 0.2,
            cosine: 0.766 - 0.643 * angle, sine: 0.643 + 0.766 * angle)
        var x = left
        var middle = left
        var previous: Unicode.Scalar?
        for (index, scalar) in signs.unicodeScalars.enumerated() {
            let size = index == 0 ? style.firstSign : 1 + random.bell() * 0.012
            if let sign = Hand.sign(scalar) {
                // An enlarged first sign extends back into the space before the word.
                let origin = x - (size > 1.05 ? sign.advance * stretch * (size - 1) : 0)
                middle = x + (sign.advance - 0.4) * stretch / 2
                draw(
                    sign, x: origin, baseline: baseline + (x - left) * tilt - drift * style.unit, nib: nib,
                    width: stretch * size, size: style.unit * size, slant: slant, style: style, placing: placing)
                x += sign.advance * stretch
                if scalar == "i", previous == "i" {
                    let hair = surface.nib(broad: style.unit * 0.34, thin: style.unit * 0.2)
                    draw(
                        Hand.tick, x: middle - 1.2 * style.unit, baseline: baseline - drift * style.unit, nib: hair,
                        width: style.unit, size: style.unit, slant: slant, style: style, placing: placing)
                }
            } else if let mark = Hand.mark(scalar) {
                let small = surface.nib(broad: style.nib * style.unit * 0.72, thin: style.nib * style.unit * 0.18)
                draw(
                    mark, x: middle + random.bell() * 0.4 * style.unit,
                    baseline: baseline - (drift + random.bell() * 0.35) * style.unit, nib: small,
                    width: style.unit, size: style.unit, slant: slant, style: style, placing: placing)
            }
            previous = scalar
        }
    }

    /// Writes words from left to right.
    ///
    /// - Parameters:
    ///   - unit: The number of pixels of the full drawing per hand unit of the words' widths.
    ///   - space: The space between two words, in hand units.
    ///   - style: Returns the style of the next word.
    mutating func write(
        _ words: [String], from left: Double, baseline: Double, unit: Double, space: Double = Hand.wordSpace,
        placing: (_ x: Double, _ y: Double) -> Point = Bend.bent, style: () -> Style
    ) {
        var x = left
        for signs in words {
            let width = Hand.width(signs) * unit
            write(signs, from: x, to: x + width, baseline: baseline, style: style(), placing: placing)
            x += width + space * unit
        }
    }

    private mutating func draw(
        _ sign: PenSign, x: Double, baseline: Double, nib: Nib, width: Double, size: Double, slant: Double,
        style: Style, placing: (_ x: Double, _ y: Double) -> Point
    ) {
        let lift = random.bell() * 0.13
        for stroke in sign.strokes {
            let (shiftX, shiftY) = (random.bell() * 0.1, random.bell() * 0.11 + lift)
            let (bow, lean) = (random.bell() * 0.012, slant + random.bell() * 0.008)
            let points = stroke.points.map { point in
                let y = point.y + shiftY + point.y * bow
                return placing(x + (point.x + shiftX + y * lean + y * y * bow * 0.1) * width, baseline - y * size)
            }
            // The pen is lifted at the end of a stroke that goes below the line; other strokes are pressed slightly
            // more towards their end.
            let tapers = (stroke.points.last?.y ?? 0) < -2
            let press = 1 + random.bell() * 0.035
            surface.draw(
                points, nib: nib, pressure: (press, tapers ? press * 0.5 : press * 1.04),
                darkness: style.darkness + random.bell() * 0.035)
        }
    }
}

/// The density of the ink from word to word. It decreases as the pen runs dry, until it is dipped again.
struct InkWell {
    private var random = SeededRandom(seed: 77)
    private var left = 1.0
    private var perDip = 90.0
    private let forced: Range<Int>

    /// Creates a well. `forced` are the words during which the ink visibly runs out half-way.
    init(forced: Range<Int>) { self.forced = forced }

    /// Returns the density for a word, by its index and number of signs.
    mutating func density(word index: Int, signs: Int) -> Double {
        if forced.contains(index) {
            let position = index - forced.lowerBound
            let half = forced.count / 2
            left = position < half ? 0.34 - 0.3 * Double(position) / Double(max(1, half - 1)) : 1
            if position == half { perDip = 100 }
            return position < half ? 0.2 + left : 1
        }
        left -= Double(signs) / perDip * 0.62
        if left < 0.16 {
            left = 0.92 + random.fraction() * 0.08
            perDip = 64 + random.fraction() * 70
        }
        return 0.62 + 0.35 * left.squareRoot() + random.bell() * 0.015
    }
}
