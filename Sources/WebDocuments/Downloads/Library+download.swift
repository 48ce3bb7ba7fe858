import ClauseStore
package import DocumentLibrary
import DocumentModel
import DocumentPDF
import FileSupport
import Foundation
import TileEngine

/// What was written.
package struct DownloadReport: Sendable {
    package var byteCount: Int64 = 0
    /// How many characters no font of this machine has.
    package var unknownCount = 0
}

extension Library {
    /// Writes what readers download to a file, whole or not at all.
    ///
    /// - Parameters:
    ///   - languages: Tags; none for all.
    ///   - path: Where to; it must not exist.
    ///   - side: The longest side of pages' pictures, pixels; nil for the usual one.
    ///   - base: What absolute addresses begin with; empty where it is not known.
    ///   - progress: Told how much is done, 0 to 1.
    ///   - isCancelled: Asked now and then; once it says yes, the call throws `LibraryError.cancelled`.
    /// - Throws: `LibraryError`, ``DownloadError``, `PDFError`, `ClauseStoreError`, `TileEngineError`.
    /// - Complexity: O(*n*) in the pixels and the texts; memory follows one page.
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

    /// Makes a PDF, and hands its bytes over page by page.
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
