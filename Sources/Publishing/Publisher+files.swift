import DocumentLibrary
import FileSupport
import Foundation
import ObjectStore
import TileEngine

extension Publisher {
    /// Uploads the files that the store lacks.
    ///
    /// - Returns: The lists of all files.
    func sendFiles(_ names: [String], _ known: KnownRelease) async throws -> [String: [InventoryFile]] {
        var lists: [String: [InventoryFile]] = [:]
        var missing: [(name: String, byteCount: Int64)] = []
        for (shard, names) in Dictionary(grouping: names, by: InventoryFile.shard(of:)) {
            var there: [String: InventoryFile] = [:]
            for release in known.releases {
                guard let sha256 = release.inventories[shard] else { continue }
                // If the list cannot be read, each of its files is looked up.
                let list = try await repository.ifSound { try await repository.inventory(sha256, shard: shard) }
                for file in list ?? [] { there[file.name] = file }
            }
            for name in names {
                guard let byteCount = Library.byteCount(of: path(of: name)) else {
                    throw PublishingError.removedMeanwhile(path(of: name))
                }
                if let file = there[name], file.byteCount == byteCount,
                    try await known.stored.has(name, byteCount: byteCount)
                {
                    lists[shard, default: []].append(file)
                } else {
                    missing.append((name, byteCount))
                }
            }
        }
        for file in try await send(missing.sorted { $0.name < $1.name }) {
            lists[InventoryFile.shard(of: file.name), default: []].append(file)
        }
        return lists.mapValues { $0.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
    }

    private func send(_ files: [(name: String, byteCount: Int64)]) async throws -> [InventoryFile] {
        guard !files.isEmpty else { return [] }
        count.begin(.sending, total: files.reduce(0) { $0 + $1.byteCount })
        let open = options.isDryRun ? [] : try await store.openUploadsIfListed()
        // The newest of several uploads of an object.
        let uploads = Dictionary(open.map { ($0.name, $0) }) { $0.begunSeconds > $1.begunSeconds ? $0 : $1 }
        let width = max(1, options.fileCount)
        // Keeps memory use the same for one file as for many.
        let partCount = max(2, 8 / min(width, files.count))
        var sent: [InventoryFile] = []
        try await inParallel(files, width: width) { file in
            try await self.send(file.name, file.byteCount, uploads[file.name], partCount)
        } take: {
            sent.append($0)
        }
        return sent
    }

    private func send(
        _ name: String, _ byteCount: Int64, _ upload: OpenUpload?, _ partCount: Int
    ) async throws -> InventoryFile {
        let path = path(of: name)
        let directory = try await Self.blocking { _ in try Self.directory(ofFile: path, name: name) }
        var etag: String?
        let sha256: String
        if let found = try await uploaded(name, byteCount: byteCount) {
            sha256 = try await Self.digest(ofFile: path)
            etag = found.etag.map(ObjectStore.bare)
            count.add(byteCount, .sending)
        } else if options.isDryRun {
            sha256 = try await Self.digest(ofFile: path)
            count.sent(byteCount: byteCount)
        } else {
            let form = ObjectMetadata(contentType: Self.contentType(of: name))
            let sent = try await store.write(
                name, file: path, as: form, resuming: upload, parallelCount: partCount,
                progress: { [count] in count.add(Int64($0), .sending) })
            guard sent.byteCount == byteCount else { throw PublishingError.removedMeanwhile(path) }
            (sha256, etag) = (sent.sha256, sent.etag)
            count.sent(byteCount: byteCount)
        }
        return InventoryFile(name: name, byteCount: byteCount, sha256: sha256, etag: etag, directory: directory)
    }

    /// Returns the SHA-256 of a file that is not uploaded.
    static func digest(ofFile path: String) async throws -> String {
        try await blocking { isCancelled in try FileDigest(path: path, goesOn: { _ in !isCancelled() }).sha256 }
    }

    func path(of name: String) -> String { library.servedFolder + "/" + name }

    private static func directory(ofFile path: String, name: String) throws -> InventoryFile.Directory? {
        guard name.hasPrefix("pyramids/") else { return nil }
        let range = try ArchiveDirectory.range(ofArchive: path)
        guard let file = FileHandle(forReadingAtPath: path) else { throw PublishingError.removedMeanwhile(path) }
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(range.lowerBound))
        let digest = MessageDigest()
        var rest = range.count
        while rest > 0, let data = try file.read(upToCount: min(rest, 1 << 20)), !data.isEmpty {
            digest.update(data)
            rest -= data.count
        }
        guard rest == 0 else { throw PublishingError.removedMeanwhile(path) }
        return InventoryFile.Directory(
            offset: range.lowerBound, byteCount: Int64(range.count), sha256: digest.value.hexadecimalDigits)
    }

    /// Returns the media type of a file, by its extension.
    static func contentType(of name: String) -> String {
        switch (name as NSString).pathExtension.lowercased() {
        case "szi": "application/zip"
        case "jpg", "jpeg": "image/jpeg"
        case "png": "image/png"
        case "tif", "tiff": "image/tiff"
        case "webp": "image/webp"
        case "mp3": "audio/mpeg"
        case "ogg": "audio/ogg"
        case "m4a": "audio/mp4"
        case "wav": "audio/wav"
        default: "application/octet-stream"
        }
    }
}
