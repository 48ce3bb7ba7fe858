public import ClauseStore
public import DocumentCheck
public import DocumentModel
public import Foundation

extension Library {
    /// Makes the working copy of a document its next version, as `ClauseStore.publishWorkingCopy` does, while no other
    /// program changes the library's files.
    ///
    /// - Throws: ``LibraryError/missingFile(_:document:)`` when a file of its images is not in the library any more, and what
    ///   the store throws: `SourceFaults` where the working copy is no valid document. Then nothing was changed.
    public func publishWorkingCopy(
        of document: String, revision: Int, editor: String, at date: Date = Date()
    ) throws -> PublishedWorkingCopy {
        try locked {
            try expectFiles(of: store.document(document).pages.compactMap(\.image), document)
            return try store.publishWorkingCopy(of: document, revision: revision, editor: editor, at: date)
        }
    }

    /// Everything that a check finds in the working copy of a document, the ink of its scans included.
    ///
    /// - Throws: `SourceFaults` for one that cannot be published; `ClauseStoreError`, `TileEngineError`, ``LibraryError``.
    public func checkWorkingCopy(
        of document: String, limits: CheckLimits = CheckLimits(),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [Finding] {
        try DocumentToCheck(workingCopyOf: document, in: self).findings(limits: limits, isCancelled: isCancelled)
    }

    /// Makes sure that the files of images are there.
    func expectFiles(of images: [StoredImage], _ document: String) throws(LibraryError) {
        for image in images {
            for file in ["originals/" + image.fileName, "pyramids/" + image.pyramid] {
                let file = path + "/" + file
                guard FileManager.default.fileExists(atPath: file) else {
                    throw .missingFile(file, document: document)
                }
            }
        }
    }
}
