import ClauseStore
import DocumentFormats
public import DocumentModel
import Foundation
public import TileEngine

extension Library {
    /// A page's scan before it is in the library.
    struct PageScan {
        let page: Int
        /// The position among the page's captures, from 0 for the default capture.
        var capture = 0
        let path: String
        /// The page of the file, from 1; nil if the file has only one.
        var imagePage: Int?
        let scan: Scan

        /// The place in the document of the image that this scan becomes.
        var place: ImagePlace { ImagePlace(page: page, capture: capture) }
    }

    /// An id derived from a source's name. Another source may derive the same id.
    struct DerivedID {
        /// Whether some of the name could be used in the id.
        let isOfName: Bool
        /// Creates the document with another id.
        let remake: (String) throws -> SourceDocument
    }

    /// A source whose metadata was read and validated before anything of it is added to a library.
    struct ReadSource {
        var document: SourceDocument
        let scans: [PageScan]
        var notes: [String] = []
        var path = ""
        /// The derived id; nil if the id was given or comes from the source itself.
        var derived: DerivedID?
        /// Whether the source consists of scans without metadata. Existing metadata in the library is then kept.
        var isPlain = false
    }

    /// Reads a source's content, and opens its scans to find their sizes. Decodes no pixels, and needs no library.
    ///
    /// - Parameters:
    ///   - source: The source to read.
    ///   - description: The metadata of a document made from scans.
    ///   - policy: Which images are decoded, and where.
    ///   - progress: Called with the page of a multi-page file that is being opened, on the calling thread.
    ///   - isCancelled: Called before each page. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: `SourceFaults` for faulty content, `TileEngineError` for an unreadable scan;
    ///   ``LibraryError/useless(_:reason:)`` if `description` is given for a source that does not consist of scans.
    static func read(
        _ source: DocumentSource, description: ScanDescription, policy: ScanPolicy,
        progress: @escaping (AddProgress) -> Void,
        isCancelled: @escaping () -> Bool
    ) throws -> ReadSource {
        let opener = PageOpener(policy: policy, progress: progress, isCancelled: isCancelled)
        var read: ReadSource
        switch source {
        case .folder(let folder):
            try refuse(description, for: folder)
            read = try readFolder(folder, policy)
        case .image(let path):
            read = try readScans([(path, nil, nil)], name: path, description, opener)
            read.isPlain = description.isEmpty
        case .imageWithLines(let path, let lines, let clauses):
            read = try readScans([(path, nil, .file(lines, clauses: clauses))], name: path, description, opener)
        case .scans(let folder): read = try readScans(in: folder, description, opener)
        case .file(let file, let annotations, let images, let captures, let id):
            var others = description
            others.id = nil
            try refuse(others, for: file.path)
            if let list = try file.metsList() {
                read = try readList(list, of: file, images: images, id: description.id ?? id, opener)
            } else {
                read = try readFile(
                    file, annotations: annotations, images: images, captures: captures, id: description.id ?? id, opener
                )
                if description.id != nil { read.derived = nil }
            }
        }
        read.path = source.path
        return read
    }

    /// Refuses metadata for sources that contain their own.
    private static func refuse(_ description: ScanDescription, for path: String) throws {
        guard !description.isEmpty else { return }
        throw LibraryError.useless(
            path,
            reason:
                "has its own metadata, expected none from --id, --title, --shelfmark, --rights or --metadata, and no --rotation, --crop or --corners"
        )
    }

    private static func readFolder(_ folder: String, _ policy: ScanPolicy) throws -> ReadSource {
        let document = try SourceFolder.read(folder) { file, page in
            let info = try Scan(path: file.path, page: page, policy: policy).info
            return (info.width, info.height)
        }
        func scan(_ place: ImagePlace, _ image: String, _ imagePage: Int?, _ part: ScanPart) throws -> PageScan {
            let path = folder + "/" + image
            return PageScan(
                page: place.page, capture: place.capture, path: path, imagePage: imagePage,
                scan: try Scan(path: path, page: imagePage, policy: policy).part(part))
        }
        let scans = try document.pages.flatMap { page -> [PageScan] in
            guard let image = page.image else { return [] }
            if page.captures.isEmpty {
                return [try scan(ImagePlace(page: page.number), image, page.imagePage, page.part)]
            }
            return try page.captures.enumerated().map { place, capture in
                try scan(
                    ImagePlace(page: page.number, capture: place), capture.image, capture.imagePage, capture.part)
            }
        }
        return ReadSource(document: document, scans: scans)
    }
}

/// Opens the pages of files, and reports the progress.
struct PageOpener {
    let policy: ScanPolicy
    let progress: (AddProgress) -> Void
    let isCancelled: () -> Bool

    func pages(of path: String) throws -> ScanPages {
        try ScanPages(
            path, policy: policy, progress: { progress(.opening(page: $0, of: $1)) }, isCancelled: isCancelled)
    }
}

extension Scan {
    /// Returns the part of the scan that a page shows.
    ///
    /// - Throws: `TileEngineError`, as for `part(rotation:crop:)` and `rectified(corners:)`.
    public func part(_ part: ScanPart) throws(TileEngineError) -> Scan {
        if let corners = part.corners { return try rectified(corners: corners) }
        return try self.part(
            rotation: part.rotation,
            crop: part.crop.map { PixelRegion(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
    }
}

extension Library.PageScan {
    /// The scan's file name and size, in the form that format readers use.
    var sourceImage: SourceImage {
        SourceImage(
            fileName: (path as NSString).lastPathComponent, width: scan.info.width, height: scan.info.height)
    }
}
