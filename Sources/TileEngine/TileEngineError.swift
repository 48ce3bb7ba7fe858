/// An error that occurred while reading a scan, opening an archive or producing a tile. Its one-line description names
/// the file, the value and what was expected.
public struct TileEngineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The category of an error, for callers that choose an exit status or an HTTP status. A decoding child process
    /// sends the position of a case (``ScanMessage``).
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The file cannot be opened: it is missing, a folder, empty, or not readable with the current permissions.
        case unreadable
        /// The file can be opened, but its format or a feature it uses is not supported.
        case unsupported
        /// A size exceeds a limit.
        case tooLarge
        /// A level, column, row or option is outside the valid range.
        case outOfRange
        /// The operating system reported a read or write error.
        case io
        /// The content contradicts itself, is truncated, or does not match its checksum.
        case damaged
        /// The bytes are stored remotely and cannot be fetched at the moment. A later attempt may succeed.
        case unavailable
    }

    /// The category of the error.
    public let kind: Kind
    /// The path of the affected file, as the caller gave it, or nil if no file is involved.
    public let path: String?
    /// The description without the file's name: the value, and what was expected.
    public let reason: String

    /// Creates an error. Line breaks and other control characters in the reason are replaced by spaces.
    public init(_ kind: Kind, path: String? = nil, _ reason: String) {
        self.kind = kind
        self.path = path
        self.reason = Self.oneLine(reason)
    }

    /// The file's name and the reason, in one line.
    public var description: String {
        guard let path else { return reason }
        return "\(Self.oneLine(path)): \(reason)"
    }

    /// Returns the text with each run of white space and control characters replaced by one space.
    static func oneLine(_ text: String) -> String {
        text.unicodeScalars
            .split { $0.properties.isWhitespace || $0.value < 32 || $0.value == 127 }
            .map { String(String.UnicodeScalarView($0)) }
            .joined(separator: " ")
    }
}
