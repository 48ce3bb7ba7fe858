import Foundation

/// A file that is there whole or not at all: written beside its place, and renamed. One that is let go before it is in
/// place is removed.
package final class AtomicFile {
    private let target: String
    /// Where it is until it is in its place.
    package let partial: String
    private let descriptor: Int32
    private var failure: Int32 = 0
    private var isInPlace = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - target: The file's path; its folder must be there.
    ///   - failure: The error for what the operating system says.
    package init<Failure: Error>(_ target: String, failure: (_ reason: String) -> Failure) throws(Failure) {
        self.target = target
        partial = "\(target).partial-\(getpid())"
        descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(Self.reason(errno)) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isInPlace { unlink(partial) }
    }

    /// Appends bytes. After a failure, which ``check(failure:)`` reports, it does nothing.
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

    /// Throws the error for what went wrong so far, if anything.
    package func check<Failure: Error>(failure: (_ reason: String) -> Failure) throws(Failure) {
        if self.failure != 0 { throw failure(Self.reason(self.failure)) }
    }

    /// Makes what was appended last through a power cut.
    package func sync<Failure: Error>(failure: (_ reason: String) -> Failure) throws(Failure) {
        if self.failure == 0, fsync(descriptor) != 0 { self.failure = errno }
        try check(failure: failure)
    }

    /// Puts the file in the place of the one that may be there.
    ///
    /// - Parameters:
    ///   - place: Its path, in the same folder, where it was not known at the beginning.
    ///   - isDurable: Whether it is to outlast a power cut: then the file is synced before it is renamed, and its folder
    ///     afterwards.
    ///   - failure: The error for what the operating system says; the file in the place is the former one then.
    package func moveIntoPlace<Failure: Error>(
        _ place: String? = nil, isDurable: Bool = true, failure: (_ reason: String) -> Failure
    ) throws(Failure) {
        let target = place ?? target
        if isDurable { try sync(failure: failure) }
        try check(failure: failure)
        guard rename(partial, target) == 0 else { throw failure(Self.reason(errno)) }
        isInPlace = true
        if isDurable { Self.syncFolder(of: target) }
    }

    /// Writes a file in the place of the one that may be there.
    ///
    /// - Parameters:
    ///   - target: The file's path; its folder must be there.
    ///   - isDurable: As for ``moveIntoPlace(isDurable:failure:)``.
    ///   - failure: The error for what the operating system says.
    ///   - write: Writes the content.
    /// - Throws: The error of `write`, or `failure`; the file in the place is the former one then.
    package static func replace<Failure: Error>(
        _ target: String, isDurable: Bool = true, failure: (_ reason: String) -> Failure,
        write: (AtomicFile) throws(Failure) -> Void
    ) throws(Failure) {
        let file = try AtomicFile(target, failure: failure)
        try write(file)
        try file.moveIntoPlace(isDurable: isDurable, failure: failure)
    }

    /// Removes what killed processes have left: files and folders that no process has locked.
    ///
    /// - Parameters:
    ///   - folder: Where to look.
    ///   - isShared: Whether other users write there; what is theirs stays.
    ///   - isLeftover: Whether a name is that of something unfinished.
    /// - Returns: The paths of what was removed.
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

    /// Makes a rename last through a power cut. A file system that cannot sync a folder is taken as it is.
    package static func syncFolder(of path: String) { syncFolder(folder(of: path)) }

    /// The folder that a path lies in.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the names in a folder last through a power cut.
    package static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
