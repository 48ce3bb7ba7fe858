import Foundation
import TileEngine

/// The pages that a file of scans has: all of a TIFF's or PDF's, and the picture of any other.
struct ScanPages {
    /// A page of the file.
    struct Page {
        /// Its number in the file, from 1; nil where the file has one page alone.
        let number: Int?
        let scan: Scan
    }

    let pages: [Page]
    /// What of the file is left out.
    let notes: [String]

    /// Opens a file's pages; decodes no pixels.
    ///
    /// - Parameters:
    ///   - policy: Whether the file is decoded, and where: each page's header in a child of its own, if in a child.
    ///   - progress: Told which page is opened, and of how many, where there are several.
    ///   - isCancelled: Asked before each page; when it says yes, the call ends with ``LibraryError/cancelled``.
    /// - Throws: `TileEngineError` for a file or a page that cannot be read, `tooLarge` for more pages than
    ///   ``ScanFolder/pageLimit``; ``LibraryError/cancelled``.
    init(
        _ path: String, policy: ScanPolicy, progress: (_ page: Int, _ count: Int) -> Void = { _, _ in },
        isCancelled: () -> Bool = { false }
    ) throws {
        let main = try Scan(path: path, policy: policy)
        let count = main.info.pageCount
        let name = (path as NSString).lastPathComponent
        guard count > 1 else {
            (pages, notes) = ([Page(number: nil, scan: main)], [])
            return
        }
        guard main.info.format == .tiff || main.info.format == .pdf else {
            let what = main.info.format == .heif ? "pictures, of which the main one" : "frames, of which the first"
            (pages, notes) = ([Page(number: nil, scan: main)], ["\(name): \(count) \(what) is taken"])
            return
        }
        guard count <= ScanFolder.pageLimit else {
            throw TileEngineError(
                .tooLarge, path: path, "has \(count) pages, expected at most \(ScanFolder.pageLimit)")
        }
        var opened: [Page] = []
        for number in 1...count {
            if isCancelled() { throw LibraryError.cancelled }
            progress(number, count)
            do {
                let scan = try Scan(path: path, page: number, policy: policy)
                if !scan.info.isReduced { opened.append(Page(number: number, scan: scan)) }
            } catch let error as TileEngineError {
                throw TileEngineError(error.kind, path: path, "page \(number): \(error.reason)")
            }
        }
        guard opened.count > 1, !Self.areHalves(opened) else {
            let note = "\(name): \(count) pages, each half as large as the one before, taken for the pyramid of one"
            (pages, notes) = ([Page(number: nil, scan: main)], opened.count > 1 ? [note] : [])
            return
        }
        (pages, notes) = (opened, [])
    }

    /// Whether every page is half as large as the one before it, as in pyramids whose levels do not say what they are.
    private static func areHalves(_ pages: [Page]) -> Bool {
        pages[0].scan.info.format == .tiff
            && zip(pages, pages.dropFirst()).allSatisfy { page, next in
                let (large, small) = (page.scan.info, next.scan.info)
                return [large.width / 2, (large.width + 1) / 2].contains(small.width)
                    && [large.height / 2, (large.height + 1) / 2].contains(small.height)
            }
    }
}
