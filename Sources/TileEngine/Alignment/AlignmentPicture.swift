import ImageGeometry

/// What of an image is compared with another capture of the same page: how much its brightness changes at each place,
/// whichever way, on a reduced level and coarser ones.
///
/// Under another light ink may be brighter than the sheet, and stains appear or vanish; edges mostly stay where they are.
/// The magnitude of the gradient is divided by its mean around, so that faint writing counts like strong.
public struct AlignmentPicture: Sendable {
    /// The longest side of the finest level, in pixels.
    package static let longestSide = 1536
    /// The longest side of the coarsest level, in pixels.
    package static let coarsestSide = 96
    /// What is below so many medians of the gradient does not count.
    private static let noiseFactor: Float = 1.3

    /// The size of the image, in pixels.
    public let imageSize: PixelSize
    /// The levels, each half as wide and high as the one before.
    let levels: [LinePlane]

    /// Prepares a picture.
    ///
    /// - Parameters:
    ///   - gray: The brightness of each pixel of the reduced image, row by row.
    ///   - size: The size of the reduced image.
    ///   - imageSize: The size of the whole image.
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

    /// The size to which an image is reduced.
    static func reducedSize(of size: PixelSize) -> PixelSize {
        let factor = min(1, Double(longestSide) / Double(max(size.width, size.height, 1)))
        func side(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
        return PixelSize(width: side(size.width), height: side(size.height))
    }

    /// Takes points of the image to the finest level.
    var toLevel: ProjectiveTransform {
        .scaling(
            x: Double(levels[0].width) / Double(imageSize.width),
            y: Double(levels[0].height) / Double(imageSize.height))
    }

    /// Pixels of the image to one of the finest level.
    var scale: Double {
        let (across, down) = (
            Double(imageSize.width) / Double(levels[0].width), Double(imageSize.height) / Double(levels[0].height)
        )
        return (across * down).squareRoot()
    }

    /// The magnitude of the gradient of a blurred plane, relative to its mean within some 100 pixels.
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
        // What half of the picture has is noise, or the grain of the sheet.
        let sample = stride(from: 0, to: magnitudes.count, by: max(1, magnitudes.count / 20_000)).map { magnitudes[$0] }
        let floor = noiseFactor * sample.sorted()[sample.count / 2]
        var sum = 0.0
        for place in magnitudes.indices {
            magnitudes[place] = max(0, magnitudes[place] - floor)
            sum += Double(magnitudes[place])
        }
        let edges = LinePlane(width: width, height: height, values: magnitudes)
        let local = edges.averagedAcross(reach: 100).averagedDown(reach: 100)
        // Blank parts of the sheet stay blank.
        let least = max(1, Float(sum / Double(magnitudes.count)) / 2)
        return edges.combined(with: local) { min(4, $0 / ($1 + least)) }
    }
}

extension LinePlane {
    /// The plane at half its size: the means of two by two pixels.
    func halved() -> LinePlane {
        let (halfWidth, halfHeight) = (max(1, width / 2), max(1, height / 2))
        let (right, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
        let result = [Float](unsafeUninitializedCapacity: halfWidth * halfHeight) { target, count in
            values.withUnsafeBufferPointer { source in
                for row in 0..<halfHeight {
                    for column in 0..<halfWidth {
                        let place = 2 * row * width + 2 * column
                        let sum = source[place] + source[place + right] + source[place + below]
                        target[row * halfWidth + column] = (sum + source[place + below + right]) / 4
                    }
                }
            }
            count = halfWidth * halfHeight
        }
        return LinePlane(width: halfWidth, height: halfHeight, values: result)
    }
}
