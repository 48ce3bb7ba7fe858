/// The vertical extents of groups of four edges of a long polygon, so that those far above or below a point can be
/// skipped.
///
/// | bytes | |
/// |---|---|
/// | 0 | the polygon's least y, and vertical steps per pixel, 64 bits each, floating point |
/// | 16 | the step of each four edges' least y, 8 bits each, padded to 8 bytes |
/// | | the step of their greatest y, likewise |
///
/// A y coordinate is mapped to its step by monotonic arithmetic, so rounding cannot exclude a matching band.
struct EdgeBands {
    /// The minimum number of edges of a polygon with bands.
    static let leastEdgeCount = 48

    private let leastY: Double
    private let stepsInPixel: Double
    private let lows: UnsafeRawPointer
    private let byteCount: Int

    @inline(__always)
    static func byteCount(edgeCount: Int) -> Int {
        edgeCount < leastEdgeCount ? 0 : 16 &+ 2 &* paddedCount(edgeCount)
    }

    @inline(__always)
    private static func paddedCount(_ edgeCount: Int) -> Int { (edgeCount / 4 &+ 7) & ~7 }

    @inline(__always)
    init(at start: UnsafeRawPointer, edgeCount: Int) {
        leastY = start.loadUnaligned(as: Double.self)
        stepsInPixel = start.loadUnaligned(fromByteOffset: 8, as: Double.self)
        lows = start + 16
        byteCount = Self.paddedCount(edgeCount)
    }

    /// Calls the body with the indices of all bands that contain the y coordinate.
    @inline(__always)
    func forEach(atY y: Double, _ body: (Int) -> Void) {
        let step = SIMD8<UInt8>(repeating: Self.step(y, leastY, stepsInPixel))
        let highs = lows + byteCount
        var first = 0
        while first < byteCount {
            let low = lows.loadUnaligned(fromByteOffset: first, as: SIMD8<UInt8>.self)
            let high = highs.loadUnaligned(fromByteOffset: first, as: SIMD8<UInt8>.self)
            var hits = unsafeBitCast((low .<= step) .& (high .>= step), to: UInt64.self) & 0x0101_0101_0101_0101
            while hits != 0 {
                body(first &+ hits.trailingZeroBitCount >> 3)
                hits &= hits &- 1
            }
            first &+= 8
        }
    }

    /// Returns the step of a y coordinate. Written so that NaN has a step too.
    @inline(__always)
    private static func step(_ y: Double, _ leastY: Double, _ stepsInPixel: Double) -> UInt8 {
        let step = (y - leastY) * stepsInPixel
        return step >= 255 ? 255 : step > 0 ? UInt8(step) : 0
    }

    /// Writes the bands of edges, given the y coordinates of their vertices, of which there is one more than edges.
    static func write(_ ys: UnsafeBufferPointer<Double>, to start: UnsafeMutableRawPointer) {
        let edgeCount = ys.count - 1
        guard edgeCount >= leastEdgeCount, let least = ys.min(), let greatest = ys.max() else { return }
        let stepsInPixel = min(255 / (greatest - least), 1e300)
        start.storeBytes(of: least, as: Double.self)
        start.storeBytes(of: stepsInPixel, toByteOffset: 8, as: Double.self)
        let count = paddedCount(edgeCount)
        for band in 0..<count {
            // Padding bands never match, because their least step is greater than their greatest.
            var (low, high) = (UInt8(255), UInt8(0))
            if band * 4 < edgeCount {
                for index in band * 4...band * 4 + 4 {
                    let step = step(ys[index], least, stepsInPixel)
                    (low, high) = (min(low, step), max(high, step))
                }
            }
            start.storeBytes(of: low, toByteOffset: 16 + band, as: UInt8.self)
            start.storeBytes(of: high, toByteOffset: 16 + count + band, as: UInt8.self)
        }
    }
}
