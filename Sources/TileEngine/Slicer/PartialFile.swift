import FileSupport
import Foundation
import NIOConcurrencyHelpers

/// A file that is written under a temporary name and renamed to its final path once it is complete.
///
/// The temporary name is the final one with `.partial-`, the process ID and a counter. The file is locked while it is
/// written, so that it can be distinguished from one left behind by a killed process; a process ID alone is not enough,
/// because IDs are reused.
struct PartialFile {
    let destination: String
    let file: OpenFile

    private static let count = NIOLockedValueBox(0)
    private static let spoolSuffix = ".spool"

    /// The path for pixels spooled to disk while the file is written. It is cleaned up with the file.
    var spoolPath: String { file.path + Self.spoolSuffix }

    /// Removes files that dead processes have left for this path, and creates a new partial file.
    static func beside(_ destination: String) throws -> PartialFile {
        let prefix = "\(destination.split(separator: "/").last ?? "")\(AtomicFile.partialMark)"
        // A spool file has no lock itself, so it is removed together with its partial file.
        let removed = AtomicFile.removeAbandoned(in: AtomicFile.folder(of: destination)) {
            $0.hasPrefix(prefix) && !$0.hasSuffix(spoolSuffix)
        }
        for path in removed { unlink(path + spoolSuffix) }
        let number = count.withLockedValue { count in
            count &+= 1
            return count
        }
        do {
            let file = try OpenFile.creating("\(destination)\(AtomicFile.partialMark)\(getpid())-\(number)")
            // On a file system without locks this fails, and then no file is ever regarded as abandoned.
            _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
            return PartialFile(destination: destination, file: file)
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: destination, error.reason)
        }
    }

    /// Flushes the file to disk and renames it to its final path, replacing any existing file.
    func moveIntoPlace() throws {
        try file.synchronize()
        guard rename(file.path, destination) == 0 else {
            throw TileEngineError(.io, path: destination, "cannot be put in place: \(SystemError.text())")
        }
        AtomicFile.syncFolder(of: destination)
    }

    /// Removes the partial file, unless it has been renamed, and its spool file.
    func discard() {
        unlink(spoolPath)
        unlink(file.path)
    }
}
