package import ImageGeometry

/// The bend of the lines: straight at the head, and sagging more and more towards the foot, as on a cockled sheet.
///
/// Uses only sums and products, which give the same bits on every machine. Sines may differ.
package enum Bend {
    /// Maps a point of the straight sheet to the bent one, in pixels of the full drawing.
    package static func bent(_ x: Double, _ y: Double) -> Point {
        let u = (x / Sheet.width - 0.5) * 2
        let t = y / Sheet.height
        let tt = t * t
        let sag = (1 - u * u) * 196
        let tilt = u * (1 - u * u * 0.55) * -52
        let ripple = u * (1 - u * u) * (1 - u * u * 2.2) * 46
        let early = (u * u - 0.35) * (1 - u * u) * t * 30
        let narrowing = u * (1 - u * u * 0.4) * -34 - 9 * (1 - u * u)
        return Point(x: x + narrowing * tt, y: y + (sag + tilt + ripple) * tt + early)
    }
}
