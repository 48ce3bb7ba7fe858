import Foundation
import Synchronization

/// A file that exists either whole or not at all: it is written next to its destination and then renamed. A file that
/// is released before the rename is removed.
///
/// The temporary name is the final one with `.partial-`, the process ID and a counter, so that several threads can
/// write to one destination at once; the last to finish replaces the others.
package final class AtomicFile {
    /// What follows the final name in that of an unfinished file or folder.
    package static let partialMark = ".partial-"

    private static let count = Atomic(0)

    private let target: String
    /// The temporary path, used until the file is moved into place.
    package let partial: String
    private let descriptor: Int32
    private var failure: Int32 = 0
    private var isInPlace = false

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - target: The path of the finished file. Its folder must exist.
    ///   - failure: Makes the error from the operating system's message.
    package init<Failure: Error>(_ target: String, failure: (_ reason: String) -> Failure) throws(Failure) {
        self.target = target
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        partial = "\(target)\(Self.partialMark)\(getpid())-\(number)"
        descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(SystemError.text()) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isInPlace { unlink(partial) }
    }

    /// Appends bytes. Does nothing after a failure, which ``check(failure:)`` reports.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while failure == 0, !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                failure = errno
            }
        }
    }

    /// Throws an error if any earlier write failed.
    package func check<Failure: Error>(failure: (_ reason: String) -> Failure) throws(Failure) {
        if self.failure != 0 { throw failure(SystemError.text(self.failure)) }
    }

    /// Flushes the appended bytes to disk, so that they survive a power cut.
    package func sync<Failure: Error>(failure: (_ reason: String) -> Failure) throws(Failure) {
        if self.failure == 0, fsync(descriptor) != 0 { self.failure = errno }
        try check(failure: failure)
    }

    /// Moves the file to its destination, replacing any existing file.
    ///
    /// - Parameters:
    ///   - place: The destination, in the same folder, if it was not known at the beginning.
    ///   - isDurable: Whether the change must survive a power cut. If so, the file is synced before it is renamed, and
    ///     its folder afterwards.
    ///   - failure: Makes the error from the operating system's message. The existing file is then left unchanged.
    package func moveIntoPlace<Failure: Error>(
        _ place: String? = nil, isDurable: Bool = true, failure: (_ reason: String) -> Failure
    ) throws(Failure) {
        let target = place ?? target
        if isDurable { try sync(failure: failure) }
        try check(failure: failure)
        guard rename(partial, target) == 0 else { throw failure(SystemError.text()) }
        isInPlace = true
        if isDurable { Self.syncFolder(of: target) }
    }

    /// Writes a file atomically, replacing any existing file.
    ///
    /// - Parameters:
    ///   - target: The path of the file. Its folder must exist.
    ///   - isDurable: As in ``moveIntoPlace(_:isDurable:failure:)``.
    ///   - failure: Makes the error from the operating system's message.
    ///   - write: Writes the content.
    /// - Throws: The error of `write`, or `failure`. The existing file is then left unchanged.
    package static func replace<Failure: Error>(
        _ target: String, isDurable: Bool = true, failure: (_ reason: String) -> Failure,
        write: (AtomicFile) throws(Failure) -> Void
    ) throws(Failure) {
        let file = try AtomicFile(target, failure: failure)
        try write(file)
        try file.moveIntoPlace(isDurable: isDurable, failure: failure)
    }

    /// Removes unfinished files and folders that killed processes left behind, unless a process has locked them.
    ///
    /// - Parameters:
    ///   - folder: The folder to search.
    ///   - isShared: Whether other users write to the folder. If so, only files of the current user are removed.
    ///   - isLeftover: Whether a name belongs to an unfinished file or folder.
    /// - Returns: The paths that were removed.
    @discardableResult
    package static func removeAbandoned(
        in folder: String, isShared: Bool = false, where isLeftover: (_ name: String) -> Bool
    ) -> [String] {
        var removed: [String] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where isLeftover(name) {
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, !isShared || status.st_uid == geteuid() else { continue }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: path)
            removed.append(path)
        }
        return removed
    }

    /// Makes a rename survive a power cut. Does nothing on file systems that cannot sync folders.
    package static func syncFolder(of path: String) { syncFolder(folder(of: path)) }

    /// Returns the folder that contains a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path of a folder without slashes at its end; nil if it ends in `.` or `..`, under which no folder
    /// can be renamed into place.
    package static func renamablePath(_ path: String) -> String? {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path == "." || path == ".." || path.hasSuffix("/.") || path.hasSuffix("/..") ? nil : path
    }

    /// Syncs a folder, so that its names survive a power cut.
    package static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
