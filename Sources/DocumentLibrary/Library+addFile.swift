import ClauseStore
import DocumentFormats
import Foundation
import TileEngine

extension Library {
    /// Makes a document of a file of another format, and opens the scans that are given for its pages; decodes no pixels.
    static func readFile(
        _ file: RecognisedSource, annotations: [RecognisedSource], images: [Int: String], id: String?,
        _ opener: PageOpener
    ) throws -> ReadSource {
        var notes: [String] = []
        let scans = try images.sorted { $0.key < $1.key }.map { page, path in
            let found = try opener.pages(of: path)
            notes += found.notes
            if found.pages.count > 1 {
                notes.append("\(path): \(found.pages.count) pages, of which the first is taken for page \(page)")
            }
            return PageScan(page: page, path: path, scan: found.pages[0].scan)
        }
        let sizes = scans.map { ($0.page, $0.sourceImage) }
        let result = try file.read(
            id: id, images: Dictionary(sizes) { first, _ in first }, annotations: annotations)
        return ReadSource(document: result.document, scans: scans, notes: notes + result.notes)
    }
}
