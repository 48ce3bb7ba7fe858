import Glibc

/// A file that is there whole or not at all: written beside its place, and renamed.
package final class AtomicFile {
    private let descriptor: Int32
    private var failure: Int32 = 0

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Appends bytes. After a failure, which ``replace(_:isDurable:failure:write:)`` reports at the end, it does nothing.
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

    /// Writes a file in the place of the one that may be there.
    ///
    /// - Parameters:
    ///   - target: The file's path; its folder must be there.
    ///   - isDurable: Whether it is to outlast a power cut: then the file is synced before it is renamed, and its folder
    ///     afterwards.
    ///   - failure: The error for what the operating system says.
    ///   - write: Writes the content.
    /// - Throws: The error of `write`, or `failure`; the file in the place is the former one then.
    package static func replace<Failure: Error>(
        _ target: String, isDurable: Bool = true, failure: (_ reason: String) -> Failure,
        write: (AtomicFile) throws(Failure) -> Void
    ) throws(Failure) {
        let partial = "\(target).partial-\(getpid())"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(reason(errno)) }
        do throws(Failure) {
            defer { close(descriptor) }
            let file = AtomicFile(descriptor)
            try write(file)
            if isDurable, file.failure == 0, fsync(descriptor) != 0 { file.failure = errno }
            guard file.failure == 0 else { throw failure(reason(file.failure)) }
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, target) == 0 else {
            let number = errno
            unlink(partial)
            throw failure(reason(number))
        }
        if isDurable { syncFolder(of: target) }
    }

    /// Makes a rename last through a power cut. A file system that cannot sync a folder is taken as it is.
    package static func syncFolder(of path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return syncFolder(".") }
        syncFolder(slash == path.startIndex ? "/" : String(path[..<slash]))
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
