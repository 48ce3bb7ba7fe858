import Foundation

/// Composes ink, parchment and a dark ground. The composition is lazy: libvips computes the pixels strip by strip when
/// the picture is saved.
struct Composite {
    let size: DrawingSize
    let ink: InkSurface
    let verso: InkSurface
    let tone: Plane
    /// The holes in the skin, 0…255.
    let holes: Plane
    let parchment = Parchment()

    /// Returns the finished picture: three bands of 8 bits.
    func picture() throws(FacsimileError) -> Picture {
        let edge = try edge()
        let written = try inked(skin(edge: edge))
        let shadow = try edge.lookedUp { value in -15 * exp(min(0, (value - 128) / 2) / 22) }
        let cloth = try Picture.grain(size, sigma: 3, seed: 210).blurred(0.7)
        let ground = try shadow.plus(cloth).scaled(by: [1, 1, 1], plus: [37, 34, 31])
        return try laid(written, on: ground, edge: edge).bytes()
    }

    /// The distance of each pixel from the edge of the skin, positive inside, in half pixels of the full drawing; 128
    /// is the edge.
    func edge() throws(FacsimileError) -> Picture {
        let depth = try Picture(Field(size, parchment.depth), for: size)
        let fray = try Picture.perlin(size, cell: 26, seed: 201).scaled(by: 1.7)
        return try depth.plus(fray).scaled(by: 2, plus: 128).bytes()
    }

    func pixels(_ length: Double) -> Double { max(0.3, length / Double(size.scaleFactor)) }

    private func skin(edge: Picture) throws(FacsimileError) -> Picture {
        let lightness = try Picture(Field(size, parchment.lightness), for: size)
        let warmth = try Picture(Field(size, parchment.warmth), for: size)
        let fibres = try Picture.grain(size, sigma: 2.6, seed: 212)
        let grain = try Picture.grain(size, sigma: 8, seed: 202).blurred(1.2).plus(fibres)
        let nap = try Picture.grain(size, sigma: 19, seed: 203).blurred(pixels(3.8))
        let marks = try Picture(tone).scaled(by: 1, plus: -128)
        let rim = try edge.lookedUp { value in
            let depth = (value - 128) / 2
            return -30 * exp(-max(0, depth) / 5) + 12 * exp(-pow((depth - 9) / 4, 2))
        }
        let halo = try Picture(ink.coverage).blurred(pixels(6.5)).scaled(by: -15.0 / 255)
        let through = try throughSkin()
        let light = try lightness.plus(grain).plus(nap).plus(marks).plus(rim).plus(halo).plus(through)
        let tint = try warmth.plus(halo.scaled(by: -0.35)).plus(through.scaled(by: -0.2)).plus(marks.scaled(by: -0.06))
        let toned = try light.scaled(by: [0.95, 1.02, 1.09], plus: [235, 217, 188])
        return try toned.plus(tint.scaled(by: [0.12, -0.31, -0.9], plus: [0, 0, 0]))
    }

    /// The darkening of the skin by the writing on the back.
    private func throughSkin() throws(FacsimileError) -> Picture {
        let soft = try Picture(verso.coverage).blurred(pixels(3.2)).scaled(by: -1.0 / 255)
        let uneven = try Picture.perlin(size, cell: 150, seed: 205).scaled(by: 9, plus: 25)
        return try soft.times(uneven)
    }

    /// Lays the ink on the skin.
    private func inked(_ skin: Picture) throws(FacsimileError) -> Picture {
        let wear = try Picture(Field(size, parchment.wear), for: size)
        let rough = try Picture.perlin(size, cell: 7, seed: 206).scaled(by: 26)
        let tooth = try Picture.grain(size, sigma: 36, seed: 207).blurred(0.9)
        // Ink spreads into the skin and stops at its grain: the coverage is blurred, disturbed by noise, and sharpened
        // again.
        let spread = try Picture(ink.coverage).blurred(pixels(0.75)).plus(tooth).plus(rough)
        let drawn = try spread.scaled(by: 1.75, plus: -96).bytes().scaled(by: 1.0 / 255)
        let pools = try Picture.perlin(size, cell: 29, seed: 208).scaled(by: 0.08, plus: 0.98)
        let dense = try Picture(ink.density).blurred(pixels(1.4))
        let body = try dense.scaled(by: 1.05 / 255).times(pools)
        let alpha = try drawn.times(body).times(wear).scaled(by: 255).bytes().scaled(by: 0.985 / 255)
        // Thin ink is brown, and thick ink nearly black. It browns unevenly across the sheet.
        let browning = try Picture.perlin(size, cell: 700, seed: 209).scaled(by: 10)
        let thin = try dense.plus(pools.scaled(by: 200, plus: -196)).bytes().lookedUp { value in
            max(0, 1 - value / 255)
        }
        let tinted = try thin.scaled(by: [88, 62, 34], plus: [43, 33, 26])
        let colour = try tinted.plus(browning.scaled(by: [1, 0.75, 0.45], plus: [0, 0, 0]))
        return try blend(colour, over: skin, alpha: alpha)
    }

    /// Lays the sheet on the ground, which is visible through its holes.
    func laid(_ sheet: Picture, on ground: Picture, edge: Picture) throws(FacsimileError) -> Picture {
        let whole = try Picture(holes).scaled(by: -1.0 / 255, plus: 1)
        let alpha = try edge.lookedUp { max(0, min(1, ($0 - 126) / 4)) }.times(whole)
        return try blend(sheet, over: ground, alpha: alpha)
    }

    private func blend(_ front: Picture, over back: Picture, alpha: Picture) throws(FacsimileError) -> Picture {
        try back.plus(front.plus(back.scaled(by: -1)).times(alpha))
    }

    /// Blends one colour, given in red, green and blue, over a picture.
    func blend(_ colour: [Double], over back: Picture, alpha: Picture) throws(FacsimileError) -> Picture {
        try back.plus(back.scaled(by: [-1, -1, -1], plus: colour).times(alpha))
    }
}
