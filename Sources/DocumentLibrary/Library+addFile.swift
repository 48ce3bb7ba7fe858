import ClauseStore
import Foundation
import TileEngine

extension Library {
    /// Makes a document of a file of another format, and opens the scans that are given for its pages; decodes no pixels.
    static func read(
        _ file: RecognisedSource, annotations: [RecognisedSource], images: [Int: String], id: String?,
        _ policy: ScanPolicy
    ) throws -> ReadSource {
        let scans = try images.sorted { $0.key < $1.key }.map { page, path in
            PageScan(page: page, path: path, scan: try Scan(path: path, policy: policy))
        }
        let sizes = scans.map { scan in
            let name = (scan.path as NSString).lastPathComponent
            let info = scan.scan.info
            return (scan.page, SourceImage(fileName: name, width: info.width, height: info.height))
        }
        let result = try file.read(
            id: id, images: Dictionary(sizes) { first, _ in first }, annotations: annotations)
        return ReadSource(document: result.document, scans: scans, notes: result.notes)
    }
}
