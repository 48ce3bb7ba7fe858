public import ImageGeometry

/// The alignment of a capture with its page, given by four points on the capture and the same four points on the page.
/// The page has the coordinates of its default capture. The sheet is taken to be flat, so a projective transform maps
/// one to the other.
public struct CaptureAlignment: Hashable, Sendable {
    /// A point of the sheet, on both the capture and the page.
    public struct Pair: Hashable, Sendable {
        /// The point in pixels of the capture.
        public let capture: Point
        /// The point in pixels of the page.
        public let page: Point

        /// Creates a pair.
        public init(capture: Point, page: Point) { (self.capture, self.page) = (capture, page) }
    }

    /// The four pairs, as given.
    public let pairs: [Pair]
    /// The transform from points of the capture to points of the page.
    public let toPage: ProjectiveTransform
    /// The transform from points of the page to points of the capture.
    public let toCapture: ProjectiveTransform

    /// A description of a valid alignment, for error messages.
    public static let rule =
        "four pairs [[x, y], [x, y]] of a point on the capture and the same point on the page, of which no three lie on a line"

    /// Creates an alignment.
    ///
    /// - Returns: Nil unless there are four pairs, no three points of which lie on a line.
    public init?(_ pairs: [Pair]) {
        guard let toPage = ProjectiveTransform(taking: pairs.map(\.capture), to: pairs.map(\.page)),
            let toCapture = toPage.inverse
        else { return nil }
        (self.pairs, self.toPage, self.toCapture) = (pairs, toPage, toCapture)
    }

    /// Returns the alignment of a capture that shows exactly what the page shows, perhaps at another size.
    ///
    /// - Returns: Nil if a side is below 1.
    public static func filling(
        page: (width: Int, height: Int), with capture: (width: Int, height: Int)
    ) -> CaptureAlignment? {
        func corners(_ size: (width: Int, height: Int)) -> [Point] {
            Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)).corners
        }
        return CaptureAlignment(zip(corners(capture), corners(page)).map { Pair(capture: $0, page: $1) })
    }

    /// Whether both transforms are defined everywhere: every point of the capture has a place on the page's plane, and
    /// vice versa.
    public func covers(page: (width: Int, height: Int), capture: (width: Int, height: Int)) -> Bool {
        toPage.isDefined(onWidth: Double(capture.width), height: Double(capture.height))
            && toCapture.isDefined(onWidth: Double(page.width), height: Double(page.height))
    }

    /// Whether both have the same pairs.
    public static func == (left: CaptureAlignment, right: CaptureAlignment) -> Bool { left.pairs == right.pairs }

    /// Hashes the pairs.
    public func hash(into hasher: inout Hasher) { hasher.combine(pairs) }
}

/// The measured alignment of a capture with its page.
public struct CaptureMeasurement: Hashable, Sendable {
    /// The alignment estimated from the images; nil if the document states it.
    public let estimate: CaptureAlignment?
    /// The distance between corresponding features after alignment, in pixels of the page: the root mean square over
    /// all places where it could be measured; nil if there were too few.
    public let error: Double?

    /// Creates a measurement.
    public init(estimate: CaptureAlignment?, error: Double?) { (self.estimate, self.error) = (estimate, error) }
}
