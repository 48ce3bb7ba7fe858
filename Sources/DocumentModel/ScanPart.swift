public import ImageGeometry

/// The part of a scan that a page shows: the scan is turned upright by its orientation tag, then either rotated and cropped,
/// or rectified by the corners of the sheet on it.
public struct ScanPart: Hashable, Sendable {
    /// A box of whole pixels of the rotated scan; it covers columns `x..<x + width` and rows `y..<y + height`.
    public struct Crop: Hashable, Sendable {
        /// The first column.
        public var x: Int
        /// The first row.
        public var y: Int
        /// The number of columns.
        public var width: Int
        /// The number of rows.
        public var height: Int

        /// Makes a box.
        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Degrees clockwise, 0 or more and below 360. The rotated scan is as large as its ``RotatedFrame``, in whose corners
    /// paper shows.
    public var rotation: Double
    /// What is left of the rotated scan; nil for all of it.
    public var crop: Crop?

    /// The four corners of the sheet on the upright scan, in pixels: the upper left one as it is to be read, then clockwise.
    /// The part is then the sheet as if it was seen from straight above, a ``RectifiedFrame``, neither rotated nor cropped.
    public var corners: [Point]?

    /// Makes a part; what is left out leaves the scan as it is.
    public init(rotation: Double = 0, crop: Crop? = nil, corners: [Point]? = nil) {
        (self.rotation, self.crop, self.corners) = (rotation, crop, corners)
    }

    /// All of the scan, upright.
    public static let whole = ScanPart()

    /// Whether it is all of the scan, upright.
    public var isWhole: Bool { self == .whole }

    /// The size of the rotated scan, in which the crop lies, in pixels.
    ///
    /// - Returns: Nil for a rotation that is none, or a size below 1 × 1.
    public func rotatedSize(ofWidth width: Int, height: Int) -> (width: Int, height: Int)? {
        RotatedFrame(width: width, height: height, rotation: rotation).map { ($0.width, $0.height) }
    }

    /// The size of the part, in pixels.
    ///
    /// - Parameters:
    ///   - width: The width of the upright scan, in pixels.
    ///   - height: The height of the upright scan, in pixels.
    /// - Returns: Nil where ``rotatedSize(ofWidth:height:)`` is, for a crop that is empty or does not lie within it, and for
    ///   corners that are none of a sheet within the scan.
    public func size(ofWidth width: Int, height: Int) -> (width: Int, height: Int)? {
        if let corners {
            return RectifiedFrame(corners: corners, width: width, height: height).map { ($0.width, $0.height) }
        }
        guard let rotated = rotatedSize(ofWidth: width, height: height) else { return nil }
        guard let crop else { return rotated }
        guard crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.width <= rotated.width,
            crop.height <= rotated.height, crop.x <= rotated.width - crop.width,
            crop.y <= rotated.height - crop.height
        else { return nil }
        return (crop.width, crop.height)
    }
}
