import Foundation
import ImageGeometry

/// The marks left by the seal at the foot: the slits through which its tag passed, and the band that the tag kept
/// clean.
enum SealMarks {
    private static let grain = SmoothNoise(seed: 71)
    private static let halfWidth = 132.0

    static func draw(with marks: SurfaceMarks) {
        let seal = HiddenDetails.seal
        let reach = 300.0
        marks.shade(
            from: Point(x: seal.x - reach, y: seal.y - reach), to: Point(x: seal.x + reach, y: seal.y + reach)
        ) { x, y in band(x - seal.x, y - seal.y) }
        for (dx, dy, half, gape) in [(-4.0, -98.0, 104.0, 3.0), (7, -8, 113, 4.4), (-1, 88, 99, 2.5)] {
            slit(Point(x: seal.x + dx, y: seal.y + dy), half: half, gape: gape, with: marks)
        }
    }

    /// Returns the tone of the band. The skin is paler where the tag hung, with dirt along its two sides, which are not
    /// quite straight.
    private static func band(_ dx: Double, _ dy: Double) -> Double {
        let side = abs(dx + dy * 0.03 + 5 * grain.layered(dx, dy, cell: 130)) - halfWidth
        let along = max(0, min(1, (118 - dy) / 50)) * max(0, min(1, (dy + 128) / 40))
        let within = max(0, min(1, 0.5 - side / 18))
        let dirt = exp(-(side / 7) * (side / 7)) * max(0, 0.5 + grain.layered(dx, dy, cell: 90))
        return along * (within * (5 + 3 * grain.layered(dx, dy, cell: 40)) - dirt * 11)
    }

    private static func slit(_ middle: Point, half: Double, gape: Double, with marks: SurfaceMarks) {
        let steps = 14
        let places = (0...steps).map { Double($0) / Double(steps) * 2 - 1 }
        let points = places.map { t in
            Point(
                x: middle.x + t * half,
                y: middle.y + 4 * grain.value(t * 1.6, middle.y) + 1.2 * grain.value(t * 7, middle.y) + t * 2)
        }
        // A slit is widest where the tag pulled at it, and closes towards its ends.
        let widths = places.map { t in max(0.5, gape * (1 - t * t) * (0.9 + 0.25 * grain.value(t * 4, middle.y + 9))) }
        for (point, width) in zip(points, widths) {
            marks.spot(Point(x: point.x, y: point.y - width - 4), radius: 13, darkening: 3.4)
            marks.spot(Point(x: point.x, y: point.y + width + 5), radius: 9, darkening: -2.6)
        }
        marks.pierce(points, half: widths)
    }
}
