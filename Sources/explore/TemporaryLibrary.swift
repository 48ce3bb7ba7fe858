// `stat` is CDispatch's to the compiler where a file beside this one imports Dispatch.
import CDispatch
import DocumentLibrary
import Foundation

/// A library made for one run, in the system's folder for temporary files, which goes with it. What a run that was killed
/// has left goes with the next one.
struct TemporaryLibrary {
    private static let prefix = "explore-serving-"

    let library: Library
    /// Locked as long as the process lives: so another one can tell it from what was left behind.
    private let descriptor: Int32

    init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        Self.removeAbandoned(in: folder)
        let path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else {
            throw LibraryError.unwritable(path, reason: String(cString: strerror(errno)))
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        library = try Library(path: path, access: .write)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: library.path)
        close(descriptor)
    }

    /// Removes folders of this user that no process has locked.
    private static func removeAbandoned(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}
