import Foundation

/// The free space of file systems.
package enum DiskSpace {
    /// Returns the number of bytes that this user can still write to the file system of a path, or nil if that cannot
    /// be determined.
    package static func freeByteCount(of path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (count, overflows) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return overflows ? .max : count
    }
}
