/// Why the manuscript was not drawn, in one line that names what is to be mended.
public enum FacsimileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The scale factor is none of those that a drawing can have.
    case scaleFactor(Int)
    /// libvips refused a step of the drawing: the step, and its reason.
    case drawing(String, String)
    /// A file or a folder could not be written: its path, and the reason.
    case writing(String, String)

    /// The error in one line.
    public var description: String {
        switch self {
        case .scaleFactor(let value): "scale factor \(value): expected 1, 2, 4 or 8"
        case .drawing(let task, let reason): "the facsimile could not be drawn (\(task)): \(reason)"
        case .writing(let path, let reason): "\(path): cannot be written: \(reason)"
        }
    }
}
