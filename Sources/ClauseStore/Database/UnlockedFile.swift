import Foundation
import NIOConcurrencyHelpers

/// A database whose folder this program may not write to. SQLite cannot lock it, so connections opened while it has no
/// log take it for immutable (`page_seal.c`). They are replaced once another program has changed it.
final class UnlockedFile: Sendable {
    /// What distinguishes two states of the file.
    struct Version: Equatable {
        var inode: UInt64 = 0
        var byteCount: Int64 = 0
        var seconds = 0
        var nanoseconds = 0
        /// Whether there is a log, so that new connections lock the file.
        var hasLog = false
    }

    private let path: String
    private let known: NIOLockedValueBox<Version>

    /// - Returns: Nil if SQLite can lock the database.
    init?(_ path: String, _ access: ClauseStore.Access) {
        let folder = (path as NSString).deletingLastPathComponent
        guard access == .readOnly, !FileManager.default.isWritableFile(atPath: folder.isEmpty ? "." : folder) else {
            return nil
        }
        self.path = path
        known = NIOLockedValueBox(Self.version(of: path))
    }

    /// The present version.
    var version: Version { Self.version(of: path) }

    /// Returns the present version, and whether it is another than at the last call, or when this object was created.
    func update() -> (version: Version, hasChanged: Bool) {
        let version = version
        return known.withLockedValue { known in
            defer { known = version }
            return (version, known != version)
        }
    }

    private static func version(of path: String) -> Version {
        var status = stat()
        guard stat(path, &status) == 0 else { return Version() }
        return Version(
            inode: UInt64(status.st_ino), byteCount: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, hasLog: access(path + "-wal", F_OK) == 0)
    }
}
