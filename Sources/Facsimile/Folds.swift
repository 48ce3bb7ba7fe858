import Foundation

/// The creases of a sheet that was folded twice in one direction and three times in the other.
enum Folds {
    static let vertical = [2016.0, 3987.0]
    static let horizontal = [2075.0, 4018.0, 6041.0]
    /// The position of the fold at the foot, which was once turned up to carry the seal.
    private static let foot = 7560.0
    private static let waver = SmoothNoise(seed: 31)
    private static let breaks = SmoothNoise(seed: 32)

    /// Returns the position of a vertical fold at a height.
    static func x(ofVertical fold: Double, at y: Double) -> Double {
        fold + waver.layered(y, fold, cell: 900) * 13 + waver.value(y / 60, fold) * 1.5
    }

    /// Returns the position of a horizontal fold.
    static func y(ofHorizontal fold: Double, at x: Double) -> Double {
        fold + waver.layered(fold, x, cell: 900) * 13 + waver.value(fold, x / 60) * 1.5
    }

    /// Returns the dirt along folds, as a value to add to the lightness.
    static func soil(_ x: Double, _ y: Double) -> Double { -4.5 * closeness(x, y, reach: 75) }

    /// Returns how close a point is to a fold: 1 on it, falling off over `reach` pixels.
    static func closeness(_ x: Double, _ y: Double, reach: Double) -> Double {
        var sum = 0.0
        for fold in vertical {
            let distance = (x - Folds.x(ofVertical: fold, at: y)) / reach
            if abs(distance) < 3 { sum += exp(-distance * distance) }
        }
        for fold in horizontal {
            let distance = (y - Folds.y(ofHorizontal: fold, at: x)) / reach
            if abs(distance) < 3 { sum += exp(-distance * distance) }
        }
        return min(1, sum)
    }

    /// Draws the creases: a fine dark line, broken in places, beside which the skin is raised and catches light.
    static func draw(on tone: Plane, scaleFactor: Double) {
        for fold in horizontal + [foot] {
            draw(fold, length: tone.width, scaleFactor, place: y(ofHorizontal:at:)) { tone.add($0, $1, $2) }
        }
        for fold in vertical {
            draw(fold, length: tone.height, scaleFactor, place: x(ofVertical:at:)) { tone.add($1, $0, $2) }
        }
    }

    private static func draw(
        _ fold: Double, length: Int, _ scaleFactor: Double, place: (_ fold: Double, _ along: Double) -> Double,
        add: (_ along: Int, _ across: Int, _ amount: Double) -> Void
    ) {
        let reach = Int((26 / scaleFactor).rounded(.up))
        for step in 0..<length {
            let along = (Double(step) + 0.5) * scaleFactor
            let middle = place(fold, along) / scaleFactor
            let strength = strength(along, fold)
            for across in Int(middle) - reach...Int(middle) + reach {
                add(step, across, profile((Double(across) + 0.5 - middle) * scaleFactor) * strength)
            }
        }
    }

    private static func strength(_ along: Double, _ fold: Double) -> Double {
        max(0.25, 0.75 + 0.5 * breaks.layered(along, fold, cell: 240) + 0.25 * breaks.value(along / 14, fold))
    }

    private static func profile(_ distance: Double) -> Double {
        let line = distance / 2.1
        let flank = (distance - 8) / 6.5
        let shade = (distance + 8) / 8
        return -19 * exp(-line * line) + 9 * exp(-flank * flank) - 7 * exp(-shade * shade)
    }
}
