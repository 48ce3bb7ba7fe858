import DocumentLibrary
import Foundation

/// The file that a command writes, named by an option such as `--output`. It is renamed into place, which would also
/// replace a device, a pipe or the command's own input.
enum OutputFile {
    /// Checks that the file may be written: its name is new, or is that of a regular file, which is replaced.
    ///
    /// - Parameter inputs: Files that the command reads, which must not be replaced.
    /// - Throws: ``LibraryError/file(_:reason:)``.
    static func check(_ path: String, reading inputs: [String] = []) throws {
        var present = stat()
        guard lstat(path, &present) == 0 else { return }
        guard present.st_mode & S_IFMT == S_IFREG else {
            throw LibraryError.file(
                path, reason: "is not a regular file, expected one to replace or a new name")
        }
        for input in inputs {
            var read = stat()
            guard stat(input, &read) == 0, read.st_dev == present.st_dev, read.st_ino == present.st_ino else {
                continue
            }
            throw LibraryError.file(path, reason: "is read by this command, expected another name")
        }
    }
}
