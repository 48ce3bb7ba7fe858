public import ImageGeometry

/// Where a part lies in its scan.
struct PartPlan: Hashable {
    /// A sheet that is shown as if it was seen from straight above.
    struct Rectification: Hashable {
        /// The sheet's corners on the upright scan.
        let corners: [Point]
        let frame: RectifiedFrame
    }

    /// What is rectified; nil where the scan is only rotated and cropped.
    var rectification: Rectification?
    /// Degrees clockwise, 0 or more and below 360.
    let rotation: Double
    /// The size of the rotated scan, or of the rectified sheet.
    let frame: PixelSize
    /// What is left of that.
    let crop: PixelRegion

    /// How often the scan is rotated by 90 degrees, 0 to 3; nil for an angle in between, for which its pixels must be
    /// computed anew.
    var quarterTurns: Int? { rectification == nil ? [0, 90, 180, 270].firstIndex(of: rotation) : nil }

    /// Where a point of the rotated scan or the rectified sheet lies among the stored pixels: the nine numbers of a projective
    /// transform, row by row.
    ///
    /// - Parameters:
    ///   - stored: The size of what is stored.
    ///   - turn: How that is turned upright, as EXIF's orientation says it.
    func matrix(toStored stored: PixelSize, turn: Int) -> [Double] {
        let orientation = ScanOrientation(tag: turn)
        let upright = orientation.quarterTurns % 2 == 0 ? stored : PixelSize(width: stored.height, height: stored.width)
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
    /// The scan as if its file held a part of it only: turned upright by its orientation, rotated, and then cropped.
    ///
    /// Multiples of 90 degrees move pixels and change none. Any other angle gives the upright picture that the rotated one
    /// fits in, see `RotatedFrame`, by Catmull-Rom's cubic, with paper in the corners. The file is read to its end whatever
    /// the part is, so that one that is cut short is an error for all of them.
    ///
    /// - Parameters:
    ///   - rotation: Degrees clockwise, 0 or more and below 360.
    ///   - crop: A region of the rotated scan; nil for all of it.
    /// - Returns: The part of the whole scan, also where this is a part itself.
    /// - Throws: ``TileEngineError``, before any pixel is read: `outOfRange` for a rotation that is none, or a crop that is
    ///   empty or does not lie within the rotated scan; `tooLarge` beyond the limits: ``ScanLimits/spooledArea`` for a part
    ///   that is turned on disk, ``ScanLimits/wholeArea`` for the scan and the rotated scan where the angle is no multiple of 90 degrees.
    public func part(rotation: Double = 0, crop: PixelRegion? = nil) throws(TileEngineError) -> Scan {
        let whole = header.size
        guard let rotated = RotatedFrame(width: whole.width, height: whole.height, rotation: rotation) else {
            throw TileEngineError(
                .outOfRange, path: path, "a rotation of \(rotation), expected 0 up to 360 degrees")
        }
        let frame = PixelSize(width: rotated.width, height: rotated.height)
        let crop = crop ?? PixelRegion(x: 0, y: 0, width: frame.width, height: frame.height)
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

    /// The sheet that has four corners on the scan, as if it was seen from straight above: see `RectifiedFrame`, by
    /// Catmull-Rom's cubic. The file is read to its end.
    ///
    /// - Parameter corners: The corners on the scan turned upright by its orientation, in pixels: the upper left one of the
    ///   sheet as it is to be read, then clockwise.
    /// - Returns: The sheet on the whole scan, also where this is a part itself.
    /// - Throws: ``TileEngineError``, before any pixel is read: `outOfRange` for corners that are none of a sheet within the
    ///   scan; `tooLarge` beyond ``ScanLimits/wholeArea`` for the scan and the sheet.
    public func rectified(corners: [Point]) throws(TileEngineError) -> Scan {
        let whole = header.size
        guard let frame = RectifiedFrame(corners: corners, width: whole.width, height: whole.height) else {
            let told = corners.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
            throw TileEngineError(
                .outOfRange, path: path,
                "corners at \(told), expected four within \(whole), clockwise from the upper left one, no three on a line"
            )
        }
        let size = PixelSize(width: frame.width, height: frame.height)
        let plan = PartPlan(
            rectification: .init(corners: corners, frame: frame), rotation: 0, frame: size,
            crop: PixelRegion(x: 0, y: 0, width: size.width, height: size.height))
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

    /// The corners of the sheet that the scan is rectified to; nil for a scan that is not.
    public var corners: [Point]? { plan?.rectification?.corners }

    /// How far the scan is rotated beyond its orientation, in degrees clockwise; 0 for a whole scan.
    public var rotation: Double { plan?.rotation ?? 0 }

    /// What is left of the rotated scan; nil for all of it.
    public var crop: PixelRegion? { plan.flatMap { $0.crop.size == $0.frame ? nil : $0.crop } }
}
