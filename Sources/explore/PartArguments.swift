public import ArgumentParser
public import DocumentModel

/// `--rotation` and `--crop`: which part of a scan is wanted.
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

    func validate() throws {
        if let rotation, !(rotation >= 0 && rotation < 360) {
            throw ValidationError("--rotation is \(rotation), expected 0 up to 360 degrees clockwise")
        }
    }

    /// The part.
    var part: ScanPart { ScanPart(rotation: rotation ?? 0, crop: crop) }
}

extension ScanPart.Crop: ExpressibleByArgument {
    /// Reads `10,20,300,400`.
    public init?(argument: String) {
        let numbers = argument.parts(at: ",", omittingEmptyParts: false).map { Int($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
