import ClauseStore
package import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import TileEngine

/// The result of writing a download.
package struct DownloadReport: Sendable {
    package var byteCount: Int64 = 0
    /// The number of characters that no font on this machine has.
    package var unknownCount = 0
}

extension Library {
    /// Writes a download to a file, atomically.
    ///
    /// - Parameters:
    ///   - languages: Language tags; empty for all.
    ///   - path: The file to write; it must not exist.
    ///   - side: The length of the longer side of page pictures, in pixels; nil for the default.
    ///   - base: The base of absolute addresses; empty if unknown.
    ///   - progress: Called with the completed fraction, 0 to 1.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws `LibraryError.cancelled`.
    /// - Throws: `LibraryError`, ``DownloadError``, `PDFError`, `ClauseStoreError`, `TileEngineError`.
    /// - Complexity: O(*n*) in the pixels and the texts; memory holds one page.
    package func writeDownload(
        _ part: DownloadPart, of document: String, in languages: [String], to path: String, isPDF: Bool,
        side: Int? = nil,
        words: PlainWords, base: String, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> DownloadReport {
        guard !FileManager.default.fileExists(atPath: path) else { throw LibraryError.occupied(path) }
        let content = try DownloadContent(part, of: store.document(document), in: languages, from: store)
        let file = try AtomicFile(path) { LibraryError.file(path, reason: $0) }
        var report = DownloadReport()
        func append(_ bytes: [UInt8]) throws {
            bytes.withUnsafeBytes { file.append($0) }
            report.byteCount += Int64(bytes.count)
            try file.check { LibraryError.file(path, reason: $0) }
        }
        if isPDF {
            let booklet = try DownloadBooklet(content, side: side, words: words, base: base)
            try write(booklet, progress: progress, isCancelled: isCancelled, append: append)
            report.unknownCount = booklet.unknownCount
        } else {
            try append(Array(content.plainText(words: words, base: base).utf8))
        }
        try file.moveIntoPlace { LibraryError.file(path, reason: $0) }
        return report
    }

    /// Creates a PDF, and passes on its bytes after each step.
    private func write(
        _ booklet: DownloadBooklet, progress: (Double) -> Void, isCancelled: () -> Bool,
        append: ([UInt8]) throws -> Void
    ) throws {
        let steps = booklet.steps
        for (index, step) in steps.enumerated() {
            if isCancelled() { throw LibraryError.cancelled }
            progress(Double(index) / Double(steps.count))
            do {
                try append(try booklet.take(step, jpeg: try picture(of: step, in: booklet, isCancelled: isCancelled)))
            } catch is CancellationError {
                throw LibraryError.cancelled
            }
        }
        progress(1)
    }

    private func picture(
        of step: DownloadBooklet.Step, in booklet: DownloadBooklet, isCancelled: () -> Bool
    ) throws -> [UInt8]? {
        func renderer(_ page: PageInfo) throws -> TileRenderer? {
            try pyramidPath(of: page).map { TileRenderer(archive: try TileArchive(path: $0)) }
        }
        switch step {
        case .page(let page):
            return try renderer(page)?.render(booklet.request(for: page), isCancelled: isCancelled)
        case .figure(let cutOut):
            return try renderer(cutOut.page).map { try cutOut.render(with: $0, isCancelled: isCancelled) }
        case .front, .beginTexts, .texts, .end: return nil
        }
    }
}
