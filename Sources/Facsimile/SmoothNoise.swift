/// Smooth noise in the plane, of about -1…1: random values on a lattice of unit cells, with interpolation between them.
struct SmoothNoise: Sendable {
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// Returns the noise at a point whose coordinates have been divided by the size of a cell.
    func value(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (u, v) = (Self.ease(x - left), Self.ease(y - top))
        let (column, row) = (Int64(left), Int64(top))
        let above = lattice(column, row) * (1 - u) + lattice(column + 1, row) * u
        let below = lattice(column, row + 1) * (1 - u) + lattice(column + 1, row + 1) * u
        return above * (1 - v) + below * v
    }

    /// Returns three octaves of noise. The first has cells of the given size in pixels.
    func layered(_ x: Double, _ y: Double, cell: Double) -> Double {
        // Each octave is rotated against the previous one; otherwise the lattice would show as a weave.
        let (u, v) = (x / cell, y / cell)
        let (u2, v2) = (u * 1.6 - v * 1.2 + 17.3, u * 1.2 + v * 1.6 - 9.1)
        let (u4, v4) = (u2 * 1.2 - v2 * 1.6 - 5.7, u2 * 1.6 + v2 * 1.2 + 3.9)
        return value(u, v) * 0.57 + value(u2, v2) * 0.29 + value(u4, v4) * 0.14
    }

    private static func ease(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    private func lattice(_ column: Int64, _ row: Int64) -> Double {
        var bits = seed &+ UInt64(bitPattern: column) &* 0xD1B5_4A32_D192_ED03
        bits ^= UInt64(bitPattern: row) &* 0xABC9_8388_FB8F_AC03
        bits = (bits ^ (bits >> 32)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 29)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 32)) >> 11) / 4_503_599_627_370_496 - 1
    }
}
