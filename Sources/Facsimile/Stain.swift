import Foundation

/// A stain from a spill or from damp: a faint tint within a darker tide line.
struct Stain: Sendable {
    let x: Double
    let y: Double
    let radius: Double
    /// The darkening of the tint and of the tide line, in steps of 8 bits.
    let tint: Double
    let rim: Double
    /// The warmth added per step of darkening.
    let warmth: Double
    /// The fraction of the ink that the water removed, 0…1.
    let washing: Double

    /// The stains of the sheet. The last two are where the seal's tag was and where its wax has bled.
    static let all = [
        Stain(x: 5330, y: 1180, radius: 640, tint: 5, rim: 11, warmth: 0.55, washing: 0.1),
        Stain(x: 5760, y: 1900, radius: 420, tint: 5, rim: 8, warmth: 0.5, washing: 0.05),
        Stain(x: 190, y: 4750, radius: 560, tint: 8, rim: 10, warmth: 0.7, washing: 0.08),
        Stain(x: 4420, y: 5560, radius: 330, tint: 3.5, rim: 7, warmth: 0.5, washing: 0.2),
        Stain(x: 2150, y: 3020, radius: 120, tint: 5, rim: 7, warmth: 0.8, washing: 0.06),
        Stain(x: 2330, y: 3190, radius: 46, tint: 6, rim: 7, warmth: 0.8, washing: 0.06),
        Stain(x: 1420, y: 130, radius: 520, tint: 7, rim: 8, warmth: 0.6, washing: 0.05),
        Stain(x: 3350, y: 6300, radius: 88, tint: 8, rim: 5, warmth: 1, washing: 0.05),
        Stain(x: 3520, y: 6215, radius: 30, tint: 9, rim: 5, warmth: 1, washing: 0.05),
        Stain(x: 4980, y: 3920, radius: 64, tint: 6, rim: 6, warmth: 0.9, washing: 0.05),
        Stain(x: 5610, y: 7560, radius: 480, tint: 9, rim: 10, warmth: 0.7, washing: 0),
        Stain(x: 820, y: 2500, radius: 52, tint: 6, rim: 5, warmth: 0.9, washing: 0.05),
        Stain(x: 3010, y: 7640, radius: 205, tint: 8, rim: 5, warmth: 0.9, washing: 0),
        Stain(x: 3030, y: 7650, radius: 110, tint: 9, rim: 6, warmth: 1.5, washing: 0),
    ]

    /// Returns the darkening of a point by the stain.
    func darkening(_ x: Double, _ y: Double, noise: SmoothNoise) -> Double {
        let r = spread(x, y, noise: noise)
        guard r < 1.35 else { return 0 }
        // Lines must not be finer than the field's own resolution.
        let width = max(11, radius * 0.022)
        let broken = max(0, 0.7 + 0.9 * noise.layered(x, y, cell: 260))
        var lines = 0.0
        // The water dried from its edge inwards, and left a fainter line wherever it paused.
        for (place, strength) in [(1.0, 1.0), (0.9, 0.4), (0.78, 0.22)] {
            let distance = (r - place) * radius / width
            lines += strength * exp(-distance * distance)
        }
        let towardsRim = 0.3 + 0.7 * exp(-max(0, 1 - r) * 4)
        return tint * cover(r) * towardsRim + rim * broken * lines
    }

    /// Returns how strongly the stain covers a point, 0…1.
    func cover(_ x: Double, _ y: Double, noise: SmoothNoise) -> Double { cover(spread(x, y, noise: noise)) }

    private func cover(_ r: Double) -> Double { smoothStep((1.05 - r) / 0.16) }

    /// Returns the distance from the centre. It is 1 at the tide line, which is irregular.
    private func spread(_ x: Double, _ y: Double, noise: SmoothNoise) -> Double {
        let (dx, dy) = ((x - self.x) / radius, (y - self.y) / radius)
        let plain = (dx * dx + dy * dy).squareRoot()
        guard plain < 2 else { return plain }
        return plain + 0.3 * noise.layered(x + radius * 3, y, cell: radius * 0.8)
            + 0.05 * noise.layered(x, y - radius, cell: 60 + radius * 0.12)
    }
}
