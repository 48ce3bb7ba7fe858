import DocumentLibrary
import FileSupport
import Foundation
import ObjectStore

extension ReleaseRepository {
    /// The number of pieces fetched at once.
    private static let pieceWidth = 16

    /// Refuses a release that would open documents that readers of the current release may not read, or accept tokens
    /// that it has revoked. A document that no longer exists counts too if the release is older than the current one.
    ///
    /// Both databases are compared. They are fetched into one temporary file, one after the other; of the second one,
    /// only the pieces that differ.
    ///
    /// - Throws: ``PublishingError/reopens(_:release:documents:tokens:)``;
    ///   ``PublishingError/cannotCompare(_:release:reason:)`` if a database is damaged or cannot be read; `StoreError`.
    func checkOpensNothing(_ target: ListedRelease, since currentID: String) async throws {
        let (documents, tokens): ([String], [String])
        do {
            let current = try await release(currentID)
            if current.library == target.release.library { return }
            let (present, former) = try await readerships(current.library, target.release.library)
            let isOlder = target.release.number < current.number
            documents = former.documents(openedSince: present, includesRemoved: isOlder)
            tokens = former.tokens(validatedSince: present)
        } catch {
            // A store that does not respond, and an interruption, are no faults of the releases.
            if error is CancellationError || error is StoreError && Self.damage(error) == nil { throw error }
            throw PublishingError.cannotCompare(store.name, release: target.release.number, reason: "\(error)")
        }
        guard documents.isEmpty, tokens.isEmpty else {
            throw PublishingError.reopens(
                store.name, release: target.release.number, documents: documents, tokens: tokens)
        }
    }

    private func readerships(
        _ first: Release.Database, _ second: Release.Database
    ) async throws -> (Readership, Readership) {
        let files = FileManager.default
        let folder = files.temporaryDirectory.path(percentEncoded: false) + "explore-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: folder) }
        var found: [Readership] = []
        // Each has a folder of its own, because SQLite may leave other files beside the first one.
        var file: String?
        for (name, database) in [("first", first), ("second", second)] {
            let library = "\(folder)/\(name)"
            try files.createDirectory(
                atPath: library, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let path = library + "/library.sqlite"
            if let file { try files.moveItem(atPath: file, toPath: path) }
            try await fetch(database, to: path)
            found.append(try await Publisher.blocking { _ in try Library(path: library, access: .read).readership() })
            file = path
        }
        return (found[0], found[1])
    }

    /// Fetches the pieces that a file lacks of a database. The file may have any content, or not exist.
    private func fetch(_ database: Release.Database, to path: String) async throws {
        let lacking = try await Publisher.blocking { isCancelled in
            try PatchedFile(path).lackingPieces(of: database, isCancelled: isCancelled)
        }
        let file = try PatchedFile(path)
        try await inParallel(lacking, width: Self.pieceWidth) { number in
            let name = database.pieces[number]
            let byteCount = Int(database.byteCount(ofPiece: number))
            let bytes = try await self.bytes(of: Release.piece(name), sha256: name, byteLimit: byteCount)
            return (number, bytes)
        } take: { number, bytes in
            try file.write(bytes, at: Int64(number) * Int64(database.pieceByteCount))
        }
        try file.cut(to: database.byteCount)
    }
}

/// A file of which some pieces are replaced. It is closed when it is released.
final class PatchedFile {
    private let path: String
    private let descriptor: Int32

    /// Opens the file, or creates it.
    init(_ path: String) throws(LibraryError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, reason: SystemError.text()) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func fault() -> LibraryError { .file(path, reason: SystemError.text()) }

    /// Returns the numbers of the pieces of a database that the file does not have in their place.
    func lackingPieces(of database: Release.Database, isCancelled: () -> Bool) throws -> [Int] {
        var lacking: [Int] = []
        for (number, name) in database.pieces.enumerated() {
            if isCancelled() { throw CancellationError() }
            var bytes = [UInt8](repeating: 0, count: Int(database.byteCount(ofPiece: number)))
            let offset = Int64(number) * Int64(database.pieceByteCount)
            let count = bytes.withUnsafeMutableBytes { PositionalFile.read(descriptor, into: $0, at: offset) }
            guard let count else { throw fault() }
            if Digest.sha256(bytes.prefix(count)) != name { lacking.append(number) }
        }
        return lacking
    }

    func write(_ bytes: Data, at offset: Int64) throws(LibraryError) {
        guard bytes.withUnsafeBytes({ PositionalFile.write(descriptor, $0, at: offset) }) else { throw fault() }
    }

    func cut(to byteCount: Int64) throws(LibraryError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw fault() }
    }
}
