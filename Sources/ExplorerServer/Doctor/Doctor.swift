/// Diagnoses an installation.
///
/// Changes nothing, apart from a small file written into the library's folder to measure the disk, and removed again.
public struct Doctor: Sendable {
    /// The library's folder.
    public let library: String
    /// The address that the server would listen on.
    public let host: String
    /// The port that the server would listen on.
    public let port: Int

    /// Creates a diagnosis of a library and an address.
    public init(library: String, host: String, port: Int) {
        (self.library, self.host, self.port) = (library, host, port)
    }

    /// All findings. Takes at most a second unless the disk is slow.
    public func findings() -> [DoctorFinding] {
        Self.programs() + Self.machine() + [Self.sandbox()] + disk() + libraryFindings() + [address()]
    }
}
