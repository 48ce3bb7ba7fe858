import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
public import TileEngine

/// An image whose document can be read already, while its pyramid is still being cut.
public struct ImageInProgress: Sendable {
    /// The image's id.
    public let id: String
    /// The document's id.
    public let document: String
    /// The pyramid's file name without its suffix, as the finished image has it.
    public let version: String
    /// The tiles that are there so far.
    public let growing: GrowingPyramid
    /// The small picture that came with the scan, to be looked at until there are tiles; JPEG.
    public let preview: [UInt8]?

    /// What of the file is not shown, in a line; nil where all of it is.
    public let note: String?

    private let scan: Scan
    private let options: SliceOptions
    private let archive: String

    init(
        id: String, document: String, scan: Scan, options: SliceOptions, archive: String, version: String,
        policy: ScanPolicy
    ) throws {
        self.id = id
        self.document = document
        self.scan = scan
        self.options = options
        self.archive = archive
        note = Self.note(of: scan, policy)
        self.version = version
        growing = try GrowingPyramid(of: scan, options: options)
        // A thumbnail that cannot be read is none; what is wrong with the scan shows when it is cut.
        preview = try? scan.embeddedThumbnail()?.jpeg
    }

    /// Of a file with several pages the first is shown.
    private static func note(of scan: Scan, _ policy: ScanPolicy) -> String? {
        let count =
            switch scan.info.format {
            case .pdf: scan.info.pageCount
            case .tiff: (try? ScanPages(scan.path, policy: policy))?.pages.count ?? 1
            default: 1
            }
        return count > 1 ? "\(scan.path): \(count) pages, of which the first is shown; explore add takes all" : nil
    }

    /// Cuts the image; blocks until it is done.
    ///
    /// - Returns: What is to be reported of the scan, a line each.
    /// - Throws: As `Slicer.slice`, whose progress and cancelling these are; ``growing`` says the same.
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
    /// Adds a document of one image that is still to be cut, for a library that is made for the occasion.
    ///
    /// The original is linked instead of copied, so that the first view need not wait for it. Where there is a document
    /// of the same id, a number is added to the id.
    ///
    /// - Parameters:
    ///   - path: The image.
    ///   - options: How it is cut.
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
            id: id, title: ScanWords.title(fromFileName: name), image: name, width: scan.info.width,
            height: scan.info.height)
        let digest = try FileDigest(path: path)
        let original = Self.originalName(of: path, digest: digest)
        let pyramid = Self.pyramidName(of: scan, digest: digest, options: options)
        let stored = StoredImage(
            fileName: original, sha256: digest.sha256, byteCount: digest.byteCount, width: scan.info.width,
            height: scan.info.height, pyramid: pyramid)
        _ = try store.put(document, images: [1: stored], source: path, at: Date())
        symlink(
            URL(filePath: path).standardizedFileURL.path(percentEncoded: false), self.path + "/originals/" + original)
        let page = try store.document(id).pages.first
        return try ImageInProgress(
            id: page?.imageID ?? "\(id)-1", document: id, scan: scan, options: options,
            archive: self.path + "/pyramids/" + pyramid, version: String(pyramid.prefix { $0 != "." }),
            policy: policy)
    }

    /// The id itself, or else the first with a number from 2 that no document has.
    func freeID(like base: String) throws -> String {
        var (id, number) = (base, 1)
        while try store.hasDocument(id) {
            number += 1
            id = "\(base)-\(number)"
        }
        return id
    }
}
