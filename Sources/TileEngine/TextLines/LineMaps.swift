import Dispatch
import NIOConcurrencyHelpers

/// The feature maps in which lines are followed, computed from the ink of a part of a page.
package struct LineMaps: Sendable {
    /// The width of the strips whose profiles are compared, in pitches.
    private static let stripWidth: Float = 3

    /// The ink: 1 for ink, 0 for the sheet.
    let ink: LinePlane
    /// The pitch (the distance between lines), in pixels.
    let pitch: Float
    /// The ridges: high at the centre of the letters, smoothed along the lines and normalised by the local density.
    let ridges: LinePlane
    /// For each column, the vertical profile of the strip around it, minus its moving average over one pitch.
    let strips: LinePlane
    /// The ink blurred by less than a stroke width. Seams avoid it.
    let softInk: LinePlane

    /// - Complexity: O(*n* · *p*) for *n* pixels, with a small factor.
    package init(ink: LinePlane, pitch: Float) {
        (self.ink, self.pitch) = (ink, pitch)
        let reach = Int(4 * pitch) / 2
        let sigma = max(1, 0.05 * pitch)
        let planes = Self.atOnce([
            { ink.blurredAcross(sigma: pitch).blurredDown(sigma: 0.18 * pitch) },
            {
                ink.averagedAcross(reach: reach).averagedDown(reach: reach)
                    .averagedAcross(reach: reach).averagedDown(reach: reach)
            },
            {
                let profiles = ink.averagedAcross(reach: Int(Self.stripWidth * pitch) / 2)
                    .blurredDown(sigma: 0.15 * pitch, reach: Int(0.9 * pitch) / 2)
                return profiles.combined(with: profiles.averagedDown(reach: Int(pitch) / 2)) { $0 - $1 }
            },
            { ink.blurredAcross(sigma: sigma).blurredDown(sigma: sigma) },
        ])
        let (smooth, density) = (planes[0], planes[1])
        ridges = smooth.combined(with: density) { min(max($0 / (2 * $1 + 0.05), 0), 1) }
        (strips, softInk) = (planes[2], planes[3])
    }

    /// Evaluates closures in parallel on all cores, because a reader is waiting for the result.
    private static func atOnce(_ closures: [@Sendable () -> LinePlane]) -> [LinePlane] {
        let planes = NIOLockedValueBox([LinePlane?](repeating: nil, count: closures.count))
        DispatchQueue.concurrentPerform(iterations: closures.count) { index in
            let plane = closures[index]()
            planes.withLockedValue { $0[index] = plane }
        }
        return planes.withLockedValue { $0.compactMap(\.self) }
    }

    private init(ink: LinePlane, pitch: Float, ridges: LinePlane, strips: LinePlane, softInk: LinePlane) {
        (self.ink, self.pitch, self.ridges, self.strips, self.softInk) = (ink, pitch, ridges, strips, softInk)
    }

    /// Returns the maps restricted to some columns.
    func cropped(_ columns: Range<Int>) -> LineMaps {
        func cropped(_ plane: LinePlane) -> LinePlane { plane.cropped(columns: columns, rows: 0..<plane.height) }
        return LineMaps(
            ink: cropped(ink), pitch: pitch, ridges: cropped(ridges), strips: cropped(strips), softInk: cropped(softInk)
        )
    }
}
