/// The reason why a PDF cannot be created.
public enum PDFError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The libraries that create PDFs cannot be loaded.
    case unavailable(reason: String)
    /// The file could not be written.
    case failed(reason: String)

    /// The error as one line.
    public var description: String {
        switch self {
        case .unavailable(let reason):
            "PDFs cannot be made here: \(reason); expected Debian's package libpangocairo-1.0-0"
        case .failed(let reason): "the PDF could not be written: \(reason)"
        }
    }
}
