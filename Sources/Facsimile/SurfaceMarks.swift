import Foundation
import ImageGeometry

/// Draws marks on the skin that are not ink: ruling, follicles, holes, and the marks of the seal.
///
/// `tone` is added to the parchment's lightness; 128 leaves it unchanged.
struct SurfaceMarks {
    private let tone: Plane
    private let holes: Plane
    private let scaleFactor: Double

    init(on tone: Plane, piercing holes: Plane, scaleFactor: Int) {
        self.tone = tone
        self.holes = holes
        self.scaleFactor = Double(scaleFactor)
    }

    /// Draws all marks.
    ///
    /// - Complexity: O(pixels of marks), about a second for the full drawing.
    func drawAll(lineCount: Int) {
        Folds.draw(on: tone, scaleFactor: scaleFactor)
        drawRuling(lineCount: lineCount)
        drawFollicles()
        Blemishes.draw(with: self)
        for hole in HiddenDetails.pinHoles { drawPinHole(hole, radius: 9.5) }
        SealMarks.draw(with: self)
    }

    /// Darkens along a line. `half` is half the line's width. Both are in pixels of the full drawing.
    func line(_ points: [Point], half: Double, darkening: (_ x: Double, _ y: Double) -> Double) {
        let nib = Nib(broad: max(0.35, half / scaleFactor), thin: max(0.35, half / scaleFactor), cosine: 1, sine: 0)
        // In a small drawing, a line thinner than a pixel must be fainter, because it is drawn a pixel wide.
        let fading = min(1, half * 2 / scaleFactor)
        for (start, end) in zip(points, points.dropFirst()) {
            nib.step(
                from: Point(x: start.x / scaleFactor, y: start.y / scaleFactor),
                to: Point(x: end.x / scaleFactor, y: end.y / scaleFactor), pressure: (1, 1), width: tone.width,
                height: tone.height
            ) { x, y, covered in
                let amount = darkening(Double(x) * scaleFactor, Double(y) * scaleFactor) * covered * fading
                let index = y * tone.width + x
                tone.pixels[index] = min(tone.pixels[index], UInt8(max(0, min(128, 128 - amount))))
            }
        }
    }

    /// Adds a round spot whose darkness decreases from its centre.
    func spot(_ centre: Point, radius: Double, darkening: Double, flatness: Double = 1) {
        let reach = radius * 2.4
        let columns = Int((centre.x - reach) / scaleFactor)...Int((centre.x + reach) / scaleFactor)
        let rows = Int((centre.y - reach) / scaleFactor)...Int((centre.y + reach) / scaleFactor)
        for row in rows {
            for column in columns {
                let dx = ((Double(column) + 0.5) * scaleFactor - centre.x) / radius
                let dy = ((Double(row) + 0.5) * scaleFactor - centre.y) / (radius * flatness)
                tone.add(column, row, -darkening * exp(-(dx * dx + dy * dy)))
            }
        }
    }

    /// Draws a hole through which the dark ground is visible, with a worn and rusty rim.
    private func drawPinHole(_ centre: Point, radius: Double) {
        spot(centre, radius: radius * 2.6, darkening: 24)
        spot(Point(x: centre.x + radius * 0.8, y: centre.y + radius), radius: radius * 1.3, darkening: -16)
        pierce([centre, Point(x: centre.x + radius * 0.3, y: centre.y + radius * 0.42)], half: [radius, radius * 0.8])
    }

    /// Cuts through the skin along points. `half` contains half the width of the cut at each point, in pixels of the
    /// full drawing.
    func pierce(_ points: [Point], half: [Double]) {
        let nib = Nib(broad: 1, thin: 1, cosine: 1, sine: 0)
        for (start, end) in zip(zip(points, half), zip(points, half).dropFirst()) {
            nib.step(
                from: Point(x: start.0.x / scaleFactor, y: start.0.y / scaleFactor),
                to: Point(x: end.0.x / scaleFactor, y: end.0.y / scaleFactor),
                pressure: (start.1 / scaleFactor, end.1 / scaleFactor), width: holes.width, height: holes.height
            ) { x, y, covered in holes.raise(x, y, to: UInt8(covered * 255)) }
        }
    }

