import FileSupport
import Foundation

/// `.unfinished-site`: the paths of files that an export writes, or that it may have to delete. The next export deletes
/// those that are not part of its site. The file exists from the first change of a site's folder to the end of the
/// export, and outlives an export that is interrupted.
///
/// Each path ends with a zero byte. It is on disk before the file at that path is.
final class UnfinishedSite {
    /// The name of the file.
    static let name = ".unfinished-site"

    /// The paths that interrupted exports noted.
    let former: Set<String>
    private let path: String
    private var descriptor: Int32 = -1
    /// The length of the valid part, in bytes. A path without its zero byte was not written to.
    private let byteCount: Int

    init(in folder: String) {
        path = "\(folder)/\(Self.name)"
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        byteCount = bytes.lastIndex(of: 0).map { $0 + 1 } ?? 0
        former = Set(
            bytes.prefix(byteCount).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                .filter(SiteList.isInside))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Notes paths, and waits until they are on disk.
    func note(_ paths: [String]) throws(SiteError) {
        if descriptor < 0 {
            descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
            guard descriptor >= 0, ftruncate(descriptor, off_t(byteCount)) == 0 else { throw failure() }
            AtomicFile.syncFolder(of: path)
        }
        var bytes: [UInt8] = []
        for path in paths {
            bytes += path.utf8
            bytes.append(0)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
        guard fdatasync(descriptor) == 0 else { throw failure() }
    }

    /// Deletes the file, because the site is complete.
    func finish() { unlink(path) }

    private func failure() -> SiteError { .file(path, reason: SystemError.text()) }
}
