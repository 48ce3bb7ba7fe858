import Foundation
import ImageGeometry

/// The parchment: its edge, its lightness and warmth, and the wear of the ink on it.
///
/// All lengths are in pixels of the full drawing; lightness is in steps of 8 bits, and warmth in steps from blue to
/// red.
struct Parchment: Sendable {
    private let outline = SmoothNoise(seed: 11)
    private let broad = SmoothNoise(seed: 12)
    private let middling = SmoothNoise(seed: 13)
    private let close = SmoothNoise(seed: 14)
    private let tide = SmoothNoise(seed: 15)
    private let cockle = SmoothNoise(seed: 16)

    /// Returns the distance of a point from the edge of the skin, negative outside.
    func depth(_ x: Double, _ y: Double) -> Double {
        // The right edge recedes where the skin of the animal's flank was too short, and the foot where its neck was.
        let flank = 46 * bump((y - 5650) / 900)
        let neck = 38 * bump((x - 1100) / 1200)
        let left = x - Sheet.surround - wander(y, 1)
        let right = Sheet.width - x - Sheet.surround - wander(y, 2) - flank
        let top = y - Sheet.surround - wander(x, 3)
        let bottom = Sheet.height - y - Sheet.surround - wander(x, 4) - neck
        return softened(softened(left, right), softened(top, bottom))
    }

    /// Returns the value to add to the parchment's lightness.
    func lightness(_ x: Double, _ y: Double) -> Double {
        let depth = depth(x, y)
        var light = broad.layered(x, y, cell: 1500) * 13 + middling.layered(x, y, cell: 470) * 6
        light += close.layered(x, y, cell: 120) * 3.4 - veins(x, y)
        let within = max(depth, 0)
        let soiling = 1 + 0.6 * broad.value(x / 330, y / 330)
        light -= 34 * exp(-within / 46) + 17 * exp(-within / 230) * soiling
        // Cockled skin catches light from the upper left, more so towards the foot, where it is least flat.
        let slope = cockle.layered(x + 34, y + 26, cell: 880) - cockle.layered(x - 34, y - 26, cell: 880)
        light += slope * (26 + 34 * y / Sheet.height)
        light += Folds.soil(x, y) + panelTone(x, y) * 7
        for stain in Stain.all { light -= stain.darkening(x, y, noise: tide) }
        return light
    }

    /// Returns the value to add to the parchment's warmth.
    func warmth(_ x: Double, _ y: Double) -> Double {
        let depth = max(depth(x, y), 0)
        var warm = middling.layered(x + 900, y - 400, cell: 1200) * 6 + close.layered(x, y, cell: 240) * 2.4
        warm += 13 * exp(-depth / 170) + 5 * exp(-depth / 600) - panelTone(x, y) * 3.5 - Folds.soil(x, y) * 0.5
        for stain in Stain.all { warm += stain.darkening(x, y, noise: tide) * stain.warmth }
        return warm
    }

    /// Returns the fraction of the ink that is left, 0…1.
    func wear(_ x: Double, _ y: Double) -> Double {
        let patchy = 0.93 + 0.1 * middling.layered(x, y, cell: 620) + 0.06 * close.layered(x, y, cell: 90)
        let rubbed = Folds.closeness(x, y, reach: 26) * max(0, 0.45 + 0.6 * close.layered(x, y, cell: 64))
        let washed = Stain.all.reduce(0) { $0 + $1.cover(x, y, noise: tide) * $1.washing }
        return max(0.12, min(1, (patchy - washed) * (1 - rubbed)))
    }

    /// Returns the darkening by the animal's blood vessels: thin branching lines, in some areas only.
    private func veins(_ x: Double, _ y: Double) -> Double {
        let presence = middling.layered(x - 2300, y + 5100, cell: 1300)
        guard presence > 0 else { return 0 }
        let (u, v) = (x + 90 * close.value(x / 260, y / 260), y + 90 * close.value(x / 260 + 40, y / 260))
        let ridge = cockle.value(u / 420, v / 300) / 0.045
        let branch = tide.value(u / 190, v / 230) / 0.05
        return min(1, presence * 4) * (4.6 * exp(-ridge * ridge) + 2.6 * exp(-branch * branch))
    }

    /// Returns the tone of the folded panels. Those that were outside have darkened, and others have stayed paler.
    private func panelTone(_ x: Double, _ y: Double) -> Double {
        let tones = [[0.1, 0.5, -0.3], [0.5, 0.9, 0.2], [-0.1, 0.7, 0.4], [-1.0, -0.2, 0.1]]
        let columns = Folds.vertical.map { smoothStep((x - $0) / 130 + 0.5) }
        let rows = Folds.horizontal.map { smoothStep((y - $0) / 130 + 0.5) }
        var tone = 0.0
        for (row, values) in tones.enumerated() {
            let inRow = (row == 0 ? 1 : rows[row - 1]) * (row == rows.count ? 1 : 1 - rows[row])
            for (column, value) in values.enumerated() {
                let reached = column == 0 ? 1 : columns[column - 1]
                tone += value * inRow * reached * (column == columns.count ? 1 : 1 - columns[column])
            }
        }
        return tone
    }

    private func wander(_ along: Double, _ side: Double) -> Double {
        outline.layered(along, side * 7000, cell: 1300) * 24 + outline.layered(along, side * 9000, cell: 210) * 7
            + outline.value(along / 37, side * 50) * 1.6
    }

    /// Returns the smaller of two depths, rounded where they are similar, because the corners of a skin are not sharp.
    private func softened(_ a: Double, _ b: Double) -> Double {
        let blend = max(0, 60 - abs(a - b)) / 60
        return min(a, b) - blend * blend * 9
    }

    private func bump(_ t: Double) -> Double { abs(t) < 1 ? (1 - t * t) * (1 - t * t) : 0 }
}

/// Returns 0 up to 0, 1 from 1 on, and a smooth transition between them.
func smoothStep(_ t: Double) -> Double {
    let clipped = max(0, min(1, t))
    return clipped * clipped * (3 - 2 * clipped)
}
