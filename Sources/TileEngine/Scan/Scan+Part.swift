import ImageGeometry

/// Where a part lies in its scan.
struct PartPlan: Hashable {
    /// Degrees clockwise, 0 or more and below 360.
    let rotation: Double
    /// The size of the rotated scan.
    let frame: PixelSize
    /// What is left of the rotated scan.
    let crop: PixelRegion

    /// How often the scan is rotated by 90 degrees, 0 to 3; nil for an angle in between, for which its pixels must be
    /// computed anew.
    var quarterTurns: Int? { [0, 90, 180, 270].firstIndex(of: rotation) }
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

    private func check(_ plan: PartPlan) throws(TileEngineError) {
        guard max(plan.frame.width, plan.frame.height) <= limits.longestSide else {
            throw TileEngineError(
                .tooLarge, path: path,
                "is \(plan.frame) pixels when it is rotated, expected sides of at most \(limits.longestSide)")
        }
        func fits(_ size: PixelSize, _ area: Int) -> Bool { size.width <= area / size.height }
        guard let turns = plan.quarterTurns else {
            guard fits(header.size, limits.wholeArea), fits(plan.frame, limits.wholeArea) else {
                throw TileEngineError(
                    .tooLarge, path: path,
                    "is \(plan.frame) pixels when it is rotated, expected at most \(limits.wholeArea) in all for an "
                        + "angle that is no multiple of 90 degrees")
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

    /// How far the scan is rotated beyond its orientation, in degrees clockwise; 0 for a whole scan.
    public var rotation: Double { plan?.rotation ?? 0 }

    /// What is left of the rotated scan; nil for all of it.
    public var crop: PixelRegion? { plan.flatMap { $0.crop.size == $0.frame ? nil : $0.crop } }
}
