/// What went wrong while a scan was read, an archive opened or a tile made: one line that names the file, the value
/// and what was expected.
public struct TileEngineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the fault, for callers that choose an exit status or an HTTP status.
    public enum Kind: String, Hashable, Sendable {
        /// The file cannot be opened: missing, a folder, empty, or without permission.
        case unreadable
        /// The file can be opened, but its kind or a feature of it is not supported.
        case unsupported
        /// A size is beyond the limit.
        case tooLarge
        /// A level, column, row or option lies outside what there is.
        case outOfRange
        /// The operating system refused to read or write.
        case io
        /// The bytes are elsewhere, and cannot be had now: later they may.
        case unavailable
        /// The content contradicts itself, is cut short, or does not match its checksum.
        case damaged
    }

    /// The class of the fault.
    public let kind: Kind
    /// The file that the fault is about, as the caller gave it; nil where no file is involved.
    public let path: String?
    /// The fault without the file's name: the value, and what was expected.
    public let reason: String

    /// Makes an error; line breaks and other control characters in the reason become spaces.
    public init(_ kind: Kind, path: String? = nil, _ reason: String) {
        self.kind = kind
        self.path = path
        self.reason = Self.oneLine(reason)
    }

    /// The file's name and the fault, in one line.
    public var description: String {
        guard let path else { return reason }
        return "\(Self.oneLine(path)): \(reason)"
    }

    /// The text with each run of white space and control characters made one space.
    static func oneLine(_ text: String) -> String {
        text.unicodeScalars
            .split { $0.properties.isWhitespace || $0.value < 32 || $0.value == 127 }
            .map { String(String.UnicodeScalarView($0)) }
            .joined(separator: " ")
    }
}
