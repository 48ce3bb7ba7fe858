import DocumentLibrary
import FileSupport
import Foundation
import ObjectStore

extension Publisher {
    /// Verifies the objects that all kept releases need, and uploads damaged ones again if the library still has their
    /// content. The pointer is not changed: readers of the releases find the same bytes as before.
    ///
    /// - Parameters:
    ///   - isFull: Whether to read all objects and compare their SHA-256.
    ///   - progress: Called with the completed fraction of the verification, 0 to 1, from any thread.
    /// - Returns: The damage found, and which of it was repaired. A damaged release itself cannot be repaired;
    ///   ``publish()`` creates a new one.
    /// - Throws: The errors of ``ReleaseRepository/verify(isFull:progress:)`` and of ``publish()``.
    public func repair(
        isFull: Bool = false, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> ReleaseVerification {
        try await repository.withLease { lease in
            var found = try await repository.verify(isFull: isFull, progress: progress)
            try await lease.confirm()
            let damaged = Dictionary(found.damages.map { ($0.object, $0.sha256) }) { first, _ in first }
            let repaired = try await sendLists(damaged).union(sendPieces(damaged)).union(sendFiles(damaged))
            for index in found.damages.indices where repaired.contains(found.damages[index].object) {
                found.damages[index].isRepaired = true
            }
            return found
        }
    }

    /// Uploads damaged lists of files that are cached beside the library.
    private func sendLists(_ damaged: [String: String?]) async throws -> Set<String> {
        var sent: Set<String> = []
        for case (let object, let sha256?) in damaged where object == Release.inventory(sha256) {
            guard let bytes = repository.cache?.bytes(sha256) else { continue }
            try await send(bytes, to: object, contentType: "application/json")
            sent.insert(object)
        }
        return sent
    }

    /// Uploads damaged pieces of the database and of the institution's theme, if their content is still the same.
    private func sendPieces(_ damaged: [String: String?]) async throws -> Set<String> {
        var sent: Set<String> = []
        func sendIfDamaged(_ bytes: Data, _ sha256: String) async throws {
            let object = Release.piece(sha256)
            guard damaged[object] != nil, sent.insert(object).inserted else { return }
            try await send(bytes, to: object, contentType: "application/octet-stream")
        }
        guard damaged.keys.contains(where: { $0.hasPrefix(Release.piece("")) }) else { return [] }
        let (_, copy) = try await copyDatabase()
        defer { try? copy.close() }
        let reader = PieceReader(copy)
        while let (bytes, sha256) = try await Self.blocking({ _ in try reader.next() }) {
            try await sendIfDamaged(bytes, sha256)
        }
        let folder = library.servedFolder
        if let packed = try await Self.blocking({ _ in try ThemePack(ofLibraryIn: folder)?.encoded() }) {
            for piece in Self.pieces(of: packed) { try await sendIfDamaged(piece, Digest.sha256(piece)) }
        }
        return sent
    }

    /// Uploads damaged pyramids and scans, if the library's files still have the same bytes.
    private func sendFiles(_ damaged: [String: String?]) async throws -> Set<String> {
        var sent: Set<String> = []
        for case (let object, let sha256?) in damaged {
            guard object.hasPrefix("pyramids/") || object.hasPrefix("originals/") else { continue }
            let path = path(of: object)
            guard FileManager.default.fileExists(atPath: path), try await Self.digest(ofFile: path) == sha256 else {
                continue
            }
            let file = try await store.write(
                object, file: path, as: ObjectMetadata(contentType: Self.contentType(of: object)))
            count.sent(byteCount: file.byteCount)
            sent.insert(object)
        }
        return sent
    }
}
