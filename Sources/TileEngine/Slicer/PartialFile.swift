import FileSupport
import Foundation
import NIOConcurrencyHelpers

/// A file that is written beside its place and takes it only when it is whole.
///
/// Its name is the place's with `.partial-`, the number of this process and a count. It is locked as long as it is
/// written, so that whoever comes next can tell it from one that a killed process has left behind; a process number
/// alone cannot, since numbers come again.
struct PartialFile {
    let place: String
    let file: OpenFile

    private static let count = NIOLockedValueBox(0)
    private static let spoolSuffix = ".spool"

    /// Where pixels can be put while the file is written; whoever cleans up removes it too.
    var spoolPath: String { file.path + Self.spoolSuffix }

    /// Removes what dead processes have left for this place, and makes a new partial file for it.
    static func beside(_ place: String) throws -> PartialFile {
        let prefix = "\(place.split(separator: "/").last ?? "").partial-"
        // A spool file has no lock of its own; it goes with the file whose spool it is.
        let removed = AtomicFile.removeAbandoned(in: AtomicFile.folder(of: place)) {
            $0.hasPrefix(prefix) && !$0.hasSuffix(spoolSuffix)
        }
        for path in removed { unlink(path + spoolSuffix) }
        let number = count.withLockedValue { count in
            count &+= 1
            return count
        }
        do {
            let file = try OpenFile.creating("\(place).partial-\(getpid())-\(number)")
            // Without locks, on a file system that has none, nothing is ever taken for abandoned.
            _ = flock(file.descriptor, LOCK_EX | LOCK_NB)
            return PartialFile(place: place, file: file)
        } catch let error as TileEngineError {
            throw TileEngineError(error.kind, path: place, error.reason)
        }
    }

    /// Makes the file durable and moves it to its place, over what may be there.
    func moveIntoPlace() throws {
        try file.synchronize()
        guard rename(file.path, place) == 0 else {
            throw TileEngineError(.io, path: place, "cannot be put in place: \(OpenFile.lastSystemError())")
        }
        AtomicFile.syncFolder(of: place)
    }

    /// Removes the file, if it has not taken its place, and what was spooled beside it.
    func discard() {
        unlink(spoolPath)
        unlink(file.path)
    }
}
