import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import NIOConcurrencyHelpers

/// Opens former versions of documents (`?version=3`). Opening one takes as long as adding a small document, so the most
/// recently used are kept open.
///
/// A version is visible to users who may read the document now and could have read that version. Nobody else can see a
/// version that was a draft or restricted.
final class FormerVersions: Sendable {
    private struct Entry {
        let revision: Int64
        let version: FormerVersion
    }

    /// The number of versions kept open.
    static let limit = 8

    /// The open versions, most recently used last.
    private let entries = NIOLockedValueBox<[Entry]>([])
    /// Only one version is opened at a time, so that many requests for former versions need no more memory than one.
    private let opening = NIOLock()
    private let folder: String
    private let areShown: Bool

    /// - Parameters:
    ///   - folder: The folder for files of open versions. A subfolder is created in it, and removed in the end.
    ///   - areShown: Whether readers can see former versions.
    init(in folder: String = FileManager.default.temporaryDirectory.path, areShown: Bool = true) {
        self.areShown = areShown
        Self.sweep(folder)
        self.folder = "\(folder)/\(Self.prefix)\(getpid())-\(UUID().uuidString)"
    }

    private static let prefix = "explore-versions-"

    /// Removes the folders of processes that were killed.
    private static func sweep(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), kill(process, 0) != 0,
                errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Returns a version of a document, or nil if it is the served one. Blocks.
    ///
    /// - Throws: `ClauseStoreError` if the version does not exist or the principal may not read it; ``Problem`` if it
    ///   is too large or former versions are not shown.
    func version(_ number: Int, of document: String, in store: ClauseStore, for principal: Principal) throws
        -> FormerVersion?
    {
        let served = try store.document(document, for: principal)
        if number == served.version { return nil }
        guard areShown else { throw Problem.notFound("former versions are not shown here") }
        let revision = try store.revision(of: document, version: number, for: principal)
        let version = try opened(revision) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            guard let version = try store.openFormerVersion(number, of: document, in: folder) else {
                throw Problem.notFound(
                    "version \(number) of \(document) is too large to be shown, expected files of at most "
                        + "\(ClauseStore.formerVersionLimit >> 20) MB")
            }
            return version
        }
        guard principal.mayRead(version.document.header) else {
            throw ClauseStoreError.noVersion(number, document: document, count: served.version)
        }
        return version
    }

    private func opened(_ revision: Int64, open: () throws -> FormerVersion) throws -> FormerVersion {
        if let version = known(revision) { return version }
        return try opening.withLock {
            if let version = known(revision) { return version }
            let version = try open()
            entries.withLockedValue { entries in
                if entries.count >= Self.limit { entries.removeFirst() }
                entries.append(Entry(revision: revision, version: version))
            }
            return version
        }
    }

    private func known(_ revision: Int64) -> FormerVersion? {
        entries.withLockedValue { entries in
            guard let place = entries.firstIndex(where: { $0.revision == revision }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.version
        }
    }

    /// Returns the document as it was, with image ids that refer to what it showed then: if an image differs from the
    /// current one, its id ends with the number of the version, `magna-carta-1~3`.
    static func document(_ version: FormerVersion, beside served: DocumentInfo) -> DocumentInfo {
        var current: [String: String] = [:]
        for image in served.pages.flatMap(\.images) { current[image.imageID ?? ""] = image.pyramid }
        return version.document.renamingImages { id, pyramid in
            current[id] == pyramid ? id : "\(id)~\(version.document.version)"
        }
    }

    /// Splits the image id of a former version; returns nil for a current id.
    static func parts(ofImage id: String) -> (id: String, version: Int)? {
        guard let at = id.unicodeScalars.lastIndex(of: "~"),
            let version = PageNumber.of(id[id.unicodeScalars.index(after: at)...])
        else { return nil }
        return (String(id[..<at]), version)
    }
}
