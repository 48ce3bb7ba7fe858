public import ClauseStore
public import DocumentCheck
import DocumentModel
public import Foundation

/// A working copy that may be published as it is at one revision, see ``Library/publishable(_:revision:despiteErrors:isCancelled:)``.
public struct PublishableWorkingCopy: Sendable {
    fileprivate let document: String
    fileprivate let revision: Int
    /// What was measured of captures since the last version.
    fileprivate var measurements: [ImagePlace: CaptureMeasurement] = [:]
}

/// What a check finds to be wrong with a working copy, which is not published for it unless that is demanded.
public struct WorkingCopyErrors: Error, Sendable, CustomStringConvertible {
    /// The document's id.
    public let document: String
    /// The findings: errors, at least one.
    public let findings: [Finding]

    /// A line for each finding.
    public var lines: [String] {
        findings.map { finding in finding.message + (finding.page.map { " (page \($0))" } ?? "") }
    }

    /// How many there are, in a line.
    public var description: String {
        "\(findings.count) error\(findings.count == 1 ? "" : "s") in the working copy; nothing was published"
    }
}

extension Library {
    /// Checks a working copy that is to be published, and measures where its captures lie. It is published at this revision, or
    /// not at all; so what was checked is what is published.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision that is to be published.
    ///   - despiteErrors: Whether it is published without a check.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: ``WorkingCopyErrors``; `SourceFaults` for a working copy that is no valid document, which nothing makes
    ///   publishable; `ClauseStoreError` where somebody has edited since; as ``checkWorkingCopy(of:limits:isCancelled:)``.
    public func publishable(
        _ document: String, revision: Int, despiteErrors: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> PublishableWorkingCopy {
        var copy = PublishableWorkingCopy(document: document, revision: revision)
        let info = try store.workingCopy(of: document)
        guard info.revision == revision else {
            throw ClauseStoreError.revisionMoved(document: document, found: info.revision, expected: revision)
        }
        // Where there is nothing to publish, that is said first.
        if info.editCount == 0 { return copy }
        if !despiteErrors {
            let errors = try checkWorkingCopy(of: document, isCancelled: isCancelled).filter { $0.severity == .error }
            guard errors.isEmpty else { throw WorkingCopyErrors(document: document, findings: errors) }
        }
        let (source, images) = try store.workingSource(of: document)
        let measured = try Captures(of: source, images, in: self).measured(isCancelled: isCancelled).images
        copy.measurements = measured.compactMapValues(\.measurement)
        return copy
    }

    /// Makes a working copy the next version of its document, as `ClauseStore.publishWorkingCopy` does, while no other program
    /// changes the library's files.
    ///
    /// - Throws: ``LibraryError/missingFile(_:document:)`` when a file of its images is not in the library any more, and what
    ///   the store throws: `SourceFaults` where the working copy is no valid document. Then nothing was changed.
    public func publish(
        _ copy: PublishableWorkingCopy, editor: String, at date: Date = Date()
    ) throws -> PublishedWorkingCopy {
        try locked {
            let images = try store.document(copy.document).pages.flatMap(\.images)
            try expectFiles(of: images.compactMap(\.image), copy.document)
            return try store.publishWorkingCopy(
                of: copy.document, revision: copy.revision, measurements: copy.measurements, editor: editor,
                at: date)
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
