import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import TileEngine

extension Library {
    /// Makes a document of a file of another format, and opens the scans that are given for its pages; decodes no pixels.
    static func readFile(
        _ file: RecognisedSource, annotations: [RecognisedSource], images: [Int: String],
        captures: [CaptureName: String], id: String?,
        _ opener: PageOpener
    ) throws -> ReadSource {
        var notes: [String] = []
        func scan(_ page: Int, _ path: String) throws -> PageScan {
            let found = try opener.pages(of: path)
            notes += found.notes
            if found.pages.count > 1 {
                notes.append("\(path): \(found.pages.count) pages, of which the first is taken for page \(page)")
            }
            return PageScan(page: page, path: path, scan: found.pages[0].scan)
        }
        let scans = try images.sorted { $0.key < $1.key }.map { try scan($0, $1) }
        let further = try captures.sorted { $0.key < $1.key }.map { ($0, try scan($0.page, $1)) }
        let given = GivenImages(
            images: Dictionary(scans.map { ($0.page, $0.sourceImage) }) { first, _ in first },
            captures: Dictionary(further.map { ($0, $1.sourceImage) }) { first, _ in first })
        let result = try file.read(
            id: id, images: given.images, captures: given.captures, annotations: annotations)
        let places = further.compactMap { name, scan -> PageScan? in
            let page = result.document.pages.first { $0.number == name.page }
            guard let place = page?.captures.firstIndex(where: { $0.id == name.id }) else { return nil }
            var scan = scan
            scan.capture = place
            return scan
        }
        var read = ReadSource(document: result.document, scans: scans + places, notes: notes + result.notes)
        read.given = given
        return read
    }

    /// The images that were given for pages and captures, as the words' formats know them.
    struct GivenImages {
        var images: [Int: SourceImage] = [:]
        var captures: [CaptureName: SourceImage] = [:]
    }
}
