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
            for column in 0..<tone.width {
                let along = (Double(column) + 0.5) * scaleFactor
                let middle = y(ofHorizontal: fold, at: along) / scaleFactor
                let strength = strength(along, fold)
                for offset in span(scaleFactor) {
                    let row = Int(middle) + offset
                    tone.add(column, row, profile((Double(row) + 0.5 - middle) * scaleFactor) * strength)
                }
            }
        }
        for fold in vertical {
            for row in 0..<tone.height {
                let along = (Double(row) + 0.5) * scaleFactor
                let middle = x(ofVertical: fold, at: along) / scaleFactor
                let strength = strength(along, fold)
                for offset in span(scaleFactor) {
                    let column = Int(middle) + offset
                    tone.add(column, row, profile((Double(column) + 0.5 - middle) * scaleFactor) * strength)
                }
            }
        }
    }

    private static func strength(_ along: Double, _ fold: Double) -> Double {
        max(0.25, 0.75 + 0.5 * breaks.layered(along, fold, cell: 240) + 0.25 * breaks.value(along / 14, fold))
    }

    private static func span(_ scaleFactor: Double) -> ClosedRange<Int> {
        let reach = Int((26 / scaleFactor).rounded(.up))
        return -reach...reach
    }

    private static func profile(_ distance: Double) -> Double {
        let line = distance / 2.1
        let flank = (distance - 8) / 6.5
        let shade = (distance + 8) / 8
        return -19 * exp(-line * line) + 9 * exp(-flank * flank) - 7 * exp(-shade * shade)
    }
}
