import ClauseStore
import DocumentModel
import FileSupport
import Foundation

extension Doctor {
    /// Checks the disk of the library, or of the folder in which it would be created.
    func disk() -> [DoctorFinding] {
        let folder = Self.nearestFolder(to: library)
        return [fileSystem(of: folder), space(in: folder)] + (access(folder, W_OK) == 0 ? [syncing(in: folder)] : [])
    }

    /// Returns the folder, or its nearest existing ancestor.
    private static func nearestFolder(to path: String) -> String {
        var folder = URL(filePath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)),
            folder.path(percentEncoded: false) != "/"
        {
            folder.deleteLastPathComponent()
        }
        return folder.path(percentEncoded: false)
    }

    /// File systems on other machines, by their names in `/proc/self/mountinfo`.
    private static let distantFileSystems: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "glusterfs",
    ]

    private func fileSystem(of folder: String) -> DoctorFinding {
        let path = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        guard let name = Self.fileSystem(at: path, in: SmallFile.text("/proc/self/mountinfo") ?? ""),
            Self.distantFileSystems.contains(name) || name.hasPrefix("fuse.")
        else { return DoctorFinding(.ok, "file system", "\(folder) is on a disk of this machine") }
        return DoctorFinding(
            .slow, "file system",
            "\(folder) is on \(name): the first read of each tile waits for another machine or program",
            advice: "keep the library on a disk of this machine; only one machine may change it")
    }

    /// Returns the type of the file system of a path: that of the longest mount point above it (proc_pid_mountinfo(5)).
    static func fileSystem(at path: String, in mounts: String) -> String? {
        var best: (length: Int, name: String)?
        for line in mounts.parts(at: "\n") {
            let fields = line.parts(at: " ")
            guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
            let point = fields[4].replacing("\\040", with: " ")
            let isAbove = point == "/" || path == point || path.begins(with: point + "/")
            // A later mount hides an earlier one at the same path.
            if isAbove, point.count >= best?.length ?? 0 { best = (point.count, String(fields[dash + 1])) }
        }
        return best?.name
    }

    private func space(in folder: String) -> DoctorFinding {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            return DoctorFinding(.wrong, "space", SystemError.text(), advice: "mount the disk")
        }
        let free = UInt64(status.f_bavail) &* UInt64(status.f_frsize)
        let text = "\(free >> 20) MiB free"
        guard free >= 256 << 20, status.f_files == 0 || status.f_favail > 1_000 else {
            return DoctorFinding(
                .wrong, "space",
                status.f_files > 0 && status.f_favail <= 1_000 ? "\(status.f_favail) more files possible" : text,
                advice: "free space: an import needs twice the size of its scan; serving does not")
        }
        return DoctorFinding(.ok, "space", text)
    }

    /// Measures how long it takes to write and sync a small file: the median of five.
    private func syncing(in folder: String) -> DoctorFinding {
        let path = folder + "/.explore-doctor-\(UUID().uuidString)"
        defer { unlink(path) }
        var milliseconds: [Double] = []
        for _ in 0..<5 {
            let start = ContinuousClock.now
            let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { break }
            defer { close(descriptor) }
            let bytes = [UInt8](repeating: 0, count: 4_096)
            guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { break }
            milliseconds.append(Double(start.nanosecondsUntilNow) / 1e6)
        }
        guard milliseconds.count == 5 else {
            return DoctorFinding(
                .wrong, "disk", "a small file cannot be written: \(SystemError.text())",
                advice: "look at the disk, its quota and its mount options")
        }
        let median = milliseconds.sorted()[2]
        let text = "\((median * 100).rounded() / 100) ms to write a small file safely"
        return median <= 50
            ? DoctorFinding(.ok, "disk", text)
            : DoctorFinding(.slow, "disk", text, advice: "adding documents waits for it; serving does not")
    }
}
