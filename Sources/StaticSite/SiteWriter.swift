import FileSupport
import WebDocuments
import Foundation

/// Writes the files of a site, and maintains their lists.
final class SiteWriter {
    private let sink: any SiteSink
    let isCancelled: () -> Bool
    private var report = StaticSite.Report()
    private var whole = SiteList()
    /// The list of the document in progress.
    private var current: SiteList?
    /// The paths of all files of the site.
    private var paths: Set<String> = []
    /// The digests of the former site's groups, by name.
    private var formerGroups: [String: (digest: String, files: [SiteList.Entry])] = [:]
    /// The files of the former site's documents, by id.
    private var formerFiles: [String: [SiteList.Entry]] = [:]

    init(sink: any SiteSink, isCancelled: @escaping () -> Bool) {
        (self.sink, self.isCancelled) = (sink, isCancelled)
        for list in sink.former {
            if let document = list.document { formerFiles[document] = list.files }
            for (name, digest) in list.groups {
                formerGroups[name] = (digest, list.files.filter { $0.path.hasPrefix(name) })
            }
        }
    }

    /// - Throws: `CancellationError`.
    func checkCancellation() throws {
        if isCancelled() { throw CancellationError() }
    }

    /// Whether this file has been written.
    func has(_ path: String) -> Bool { paths.contains(path) }

    /// Writes a file.
    func put(_ bytes: [UInt8], at path: String) throws {
        try checkCancellation()
        guard paths.insert(path).inserted else { return }
        note(try sink.put(bytes, at: path), path, Int64(bytes.count), Digest.sha256(bytes))
    }

    /// Writes a file unless a user has put another one there.
    func putUnlessForeign(_ bytes: [UInt8], at path: String) throws {
        if try !isForeign(path) || sink.sha256(path) == Digest.sha256(bytes) { try put(bytes, at: path) }
    }

    /// Whether there is a file of the user at a path: one that is not as the former site's list has it, and that no
    /// interrupted export can have written.
    private func isForeign(_ path: String) throws -> Bool {
        guard let found = try sink.sha256(path), !sink.noted.contains(path) else { return false }
        return !sink.former.contains { list in
            list.document == nil && list.files.contains { $0.path == path && $0.sha256 == found }
        }
    }

    /// Writes a JSON response.
    func put(_ value: JSON, at path: String) throws { try put(value.bytes(), at: path) }

    /// Copies a file.
    func put(fileAt source: String, at path: String) throws {
        guard paths.insert(path).inserted else { return }
        let (sha256, byteCount) = try SiteDigest.sha256(fileAt: source, isCancelled)
        note(try sink.put(fileAt: source, at: path, isCancelled), path, byteCount, sha256)
    }

    /// Writes files whose paths share a prefix, unless the former site has them already, from the same sources.
    ///
    /// - Parameter digest: The digest of everything that determines the files.
    func group(_ name: String, of digest: String, _ body: () throws -> Void) throws {
        current?.groups[name] = digest
        if let former = formerGroups[name], former.digest == digest, !former.files.isEmpty,
            former.files.allSatisfy({ sink.has($0.path, byteCount: $0.byteCount) })
        {
            for entry in former.files where paths.insert(entry.path).inserted {
                note(false, entry.path, entry.byteCount, entry.sha256)
            }
            return
        }
        try body()
    }

    /// Runs the body. The files that it writes belong to a document.
    func document(_ id: String, _ body: () throws -> Void) throws {
        current = SiteList(document: id)
        try body()
        guard let list = current else { return }
        current = nil
        // Files that only the former list has are deleted at the end, when the new list has long replaced it.
        try sink.note(formerFiles[id, default: []].map(\.path).filter { !paths.contains($0) })
        try put(list.bytes, at: SiteList.name(ofDocument: id))
    }

    private func note(_ isNew: Bool, _ path: String, _ byteCount: Int64, _ sha256: String) {
        if isNew { report.writtenCount += 1 } else { report.unchangedCount += 1 }
        report.byteCount += byteCount
        let entry = SiteList.Entry(path: path, byteCount: byteCount, sha256: sha256)
        if current == nil { whole.files.append(entry) } else { current?.files.append(entry) }
    }

    /// Deletes files of the former site that are not part of this one, and last writes the list of the whole site.
    func finish(documents: [String], options: StaticSite.Options) throws -> StaticSite.Report {
        try checkCancellation()
        paths.insert(SiteList.name)
        let former = sink.former.flatMap { list in
            list.files.map(\.path) + (list.document.map { [SiteList.name(ofDocument: $0)] } ?? [])
        }
        for path in former + sink.noted where !paths.contains(path) {
            if try path != SiteDiscovery.robotsName || !isForeign(path), try sink.remove(path) {
                report.removedCount += 1
            }
        }
        whole.facts = [
            ("publicURL", JSON(options.publicURL)), ("tiles", .string(options.tiles.rawValue)),
            ("documents", .strings(documents)),
        ]
        try sink.synchronize()
        let bytes = whole.bytes
        if try sink.put(bytes, at: SiteList.name) { report.writtenCount += 1 } else { report.unchangedCount += 1 }
        report.byteCount += Int64(bytes.count)
        try sink.finish()
        return report
    }
}
