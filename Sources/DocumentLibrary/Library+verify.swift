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

    /// What the library's database is called.
    public static let databaseFile = "library.sqlite"

    /// - Parameters:
    ///   - file: The file, within the library's folder.
    ///   - reason: What is wrong with it.
    ///   - documents: The documents that it belongs to; empty for the library as a whole.
    public init(file: String, reason: String, documents: [String]) {
        (self.file, self.reason, self.documents) = (file, reason, documents)
    }
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
    /// tile with its CRC-32, the database with its own rules, what is served of each document with the source files
    /// that are kept of it, and its working copy with the journal of edits. Former versions' files are among them. Nothing is changed, and the library may be served and
    /// added to meanwhile.
    ///
    /// - Parameters:
    ///   - files: The files to look at, as ``Damage/file`` names them; nil for all.
    ///   - progress: Told the share of the files' bytes that are read, 0 to 1.
    ///   - pace: Told how many bytes were read, a megabyte at most; it may wait.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
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
                // Without owners it went with its document meanwhile; a damaged database cannot tell.
                if owners?.isEmpty != true {
                    damages.append(Damage(file: file, reason: reason, documents: owners ?? []))
                }
            }
            read += size ?? 0
            progress(Double(read) / Double(total))
        }
        return Verification(damages: damages, documentCount: documentCount, fileCount: names.count, byteCount: read)
    }

    /// Whether a replica looks at a pyramid: where something of it is here, or it was asked for by name.
    private func isToBeRead(_ pyramid: String, _ files: Set<String>?) -> Bool {
        files?.contains("pyramids/" + pyramid) ?? (pyramids?.keptByteCount(of: pyramid) != nil)
    }

    private func keptByteCount(of file: String) -> Int64 {
        pyramids?.keptByteCount(of: (file as NSString).lastPathComponent) ?? 0
    }

    /// What is wrong with the database, and how many documents it has.
    private func databaseDamages(
        _ goesOn: (Int) -> Bool, _ isCancelled: () -> Bool
    ) throws -> ([Damage], documentCount: Int) {
        func damage(_ reason: String, _ documents: [String] = []) -> Damage {
            Damage(file: Damage.databaseFile, reason: reason, documents: documents)
        }
        var damages = store.structuralFaults(pace: goesOn).map { damage($0) }
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
                // One that was removed meanwhile is not damaged.
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
            let goesOn = { (byteCount: Int) -> Bool in
                pace(byteCount)
                return !isCancelled()
            }
            let digest = try FileDigest(path: place, goesOn: goesOn).sha256
            let name = (file as NSString).lastPathComponent
            return name.hasPrefix(digest) ? nil : "its SHA-256 is \(digest), expected that of its name"
        } catch let error as TileEngineError where error.kind == .unavailable {
            // Nobody can tell now.
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
