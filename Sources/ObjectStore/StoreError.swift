/// An error of an object store. Its description is one line with the object, the problem and what was expected. It
/// never contains a secret.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An address, a flag or a variable is invalid.
    case value(_ name: String, value: String, expected: String)
    /// There are no credentials, or their file cannot be read.
    case credentials(String)
    /// The object does not exist.
    case missing(_ object: String)
    /// The store denies access with these credentials.
    case denied(_ object: String, reason: String)
    /// A condition does not hold: the object was changed, or exists already.
    case changed(_ object: String)
    /// The store refused the request for another reason.
    case refused(_ object: String, reason: String)
    /// The store could not be reached, or returned server errors until the time was up.
    case unavailable(_ object: String, reason: String)
    /// The data received differs from what was requested or originally written.
    case damaged(_ object: String, reason: String)
    /// A local file could not be read.
    case file(_ path: String, reason: String)
    /// The call was cancelled.
    case cancelled

    /// The error as one line.
    public var description: String {
        switch self {
        case .value(let name, let value, let expected): "\(name) is '\(value)', expected \(expected)"
        case .credentials(let line): line
        case .missing(let object): "\(object): does not exist"
        case .denied(let object, let reason): "\(object): the store denies access (\(reason))"
        case .changed(let object): "\(object): was changed meanwhile"
        case .refused(let object, let reason): "\(object): the store refuses (\(reason))"
        case .unavailable(let object, let reason): "\(object): the store cannot be reached (\(reason))"
        case .damaged(let object, let reason): "\(object): \(reason)"
        case .file(let path, let reason): "\(path): \(reason)"
        case .cancelled: "interrupted"
        }
    }

    /// Whether a later attempt may succeed: the store is unreachable, slow or overloaded.
    public var isUnavailable: Bool {
        if case .unavailable = self { return true }
        return false
    }

    /// Whether the object does not exist.
    public var isMissing: Bool {
        if case .missing = self { return true }
        return false
    }

    /// Returns external text made safe for use in one of our lines: shortened, and without control characters.
    package static func plain(_ text: some StringProtocol, limit: Int = 200) -> String {
        let words = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(limit).map { scalar in
                    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                        ? " " : scalar
                }))
        return words.split(separator: " ").joined(separator: " ")
    }
}
