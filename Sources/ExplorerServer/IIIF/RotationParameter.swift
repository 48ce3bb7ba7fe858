/// The rotation parameter of an address, which is the same in both versions.
///
/// Specification: <https://iiif.io/api/image/3.0/#43-rotation>, <https://iiif.io/api/image/2.1/#rotation>
struct RotationParameter: Equatable {
    let isMirrored: Bool
    /// Degrees clockwise, from 0 up to but not including 360.
    let degrees: Double

    /// Parses degrees from 0 to 360, preceded by `!` for mirroring.
    ///
    /// - Throws: ``Problem`` 400 for anything else.
    init(_ text: String) throws(Problem) {
        isMirrored = text.hasPrefix("!")
        guard let number = ParameterNumber.decimal(text.dropFirst(isMirrored ? 1 : 0)), number <= 360 else {
            throw .badRequest("the rotation is '\(text)', expected 0 to 360, with '!' before it to mirror")
        }
        degrees = number == 360 ? 0 : number
    }
}
