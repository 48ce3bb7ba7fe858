import ClauseStore
import Foundation

extension Library {
    /// Writes a document back as a source folder: equal JSON values, identical scan bytes.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - folder: Where to; it must not exist, or be empty.
    /// - Throws: ``LibraryError/occupied(_:)``, ``LibraryError/file(_:reason:)``,
    ///   ``LibraryError/missingFile(_:document:)``; `ClauseStoreError` when there is no such document.
    public func exportFolder(of document: String, to folder: String) throws {
        let info = try store.document(document)
        let files = try store.sourceFiles(of: document)
        try Self.makeWhole(folder) { partial in
            for file in files {
                if file.name.contains("/") {
                    try Self.makeFolder(partial + "/" + (file.name as NSString).deletingLastPathComponent)
                }
                try DurableFile.write(file.bytes, to: partial + "/" + file.name)
            }
            for page in info.pages {
                guard let name = page.sourceImage, let original = originalPath(of: page) else { continue }
                guard FileManager.default.fileExists(atPath: original) else {
                    throw LibraryError.missingFile(original, document: document)
                }
                try DurableFile.copy(from: original, to: partial + "/" + name)
            }
        }
    }

    /// Makes a folder that is whole or not there: beside, and renamed.
    static func makeWhole(_ folder: String, _ fill: (_ partial: String) throws -> Void) throws {
        let target = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        if let present = try? FileManager.default.contentsOfDirectory(atPath: target) {
            guard present.isEmpty else { throw LibraryError.occupied(target) }
        } else if FileManager.default.fileExists(atPath: target) {
            throw LibraryError.occupied(target)
        }
        let partial = target + ".partial-\(getpid())"
        do {
            try makeFolder(partial)
            try fill(partial)
            rmdir(target)
            guard rename(partial, target) == 0 else {
                throw LibraryError.file(target, reason: String(cString: strerror(errno)))
            }
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
    }

    static func makeFolder(_ path: String) throws(LibraryError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: reason(of: error))
        }
    }
}
