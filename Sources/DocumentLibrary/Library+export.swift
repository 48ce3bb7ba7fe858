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
        if let present = try? FileManager.default.contentsOfDirectory(atPath: folder) {
            guard present.isEmpty else { throw LibraryError.occupied(folder) }
        } else if FileManager.default.fileExists(atPath: folder) {
            throw LibraryError.occupied(folder)
        }
        let whole = try AtomicFolder(folder, failure: { LibraryError.file(folder, reason: $0) })
        try fill(whole.partial)
        try whole.moveIntoPlace(failure: { LibraryError.file(folder, reason: $0) })
    }

    static func makeFolder(_ path: String) throws(LibraryError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .file(path, reason: SystemError.text(of: error))
        }
    }
}
