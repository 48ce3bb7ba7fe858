public import ImageGeometry

/// The geometry of a part within its scan.
struct PartPlan: Hashable {
    /// A sheet that is shown as if seen from straight above.
    struct Rectification: Hashable {
        /// The sheet's corners on the upright scan.
        let corners: [Point]
        let frame: RectifiedFrame
    }

    /// The rectification, or nil if the scan is only rotated and cropped.
    var rectification: Rectification?
    /// The rotation in degrees clockwise, 0 or more and below 360.
    let rotation: Double
    /// The size of the rotated scan, or of the rectified sheet.
    let frame: PixelSize
    /// The region of the frame that is kept.
    let crop: PixelRegion

    /// The number of 90-degree turns, 0 to 3, or nil for any other angle, for which pixels must be resampled.
    var quarterTurns: Int? { rectification == nil ? [0, 90, 180, 270].firstIndex(of: rotation) : nil }

    /// Returns the projective transform from the rotated scan or rectified sheet to the stored pixels: nine
    /// coefficients, row by row.
    ///
    /// - Parameters:
    ///   - stored: The size of the stored image.
    ///   - exifOrientation: The EXIF orientation that turns the stored image upright.
    func matrix(toStored stored: PixelSize, exifOrientation: Int) -> [Double] {
        let orientation = ScanOrientation(tag: exifOrientation)
        let upright = orientation.quarterTurns % 2 == 0 ? stored : stored.transposed
        guard let rectification else {
            return Turn(degrees: rotation, orientation: orientation).matrix(from: frame, to: stored)
        }
        let first = Turn(degrees: 0, orientation: orientation).matrix(from: upright, to: stored)
        let second = rectification.frame.transform.matrix
        return (0..<9).map { place in
            let (row, column) = (place / 3 * 3, place % 3)
            return (0..<3).reduce(0) { $0 + first[row + $1] * second[$1 * 3 + column] }
        }
    }
}

extension Scan {
    /// Returns a part of the scan that behaves like a separate scan: turned upright by its orientation, rotated, then
    /// cropped.
    ///
    /// Multiples of 90 degrees move pixels without changing any. Any other angle produces the upright image that
    /// encloses the rotated one (see `RotatedFrame`), resampled with the Catmull-Rom cubic, with paper in the corners.
    /// The file is always read to its end, so that a truncated file is an error for every part.
    ///
    /// - Parameters:
    ///   - rotation: The rotation in degrees clockwise, 0 or more and below 360.
    ///   - crop: A region of the rotated scan; nil for all of it.
    /// - Returns: The part, always relative to the whole scan, even if this scan is itself a part.
    /// - Throws: ``TileEngineError``, before any pixel is read: `outOfRange` for an invalid rotation, or a crop that is
    ///   empty or not within the rotated scan; `tooLarge` beyond the limits: ``ScanLimits/spooledArea`` for a part that
    ///   is turned on disk, ``ScanLimits/wholeArea`` for the scan and the rotated scan if the angle is not a multiple
    ///   of 90 degrees.
    public func part(rotation: Double = 0, crop: PixelRegion? = nil) throws(TileEngineError) -> Scan {
        let whole = header.size
        guard let rotated = RotatedFrame(width: whole.width, height: whole.height, rotation: rotation) else {
            throw TileEngineError(
                .outOfRange, path: path, "a rotation of \(rotation), expected 0 up to 360 degrees")
        }
        let frame = PixelSize(width: rotated.width, height: rotated.height)
        let crop = crop ?? frame.region
        guard crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.width <= frame.width,
            crop.height <= frame.height, crop.x <= frame.width - crop.width, crop.y <= frame.height - crop.height
        else {
            throw TileEngineError(
                .outOfRange, path: path,
                "a crop of \(crop), expected one within \(frame)\(rotation == 0 ? "" : ", the rotated scan")")
        }
        let plan = PartPlan(rotation: rotation + 0, frame: frame, crop: crop)
        try check(plan)
        var part = self
        part.plan = rotation == 0 && crop.size == frame ? nil : plan
        return part
    }

    /// Returns the sheet with the given four corners, as if seen from straight above (see `RectifiedFrame`), resampled
    /// with the Catmull-Rom cubic. The file is read to its end.
    ///
    /// - Parameter corners: The corners on the scan after its orientation is applied, in pixels, clockwise from the
    ///   upper left corner of the sheet as it is to be read.
    /// - Returns: The sheet, always relative to the whole scan, even if this scan is itself a part.
    /// - Throws: ``TileEngineError``, before any pixel is read: `outOfRange` for corners that do not form a sheet
    ///   within the scan; `tooLarge` beyond ``ScanLimits/wholeArea`` for the scan or the sheet.
    public func rectified(corners: [Point]) throws(TileEngineError) -> Scan {
        let whole = header.size
        guard let frame = RectifiedFrame(corners: corners, width: whole.width, height: whole.height) else {
            let list = corners.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
            throw TileEngineError(
                .outOfRange, path: path,
                "corners at \(list), expected four within \(whole), clockwise from the upper left one, no three on a line"
            )
        }
        let size = PixelSize(width: frame.width, height: frame.height)
        let plan = PartPlan(
            rectification: .init(corners: corners, frame: frame), rotation: 0, frame: size,
            crop: size.region)
        try check(plan)
        var part = self
        part.plan = plan
        return part
    }

    private func check(_ plan: PartPlan) throws(TileEngineError) {
        let change = plan.rectification == nil ? "rotated" : "rectified"
        guard max(plan.frame.width, plan.frame.height) <= limits.longestSide else {
            throw TileEngineError(
                .tooLarge, path: path,
                "is \(plan.frame) pixels when it is \(change), expected sides of at most \(limits.longestSide)")
        }
        func fits(_ size: PixelSize, _ area: Int) -> Bool { size.width <= area / size.height }
        guard let turns = plan.quarterTurns else {
            guard fits(header.size, limits.wholeArea), fits(plan.frame, limits.wholeArea) else {
                throw TileEngineError(
                    .tooLarge, path: path,
                    "is \(plan.frame) pixels when it is \(change), expected at most \(limits.wholeArea) in all for "
                        + (plan.rectification == nil ? "an angle that is no multiple of 90 degrees" : "that"))
            }
            return
        }
        let isTurned = ScanOrientation(tag: header.orientation).rotated(quarterTurns: turns).tag > 2
        guard !isTurned || fits(plan.crop.size, limits.spooledArea) else {
            throw TileEngineError(
                .tooLarge, path: path,
                "is \(plan.crop.size) pixels, expected at most \(limits.spooledArea) to be rotated on disk")
        }
    }

    /// The corners of the rectified sheet, or nil if the scan is not rectified.
    public var corners: [Point]? { plan?.rectification?.corners }

    /// The rotation applied in addition to the orientation, in degrees clockwise; 0 for a whole scan.
    public var rotation: Double { plan?.rotation ?? 0 }

    /// The region of the rotated scan that is kept, or nil for all of it.
    public var crop: PixelRegion? { plan.flatMap { $0.crop.size == $0.frame ? nil : $0.crop } }
}
