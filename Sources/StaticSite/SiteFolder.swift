import CLinux
import FileSupport
import Foundation

/// A folder for a web server. Each file is either complete or absent, because it is written under a temporary name and
/// renamed.
final class SiteFolder: SiteSink {
    private let folder: String
    let former: [SiteList]
    /// The folders known to exist.
    private var made: Set<String> = []

    /// - Throws: ``SiteError/occupied(_:)`` if the folder contains something else, ``SiteError/list(_:reason:)``,
    ///   ``SiteError/file(_:reason:)``.
    init(_ path: String) throws(SiteError) {
        folder = path
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            let names = isFolder.boolValue ? try? files.contentsOfDirectory(atPath: path) : nil
            guard let names, names.isEmpty || names.contains(SiteList.name) || Self.isBegun(names) else {
                throw .occupied(path)
            }
        }
        former = try SiteList.all(in: path)
        try makeFolder(path)
        // Marks the folder, so that an unfinished site is recognised.
        let mark = "\(path)/\(Self.mark)"
        if former.isEmpty, !files.createFile(atPath: mark, contents: nil) {
            throw .file(mark, reason: String(cString: strerror(errno)))
        }
    }

    /// The name of the file that marks a site without a list.
    private static let mark = ".unfinished-site"

    private static func isBegun(_ names: [String]) -> Bool { names.contains(mark) }

    func has(_ path: String, byteCount: Int64) -> Bool {
        SiteDigest.byteCount(ofFileAt: whole(path)) == byteCount
    }

    func put(_ bytes: [UInt8], at path: String) throws -> Bool {
        if has(path, byteCount: Int64(bytes.count)), let former = FileManager.default.contents(atPath: whole(path)),
            former.elementsEqual(bytes)
        {
            return false
        }
        try replace(path) { file in bytes.withUnsafeBytes { file.append($0) } }
        return true
    }

    func put(fileAt source: String, at path: String, _ isCancelled: () -> Bool) throws -> Bool {
        let wanted = try SiteDigest.sha256(fileAt: source, isCancelled)
        if has(path, byteCount: wanted.byteCount),
            try SiteDigest.sha256(fileAt: whole(path), isCancelled).sha256 == wanted.sha256
        {
            return false
        }
        try replace(path) { file in
            try SiteDigest.forEachPiece(ofFileAt: source, isCancelled) { $0.withUnsafeBytes { file.append($0) } }
        }
        return true
    }

    func remove(_ path: String) throws -> Bool {
        guard unlink(whole(path)) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw SiteError.file(whole(path), reason: String(cString: strerror(errno)))
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

    func synchronize() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // One sync for all files, because syncing each of a hundred thousand would take minutes.
        clinux_synchronize_file_system(descriptor)
        close(descriptor)
    }

    func finish() throws {
        unlink("\(folder)/\(Self.mark)")
        synchronize()
    }

    private func replace(_ path: String, write: (AtomicFile) throws -> Void) throws {
        let target = whole(path)
        if let slash = target.lastIndex(of: "/") { try makeFolder(String(target[..<slash])) }
        // Not durable by itself: everything is synced at the end.
        try AtomicFile.replace(
            target, isDurable: false, failure: { SiteError.file(target, reason: $0) as any Error }, write: write)
    }

    private func makeFolder(_ path: String) throws(SiteError) {
        guard !made.contains(path) else { return }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: "cannot be made (\(String(cString: strerror(errno))))")
        }
        made.insert(path)
    }

    private func whole(_ path: String) -> String { "\(folder)/\(path)" }
}
