/// Looks at an installation: what is there, what is slow, what is wrong.
///
/// Nothing is changed but a small file that is written into the library's folder, to see how long that takes, and removed.
public struct Doctor: Sendable {
    /// The library's folder.
    public let library: String
    /// The address that the server would listen on.
    public let host: String
    /// Its port.
    public let port: Int

    /// Names what to look at.
    public init(library: String, host: String, port: Int) {
        (self.library, self.host, self.port) = (library, host, port)
    }

    /// All that was found, a second's work at most but for slow disks.
    public func findings() -> [DoctorFinding] {
        Self.programs() + Self.machine() + [Self.sandbox()] + disk() + libraryFindings() + [address()]
    }
}
