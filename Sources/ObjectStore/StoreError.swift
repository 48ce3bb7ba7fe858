/// Why an object store did not do what was asked; each is one line that names the object, what is wrong and what was
/// expected. None holds a secret.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An address, a flag or a variable is not what it has to be.
    case value(_ name: String, value: String, expected: String)
    /// There are no credentials, or their file cannot be read.
    case credentials(String)
    /// The object is not there.
    case missing(_ object: String)
    /// The store does not let these credentials do it.
    case denied(_ object: String, reason: String)
    /// A condition does not hold: the object is another than was expected, or is there already.
    case changed(_ object: String)
    /// The store refused the request for another reason.
    case refused(_ object: String, reason: String)
    /// The store could not be reached, or answered with faults of its own until the time was up.
    case unavailable(_ object: String, reason: String)
    /// What came is not what was asked for, or what was sent is not what arrived.
    case damaged(_ object: String, reason: String)
    /// A file of this machine could not be read.
    case file(_ path: String, reason: String)
    /// The call was cancelled.
    case cancelled

    /// The error in words.
    public var description: String {
        switch self {
        case .value(let name, let value, let expected): "\(name) is '\(value)', expected \(expected)"
        case .credentials(let line): line
        case .missing(let object): "\(object): not there"
        case .denied(let object, let reason): "\(object): the store denies access (\(reason))"
        case .changed(let object): "\(object): was changed by somebody else meanwhile"
        case .refused(let object, let reason): "\(object): the store refuses (\(reason))"
        case .unavailable(let object, let reason): "\(object): the store cannot be reached (\(reason))"
        case .damaged(let object, let reason): "\(object): \(reason)"
        case .file(let path, let reason): "\(path): \(reason)"
        case .cancelled: "interrupted"
        }
    }

    /// Whether the store may do it later: it is gone, slow or overloaded.
    public var isUnavailable: Bool {
        if case .unavailable = self { return true }
        return false
    }

    /// Whether there is no such object.
    public var isMissing: Bool {
        if case .missing = self { return true }
        return false
    }

    /// Foreign text as part of a line of ours: without control characters, and short.
    static func plain(_ text: some StringProtocol, limit: Int = 200) -> String {
        let words = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(limit).map { scalar in
                    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                        ? " " : scalar
                }))
        return words.split(separator: " ").joined(separator: " ")
    }
}
