import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TileEngine

extension Library {
    /// A file of scans, with the label of its page if it has one, and the text lines of its first page.
    typealias ScanFile = (path: String, label: String?, lines: ScanPage.LineSource?)

    /// Creates a document from the scans in a folder, with each file's pages in order.
    static func readScans(in folder: String, _ description: ScanDescription, _ opener: PageOpener) throws -> ReadSource
    {
        let found = try ScanFolder(folder)
        let files = found.pages.map { page -> ScanFile in
            let lines = page.lines.map { ScanPage.LineSource.file(folder + "/" + $0, clauses: nil) }
            let label = found.pages.count > 1 ? ScanDescription.label(fromFileName: page.image) : nil
            return (folder + "/" + page.image, label, lines)
        }
        // The full stop protects a folder's name from losing what looks like an extension.
        let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent + "."
        var read = try readScans(files, name: name, description, opener)
        read.notes = found.notes + read.notes
        read.isPlain = description.isEmpty && found.pages.allSatisfy { $0.lines == nil }
        return read
    }

    /// Creates a document from files of scans.
    ///
    /// - Parameters:
    ///   - files: The files in order. The text lines belong to a file's first page.
    ///   - name: The name from which the id and the title are derived if they are not given.
    static func readScans(
        _ files: [ScanFile], name: String, _ description: ScanDescription, _ opener: PageOpener
    ) throws -> ReadSource {
        var (scans, pages): ([PageScan], [ScanPage]) = ([], [])
        var notes: [String] = []
        for file in files {
            let found = try opener.pages(of: file.path)
            notes += found.notes
            guard pages.count + found.pages.count <= ScanFolder.pageLimit else {
                throw LibraryError.file(
                    file.path,
                    reason: "makes more than \(ScanFolder.pageLimit) pages in one document, expected at most that many")
            }
            guard description.part.isWhole || files.count == 1 && found.pages.count == 1 && file.lines == nil else {
                throw LibraryError.useless(
                    "--rotation, --crop and --corners",
                    reason: "do not apply to \(file.path), expected a single image without a file of text lines")
            }
            for (position, page) in found.pages.enumerated() {
                let scan = PageScan(
                    page: scans.count + 1, path: file.path, imagePage: page.number,
                    scan: try page.scan.part(description.part))
                let label = file.label.map { found.pages.count > 1 ? "\($0), \(position + 1)" : $0 }
                scans.append(scan)
                pages.append(
                    ScanPage(
                        image: scan.sourceImage, imagePage: page.number, part: description.part, label: label,
                        lines: position == 0 ? file.lines : nil))
            }
        }
        var described = description
        described.title = description.title ?? ScanDescription.title(fromFileName: name)
        let derived = Identifier.derived(fromFileName: name)
        let made = try ScanDocument.read(
            id: description.id ?? derived ?? Identifier.make(fromFileName: name), description: described, pages: pages)
        var read = ReadSource(document: made.document, scans: scans, notes: notes + made.notes)
        if description.id == nil {
            read.derived = DerivedID(isOfName: derived != nil) { [described, pages] id in
                try ScanDocument.read(id: id, description: described, pages: pages).document
            }
        }
        return read
    }
}
