import ImageGeometry

/// Finds text lines on a page at reduced size, reading only the parts that it needs.
///
/// Unless noted otherwise, its methods use pixels of the reduced page.
package struct TextLineFinder {
    /// The number of pixels along the longer side of the reduced page. For a long roll, it is the number along a
    /// section with the aspect ratio ``longestShape``.
    private static let longestSide = 1600.0
    private static let longestShape = 2.5
    private static let mostPixels = 6_000_000.0
    /// The reach of the surroundings that ink is compared with, and Sauvola's *k*, chosen so that fine strokes count.
    private static let inkReach = 20
    private static let inkSensitivity = 0.18
    /// The distance around the touches within which lines are followed, in pitches.
    private static let besideTouches: Float = 30
    private static let aboveTouches: Float = 14
    /// The height of the letters' centre above the baseline, in pitches.
    static let letterMiddle: Float = 0.22

    /// The size of the image, in pixels.
    package let imageSize: PixelSize
    /// The size of the reduced page, in pixels.
    package let size: PixelSize
    /// Returns the grey pixels of a part of the reduced page, row by row.
    let grey: (PixelRegion) throws -> [UInt8]

    /// - Parameters:
    ///   - imageSize: The size of the image.
    ///   - grey: Returns the grey pixels of a part of the reduced page, row by row. Also receives the reduced page's
    ///     ``size``.
    package init(
        imageSize: PixelSize, grey: @escaping (_ part: PixelRegion, _ reduced: PixelSize) throws -> [UInt8]
    ) {
        let (width, height) = (Double(imageSize.width), Double(imageSize.height))
        let side = min(max(width, height), Self.longestShape * min(width, height))
        let scale = min(1, Self.longestSide / side, (Self.mostPixels / (width * height)).squareRoot())
        let size = imageSize.scaled(by: scale)
        (self.imageSize, self.size) = (imageSize, size)
        self.grey = { try grey($0, size) }
    }

    /// The lines found between two touches, on a part of the page.
    struct Followed {
        let run: LineRun
        let pitch: Float
        /// The origin of the part on the page.
        let x, y: Int
    }

    /// Follows the lines from one touch to another. Returns nil if there is no ink around them.
    ///
    /// - Throws: Errors from reading the page.
    func follow(_ touches: LineTouches) throws -> Followed? {
        let (top, bottom) = (min(touches.start.y, touches.end.y), max(touches.start.y, touches.end.y))
        let around = rows(from: top - Float(LinePitch.reach), to: bottom + Float(LinePitch.reach))
        var ink = try ink(rows: around)
        let shift = Float(around.lowerBound)
        let (pitch, _) = LinePitch.measure(
            ink, pageWidth: Float(size.width),
            at: [touches.start, touches.end].map { ($0.x, $0.y - shift) })
        var band = around
        let lines = Self.aboveTouches + Float(max(touches.linesAbove, touches.linesBelow, 0))
        if lines * pitch > Float(LinePitch.reach) {
            band = rows(from: top - lines * pitch, to: bottom + lines * pitch)
            ink = try self.ink(rows: band)
        }
        let lefts = [touches.start.x, touches.end.x, touches.left ?? touches.start.x]
        let rights = [touches.start.x, touches.end.x, touches.right ?? touches.end.x]
        let left = max(0, Int((lefts.min() ?? 0) - Self.besideTouches * pitch))
        let right = min(size.width, Int((rights.max() ?? 0) + Self.besideTouches * pitch) + 1)
        guard left < right else { return nil }
        ink = ink.cropped(columns: left..<right, rows: 0..<ink.height)
        guard ink.values.contains(where: { $0 > 0 }) else { return nil }
        var moved = touches
        for path in [\LineTouches.start, \LineTouches.end] {
            moved[keyPath: path].x -= Float(left)
            moved[keyPath: path].y -= Float(band.lowerBound)
        }
        moved.left = touches.left.map { $0 - Float(left) }
        moved.right = touches.right.map { $0 - Float(left) }
        let run = LineFollower(LineMaps(ink: ink, pitch: pitch)).follow(moved)
        return Followed(run: run, pitch: pitch, x: left, y: band.lowerBound)
    }

    /// Returns the ink of rows of the page: 1 for ink, 0 elsewhere.
    package func ink(rows: Range<Int>) throws -> LinePlane {
        let top = max(0, rows.lowerBound - Self.inkReach)
        let bottom = min(size.height, rows.upperBound + Self.inkReach)
        let seen = PixelRegion(x: 0, y: top, width: size.width, height: bottom - top)
        return Self.ink(of: try grey(seen), size: seen.size).cropped(
            columns: 0..<size.width, rows: rows.lowerBound - top..<rows.upperBound - top)
    }

    /// Returns the ink of a grey image.
    static func ink(of grey: [UInt8], size: PixelSize) -> LinePlane {
        let cells = InkMask.cellsWithGrain(of: grey, size: size, reach: inkReach, sensitivity: inkSensitivity)
        return LinePlane(width: size.width, height: size.height, values: cells.map { $0 ? 1 : 0 })
    }

    private func rows(from top: Float, to bottom: Float) -> Range<Int> {
        let first = min(max(0, Int(top)), size.height - 1)
        return first..<max(first + 1, min(size.height, Int(bottom) + 1))
    }

    /// Converts a position on the reduced page to a point of the image, clamped to the image and rounded to tenths.
    func point(_ x: Double, _ y: Double) -> Point {
        func placed(_ value: Double, _ reduced: Int, _ whole: Int) -> Double {
            min(max((value * Double(whole) / Double(reduced) * 10).rounded() / 10, 0), Double(whole))
        }
        return Point(x: placed(x, size.width, imageSize.width), y: placed(y, size.height, imageSize.height))
    }

    /// Converts a point of the image to a position on the reduced page.
    func place(_ point: Point) -> (x: Float, y: Float) {
        (
            Float(point.x * Double(size.width) / Double(imageSize.width)),
            Float(point.y * Double(size.height) / Double(imageSize.height))
        )
    }
}
