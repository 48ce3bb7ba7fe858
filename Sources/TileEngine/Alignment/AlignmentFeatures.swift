import ImageGeometry

/// The features of an image that are compared with another capture of the same page: the magnitude of brightness
/// changes at each place, at a reduced level and coarser ones.
///
/// Under other light, ink may be brighter than the sheet, and stains may appear or vanish, but edges mostly stay in
/// place. The gradient magnitude is divided by its local mean, so that faint writing counts as much as strong writing.
public struct AlignmentFeatures: Sendable {
    /// The maximum side of the finest level, in pixels.
    package static let longestSide = 1536
    /// The maximum side of the coarsest level, in pixels.
    package static let coarsestSide = 96
    /// The noise threshold, as a multiple of the median gradient.
    private static let noiseFactor: Float = 1.3

    /// The size of the image, in pixels.
    public let imageSize: PixelSize
    /// The levels, from fine to coarse, each half the size of the previous one.
    let levels: [LinePlane]

    /// Computes the features of an image.
    ///
    /// - Parameters:
    ///   - gray: The brightness of each pixel of the reduced image, row by row.
    ///   - size: The size of the reduced image.
    ///   - imageSize: The size of the full image.
    /// - Complexity: O(*n*) in the pixels of the reduced image.
    package init(gray: [UInt8], size: PixelSize, imageSize: PixelSize) {
        precondition(gray.count == size.width * size.height)
        self.imageSize = imageSize
        let plane = LinePlane(width: size.width, height: size.height, values: gray.map(Float.init))
        var levels = [Self.edges(of: plane)]
        while let last = levels.last, max(last.width, last.height) > Self.coarsestSide, min(last.width, last.height) > 8
        {
            levels.append(last.halved())
        }
        self.levels = levels
    }

    /// Returns the size to which an image is reduced.
    static func reducedSize(of size: PixelSize) -> PixelSize {
        size.scaled(by: min(1, Double(longestSide) / Double(max(size.width, size.height, 1))))
    }

    /// The transform from image coordinates to the finest level.
    var toLevel: ProjectiveTransform {
        .scaling(
            x: Double(levels[0].width) / Double(imageSize.width),
            y: Double(levels[0].height) / Double(imageSize.height))
    }

    /// The number of image pixels per pixel of the finest level.
    var scale: Double {
        let (across, down) = (
            Double(imageSize.width) / Double(levels[0].width), Double(imageSize.height) / Double(levels[0].height)
        )
        return (across * down).squareRoot()
    }

    /// Returns the gradient magnitude of the blurred plane, relative to its mean within about 100 pixels.
    private static func edges(of plane: LinePlane) -> LinePlane {
        let blurred = plane.blurredAcross(sigma: 1.4).blurredDown(sigma: 1.2)
        let (width, height) = (plane.width, plane.height)
        var magnitudes = [Float](unsafeUninitializedCapacity: width * height) { target, count in
            blurred.values.withUnsafeBufferPointer { source in
                for row in 0..<height {
                    let (above, below) = (max(0, row - 1) * width, min(height - 1, row + 1) * width)
                    for column in 0..<width {
                        let (left, right) = (max(0, column - 1), min(width - 1, column + 1))
                        let across = source[row * width + right] - source[row * width + left]
                        let down = source[below + column] - source[above + column]
                        target[row * width + column] = (across * across + down * down).squareRoot()
                    }
                }
            }
            count = width * height
        }
        // Gradients up to about the median are noise or the grain of the sheet.
        let sample = stride(from: 0, to: magnitudes.count, by: max(1, magnitudes.count / 20_000)).map { magnitudes[$0] }
        let floor = noiseFactor * sample.sorted()[sample.count / 2]
        var sum = 0.0
        for place in magnitudes.indices {
            magnitudes[place] = max(0, magnitudes[place] - floor)
            sum += Double(magnitudes[place])
        }
        let edges = LinePlane(width: width, height: height, values: magnitudes)
        let local = edges.averagedAcross(reach: 100).averagedDown(reach: 100)
        // Keeps blank parts of the sheet blank.
        let least = max(1, Float(sum / Double(magnitudes.count)) / 2)
        return edges.combined(with: local) { min(4, $0 / ($1 + least)) }
    }
}

extension LinePlane {
    /// Returns the plane at half its size, averaging 2 × 2 pixels.
    func halved() -> LinePlane {
        let (halfWidth, halfHeight) = (max(1, width / 2), max(1, height / 2))
        let (right, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
        return LinePlane(width: halfWidth, height: halfHeight) { target in
            values.withUnsafeBufferPointer { source in
                for row in 0..<halfHeight {
                    for column in 0..<halfWidth {
                        let place = 2 * row * width + 2 * column
                        let sum = source[place] + source[place + right] + source[place + below]
                        target[row * halfWidth + column] = (sum + source[place + below + right]) / 4
                    }
                }
            }
        }
    }
}
