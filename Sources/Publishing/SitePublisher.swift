public import ObjectStore

import Foundation

/// The result of publishing a site.
public struct SitePublication: Sendable, Equatable {
    /// The number of files in the site.
    public var fileCount = 0
    /// The total length of the files, in bytes.
    public var byteCount: Int64 = 0
    /// The number of files uploaded.
    public var sentObjectCount = 0
    /// The total length of the uploaded files, in bytes.
    public var sentByteCount: Int64 = 0
    /// The number of objects that are no longer part of the site. By default they are kept, since open pages may need
    /// them.
    public var formerCount = 0
}

/// Uploads the folder of a static site to a store that serves it to the public.
///
/// The viewer is uploaded first, because its folder shows that a site is being published there. Pages and lists, which
/// readers request first, are uploaded last, so that everything they refer to exists by then. Files whose objects have
/// the same length and ETag are not uploaded again.
public struct SitePublisher: Sendable {
    /// The list that every site has. A folder without it is not a site.
    static let listName = "site.json"
    /// The folders at the top of a site. Objects elsewhere are not the site's own, such as another site's below a
    /// prefix, and are never deleted.
    private static let folders: Set = ["api", "documents", "iiif", "pyramids", "theme", "tiles", "viewer"]
    /// The file that a site has while it is written, or after that was interrupted.
    private static let unfinishedName = ".unfinished-site"
    /// The number of files uploaded at once.
    private static let width = 8

    private let folder: String
    private let store: ObjectStore
    private let count: UploadCounter

    /// - Parameter folder: The folder of a site written by `explore export --format site`.
    public init(
        _ folder: String, to store: ObjectStore, progress: @escaping @Sendable (PublishingProgress) -> Void = { _ in }
    ) {
        (self.folder, self.store, count) = (folder, store, UploadCounter(progress))
    }

    /// Publishes the site.
    ///
    /// - Parameters:
    ///   - removesFormer: Whether to delete objects that are no longer part of the site. Objects outside its folders
    ///     stay.
    ///   - isDryRun: Whether to report what would be uploaded or deleted, without doing it.
    /// - Throws: ``PublishingError``, `StoreError`, and `CancellationError` if its task is cancelled.
    public func publish(removesFormer: Bool = false, isDryRun: Bool = false) async throws -> SitePublication {
        guard FileManager.default.fileExists(atPath: "\(folder)/\(Self.listName)") else {
            throw PublishingError.damaged(
                folder, reason: "has no \(Self.listName), expected what `explore export --format site` wrote")
        }
        guard !FileManager.default.fileExists(atPath: "\(folder)/\(Self.unfinishedName)") else {
            throw PublishingError.damaged(
                folder, reason: "is not finished, expected a complete site; run `explore export --format site` again")
        }
        // A site is public, but releases and backups are not.
        for kind in [ReleaseKind.published, .backup] {
            if try await store.information(kind.pointer) != nil { throw occupied(by: kind.pointer) }
        }
        var there: [String: ListedObject] = [:]
        try await store.forEachPage { objects in
            try Task.checkCancellation()
            for object in objects { there[object.name] = object }
        }
        // An interrupted publication has no pointer yet. Removal would affect a release below one of the folders too.
        let releases = there.keys.filter { name in
            name == LeaseRecord.object
                || ReleaseRepository.isOfRelease(name, belowPrefix: removesFormer && Self.isOfSite(name))
        }
        if let name = releases.min() { throw occupied(by: name) }
        // Removal would delete another site below one of the folders.
        let isOfOtherSite = { name in Self.isListOfSite(name, among: there) || Self.isOfOtherViewer(name) }
        if removesFormer, let name = there.keys.filter(isOfOtherSite).min() {
            throw occupied(by: name, of: "another site")
        }
        let files = try await files()
        count.begin(.sending, total: files.reduce(0) { $0 + $1.byteCount })
        for stage in Stage.allCases {
            try await inParallel(files.filter { Self.stage($0.name) == stage }, width: Self.width) { [there] file in
                try await send(file, there[file.name], isDryRun)
            }
        }
        let names = Set(files.map(\.name))
        // No site has the empty objects, such as `documents/`, by which other programs mark folders.
        let isFormer = { (name: String) in
            Self.isOfSite(name) && StoreAddress.isKey(name) && !names.contains(name)
        }
        let former = there.keys.filter(isFormer).sorted()
        if !isDryRun {
            if removesFormer { try await store.delete(former) }
            // Another process may be publishing the site, because that takes no lease.
            await store.abandonUploads(
                begunBefore: Date(timeIntervalSinceNow: -ReleaseRepository.pruningGraceSeconds),
                where: { names.contains($0) || removesFormer && isFormer($0) })
        }
        let (objectCount, byteCount) = count.sent
        return SitePublication(
            fileCount: files.count, byteCount: files.reduce(0) { $0 + $1.byteCount }, sentObjectCount: objectCount,
            sentByteCount: byteCount, formerCount: former.count)
    }

    private func occupied(
        by object: String, of owner: String = "a release or a backup of a library"
    ) -> PublishingError {
        .damaged(store.name(of: object), reason: "belongs to \(owner), expected a separate address for the site")
    }