    /// Adds to the lightness of every point in a box of the full drawing.
    func shade(from low: Point, to high: Point, amount: (_ x: Double, _ y: Double) -> Double) {
        for row in Int(low.y / scaleFactor)...Int(high.y / scaleFactor) {
            for column in Int(low.x / scaleFactor)...Int(high.x / scaleFactor) {
                tone.add(column, row, amount((Double(column) + 0.5) * scaleFactor, (Double(row) + 0.5) * scaleFactor))
            }
        }
    }

    private func drawRuling(lineCount: Int) {
        let broken = SmoothNoise(seed: 51)
        var random = SeededRandom(seed: 52)
        for line in 0..<lineCount {
            let strength = 6 + 8 * random.fraction() * random.fraction() + 2 * random.fraction()
            let y = Sheet.baseline(line) + 3 + random.bell() * 0.7
            let start = Sheet.left - 52 + random.bell() * 12
            let end = Sheet.right + 34 + random.bell() * 10
            let points = (0...60).map { Bend.bent(start + (end - start) * Double($0) / 60, y) }
            self.line(points, half: 1.1) { x, y in
                max(0, strength * (0.72 + 0.6 * broken.layered(x, y, cell: 170)))
            }
        }
        let ruling = HiddenDetails.ruling
        vertical(ruling.x, from: ruling.top, to: ruling.bottom, strength: 17)
        vertical(ruling.x + 22, from: ruling.top + 60, to: 6990, strength: 6)
        vertical(Sheet.right + 12, from: ruling.top + 20, to: 6960, strength: 8)
        vertical(Sheet.right + 34, from: ruling.top + 50, to: 7010, strength: 6)
    }

    private func vertical(_ x: Double, from top: Double, to bottom: Double, strength: Double) {
        let broken = SmoothNoise(seed: 53)
        let points = (0...60).map { Bend.bent(x, top + (bottom - top) * Double($0) / 60) }
        line(points, half: 1.5) { x, y in max(0, strength * (0.85 + 0.4 * broken.layered(x, y, cell: 210))) }
    }

    /// Draws the hair follicles: dots in irregular rows, in patches, one of which is dense.
    private func drawFollicles() {
        let patches = SmoothNoise(seed: 61)
        let wander = SmoothNoise(seed: 62)
        var random = SeededRandom(seed: 63)
        let patch = HiddenDetails.follicles
        let spacing = 25.0
        for row in 8..<Int(Sheet.height / spacing * 1.25) {
            for column in 5..<Int(Sheet.width / spacing) {
                let jitter = (random.spread() * 8, random.spread() * 5, random.fraction(), random.fraction())
                let x = (Double(column) + (row % 2 == 0 ? 0 : 0.5)) * spacing + jitter.0
                let straight = Double(row) * spacing * 0.8 + jitter.1
                let y = straight + 46 * wander.layered(x, straight, cell: 700)
                guard x > 150, x < Sheet.width - 150, y > 150, y < Sheet.height - 150 else { continue }
                let (dx, dy) = ((x - patch.centre.x) / patch.horizontal, (y - patch.centre.y) / patch.vertical)
                let inPatch = max(0, min(1, (0.93 - (dx * dx + dy * dy).squareRoot()) * 5))
                let elsewhere = max(0, patches.layered(x, y, cell: 1150) * 2.2 - 0.42)
                let strength = max(inPatch * 37, min(0.6, elsewhere) * 24)
                guard strength > 1.2, jitter.2 < 0.86 else { continue }
                let darkening = strength * (0.6 + 0.4 * jitter.2)
                spot(Point(x: x, y: y), radius: 2 + jitter.3 * jitter.3 * 2.6, darkening: darkening, flatness: 0.8)
            }
        }
    }
}
