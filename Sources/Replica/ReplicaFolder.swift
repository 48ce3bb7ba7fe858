import FileSupport
import Foundation
import Publishing

/// The folder on this machine where a replica keeps what it fetched. One process has it at a time.
///
/// ```
/// pyramids/                      what was fetched of pyramids, within the limit
/// releases/<id>/                 library.sqlite of a release, and what is made from it; the current one and the one before
/// inventories/<sha256>.json      lists of files
/// current                        a link to the release that is served
/// ```
///
/// All of it may be removed while no replica runs: it is fetched again.
final class ReplicaFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Throws: ``ReplicaError/cache(_:reason:)`` where it cannot be made, or another process has it.
    init(_ path: String) throws(ReplicaError) {
        self.path = path
        for folder in [path, path + "/releases", path + "/pyramids", path + "/inventories"] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw .cache(path, reason: "cannot be made, expected a folder that this user may write")
            }
        }
        descriptor = open(path + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cache(path, reason: "cannot be written (\(String(cString: strerror(errno))))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .cache(path, reason: "is used by another replica, expected a folder of its own: --cache")
        }
        removeLeftovers()
    }

    deinit { close(descriptor) }

    var pyramids: String { path + "/pyramids" }
    /// The path of the library that is served.
    var library: String { path + "/current" }

    func release(_ id: String) -> String { path + "/releases/" + id }

    /// The id of the release that the link leads to.
    var current: String? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: library) else { return nil }
        let id = (target as NSString).lastPathComponent
        return Digest.isOne(id) ? id : nil
    }

    /// Lets the link lead to a release, at one moment.
    func setCurrent(_ id: String) throws(ReplicaError) {
        let partial = path + "/current.partial"
        unlink(partial)
        guard symlink("releases/" + id, partial) == 0, rename(partial, library) == 0 else {
            throw .cache(library, reason: "cannot be set (\(String(cString: strerror(errno))))")
        }
    }

    /// Removes the releases but for these. Who has files of one open goes on with them.
    func removeReleases(but kept: Set<String>) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/releases")) ?? []
        for name in names where Digest.isOne(name) && !kept.contains(name) {
            try? FileManager.default.removeItem(atPath: path + "/releases/" + name)
        }
    }

    /// The releases that are here.
    var releases: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/releases")) ?? []).filter(Digest.isOne)
    }

    private func removeLeftovers() {
        for folder in ["releases", "inventories"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []
            for name in names where name.contains(".partial") {
                try? FileManager.default.removeItem(atPath: path + "/" + folder + "/" + name)
            }
        }
    }

    /// Writes a small file: beside, and renamed. It need not last through a power cut, as its digest is in its name.
    func write(_ bytes: Data, to file: String) throws(ReplicaError) {
        try AtomicFile.replace(
            file, isDurable: false, failure: { .cache(file, reason: "cannot be written (\($0))") },
            write: { (output: AtomicFile) throws(ReplicaError) in bytes.withUnsafeBytes { output.append($0) } })
    }
}
