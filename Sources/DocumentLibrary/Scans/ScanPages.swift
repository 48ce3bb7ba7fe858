import Foundation
import TileEngine

/// The pages of a scan file: all pages of a TIFF or PDF file, and one page for any other format.
struct ScanPages {
    /// A page of the file.
    struct Page {
        /// The page's number in the file, from 1; nil if only one page is used.
        let number: Int?
        let scan: Scan
    }

    let pages: [Page]
    /// Notes on what is left out of the file.
    let notes: [String]

    /// Opens a file's pages. Decodes no pixels.
    ///
    /// - Parameters:
    ///   - policy: Whether the file is decoded, and where. If it is decoded in child processes, each page's header gets
    ///     its own.
    ///   - progress: Called with the number of each page being opened and the number of pages, if there are several.
    ///   - isCancelled: Called before each page. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: `TileEngineError` if the file or a page cannot be read, of kind `tooLarge` if it has more pages than
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
            let what =
                main.info.format == .heif ? "pictures, of which only the main one" : "frames, of which only the first"
            (pages, notes) = ([Page(number: nil, scan: main)], ["\(name): \(count) \(what) is used"])
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
            let note = "\(name): \(count) pages, each half as large as the one before, read as one image"
            (pages, notes) = ([Page(number: nil, scan: main)], opened.count > 1 ? [note] : [])
            return
        }
        (pages, notes) = (opened, [])
    }

    /// Whether every page is half as large as the previous one, as in pyramids whose levels are not marked as such.
    private static func areHalves(_ pages: [Page]) -> Bool {
        pages[0].scan.info.format == .tiff
            && zip(pages, pages.dropFirst()).allSatisfy { page, next in
                let (large, small) = (page.scan.info, next.scan.info)
                return [large.width / 2, (large.width + 1) / 2].contains(small.width)
                    && [large.height / 2, (large.height + 1) / 2].contains(small.height)
            }
    }
}
