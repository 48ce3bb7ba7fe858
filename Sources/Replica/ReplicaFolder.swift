import FileSupport
import Foundation
import Publishing

/// The local folder for data that a replica has fetched. Only one process can use it at a time.
///
/// ```
/// pyramids/                      fetched parts of pyramids, within the limit
/// releases/<id>/                 a release (library.sqlite and files derived from it, theme/ and theme.pack, which it
///                                was unpacked from); the current and the former one
/// releases/<id>.partial/         a release that is being fetched; the pieces that it has are not fetched again
/// inventories/<sha256>.json      lists of files
/// current                        a link to the release in service
/// ```
///
/// All of it may be deleted while no replica is running; it is then fetched again.
final class ReplicaFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Throws: ``ReplicaError/cache(_:reason:)`` if the folder cannot be created or another process uses it.
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
            throw .cache(path, reason: "cannot be written (\(SystemError.text()))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .cache(path, reason: "is used by another replica, expected a separate folder: --cache")
        }
        removeLeftovers()
    }

    deinit { close(descriptor) }

    var pyramids: String { path + "/pyramids" }
    /// The path of the library in service.
    var library: String { path + "/current" }

    func release(_ id: String) -> String { path + "/releases/" + id }

    /// The id of the release that the link points to, or nil if there is none.
    var current: String? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: library) else { return nil }
        let id = (target as NSString).lastPathComponent
        return Digest.isValid(id) ? id : nil
    }

    /// Points the link to a release, atomically.
    func setCurrent(_ id: String) throws(ReplicaError) {
        let partial = path + "/current.partial"
        unlink(partial)
        guard symlink("releases/" + id, partial) == 0, rename(partial, library) == 0 else {
            throw .cache(library, reason: "cannot be set (\(SystemError.text()))")
        }
    }

    /// Deletes all releases except the given ones, and the lists of files that these do not have. Files that are open
    /// remain readable.
    func removeReleases(but kept: Set<String>) {
        for id in releases where !kept.contains(id) { try? FileManager.default.removeItem(atPath: release(id)) }
        let descriptions = kept.compactMap(description(of:))
        guard descriptions.count == kept.count else { return }
        let lists = Set(descriptions.flatMap(\.inventories.values).map { $0 + ".json" })
        for name in names(in: "inventories") where name.hasSuffix(".json") && !lists.contains(name) {
            unlink(path + "/inventories/" + name)
        }
    }

    /// Returns the description of a local release, or nil if it cannot be read.
    func description(of id: String) -> Release? {
        let bytes = FileManager.default.contents(atPath: release(id) + "/release.json")
        return bytes.flatMap { try? ReleaseFiles.release($0, id) }
    }

    func unfinishedRelease(_ id: String) -> String { release(id) + ".partial" }

    /// Deletes what was fetched of releases that are not complete, except the given one.
    func removeUnfinishedReleases(but id: String? = nil) {
        for name in names(in: "releases") where name.hasSuffix(".partial") && name != id.map({ $0 + ".partial" }) {
            try? FileManager.default.removeItem(atPath: path + "/releases/" + name)
        }
    }

    /// The ids of the local releases.
    var releases: [String] {
        names(in: "releases").filter(Digest.isValid)
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []
    }

    private func removeLeftovers() {
        for name in names(in: "inventories") where name.contains(".partial") {
            unlink(path + "/inventories/" + name)
        }
    }

    /// Writes a small file under a temporary name and renames it.
    ///
    /// - Parameter isDurable: Whether the file must survive a power failure. It need not if its name contains its
    ///   digest, because damage is then detected.
    func write(_ bytes: Data, to file: String, isDurable: Bool = false) throws(ReplicaError) {
        try AtomicFile.replace(
            file, isDurable: isDurable, failure: { .cache(file, reason: "cannot be written (\($0))") },
            write: { (output: AtomicFile) throws(ReplicaError) in bytes.withUnsafeBytes { output.append($0) } })
    }
}
