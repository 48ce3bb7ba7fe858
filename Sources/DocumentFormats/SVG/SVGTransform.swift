import DocumentModel
import Foundation
import ImageGeometry

/// An affine transform: `x' = a x + c y + e`, `y' = b x + d y + f`.
///
/// Source: https://www.w3.org/TR/SVG11/coords.html#TransformMatrixDefined
struct SVGTransform: Equatable {
    var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    static let identity = SVGTransform()

    /// Returns a scaling about the origin.
    static func scale(_ x: Double, _ y: Double) -> SVGTransform { SVGTransform(a: x, d: y) }

    init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Transforms a point.
    func apply(_ point: Point) -> Point {
        if self == .identity { return point }
        return Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
    }

    /// Returns the transform that applies `inner` first, then this one.
    func after(_ inner: SVGTransform) -> SVGTransform {
        if self == .identity { return inner }
        return SVGTransform(
            a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
            d: b * inner.c + d * inner.d, e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
    }

    /// An upper bound for the factor by which any length grows.
    var largestStretch: Double { (a * a + b * b + c * c + d * d).squareRoot() }

    /// Parses the attribute `transform`: any number of `matrix`, `translate`, `scale`, `rotate`, `skewX` and `skewY`.
    init(parsing text: String) throws(SVGFault) {
        self.init()
        var scanner = SVGScanner(text)
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            let name = scanner.takeWord()
            let numbers = try scanner.takeArguments()
            guard let step = Self.step(name, numbers) else {
                throw SVGFault(
                    value: "the transform \(FaultText.quoted(text))",
                    expected: "matrix, translate, scale, rotate, skewX or skewY with their numbers")
            }
            self = after(step)
            scanner.skipSeparators()
        }
    }

    private static func step(_ name: String, _ numbers: [Double]) -> SVGTransform? {
        switch (name, numbers.count) {
        case ("matrix", 6):
            return SVGTransform(
                a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
        case ("translate", 1): return SVGTransform(e: numbers[0])
        case ("translate", 2): return SVGTransform(e: numbers[0], f: numbers[1])
        case ("scale", 1): return scale(numbers[0], numbers[0])
        case ("scale", 2): return scale(numbers[0], numbers[1])
        case ("rotate", 1): return rotation(numbers[0])
        case ("rotate", 3):
            let (x, y) = (numbers[1], numbers[2])
            return SVGTransform(e: x, f: y).after(rotation(numbers[0])).after(SVGTransform(e: -x, f: -y))
        case ("skewX", 1): return SVGTransform(c: tan(numbers[0] * .pi / 180))
        case ("skewY", 1): return SVGTransform(b: tan(numbers[0] * .pi / 180))
        default: return nil
        }
    }

    private static func rotation(_ degrees: Double) -> SVGTransform {
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return SVGTransform(a: cosine, b: sine, c: -sine, d: cosine)
    }
}
