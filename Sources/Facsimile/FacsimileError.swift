/// The reason why the manuscript was not drawn, as one line that states what to correct.
public enum FacsimileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The scale factor is not one of the supported values.
    case scaleFactor(Int)
    /// libvips failed in a step of the drawing. Carries the step and the reason.
    case drawing(String, String)
    /// A file or folder could not be written. Carries its path and the reason.
    case writing(String, String)

    /// The error as one line.
    public var description: String {
        switch self {
        case .scaleFactor(let value): "scale factor \(value): expected 1, 2, 4 or 8"
        case .drawing(let task, let reason): "the facsimile could not be drawn (\(task)): \(reason)"
        case .writing(let path, let reason): "\(path): cannot be written: \(reason)"
        }
    }
}
