public import ObjectStore

import Foundation

/// What the publication of a site did.
public struct SitePublication: Sendable, Equatable {
    /// How many files the site has.
    public var fileCount = 0
    /// How long they are together, in bytes.
    public var byteCount: Int64 = 0
    /// How many of them were sent.
    public var sentObjectCount = 0
    /// How long those are together, in bytes.
    public var sentByteCount: Int64 = 0
    /// How many objects the site does not have any more; they stay where readers may still have a page that needs them.
    public var formerCount = 0
}

/// Sends the folder of a static site to a store, from which any reader can be served.
///
/// What readers ask for first, pages and lists, is sent last, so that what these name is there. What the store has with the
/// same length and tag is not sent.
public struct SitePublisher: Sendable {
    /// The list that every site has, by which a folder is known to be one.
    private static let listName = "site.json"
    /// How many files are sent at once.
    private static let width = 8

    private let folder: String
    private let store: ObjectStore
    private let count: SendingCount

    /// - Parameter folder: What `explore export --format site` wrote.
    public init(
        _ folder: String, to store: ObjectStore, progress: @escaping @Sendable (PublishingProgress) -> Void = { _ in }
    ) {
        (self.folder, self.store, count) = (folder, store, SendingCount(progress))
    }

    /// Publishes.
    ///
    /// - Parameters:
    ///   - removesFormer: Whether objects go that the site does not have any more.
    ///   - isDryRun: Whether nothing is sent or removed, but only told what would be.
    /// - Throws: ``PublishingError``, `StoreError`, and `CancellationError` where its task is cancelled.
    public func publish(removesFormer: Bool = false, isDryRun: Bool = false) async throws -> SitePublication {
        guard FileManager.default.fileExists(atPath: "\(folder)/\(Self.listName)") else {
            throw PublishingError.damaged(
                folder, reason: "has no \(Self.listName), expected what `explore export --format site` wrote")
        }
        // What is below a site's address is for everybody, and a release is not.
        guard try await store.information(ReleasePointer.object) == nil else {
            throw PublishingError.damaged(
                "\(store.address)", reason: "has a release of a library, expected an address of the site's own")
        }
        var there: [String: ListedObject] = [:]
        try await store.forEachPage { objects in
            try Task.checkCancellation()
            for object in objects { there[object.name] = object }
        }
        let files = try await files()
        count.begin(.sending, total: files.reduce(0) { $0 + $1.byteCount })
        for isLast in [false, true] {
            try await forEach(files.filter { Self.isLast($0.name) == isLast }, there, isDryRun)
        }
        let names = Set(files.map(\.name))
        let former = there.keys.filter { !names.contains($0) }.sorted()
        if removesFormer, !isDryRun { try await store.delete(former) }
        let (objectCount, byteCount) = count.sent
        return SitePublication(
            fileCount: files.count, byteCount: files.reduce(0) { $0 + $1.byteCount }, sentObjectCount: objectCount,
            sentByteCount: byteCount, formerCount: former.count)
    }

    private typealias File = (name: String, byteCount: Int64)

    private func forEach(_ files: [File], _ there: [String: ListedObject], _ isDryRun: Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, file) in files.enumerated() {
                if number >= Self.width { try await group.next() }
                group.addTask { try await send(file, there[file.name], isDryRun) }
            }
            try await group.waitForAll()
        }
    }

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
                file.name, file: path, as: StoredForm(contentType: type, cacheControl: cacheControl), parallelCount: 2)
        }
        count.add(file.byteCount, .sending)
        count.sent(byteCount: file.byteCount)
    }

    /// All files of the folder, those whose names begin with a point left out.
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

    /// Pages and lists name other files, and come after them.
    private static func isLast(_ name: String) -> Bool { ["html", "json"].contains((name as NSString).pathExtension) }

    /// The media type, and how long caches may keep it: for good what lies in the folder of the viewer's files, whose name is
    /// a digest of them. No other name tells its content: text is asked for anew each time, which costs an answer without body,
    /// and pictures after an hour.
    static func form(of name: String) -> (contentType: String, cacheControl: String) {
        if name.wholeMatch(of: #/viewer/[0-9a-f]{16}/.*/#) != nil {
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
        case "txt", "md": return ("text/plain; charset=utf-8", fresh)
        case "csv": return ("text/csv; charset=utf-8", fresh)
        case "ico": return ("image/x-icon", fresh)
        case "woff2": return ("font/woff2", "public, max-age=3600")
        case "pdf": return ("application/pdf", fresh)
        default: return (Publisher.contentType(of: name), "public, max-age=3600")
        }
    }
}
