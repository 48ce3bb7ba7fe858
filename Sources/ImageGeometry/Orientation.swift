/// Determines exactly on which side of a line a point lies.
///
/// The fast path is a floating-point determinant with an error bound. If that is inconclusive, the determinant is
/// summed without rounding as an expansion. Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
/// Fast Robust Geometric Predicates", Discrete & Computational Geometry 18 (1997), sections 2 and 4.
enum Orientation {
    /// Returns the sign of (b − a) × (p − a): 1, −1, or 0 if the three points are exactly collinear.
    ///
    /// The coordinates must be within ``Point/coordinateLimit``.
    ///
    /// - Complexity: O(1). The exact path is about fifty times as slow and is taken only next to the line.
    static func sign(_ a: Point, _ b: Point, _ p: Point) -> Int {
        let left = (b.x - a.x) * (p.y - a.y)
        let right = (p.x - a.x) * (b.y - a.y)
        let determinant = left - right
        // (3 + 16ε)ε with ε = 2⁻⁵³ is Shewchuk's bound ccwerrboundA; 4e-16 is greater.
        if abs(determinant) > (abs(left) + abs(right)) * 4e-16 {
            return determinant > 0 ? 1 : -1
        }
        return exactSign(a, b, p)
    }

    private static func exactSign(_ a: Point, _ b: Point, _ p: Point) -> Int {
        var sum = Expansion()
        sum.addProduct(a.x, b.y)
        sum.addProduct(-a.x, p.y)
        sum.addProduct(-p.x, b.y)
        sum.addProduct(-a.y, b.x)
        sum.addProduct(a.y, p.x)
        sum.addProduct(p.y, b.x)
        return sum.sign
    }
}

/// An exact sum of doubles: nonoverlapping components, smallest magnitude first.
private struct Expansion {
    private var components: [Double] = []

    /// The sign of the sum, which is the sign of its largest component.
    var sign: Int {
        guard let largest = components.last else { return 0 }
        return largest > 0 ? 1 : -1
    }

    /// Adds x·y exactly: the rounded product and its rounding error, from a fused multiply-add.
    mutating func addProduct(_ x: Double, _ y: Double) {
        let product = x * y
        add((-product).addingProduct(x, y))
        add(product)
    }

    /// Grow-Expansion (Shewchuk, figure 6), leaving out zero components.
    private mutating func add(_ value: Double) {
        var carry = value
        var grown: [Double] = []
        grown.reserveCapacity(components.count + 1)
        for component in components {
            let sum = carry + component
            let virtual = sum - carry
            let error = (carry - (sum - virtual)) + (component - virtual)
            if error != 0 { grown.append(error) }
            carry = sum
        }
        if carry != 0 { grown.append(carry) }
        components = grown
    }
}
