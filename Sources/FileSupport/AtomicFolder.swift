import Foundation

/// A folder that appears either whole or not at all: it is filled next to its destination and then renamed. A folder
/// that is released before the rename is removed.
///
/// The temporary name is the final one with `.partial-` and the process ID. The folder is locked while it is being
/// filled, so that other processes can tell it from an abandoned one, which the next use of the same destination
/// removes.
package final class AtomicFolder {
    private let target: String
    /// The temporary path, used until the folder is moved into place.
    package let partial: String
    private let lock: Int32
    private var isInPlace = false

    /// Creates the temporary folder.
    ///
    /// - Parameters:
    ///   - path: The path of the finished folder, which must not exist, or be empty. An empty folder is removed now:
    ///     one that cannot be, such as a mount point, could not be replaced later either.
    ///   - failure: Makes the error from the reason.
    package init<Failure: Error>(_ path: String, failure: (_ reason: String) -> Failure) throws(Failure) {
        guard let target = AtomicFile.renamablePath(path) else {
            throw failure("cannot be replaced under this name, expected the folder's own name")
        }
        let prefix = (target as NSString).lastPathComponent + AtomicFile.partialMark
        AtomicFile.removeAbandoned(in: AtomicFile.folder(of: target)) { name in
            name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
        }
        guard rmdir(target) == 0 || errno == ENOENT else {
            throw failure("cannot be replaced (\(SystemError.text())), expected the name of a new folder")
        }
        let partial = target + AtomicFile.partialMark + "\(getpid())"
        do {
            try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: true)
        } catch {
            throw failure("cannot be made, expected a place that this user may write")
        }
        let lock = open(partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // In another container, a process can have the same ID. Some file systems have no locks.
        if flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(lock)
            throw failure("is being written by another process, expected one at a time")
        }
        (self.target, self.partial, self.lock) = (target, partial, lock)
    }

    deinit {
        if !isInPlace { try? FileManager.default.removeItem(atPath: partial) }
        if lock >= 0 { close(lock) }
    }

    /// Moves the folder to its destination. Its names are synced before, and the folder that contains it afterwards.
    ///
    /// - Parameter failure: Makes the error from the operating system's message.
    package func moveIntoPlace<Failure: Error>(failure: (_ reason: String) -> Failure) throws(Failure) {
        AtomicFile.syncFolder(partial)
        guard rename(partial, target) == 0 else { throw failure(SystemError.text()) }
        isInPlace = true
        AtomicFile.syncFolder(of: target)
    }
}
