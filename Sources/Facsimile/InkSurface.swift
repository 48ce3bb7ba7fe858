import ImageGeometry

/// The ink left by the pen: where it is, and how dense.
final class InkSurface {
    /// The coverage of each pixel, 0…255.
    let coverage: Plane
    /// The density of the ink, 0…255, at and just around covered pixels.
    let density: Plane
    /// The number of pixels of the full drawing per pixel.
    let scaleFactor: Double

    init(_ size: DrawingSize) {
        coverage = Plane(size, value: 0)
        density = Plane(size, value: 0)
        scaleFactor = Double(size.scaleFactor)
    }

    /// Draws a stroke with a nib through points of the full drawing.
    ///
    /// The pressure changes linearly from the start to the end. A little ink gathers at the end of the stroke.
    func draw(_ points: [Point], nib: Nib, pressure: (start: Double, end: Double), darkness: Double) {
        guard let first = points.first else { return }
        let steps = points.count > 1 ? Array(zip(points, points.dropFirst())) : [(first, first)]
        for (index, step) in steps.enumerated() {
            let (before, after) = (Double(index) / Double(steps.count), Double(index + 1) / Double(steps.count))
            let gathered = index + 1 == steps.count ? 0.05 : (index == 0 ? 0.02 : 0)
            let value = UInt8(max(1, min(255, ((darkness + gathered) * 255).rounded())))
            nib.step(
                from: scaled(step.0), to: scaled(step.1),
                pressure: (
                    pressure.start + (pressure.end - pressure.start) * before,
                    pressure.start + (pressure.end - pressure.start) * after
                ),
                width: coverage.width, height: coverage.height
            ) { x, y, covered in
                coverage.raise(x, y, to: UInt8(covered * 255))
                density.raise(x, y, to: value)
            }
        }
    }

    /// Creates a nib. Its half-widths are in pixels of the full drawing.
    func nib(broad: Double, thin: Double, cosine: Double = 0.766, sine: Double = 0.643) -> Nib {
        Nib(broad: broad / scaleFactor, thin: max(thin / scaleFactor, 0.2), cosine: cosine, sine: sine)
    }

    private func scaled(_ point: Point) -> Point { Point(x: point.x / scaleFactor, y: point.y / scaleFactor) }
}
