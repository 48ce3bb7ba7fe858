public import ArgumentParser
public import DocumentModel
import ImageGeometry

/// `--rotation` and `--crop`, or `--corners`: the part of a scan to use.
struct PartArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Rotate the image clockwise, 0 up to 360. Multiples of 90 are exact; for others the image grows.",
            valueName: "degrees"))
    var rotation: Double?

    @Option(
        help: ArgumentHelp(
            "Keep only this box, in whole pixels of the rotated image.", valueName: "x,y,width,height"))
    var crop: ScanPart.Crop?

    @Option(
        help: ArgumentHelp(
            "Show the sheet that has these corners on the image as if seen from straight above: in pixels, the upper "
                + "left one, then clockwise. Not with --rotation or --crop.",
            valueName: "x,y x,y x,y x,y"))
    var corners: SheetCorners?

    func validate() throws {
        if corners != nil, rotation != nil || crop != nil {
            throw ValidationError("--corners cannot be combined with --rotation or --crop")
        }
        if let rotation, !(rotation >= 0 && rotation < 360) {
            throw ValidationError("--rotation is \(rotation), expected 0 up to 360 degrees clockwise")
        }
    }

    /// The part of the scan.
    var part: ScanPart { ScanPart(rotation: rotation ?? 0, crop: crop, corners: corners?.points) }
}

/// The corners of a sheet on an image.
struct SheetCorners: ExpressibleByArgument {
    let points: [Point]

    /// Parses `12,40 3010,55 2990,4020 20,4005`.
    init?(argument: String) {
        points = argument.parts(at: " ").compactMap { corner in
            let numbers = corner.parts(at: ",", omittingEmptyParts: false).compactMap { Double($0) }
            guard numbers.count == 2, numbers.allSatisfy({ (0...Point.coordinateLimit).contains($0) }) else {
                return nil
            }
            return Point(x: numbers[0], y: numbers[1])
        }
        guard points.count == 4, argument.parts(at: " ").count == 4 else { return nil }
    }
}

extension ScanPart.Crop: ExpressibleByArgument {
    /// Parses `10,20,300,400`.
    public init?(argument: String) {
        let numbers = argument.parts(at: ",", omittingEmptyParts: false).map { Int($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
