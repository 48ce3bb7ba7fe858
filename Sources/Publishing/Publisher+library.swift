import DocumentLibrary
import FileSupport
import Foundation

extension Publisher {
    /// The number of pieces uploaded at once.
    private static let pieceWidth = 16

    /// Uploads the pieces of the database that the store lacks.
    func sendDatabase(_ file: FileHandle, _ known: KnownRelease) async throws -> Release.Database {
        defer { try? file.close() }
        count.begin(.finishing, total: Int64(clamping: try file.seekToEnd()))
        try file.seek(toOffset: 0)
        let reader = PieceReader(file)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            var (pieces, sent) = ([String](), Set<String>())
            var onTheirWay = 0
            while let (data, sha256) = try await Self.blocking({ _ in try reader.next() }) {
                pieces.append(sha256)
                guard sent.insert(sha256).inserted, try await !known.hasPiece(sha256) else {
                    count.add(Int64(data.count), .finishing)
                    continue
                }
                if onTheirWay >= Self.pieceWidth { try await group.next() }
                onTheirWay += 1
                group.addTask {
                    try await self.sendIfNeeded(
                        data, to: Release.piece(sha256), contentType: "application/octet-stream")
                    self.count.add(Int64(data.count), .finishing)
                }
            }
            try await group.waitForAll()
            return Release.Database(
                byteCount: reader.byteCount, sha256: reader.sha256, pieceByteCount: Release.pieceByteCount,
                pieces: pieces)
        }
    }

    /// Uploads the pieces of the institution's theme that the store lacks.
    ///
    /// - Returns: The packed theme, or nil if the library has none.
    func sendTheme(_ known: KnownRelease) async throws -> Release.Database? {
        let folder = library.servedFolder
        let packed = try await Self.blocking { _ in try ThemePack(ofLibraryIn: folder)?.encoded() }
        guard let packed else { return nil }
        var pieces: [String] = []
        for piece in Self.pieces(of: packed) {
            let sha256 = Digest.sha256(piece)
            pieces.append(sha256)
            if try await known.hasPiece(sha256) { continue }
            try await sendIfNeeded(piece, to: Release.piece(sha256), contentType: "application/octet-stream")
        }
        return Release.Database(
            byteCount: Int64(packed.count), sha256: Digest.sha256(packed), pieceByteCount: Release.pieceByteCount,
            pieces: pieces)
    }

    static func pieces(of packed: Data) -> [Data] {
        stride(from: 0, to: packed.count, by: Release.pieceByteCount).map {
            Data(packed.dropFirst($0).prefix(Release.pieceByteCount))
        }
    }

    /// Uploads the lists that differ from those of known releases.
    ///
    /// - Returns: The SHA-256 of every list, by shard.
    func sendInventories(
        _ lists: [String: [InventoryFile]], _ known: KnownRelease
    ) async throws -> [String: String] {
        var digests: [String: String] = [:]
        for (shard, files) in lists.sorted(by: { $0.key < $1.key }) {
            let data = try ReleaseRepository.encoded(files)
            let sha256 = Digest.sha256(data)
            digests[shard] = sha256
            let object = Release.inventory(sha256)
            if known.releases.contains(where: { $0.inventories[shard] == sha256 }),
                try await known.stored.has(object, byteCount: Int64(data.count))
            {
                continue
            }
            try await sendIfNeeded(data, to: object, contentType: "application/json")
            if !options.isDryRun { repository.cache?.keep(data, sha256) }
        }
        return digests
    }
}

/// Reads a database in pieces, and computes their digests and that of the whole.
///
/// `@unchecked Sendable` is safe because pieces are read one after another, each call awaited before the next.
final class PieceReader: @unchecked Sendable {
    private let file: FileHandle
    private let digest = MessageDigest()
    private(set) var byteCount: Int64 = 0

    init(_ file: FileHandle) { self.file = file }

    var sha256: String { digest.value.hexadecimalDigits }

    func next() throws -> (Data, String)? {
        var piece = Data()
        while piece.count < Release.pieceByteCount,
            let data = try file.read(upToCount: Release.pieceByteCount - piece.count), !data.isEmpty
        { piece.append(data) }
        guard !piece.isEmpty else { return nil }
        digest.update(piece)
        byteCount += Int64(piece.count)
        return (piece, Digest.sha256(piece))
    }
}
