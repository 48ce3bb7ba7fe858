import Foundation
import ImageGeometry

@testable import TileEngine

/// A page and a second capture of it, made by warping the first, so that the true alignment is known.
struct CapturePair {
    let page: AlignmentFeatures
    let capture: AlignmentFeatures
    /// Maps points of the capture to the page.
    let truth: ProjectiveTransform
    /// The capture's brightness, row by row.
    let gray: [UInt8]

    /// Changes to the capture besides warping.
    struct Light {
        var isInverted = false
        var noise = 0
        /// A factor below 1 reduces the contrast.
        var contrast = 1.0
        /// The number of spots that only the capture has.
        var stains = 0
    }

    /// - Parameters:
    ///   - gray: The page's brightness, row by row.
    ///   - size: The page's size.
    ///   - captureSize: The capture's size.
    ///   - corners: The corners of the page on the capture, clockwise from the top left.
    init?(gray: [UInt8], size: PixelSize, captureSize: PixelSize, corners: [Point], light: Light = Light()) {
        let (right, bottom) = (Double(size.width), Double(size.height))
        let own = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
        guard let truth = ProjectiveTransform(taking: corners, to: own) else { return nil }
        let plane = LinePlane(width: size.width, height: size.height, values: gray.map(Float.init))
        var numbers = RepeatableNumbers(seed: 11)
        let stains = (0..<light.stains).map { _ in
            (
                x: Double.random(in: 0..<Double(captureSize.width), using: &numbers),
                y: Double.random(in: 0..<Double(captureSize.height), using: &numbers),
                reach: Double(captureSize.width) * .random(in: 0.01...0.05, using: &numbers)
            )
        }
        var captured: [UInt8] = []
        captured.reserveCapacity(captureSize.width * captureSize.height)
        for row in 0..<captureSize.height {
            for column in 0..<captureSize.width {
                let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                var value = 20.0
                if let place = truth.apply(Point(x: x, y: y)), place.x >= 0, place.y >= 0, place.x <= right,
                    place.y <= bottom
                {
                    value = Double(plane.value(atX: Float(place.x), y: Float(place.y)))
                    if light.isInverted { value = 255 - value }
                }
                value = 128 + (value - 128) * light.contrast
                for stain in stains where hypot(x - stain.x, y - stain.y) < stain.reach { value = 255 - value * 0.5 }
                if light.noise > 0 {
                    value += Double(Int.random(in: -light.noise...light.noise, using: &numbers))
                }
                captured.append(UInt8(clamping: Int(value)))
            }
        }
        (self.gray, self.truth) = (captured, truth)
        page = AlignmentFeatures(gray: gray, size: size, imageSize: size)
        capture = AlignmentFeatures(gray: captured, size: captureSize, imageSize: captureSize)
    }

    /// Returns the largest distance between a transform and the truth at the corners of the page, in pixels of the
    /// page.
    func distance(_ toPage: ProjectiveTransform) -> Double {
        guard let back = truth.inverse else { return .infinity }
        let (right, bottom) = (Double(page.imageSize.width), Double(page.imageSize.height))
        return [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
            .map { corner in
                back.apply(corner).flatMap(toPage.apply).map { hypot($0.x - corner.x, $0.y - corner.y) } ?? .infinity
            }.max() ?? .infinity
    }
}
