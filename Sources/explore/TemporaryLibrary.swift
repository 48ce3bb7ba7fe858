import DocumentLibrary
import FileSupport
import Foundation

/// A library created for one run, in the system's temporary folder, and removed after it. A library left by a killed
/// run is removed by the next run.
struct TemporaryLibrary {
    private static let prefix = "explore-serving-"

    let library: Library
    /// Locked as long as the process lives, so that other processes can tell the library from an abandoned one.
    private let descriptor: Int32

    init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        AtomicFile.removeAbandoned(in: folder, isShared: true) { $0.hasPrefix(Self.prefix) }
        let path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else {
            throw LibraryError.unwritable(path, reason: SystemError.text())
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        library = try Library(path: path, access: .write)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: library.path)
        close(descriptor)
    }
}
