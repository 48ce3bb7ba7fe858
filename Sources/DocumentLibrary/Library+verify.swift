import ClauseStore
import Foundation
import TileEngine

/// Something in a library that is not as it was written.
public struct Damage: Hashable, Sendable {
    /// The file, within the library's folder.
    public let file: String
    /// What is wrong with it.
    public let reason: String
    /// The documents that it belongs to; empty for the library as a whole.
    public let documents: [String]
}

/// What was looked at, and what is wrong with it.
public struct Verification: Sendable {
    /// What is wrong, in the order of files.
    public let damages: [Damage]
    /// How many documents were looked at.
    public let documentCount: Int
    /// How many scans and pyramids were read.
    public let fileCount: Int
    /// Their size in bytes.
    public let byteCount: Int64
}

extension Library {
    /// Reads everything that the library holds and compares it with what was written: each original with its SHA-256, each
    /// tile with its CRC-32, the database with its own rules, and what is served of each document with the source files
    /// that are kept of it. Former versions' files are among them. Nothing is changed, and the library may be served and
    /// added to meanwhile.
    ///
    /// - Parameters:
    ///   - progress: Told the share of the files' bytes that are read, 0 to 1.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: ``LibraryError/cancelled``, and `ClauseStoreError` when the database cannot be asked at all.
    /// - Complexity: O(*n*) in the library's bytes.
    public func verify(
        progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> Verification {
        var damages = try store.structuralFaults().map {
            Damage(file: "library.sqlite", reason: $0, documents: [])
        }
        let documents = try store.documents(for: .keeper).map(\.id)
        for document in documents {
            if isCancelled() { throw LibraryError.cancelled }
            // One that was removed meanwhile is not damaged.
            guard let lines = try? store.differencesFromSource(of: document) else { continue }
            damages += lines.map { Damage(file: "library.sqlite", reason: $0, documents: [document]) }
        }
        let names = try store.fileNames()
        let files = names.originals.map { "originals/" + $0 } + names.pyramids.map { "pyramids/" + $0 }
        let sizes = files.map { Self.byteCount(of: path + "/" + $0) }
        let total = max(1, sizes.reduce(0) { $0 + ($1 ?? 0) })
        var read: Int64 = 0
        for (file, size) in zip(files, sizes) {
            if isCancelled() { throw LibraryError.cancelled }
            if let reason = try fault(of: file, isThere: size != nil, isCancelled: isCancelled) {
                let owners = try store.documents(withFile: (file as NSString).lastPathComponent)
                // Without owners it went with its document meanwhile.
                if !owners.isEmpty { damages.append(Damage(file: file, reason: reason, documents: owners)) }
            }
            read += size ?? 0
            progress(Double(read) / Double(total))
        }
        return Verification(damages: damages, documentCount: documents.count, fileCount: files.count, byteCount: read)
    }

    private func fault(of file: String, isThere: Bool, isCancelled: () -> Bool) throws -> String? {
        guard isThere else { return "missing" }
        let place = path + "/" + file
        do {
            guard file.hasPrefix("originals/") else {
                try TileArchive(path: place).verify(isCancelled: isCancelled)
                return nil
            }
            // An original is named by its digest.
            let digest = try FileDigest(path: place).sha256
            let name = (file as NSString).lastPathComponent
            return name.hasPrefix(digest) ? nil : "its SHA-256 is \(digest), expected that of its name"
        } catch is CancellationError {
            throw LibraryError.cancelled
        } catch {
            let prefix = place + ": "
            let line = "\(error)"
            return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
        }
    }
}
