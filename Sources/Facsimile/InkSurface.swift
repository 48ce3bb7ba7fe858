import ImageGeometry

/// What the pen leaves: where there is ink, and how dense it is there.
final class InkSurface {
    /// How much of each pixel is covered, 0…255.
    let coverage: Plane
    /// How dense the ink is, 0…255, at and just around covered pixels.
    let density: Plane
    /// Pixels of the full drawing to one of this one.
    let scaleFactor: Double

    init(width: Int, height: Int, scaleFactor: Int) {
        coverage = Plane(width: width, height: height, value: 0)
        density = Plane(width: width, height: height, value: 0)
        self.scaleFactor = Double(scaleFactor)
    }

    /// Moves a nib through points of the full drawing.
    ///
    /// The pressure goes evenly from its first value to its last; ink gathers a little where the stroke ends.
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

    /// A nib whose half-widths are in pixels of the full drawing.
    func nib(broad: Double, thin: Double, cosine: Double = 0.766, sine: Double = 0.643) -> Nib {
        Nib(broad: broad / scaleFactor, thin: max(thin / scaleFactor, 0.2), cosine: cosine, sine: sine)
    }

    private func scaled(_ point: Point) -> Point { Point(x: point.x / scaleFactor, y: point.y / scaleFactor) }
}
