import ImageGeometry

/// Finds text lines on a page that is seen at a reduced size, of which it reads no more than it needs.
///
/// Its methods work in pixels of the reduced page, unless they say otherwise.
package struct TextLineFinder {
    /// The reduced page has so many pixels along its longer side, or so many times as many along a side as a long roll has
    /// more than ``longestShape`` times its width.
    private static let longestSide = 1600.0
    private static let longestShape = 2.5
    private static let mostPixels = 6_000_000.0
    /// How far the surroundings reach that ink is darker than, and Sauvola's *k*: fine strokes count.
    private static let inkReach = 20
    private static let inkSensitivity = 0.18
    /// How far around the touches lines are followed, in pitches.
    private static let besideTouches: Float = 30
    private static let aboveTouches: Float = 14
    /// The middle of the letters is this far above the line that they stand on, in pitches.
    static let letterMiddle: Float = 0.22

    /// The size of the image, in pixels.
    package let imageSize: PixelSize
    /// The size of the reduced page.
    package let size: PixelSize
    /// The grey pixels of a part of the reduced page, row by row.
    let grey: (PixelRegion) throws -> [UInt8]

    /// - Parameters:
    ///   - imageSize: The size of the image.
    ///   - grey: The grey pixels of a part of the reduced page, row by row, which has the size ``size``.
    package init(
        imageSize: PixelSize, grey: @escaping (_ part: PixelRegion, _ reduced: PixelSize) throws -> [UInt8]
    ) {
        let (width, height) = (Double(imageSize.width), Double(imageSize.height))
        let side = min(max(width, height), Self.longestShape * min(width, height))
        let scale = min(1, Self.longestSide / side, (Self.mostPixels / (width * height)).squareRoot())
        let size = PixelSize(
            width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
        (self.imageSize, self.size) = (imageSize, size)
        self.grey = { try grey($0, size) }
    }

    /// What was found between two touches, on a part of the page.
    struct Followed {
        let run: LineRun
        let pitch: Float
        /// Where the plane of the run begins on the page.
        let x, y: Int
    }

    /// Follows the lines from one touch to another; nil where the sheet shows no ink around them.
    ///
    /// - Throws: What reading the page throws.
    func follow(_ touches: LineTouches) throws -> Followed? {
        let (top, bottom) = (min(touches.start.y, touches.end.y), max(touches.start.y, touches.end.y))
        let around = rows(from: top - Float(LinePitch.reach), to: bottom + Float(LinePitch.reach))
        var ink = try ink(columns: 0..<size.width, rows: around)
        let shift = Float(around.lowerBound)
        let (pitch, _) = LinePitch.measure(
            ink, pageWidth: Float(size.width),
            at: [touches.start, touches.end].map { ($0.x, $0.y - shift) })
        var band = around
        let lines = Self.aboveTouches + Float(max(touches.linesAbove, touches.linesBelow, 0))
        if lines * pitch > Float(LinePitch.reach) {
            band = rows(from: top - lines * pitch, to: bottom + lines * pitch)
            ink = try self.ink(columns: 0..<size.width, rows: band)
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

    /// The ink of a part of the page: 1 where it is, 0 elsewhere.
    package func ink(columns: Range<Int>, rows: Range<Int>) throws -> LinePlane {
        let reach = Self.inkReach
        let x = max(0, columns.lowerBound - reach)
        let y = max(0, rows.lowerBound - reach)
        let seen = PixelRegion(
            x: x, y: y, width: min(size.width, columns.upperBound + reach) - x,
            height: min(size.height, rows.upperBound + reach) - y)
        return Self.ink(of: try grey(seen), size: seen.size).cropped(
            columns: columns.lowerBound - x..<columns.upperBound - x, rows: rows.lowerBound - y..<rows.upperBound - y)
    }

    /// The ink of a grey picture.
    static func ink(of grey: [UInt8], size: PixelSize) -> LinePlane {
        let cells = InkMask.cellsWithGrain(of: grey, size: size, reach: inkReach, sensitivity: inkSensitivity)
        return LinePlane(width: size.width, height: size.height, values: cells.map { $0 ? 1 : 0 })
    }

    private func rows(from top: Float, to bottom: Float) -> Range<Int> {
        let first = min(max(0, Int(top)), size.height - 1)
        return first..<max(first + 1, min(size.height, Int(bottom) + 1))
    }

    /// The point of the image at a place between the pixels of the reduced page, kept within the image, in tenths.
    func point(_ x: Double, _ y: Double) -> Point {
        func placed(_ value: Double, _ reduced: Int, _ whole: Int) -> Double {
            min(max((value * Double(whole) / Double(reduced) * 10).rounded() / 10, 0), Double(whole))
        }
        return Point(x: placed(x, size.width, imageSize.width), y: placed(y, size.height, imageSize.height))
    }

    /// The place on the reduced page of a point of the image.
    func place(_ point: Point) -> (x: Float, y: Float) {
        (
            Float(point.x * Double(size.width) / Double(imageSize.width)),
            Float(point.y * Double(size.height) / Double(imageSize.height))
        )
    }
}
