import ClauseStore
import Foundation
import TileEngine

/// Damage found in a library.
public struct Damage: Hashable, Sendable {
    /// The damaged file's path in the library's folder.
    public let file: String
    /// What is wrong with the file.
    public let reason: String
    /// The ids of the documents that use the file; empty for the library as a whole.
    public let documents: [String]

    /// The file name of the library's database.
    public static let databaseFile = "library.sqlite"

    /// Creates a description of damage.
    public init(file: String, reason: String, documents: [String]) {
        (self.file, self.reason, self.documents) = (file, reason, documents)
    }
}

/// The result of verifying a library.
public struct Verification: Sendable {
    /// The damage found, in the order of files.
    public let damages: [Damage]
    /// The number of documents checked.
    public let documentCount: Int
    /// The number of scans and pyramids read.
    public let fileCount: Int
    /// The total size of these files, in bytes.
    public let byteCount: Int64
}

extension Library {
    /// Reads everything in the library and compares it with what was written: each original with its SHA-256, each tile
    /// with its CRC-32, the database with its integrity rules, each served document with its stored source files, and
    /// each working copy with its journal of edits. Files of former versions are included. Nothing is changed, and the
    /// library may be served and added to at the same time.
    ///
    /// - Parameters:
    ///   - files: The files to verify, named as in ``Damage/file``; nil for all.
    ///   - progress: Called with the fraction of the files' bytes that have been read, 0 to 1.
    ///   - pace: Called with the number of bytes just read, at most 1 MiB. It may block to limit the rate.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: ``LibraryError/cancelled``.
    /// - Complexity: O(*n*) in the library's bytes.
    public func verify(
        only files: Set<String>? = nil, progress: (Double) -> Void = { _ in }, pace: (Int) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws -> Verification {
        let goesOn = { (byteCount: Int) -> Bool in
            pace(byteCount)
            return !isCancelled()
        }
        let looksAtDatabase = files?.contains(Damage.databaseFile) ?? true
        var (damages, documentCount) = looksAtDatabase ? try databaseDamages(goesOn, isCancelled) : ([], 0)
        var names: [String] = []
        do {
            let stored = try store.fileNames()
            names = stored.originals.map { "originals/" + $0 } + stored.pyramids.map { "pyramids/" + $0 }
            if isReplica { names = stored.pyramids.filter { isToBeRead($0, files) }.map { "pyramids/" + $0 } }
            if let files { names.removeAll { !files.contains($0) } }
        } catch {
            damages.append(Damage(file: Damage.databaseFile, reason: "\(error)", documents: []))
        }
        let sizes = names.map { name in
            isReplica ? keptByteCount(of: name) : Self.byteCount(of: folder + "/" + name)
        }
        let total = max(1, sizes.reduce(0) { $0 + ($1 ?? 0) })
        var read: Int64 = 0
        for (file, size) in zip(names, sizes) {
            if isCancelled() { throw LibraryError.cancelled }
            if let reason = try fault(of: file, isThere: size != nil, pace: pace, isCancelled: isCancelled) {
                let owners = try? store.documents(withFile: (file as NSString).lastPathComponent)
                // A missing file without owners was removed with its document in the meantime. If the database is
                // damaged, the owners are unknown, and the file is reported.
                if owners?.isEmpty != true {
                    damages.append(Damage(file: file, reason: reason, documents: owners ?? []))
                }
            }
            read += size ?? 0
            progress(Double(read) / Double(total))
        }
        return Verification(damages: damages, documentCount: documentCount, fileCount: names.count, byteCount: read)
    }

    /// Whether a replica verifies a pyramid: if part of it is on this machine, or if it was named explicitly.
    private func isToBeRead(_ pyramid: String, _ files: Set<String>?) -> Bool {
        files?.contains("pyramids/" + pyramid) ?? (pyramids?.keptByteCount(of: pyramid) != nil)
    }

    private func keptByteCount(of file: String) -> Int64 {
        pyramids?.keptByteCount(of: (file as NSString).lastPathComponent) ?? 0
    }

    /// Returns the damage of the database, and its number of documents.
    private func databaseDamages(
        _ goesOn: (Int) -> Bool, _ isCancelled: () -> Bool
    ) throws -> ([Damage], documentCount: Int) {
        func damage(_ reason: String, _ documents: [String] = []) -> Damage {
            Damage(file: Damage.databaseFile, reason: reason, documents: documents)
        }
        var damages = store.structuralFaults(onRead: goesOn).map { damage($0) }
        var documents: [String] = []
        do {
            documents = try store.documentIDs()
        } catch {
            damages.append(damage("\(error)"))
        }
        for document in documents {
            if isCancelled() { throw LibraryError.cancelled }
            do throws(ClauseStoreError) {
                damages += try store.differencesFromSource(of: document).map { damage($0, [document]) }
                damages += try store.differencesFromJournal(of: document).map { damage($0, [document]) }
            } catch .noDocument {
                // The document was removed in the meantime, which is not damage.
            } catch {
                damages.append(damage("\(error)", [document]))
            }
        }
        return (damages, documents.count)
    }

    private func fault(
        of file: String, isThere: Bool, pace: (Int) -> Void, isCancelled: () -> Bool
    ) throws -> String? {
        guard isThere else { return "missing" }
        let place = folder + "/" + file
        do {
            guard file.hasPrefix("originals/") else {
                let archive = try pyramids?.archive(named: (file as NSString).lastPathComponent)
                try (archive ?? TileArchive(path: place)).verify(onRead: pace, isCancelled: isCancelled)
                return nil
            }
            // An original is named by its digest.
            let digest = try FileDigest(path: place) {
                pace($0)
                return !isCancelled()
            }.sha256
            let name = (file as NSString).lastPathComponent
            return name.hasPrefix(digest) ? nil : "its SHA-256 is \(digest), expected that of its name"
        } catch let error as TileEngineError where error.kind == .unavailable {
            // The store cannot be reached, so this cannot be decided now.
            return nil
        } catch is CancellationError {
            throw LibraryError.cancelled
        } catch LibraryError.cancelled {
            throw LibraryError.cancelled
        } catch {
            let prefix = place + ": "
            let line = "\(error)"
            return line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
        }
    }
}
