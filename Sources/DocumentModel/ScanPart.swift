public import ImageGeometry

/// The part of a scan that a page shows. The scan is turned upright by its orientation tag, then either rotated and
/// cropped, or rectified from the corners of the sheet.
public struct ScanPart: Hashable, Sendable {
    /// A box of whole pixels of the rotated scan. It covers columns `x..<x + width` and rows `y..<y + height`.
    public struct Crop: Hashable, Sendable {
        /// The first column.
        public var x: Int
        /// The first row.
        public var y: Int
        /// The number of columns.
        public var width: Int
        /// The number of rows.
        public var height: Int

        /// Creates a box.
        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// The rotation in degrees clockwise, in 0..<360. The rotated scan has the size of its ``RotatedFrame``, whose
    /// corners are filled with paper.
    public var rotation: Double
    /// The crop of the rotated scan; nil for all of it.
    public var crop: Crop?

    /// The four corners of the sheet on the upright scan, in pixels, clockwise from the upper left corner as read. The
    /// part then is the sheet as seen from straight above, a ``RectifiedFrame``, neither rotated nor cropped.
    public var corners: [Point]?

    /// Creates a part. Omitted parameters leave the scan unchanged.
    public init(rotation: Double = 0, crop: Crop? = nil, corners: [Point]? = nil) {
        (self.rotation, self.crop, self.corners) = (rotation, crop, corners)
    }

    /// The whole upright scan.
    public static let whole = ScanPart()

    /// Whether the part is the whole upright scan.
    public var isWhole: Bool { self == .whole }

    /// Returns the size of the rotated scan, which the crop refers to, in pixels.
    ///
    /// - Returns: Nil for an invalid rotation or a size below 1 × 1.
    public func rotatedSize(ofWidth width: Int, height: Int) -> (width: Int, height: Int)? {
        RotatedFrame(width: width, height: height, rotation: rotation).map { ($0.width, $0.height) }
    }

    /// Returns the size of the part, in pixels.
    ///
    /// - Parameters:
    ///   - width: The width of the upright scan, in pixels.
    ///   - height: The height of the upright scan, in pixels.
    /// - Returns: Nil if ``rotatedSize(ofWidth:height:)`` is nil, if the crop is empty or not within the rotated scan,
    ///   or if the corners are not those of a sheet within the scan.
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
