import Synchronization

/// Whether the server is shutting down, and whether it refused a new library.
final class ServerState: Sendable {
    private let ending = Atomic(false)
    private let refused = Atomic(false)

    /// Whether the library was replaced by one that cannot be served.
    var isLibraryRefused: Bool { refused.load(ordering: .relaxed) }

    func setLibraryRefused(_ isRefused: Bool) { refused.store(isRefused, ordering: .relaxed) }

    /// Whether the server is shutting down.
    var isEnding: Bool { ending.load(ordering: .relaxed) }

    /// Records that the server is shutting down.
    ///
    /// - Returns: Whether this is the first call.
    func end() -> Bool { !ending.exchange(true, ordering: .relaxed) }
}
