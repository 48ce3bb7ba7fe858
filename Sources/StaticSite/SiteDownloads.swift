import ClauseStore
import DocumentLibrary
import DocumentModel
import Foundation
import WebDocuments

/// Writes the files of a document that readers download: its texts, and a PDF if the site's options include PDFs.
struct SiteDownloads {
    let context: SiteContext
    let writer: SiteWriter

    /// Returns the extensions of a document's downloads. A document with more pages than a PDF may have gets no PDF.
    static func endings(of document: DocumentInfo, _ options: StaticSite.Options) -> [String] {
        options.hasPDF && document.pages.count <= DownloadLimits.pageCount ? ["pdf", "txt"] : ["txt"]
    }

    /// The file from which the viewer learns which downloads exist. A server provides all of them.
    static let list = "downloads.json"

    func write(_ id: String) throws {
        let document = try context.library.store.document(id, for: .anyone)
        let content = try DownloadContent(.document(pages: nil), of: document, in: [], from: context.library.store)
        let folder = "api/documents/\(id)"
        let text = content.plainText(words: context.words, base: "")
        try writer.put(Array(text.utf8), at: "\(folder)/download.txt")
        let endings = Self.endings(of: document, context.options)
        let names = endings.map { JSON.string($0 == "txt" ? "text" : $0) }
        try writer.put(.array(names), at: "\(folder)/\(Self.list)")
        guard endings.contains("pdf") else { return }
        let path = "\(folder)/download.pdf"
        try writer.group(path, of: content.digest(address: "")) {
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
                .path(percentEncoded: false)
            defer { try? FileManager.default.removeItem(atPath: file) }
            do {
                _ = try context.library.writeDownload(
                    .document(pages: nil), of: id, in: [], to: file, isPDF: true, words: context.words, base: "",
                    isCancelled: writer.isCancelled)
            } catch LibraryError.cancelled {
                throw CancellationError()
            }
            try writer.put(fileAt: file, at: path)
        }
    }
}
