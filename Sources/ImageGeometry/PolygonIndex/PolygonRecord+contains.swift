extension PolygonRecord {
    /// Returns whether the point, which must be within ``Point/coordinateLimit``, belongs to the polygon by the rules
    /// of ``Polygon``.
    ///
    /// Four edges at a time are compared with the point by the same determinant and error bound as in ``Orientation``;
    /// in case of doubt, all edges are tested again without rounding.
    ///
    /// - Complexity: O(*n*) in the number of edges; from 48 edges on, O(*n* / 32) plus those near the point's y
    ///   coordinate.
    @inline(__always)
    func contains(_ point: Point) -> Bool {
        var crossings = Crossings(point)
        if edgeCount >= EdgeBands.leastEdgeCount {
            addNearHeight(of: point, to: &crossings)
        } else {
            var index = 0
            while index < edgeCount {
                add(index, to: &crossings)
                index &+= 4
            }
        }
        if _slowPath(crossings.isDoubtful) { return containsExactly(point) }
        return crossings.isOdd
    }

    @inline(__always)
    private func add(_ index: Int, to crossings: inout Crossings) {
        let offset = index &* 8
        crossings.add(
            xs.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self),
            ys.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self),
            xs.loadUnaligned(fromByteOffset: offset &+ 8, as: SIMD4<Double>.self),
            ys.loadUnaligned(fromByteOffset: offset &+ 8, as: SIMD4<Double>.self))
    }

    @inline(never)
    private func addNearHeight(of point: Point, to crossings: inout Crossings) {
        EdgeBands(at: ys + (edgeCount &+ 1) &* 8, edgeCount: edgeCount).forEach(atY: point.y) { band in
            add(band &* 4, to: &crossings)
        }
    }

    @inline(never)
    private func containsExactly(_ point: Point) -> Bool {
        var isInside = false
        for index in 0..<edgeCount {
            let (start, end) = (vertex(index), vertex(index + 1))
            let startsAbove = start.y <= point.y
            guard startsAbove != (end.y <= point.y) else { continue }
            let side = Orientation.sign(start, end, point)
            if side != 0, (side > 0) == startsAbove { isInside.toggle() }
        }
        return isInside
    }
}

/// Counts the crossings of edges with the ray from a point to the right, four edges at a time.
///
/// The generic `SIMD4<Scalar>` would compile to slow code; this concrete type compiles to two instructions on two
/// numbers each, or one on four.
private struct Crossings {
    private let x: SIMD4<Double>
    private let y: SIMD4<Double>
    private var odd = SIMD4<Int64>()
    private var doubt = SIMD4<Int64>()

    @inline(__always) init(_ point: Point) {
        x = SIMD4(repeating: point.x)
        y = SIMD4(repeating: point.y)
    }

    @inline(__always) var isOdd: Bool { odd.wrappedSum() & 1 != 0 }
    @inline(__always) var isDoubtful: Bool { doubt != SIMD4() }

    @inline(__always)
    mutating func add(_ x0: SIMD4<Double>, _ y0: SIMD4<Double>, _ x1: SIMD4<Double>, _ y1: SIMD4<Double>) {
        let startsAbove = y0 .<= y
        let isCrossed = startsAbove .^ (y1 .<= y)
        let left = (x1 - x0) * (y - y0)
        let right = (x - x0) * (y1 - y0)
        let determinant = left - right
        // A downward edge is to the right of the point if the determinant is positive, an upward one if it is negative.
        let counts = isCrossed .& ((determinant .< 0) .^ startsAbove)
        odd ^= Self.bits(counts)
        let error = (Self.magnitudes(left) + Self.magnitudes(right)) * 4e-16
        doubt |= Self.bits(isCrossed .& (Self.magnitudes(determinant) .<= error))
    }

    @inline(__always) private static func bits(_ mask: SIMDMask<SIMD4<Int64>>) -> SIMD4<Int64> {
        unsafeBitCast(mask, to: SIMD4<Int64>.self)
    }

    @inline(__always) private static func magnitudes(_ numbers: SIMD4<Double>) -> SIMD4<Double> {
        let bits = unsafeBitCast(numbers, to: SIMD4<Int64>.self) & SIMD4(repeating: .max)
        return unsafeBitCast(bits, to: SIMD4<Double>.self)
    }
}
