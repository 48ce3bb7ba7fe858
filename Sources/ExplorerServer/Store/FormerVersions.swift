import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import NIOConcurrencyHelpers

/// Former versions of documents that were opened (`?version=3`). Each takes as long as to add a small document, so that the
/// last few are kept.
///
/// A version is for those who may read the document now and might have read that version: one that was a draft then, or
/// restricted, is not there for anybody else.
final class FormerVersions: Sendable {
    private struct Entry {
        let revision: Int64
        let version: FormerVersion
    }

    /// How many are kept.
    static let limit = 8

    /// The version used last comes last.
    private let entries = NIOLockedValueBox<[Entry]>([])
    /// One is opened at a time, so that many requests for former versions take no more than one thread's work.
    private let opening = NIOLock()
    private let folder: String
    private let areShown: Bool

    /// - Parameters:
    ///   - folder: Where their files lie while they are open; a folder is made within it, and removed in the end.
    ///   - areShown: Whether there are any for readers.
    init(in folder: String = FileManager.default.temporaryDirectory.path, areShown: Bool = true) {
        self.areShown = areShown
        Self.sweep(folder)
        self.folder = "\(folder)/\(Self.prefix)\(getpid())-\(UUID().uuidString)"
    }

    private static let prefix = "explore-versions-"

    /// Removes what programs left that were killed.
    private static func sweep(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), kill(process, 0) != 0,
                errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A version of a document; nil for the one that is served. This blocks.
    ///
    /// - Throws: `ClauseStoreError` for a version that is not there, or not for the principal; ``Problem`` for one that is too
    ///   large.
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

    /// The document as it was, with ids of images that lead to what it showed then: an image that is not the one of today has
    /// the number of the version behind its id, `magna-carta-1~3`.
    static func document(_ version: FormerVersion, beside served: DocumentInfo) -> DocumentInfo {
        var current: [String: String] = [:]
        for image in served.pages.flatMap(\.images) { current[image.imageID ?? ""] = image.pyramid }
        return version.document.renamingImages { id, pyramid in
            current[id] == pyramid ? id : "\(id)~\(version.document.version)"
        }
    }

    /// The parts of the id of an image of a former version; nil for one of today.
    static func parts(ofImage id: String) -> (id: String, version: Int)? {
        guard let at = id.unicodeScalars.lastIndex(of: "~"),
            let version = PageNumber.of(id[id.unicodeScalars.index(after: at)...])
        else { return nil }
        return (String(id[..<at]), version)
    }
}
