import DocumentLibrary
import FileSupport
import Foundation

/// A cache of lists of files beside the library, so that a publication reads only the lists that others have changed.
/// The files are named by their SHA-256, which is verified; a missing or damaged list is read from the store.
struct InventoryCache: Sendable {
    let folder: String

    func bytes(_ sha256: String) -> Data? {
        guard let data = FileManager.default.contents(atPath: path(sha256)), Digest.sha256(data) == sha256 else {
            return nil
        }
        return data
    }

    /// Stores a list. After a failure the list is read from the store again next time.
    func keep(_ data: Data, _ sha256: String) {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? DurableFile.write(data, to: path(sha256))
    }

    /// Deletes all lists except the given ones.
    func keepOnly(_ digests: some Collection<String>) {
        let names = Set(digests.map { $0 + ".json" })
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !names.contains(name) {
            unlink(folder + "/" + name)
        }
    }

    private func path(_ sha256: String) -> String { "\(folder)/\(sha256).json" }
}
