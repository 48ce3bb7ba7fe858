public import ImageGeometry

/// How a capture lies on its page: four points of the capture and the same four of the page, whose coordinates are those of
/// its default capture. Between them the sheet is flat, so a projective transform takes the one to the other.
public struct CaptureAlignment: Hashable, Sendable {
    /// A point of the sheet in both.
    public struct Pair: Hashable, Sendable {
        /// Where it is on the capture, in that one's pixels.
        public let capture: Point
        /// Where it is on the page, in the page's pixels.
        public let page: Point

        /// Makes a pair.
        public init(capture: Point, page: Point) { (self.capture, self.page) = (capture, page) }
    }

    /// The four pairs, as they were given.
    public let pairs: [Pair]
    /// Takes points of the capture to the page.
    public let toPage: ProjectiveTransform
    /// Takes points of the page to the capture.
    public let toCapture: ProjectiveTransform

    /// What an alignment must be, in words, for errors.
    public static let rule =
        "four pairs [[x, y], [x, y]] of a point on the capture and the same point on the page, of which no three lie on a line"

    /// Makes an alignment.
    ///
    /// - Returns: Nil unless there are four pairs, of which no three points lie on a line.
    public init?(_ pairs: [Pair]) {
        guard let toPage = ProjectiveTransform(taking: pairs.map(\.capture), to: pairs.map(\.page)),
            let toCapture = toPage.inverse
        else { return nil }
        (self.pairs, self.toPage, self.toCapture) = (pairs, toPage, toCapture)
    }

    /// That of a capture which shows exactly what the page shows, perhaps at another size.
    ///
    /// - Returns: Nil for a side below 1.
    public static func filling(
        page: (width: Int, height: Int), with capture: (width: Int, height: Int)
    ) -> CaptureAlignment? {
        func corners(_ size: (width: Int, height: Int)) -> [Point] {
            let (right, bottom) = (Double(size.width), Double(size.height))
            return [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
        }
        return CaptureAlignment(zip(corners(capture), corners(page)).map { Pair(capture: $0, page: $1) })
    }

    /// Whether every point of a capture lies somewhere on the plane of the page, and the other way round.
    public func covers(page: (width: Int, height: Int), capture: (width: Int, height: Int)) -> Bool {
        toPage.isDefined(onWidth: Double(capture.width), height: Double(capture.height))
            && toCapture.isDefined(onWidth: Double(page.width), height: Double(page.height))
    }

    /// Whether the two have the same numbers.
    public static func == (left: CaptureAlignment, right: CaptureAlignment) -> Bool { left.pairs == right.pairs }

    /// Hashes the same numbers.
    public func hash(into hasher: inout Hasher) { hasher.combine(pairs) }
}

/// What was measured of how a capture lies on its page.
public struct CaptureMeasurement: Hashable, Sendable {
    /// Where the capture lies, estimated from the pictures; nil where the document states it.
    public let estimate: CaptureAlignment?
    /// How far what both show lies apart by the alignment, in pixels of the page: the root mean square over places where it
    /// could be measured; nil where there were too few.
    public let error: Double?

    /// Makes a measurement.
    public init(estimate: CaptureAlignment?, error: Double?) { (self.estimate, self.error) = (estimate, error) }
}
