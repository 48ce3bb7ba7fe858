import Foundation
import ImageGeometry

/// The same sheet as in a photograph under ultraviolet light.
///
/// Parchment glows bluish. Iron gall ink does not, and neither do the faintest traces of it, so worn ink appears dark
/// again and erased writing becomes visible. Dirt and stains absorb the glow, and remains of the seal's wax glow
/// orange.
extension Composite {
    /// Renders the photograph.
    ///
    /// - Parameter erased: The writing that was scraped off.
    /// - Returns: Three bands of 8 bits.
    func ultraviolet(erased: InkSurface) throws(FacsimileError) -> Picture {
        let skin = try fluorescence()
        let ink = try traces().plus(scraped(erased)).plus(back()).bytes().scaled(by: 1.0 / 255)
        let written = try blend(Self.unlit, over: skin, alpha: ink)
        // The lamps' own violet light is faintly visible on the cloth.
        let ground = try Picture.grain(size, sigma: 2, seed: 226).blurred(0.7).scaled(
            by: [1, 1, 1], plus: [13, 9, 26])
        return try grained(laid(written, on: ground, edge: edge())).bytes()
    }

    /// The colour of areas that do not glow, in red, green and blue.
    private static let unlit = [24.0, 20, 44]

    private func fluorescence() throws(FacsimileError) -> Picture {
        let lightness = try Picture(Field(size, parchment.lightness), for: size)
        let grain = try Picture.grain(size, sigma: 5, seed: 221).blurred(1.2)
        let marks = try Picture(tone).scaled(by: 1.3, plus: -1.3 * 128)
        // Lamps on both sides light the middle less than the edges.
        let lamps = try Picture(Field(size) { x, _ in 14 * pow(abs(x / Sheet.width - 0.5) * 2, 2) - 5 }, for: size)
        let light = try lightness.scaled(by: 1.55).plus(grain).plus(marks).plus(lamps)
        let skin = try light.scaled(by: [0.7, 0.86, 0.94], plus: [128, 158, 202])
        return try skin.plus(wax().scaled(by: [86, 26, -58], plus: [0, 0, 0]))
    }

    /// The amount of wax left around the seal's position, 0…1.
    private func wax() throws(FacsimileError) -> Picture {
        let noise = SmoothNoise(seed: 227)
        let seal = HiddenDetails.seal
        return try Picture(
            Field(size) { x, y in
                let (dx, dy) = ((x - seal.x) / 230, (y - seal.y) / 150)
                let distance = (dx * dx + dy * dy).squareRoot()
                let ring = exp(-pow((distance - 0.85) * 3.2, 2))
                return max(0, min(1, ring * (0.55 + 1.5 * noise.layered(x, y, cell: 110))))
            }, for: size)
    }

    /// The ink, including ink worn off in daylight: how much of the glow it hides, in steps of 8 bits.
    private func traces() throws(FacsimileError) -> Picture {
        let tooth = try Picture.grain(size, sigma: 22, seed: 222).blurred(0.9)
        let spread = try Picture(ink.coverage).blurred(pixels(1.1)).plus(tooth)
        return try spread.scaled(by: 1.45, plus: -60).bytes().scaled(by: 0.93)
    }

    /// The traces that the scraper left of the erased words.
    private func scraped(_ erased: InkSurface) throws(FacsimileError) -> Picture {
        let worn = try Picture.perlin(size, cell: 60, seed: 223).scaled(by: 0.34, plus: 0.6).times(
            Picture(erased.density).blurred(pixels(1.6)).scaled(by: 1.0 / 255))
        let soft = try Picture(erased.coverage).blurred(pixels(1.9))
        return try soft.times(worn)
    }

    /// The writing on the back, which hides more of the glow than of daylight.
    private func back() throws(FacsimileError) -> Picture {
        try Picture(verso.coverage).blurred(pixels(3.6)).scaled(by: 0.42)
    }

    /// Adds the noise of a long exposure.
    private func grained(_ picture: Picture) throws(FacsimileError) -> Picture {
        let noise = try Picture.grain(size, sigma: 1.8, seed: 225)
        return try picture.plus(noise.scaled(by: [1, 1, 1], plus: [0, 0, 0]))
    }
}