    /// Whether an object is the list of another site below one of the folders. A site's own files of that name there
    /// have no home page beside them.
    private static func isListOfSite(_ name: String, among there: [String: ListedObject]) -> Bool {
        isOfSite(name) && name.hasSuffix("/\(listName)") && there["\(name.dropLast(listName.count))index.html"] != nil
    }

    /// Whether an object is of the viewer of another site below one of the folders. While that site is published for
    /// the first time, and after that was interrupted, it has no list yet.
    private static func isOfOtherViewer(_ name: String) -> Bool {
        guard isOfSite(name) else { return false }
        let folders = name.split(separator: "/").dropLast()
        return zip(folders.dropFirst(), folders.dropFirst(2)).contains { $0 == "viewer" && isVersion($1) }
    }

    /// Whether a folder's name may be a version of the viewer.
    private static func isVersion(_ name: Substring) -> Bool { name.wholeMatch(of: #/[0-9a-f]{16}/#) != nil }

    private typealias File = (name: String, byteCount: Int64)

    private func send(_ file: File, _ object: ListedObject?, _ isDryRun: Bool) async throws {
        let path = "\(folder)/\(file.name)"
        if let object, object.byteCount == file.byteCount, let tag = object.etag,
            try await Publisher.blocking({ _ in try ObjectStore.isTag(tag, ofFile: path) })
        {
            return count.add(file.byteCount, .sending)
        }
        if !isDryRun {
            let (type, cacheControl) = Self.form(of: file.name)
            try await store.write(
                file.name, file: path, as: ObjectMetadata(contentType: type, cacheControl: cacheControl),
                parallelCount: 2)
        }
        count.add(file.byteCount, .sending)
        count.sent(byteCount: file.byteCount)
    }

    /// Returns all files of the folder, except those with a path component that begins with a full stop.
    private func files() async throws -> [File] {
        let folder = folder
        return try await Publisher.blocking { _ in
            guard let walk = FileManager.default.enumerator(atPath: folder) else {
                throw PublishingError.damaged(folder, reason: "cannot be read, expected a folder")
            }
            var files: [File] = []
            while let name = walk.nextObject() as? String {
                let facts = walk.fileAttributes
                let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
                guard !isHidden, facts?[.type] as? FileAttributeType == .typeRegular else { continue }
                files.append((name, (facts?[.size] as? NSNumber)?.int64Value ?? 0))
            }
            return files.sorted { $0.name < $1.name }
        }
    }

    /// Whether an object with this name belongs to a site that is published at the address. Of the files at the top,
    /// every site has all but the sitemap and `robots.txt`, and the latter may be somebody else's.
    static func isOfSite(_ name: String) -> Bool {
        guard let slash = name.firstIndex(of: "/") else {
            return name.wholeMatch(of: #/sitemap(-[0-9]+)?\.xml/#) != nil
        }
        return folders.contains(String(name[..<slash]))
    }

    /// The stages of a publication, in order.
    private enum Stage: CaseIterable {
        case viewer, others, pagesAndLists
    }

    /// Returns the stage in which a file is uploaded. Pages and lists refer to other files, so they come after them.
    private static func stage(_ name: String) -> Stage {
        if isOfViewer(name) { return .viewer }
        return ["html", "json"].contains((name as NSString).pathExtension) ? .pagesAndLists : .others
    }

    /// Whether a file is in the viewer's folder, whose name is a digest of its files.
    private static func isOfViewer(_ name: String) -> Bool {
        let parts = name.split(separator: "/", maxSplits: 2)
        return parts.count == 3 && parts[0] == "viewer" && isVersion(parts[1])
    }

    /// Returns the media type and `Cache-Control` of a file. Files in the viewer's folder are immutable, because the
    /// folder's name is a digest of them. No other name identifies its content: text is revalidated each time, which
    /// costs an empty response, and images after an hour.
    static func form(of name: String) -> (contentType: String, cacheControl: String) {
        if isOfViewer(name) {
            return (form(of: (name as NSString).lastPathComponent).contentType, "public, max-age=31536000, immutable")
        }
        let fresh = "no-cache"
        switch (name as NSString).pathExtension.lowercased() {
        case "html": return ("text/html; charset=utf-8", fresh)
        case "js", "mjs": return ("text/javascript; charset=utf-8", fresh)
        case "css": return ("text/css; charset=utf-8", fresh)
        case "json", "map": return ("application/json", fresh)
        case "webmanifest": return ("application/manifest+json", fresh)
        case "xml", "dzi": return ("application/xml", fresh)
        case "svg": return ("image/svg+xml", fresh)
        case "vtt": return ("text/vtt; charset=utf-8", fresh)
        case "txt", "md": return ("text/plain; charset=utf-8", fresh)
        case "csv": return ("text/csv; charset=utf-8", fresh)
        case "ico": return ("image/x-icon", fresh)
        case "woff2": return ("font/woff2", "public, max-age=3600")
        case "pdf": return ("application/pdf", fresh)
        default: return (Publisher.contentType(of: name), "public, max-age=3600")
        }
    }
}
