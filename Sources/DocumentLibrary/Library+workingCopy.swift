public import ClauseStore
public import DocumentCheck
import DocumentFormats
import DocumentModel
public import Foundation

/// A working copy that has been checked for publication at one revision. See
/// ``Library/publishable(_:revision:despiteErrors:isCancelled:)``.
public struct PublishableWorkingCopy: Sendable {
    fileprivate let document: String
    fileprivate let revision: Int
    /// The measurements of captures that were added since the last version.
    fileprivate var measurements: [ImagePlace: CaptureMeasurement] = [:]
}

/// The errors that a check found in a working copy, which prevent its publication unless they are overridden.
public struct WorkingCopyErrors: Error, Sendable, CustomStringConvertible {
    /// The document's id.
    public let document: String
    /// The findings, all of them errors; at least one.
    public let findings: [Finding]

    /// The findings, one line each.
    public var lines: [String] {
        findings.map { finding in finding.message + (finding.page.map { " (page \($0))" } ?? "") }
    }

    /// The number of errors, as one line.
    public var description: String {
        "\(findings.count) error\(findings.count == 1 ? "" : "s") in the working copy; nothing was published"
    }
}

extension Library {
    /// Checks a working copy before publication, and measures the alignment of its captures. The result can be
    /// published only at this revision, so exactly what was checked is published.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - revision: The revision to be published.
    ///   - despiteErrors: Whether to skip the check.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: ``WorkingCopyErrors``; `SourceFaults` for a working copy that is not a valid document, which cannot be
    ///   overridden; `ClauseStoreError` if the working copy was edited since; and the errors of
    ///   ``checkWorkingCopy(of:hasIcon:isCancelled:)``.
    public func publishable(
        _ document: String, revision: Int, despiteErrors: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> PublishableWorkingCopy {
        var copy = PublishableWorkingCopy(document: document, revision: revision)
        let info = try store.workingCopy(of: document)
        guard info.revision == revision else {
            throw ClauseStoreError.revisionMoved(document: document, found: info.revision, expected: revision)
        }
        // Without edits, publishing fails because there is nothing to publish; that error takes precedence.
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

    /// Publishes a working copy as the next version of its document, like `ClauseStore.publishWorkingCopy`, while no
    /// other process changes the library's files.
    ///
    /// - Parameter isCancelled: Called repeatedly while waiting for another process. Once it returns true, the call
    ///   throws ``LibraryError/cancelled``.
    /// - Throws: ``LibraryError/missingFile(_:document:)`` if the library no longer has a file of one of its images
    ///   or recordings, and the store's errors, such as `SourceFaults` if the working copy is not a valid document.
    ///   After an error nothing has changed.
    public func publish(
        _ copy: PublishableWorkingCopy, editor: String, at date: Date = Date(),
        isCancelled: () -> Bool = { false }
    ) throws -> PublishedWorkingCopy {
        try locked(isCancelled: isCancelled) {
            let info = try store.workingCopy(of: copy.document)
            // Otherwise there is nothing to publish, or something else, which the store says.
            if info.revision == copy.revision, info.editCount > 0 { try expectFiles(ofWorkingCopyOf: copy.document) }
            return try store.publishWorkingCopy(
                of: copy.document, revision: copy.revision, measurements: copy.measurements, editor: editor,
                at: date)
        }
    }

    /// Returns all findings in a document's working copy, including those about the ink in its scans.
    ///
    /// - Parameter hasIcon: Whether the viewer has an icon of a name.
    /// - Throws: `SourceFaults` if it cannot be published; `ClauseStoreError`, `TileEngineError`, ``LibraryError``.
    public func checkWorkingCopy(
        of document: String, hasIcon: @escaping (String) -> Bool = { _ in true },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [Finding] {
        try DocumentToCheck(workingCopyOf: document, in: self).findings(hasIcon: hasIcon, isCancelled: isCancelled)
    }

    /// Throws an error if a file of the images or recordings that publishing would store is missing.
    private func expectFiles(ofWorkingCopyOf document: String) throws {
        let (source, images) = try store.workingSource(of: document)
        try expectFiles(of: images.sorted { $0.key < $1.key }.map(\.value), document)
        for recording in source.recordings.recordings {
            try Self.expectFile(originalPath(of: recording), document)
        }
    }

    /// Throws an error if a file of the images is missing.
    func expectFiles(of images: [StoredImage], _ document: String) throws(LibraryError) {
        for image in images {
            for file in ["originals/" + image.fileName, "pyramids/" + image.pyramid] {
                try Self.expectFile(path + "/" + file, document)
            }
        }
    }

    static func expectFile(_ path: String, _ document: String) throws(LibraryError) {
        guard FileManager.default.fileExists(atPath: path) else { throw .missingFile(path, document: document) }
    }
}
