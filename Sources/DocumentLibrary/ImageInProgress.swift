import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
public import TileEngine

/// An image whose document can already be read while its pyramid is being cut.
public struct ImageInProgress: Sendable {
    /// The image's id.
    public let id: String
    /// The document's id.
    public let document: String
    /// The file name of the finished image's pyramid, without the extension.
    public let version: String
    /// The tiles that exist so far.
    public let growing: GrowingPyramid
    /// The scan's embedded thumbnail as a JPEG, to be shown until there are tiles; nil if there is none.
    public let preview: [UInt8]?

    /// A one-line note on pages of the file that are not shown; nil if the whole file is shown.
    public let note: String?

    private let scan: Scan
    private let options: SliceOptions
    private let archive: String

    init(
        id: String, document: String, scan: Scan, options: SliceOptions, archive: String, version: String,
        policy: ScanPolicy
    ) throws {
        (self.id, self.document, self.version) = (id, document, version)
        (self.scan, self.options, self.archive) = (scan, options, archive)
        note = Self.note(of: scan, policy)
        growing = try GrowingPyramid(of: scan, options: options)
        // An unreadable thumbnail counts as missing. Any fault of the scan itself is reported when it is cut.
        preview = try? scan.embeddedThumbnail()?.jpeg
    }

    /// Only the first page of a file with several is shown.
    private static func note(of scan: Scan, _ policy: ScanPolicy) -> String? {
        let count =
            switch scan.info.format {
            case .pdf: scan.info.pageCount
            case .tiff: (try? ScanPages(scan.path, policy: policy))?.pages.count ?? 1
            default: 1
            }
        return count > 1 ? "\(scan.path): \(count) pages, of which the first is shown; explore add adds all" : nil
    }

    /// Cuts the image. Blocks until that is done.
    ///
    /// - Returns: One-line notes on the scan.
    /// - Throws: As for `Slicer.slice`, which also receives the parameters. ``growing`` reports the same errors.
    @discardableResult
    public func cut(
        progress: @escaping @Sendable (SliceProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> [String] {
        try Slicer.slice(
            scan, to: archive, options: options, growing: growing, progress: progress, isCancelled: isCancelled
        ).notes.map { "\(scan.path): \($0)" }
    }
}

extension Library {
    /// Adds a document for an image before its pyramid is cut. Meant for a temporary library.
    ///
    /// The original is linked instead of copied, so that the first view does not wait for a copy. If a document with
    /// the same id exists, a number is appended to the id.
    ///
    /// - Parameters:
    ///   - path: The image.
    ///   - options: The options for cutting it.
    ///   - policy: Which images are decoded, and where.
    /// - Throws: `TileEngineError` for an unreadable scan, `SourceFaults`, `ClauseStoreError`, ``LibraryError``.
    /// - Complexity: O(*n*) in the bytes of the file, which are read once for their SHA-256.
    public func beginCutting(
        _ path: String, options: SliceOptions = SliceOptions(), policy: ScanPolicy = .standard
    ) throws -> ImageInProgress {
        let (scan, name) = (try Scan(path: path, policy: policy), (path as NSString).lastPathComponent)
        let base = Identifier.make(fromFileName: name)
        let id = try freeID(like: base)
        let document = try SourceDocument.imageAlone(
            id: id, title: ScanDescription.title(fromFileName: name), image: name, width: scan.info.width,
            height: scan.info.height)
        let stored = KeptScan(
            PageScan(page: 1, path: path, scan: scan), try FileDigest(path: path), options: options
        ).image
        _ = try store.put(document, images: [1: stored], source: path, at: Date())
        symlink(
            URL(filePath: path).standardizedFileURL.path(percentEncoded: false),
            self.path + "/originals/" + stored.fileName)
        let page = try store.document(id).pages.first
        return try ImageInProgress(
            id: page?.imageID ?? "\(id)-1", document: id, scan: scan, options: options,
            archive: self.path + "/pyramids/" + stored.pyramid, version: String(stored.pyramid.prefix { $0 != "." }),
            policy: policy)
    }

    /// Returns the id itself if it is unused, or else the first unused id with a number from 2 appended.
    func freeID(like base: String) throws -> String {
        var (id, number) = (base, 1)
        while try store.hasDocument(id) {
            number += 1
            id = "\(base)-\(number)"
        }
        return id
    }
}
