import ClauseStore
public import DocumentFormats
import DocumentModel
import FileSupport
import Foundation

extension Library {
    /// Writes a document back as a source folder: equal JSON values, identical scan bytes.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - folder: The folder to write; it must be empty or not exist.
    /// - Throws: ``LibraryError/occupied(_:)``, ``LibraryError/file(_:reason:)``,
    ///   ``LibraryError/missingFile(_:document:)``; `ClauseStoreError` if the document does not exist.
    public func exportFolder(of document: String, to folder: String) throws {
        let info = try store.document(document)
        let files = try store.sourceFiles(of: document)
        try Self.makeWhole(folder) { partial in
            for file in files {
                if file.name.contains("/") {
                    try Self.makeFolder(partial + "/" + (file.name as NSString).deletingLastPathComponent)
                }
                guard let recording = Recording(record: file) else {
                    try DurableFile.write(file.bytes, to: partial + "/" + file.name)
                    continue
                }
                let original = originalPath(of: recording)
                try Self.expectFile(original, document)
                try DurableFile.copy(from: original, to: partial + "/" + file.name)
            }
            // A scan with several pages is written once.
            var written: Set<String> = []
            for page in info.pages.flatMap(\.images) {
                guard let name = page.sourceImage, let original = originalPath(of: page) else { continue }
                guard written.insert(name).inserted else { continue }
                try Self.expectFile(original, document)
                try DurableFile.copy(from: original, to: partial + "/" + name)
            }
        }
    }

    /// Writes a document's regions and transcriptions as layout files, one per page.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - format: PAGE XML or ALTO.
    ///   - folder: The folder to write; it must be empty or not exist.
    /// - Returns: One line for each kind of content that the format cannot hold.
    /// - Throws: ``LibraryError/occupied(_:)``, ``LibraryError/file(_:reason:)``; `ClauseStoreError` if the document
    ///   does not exist.
    public func exportLayout(of document: String, as format: LayoutFormat, to folder: String) throws -> [String] {
        let export = try store.layout(of: document, as: format)
        try Self.makeWhole(folder) { partial in
            for file in export.files { try DurableFile.write(file.bytes, to: partial + "/" + file.name) }
        }
        return export.notes
    }

    /// Creates a folder atomically: fills a temporary folder beside it, and renames that.
    static func makeWhole(_ folder: String, _ fill: (_ partial: String) throws -> Void) throws {
        guard let target = AtomicFile.renamablePath(folder) else {
            throw LibraryError.file(
                folder, reason: "cannot be replaced under this name, expected the folder's own name")
        }
        if let present = try? FileManager.default.contentsOfDirectory(atPath: target) {
            guard present.isEmpty else { throw LibraryError.occupied(target) }
        } else if FileManager.default.fileExists(atPath: target) {
            throw LibraryError.occupied(target)
        }
        let prefix = (target as NSString).lastPathComponent + partialMark
        AtomicFile.removeAbandoned(in: AtomicFile.folder(of: target)) { name in
            name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
        }
        let partial = target + partialMark + "\(getpid())"
        var lock: Int32 = -1
        defer { if lock >= 0 { close(lock) } }
        do {
            try makeFolder(partial)
            // Held while the folder is being filled, so that other processes can tell it from an abandoned one.
            lock = open(partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            _ = flock(lock, LOCK_EX | LOCK_NB)
            try fill(partial)
            AtomicFile.syncFolder(partial)
            rmdir(target)
            guard rename(partial, target) == 0 else {
                throw LibraryError.file(target, reason: String(cString: strerror(errno)))
            }
            AtomicFile.syncFolder(of: target)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
    }

    static let partialMark = ".partial-"

    static func makeFolder(_ path: String) throws(LibraryError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: reason(of: error))
        }
    }
}
