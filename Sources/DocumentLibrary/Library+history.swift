public import ClauseStore
import DocumentModel
import FileSupport

import Foundation

extension Library {
    /// Restores the content of an earlier version of a document, as a new version.
    ///
    /// - Returns: The outcome, which states whether anything changed.
    /// - Throws: ``LibraryError/missingFile(_:document:)`` if the library no longer has a file of that version, and the
    ///   errors of `ClauseStore.restore`.
    public func restore(_ document: String, version: Int) throws -> PutOutcome {
        try locked {
            try expectFiles(of: store.images(of: document, version: version), document)
            for file in try store.recordingFiles(of: document, version: version) {
                try Self.expectFile("\(path)/originals/\(file)", document)
            }
            return try store.restore(document, version: version, at: Date())
        }
    }

    /// Copies the library in its present state to a folder, as a library of its own. It may be served during the copy.
    /// The copy is atomic.
    ///
    /// Documents cannot be added or removed during the copy.
    ///
    /// - Parameters:
    ///   - folder: The folder to write; it must be empty or not exist.
    ///   - progress: Called with the fraction of bytes copied, 0 to 1.
    ///   - isCancelled: Called before each file. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Returns: The number of files and bytes.
    /// - Throws: ``LibraryError`` and `ClauseStoreError`; after an error no copy remains.
    public func backUp(
        to folder: String, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> (fileCount: Int, byteCount: Int64) {
        try locked(isCancelled: isCancelled) {
            var copied: (fileCount: Int, byteCount: Int64) = (0, 0)
            try Self.makeWhole(folder) { partial in
                try store.backUp(to: partial + "/library.sqlite")
                let files = try store.fileNames()
                let names = files.originals.map { "originals/" + $0 } + files.pyramids.map { "pyramids/" + $0 }
                for part in ["originals", "pyramids"] { try Self.makeFolder(partial + "/" + part) }
                let sizes = try names.map { name in
                    guard let size = Self.byteCount(of: path + "/" + name) else {
                        throw LibraryError.missingFile(path + "/" + name, document: "this library")
                    }
                    return size
                }
                let total = sizes.reduce(0, +)
                for (name, size) in zip(names, sizes) {
                    if isCancelled() { throw LibraryError.cancelled }
                    try DurableFile.copy(from: path + "/" + name, to: partial + "/" + name)
                    copied = (copied.fileCount + 1, copied.byteCount + size)
                    progress(Double(copied.byteCount) / Double(max(total, 1)))
                }
                let themeFiles = Self.themeFiles(in: path)
                for folder in Set(themeFiles.map { AtomicFile.folder(of: $0) }).sorted() {
                    try Self.makeFolder(partial + "/" + folder)
                }
                for name in themeFiles {
                    try DurableFile.copy(from: path + "/" + name, to: partial + "/" + name)
                    copied = (copied.fileCount + 1, copied.byteCount + (Self.byteCount(of: path + "/" + name) ?? 0))
                }
                copied.fileCount += 1
                copied.byteCount += Self.byteCount(of: partial + "/library.sqlite") ?? 0
            }
            return copied
        }
    }

    /// Returns the length of a file in bytes; nil if there is none.
    package static func byteCount(of path: String) -> Int64? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.int64Value
    }
}
