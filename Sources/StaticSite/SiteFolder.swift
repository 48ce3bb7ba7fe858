import CLinux
import FileSupport
import Foundation

/// A folder for a web server. Each file is either complete or absent, because it is written under a temporary name and
/// renamed. Only one export at a time can write to a folder.
final class SiteFolder: SiteSink {
    /// The number and total length of files after which they are written. Their paths are noted together.
    private static let (waitingCount, waitingByteLimit) = (256, 4 << 20)

    private let folder: String
    let former: [SiteList]
    private let unfinished: UnfinishedSite
    /// Holds the lock on the folder.
    private let descriptor: Int32
    /// The folders known to exist.
    private var made: Set<String> = []
    /// Files to write.
    private var waiting: [(path: String, bytes: [UInt8])] = []
    private var waitingByteCount = 0

    /// - Throws: ``SiteError/occupied(_:)`` if the folder contains something else, ``SiteError/list(_:reason:)``,
    ///   ``SiteError/file(_:reason:)``, also if another export writes to the folder.
    init(_ path: String) throws(SiteError) {
        folder = path
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            let names = isFolder.boolValue ? try? files.contentsOfDirectory(atPath: path) : nil
            guard let names, names.isEmpty || names.contains(SiteList.name) || names.contains(UnfinishedSite.name)
            else {
                throw .occupied(path)
            }
        }
        try Self.makeFolder(path)
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some file systems have no locks.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .file(path, reason: "another export writes to it, expected one at a time")
        }
        unfinished = UnfinishedSite(in: path)
        do {
            former = try SiteList.all(in: path)
        } catch {
            close(descriptor)
            throw error
        }
        removePartialFiles()
    }

    deinit { close(descriptor) }

    var noted: Set<String> { unfinished.former }

    func note(_ paths: [String]) throws { if !paths.isEmpty { try unfinished.note(paths) } }

    /// Deletes the temporary files of killed exports.
    private func removePartialFiles() {
        for (parent, paths) in Dictionary(grouping: noted, by: AtomicFile.folder(of:)) {
            let files = Set(paths.map { ($0 as NSString).lastPathComponent })
            AtomicFile.removeAbandoned(in: whole(parent)) { name in
                name.wholeMatch(of: /(.*)\.partial-[0-9]+(?:-[0-9]+)?/).map { files.contains(String($0.1)) } ?? false
            }
        }
    }

    func has(_ path: String, byteCount: Int64) -> Bool {
        SiteDigest.byteCount(ofFileAt: whole(path)) == byteCount
    }

    func sha256(_ path: String) throws -> String? {
        guard SiteDigest.byteCount(ofFileAt: whole(path)) != nil else { return nil }
        return try SiteDigest.sha256(fileAt: whole(path)) { false }.sha256
    }

    func put(_ bytes: [UInt8], at path: String) throws -> Bool {
        if has(path, byteCount: Int64(bytes.count)), let former = FileManager.default.contents(atPath: whole(path)),
            former.elementsEqual(bytes)
        {
            return false
        }
        waiting.append((path, bytes))
        waitingByteCount += bytes.count
        if waiting.count >= Self.waitingCount || waitingByteCount >= Self.waitingByteLimit { try writeWaiting() }
        return true
    }

    private func writeWaiting() throws {
        try note(waiting.map(\.path))
        for (path, bytes) in waiting { try replace(path) { file in bytes.withUnsafeBytes { file.append($0) } } }
        (waiting, waitingByteCount) = ([], 0)
    }

    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool {
        let wanted = try SiteDigest.sha256(fileAt: source, isCancelled)
        if has(path, byteCount: wanted.byteCount),
            try SiteDigest.sha256(fileAt: whole(path), isCancelled).sha256 == wanted.sha256
        {
            return false
        }
        try note([path])
        try replace(path) { file in
            try SiteDigest.forEachPiece(ofFileAt: source, isCancelled) { file.append($0) }
        }
        return true
    }

    func remove(_ path: String) throws -> Bool {
        try writeWaiting()
        guard unlink(whole(path)) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw SiteError.file(whole(path), reason: SystemError.text())
            }
            return false
        }
        // Deletes folders that have become empty too.
        var parent = path
        while let slash = parent.lastIndex(of: "/") {
            parent = String(parent[..<slash])
            guard rmdir(whole(parent)) == 0 else { break }
            made.remove(whole(parent))
        }
        return true
    }

    func synchronize() throws {
        try writeWaiting()
        // One sync for all files, because syncing each of a hundred thousand would take minutes.
        clinux_synchronize_file_system(descriptor)
    }

    func finish() throws {
        try synchronize()
        unfinished.finish()
        AtomicFile.syncFolder(folder)
    }

    private func replace(_ path: String, write: (AtomicFile) throws -> Void) throws {
        let target = whole(path)
        if let slash = target.lastIndex(of: "/") {
            let parent = String(target[..<slash])
            if made.insert(parent).inserted { try Self.makeFolder(parent) }
        }
        // Not durable by itself: everything is synced at the end.
        try AtomicFile.replace(
            target, isDurable: false, failure: { SiteError.file(target, reason: $0) as any Error }, write: write)
    }

    private static func makeFolder(_ path: String) throws(SiteError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: "cannot be made (\(SystemError.text()))")
        }
    }

    private func whole(_ path: String) -> String { "\(folder)/\(path)" }
}
