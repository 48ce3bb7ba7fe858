import ClauseStore
import DocumentFormats
public import DocumentModel
import FileSupport
public import Foundation
public import TileEngine

// An uploaded scan is an original like any other, named by its digest, and its pyramid is like that of an added one. So
// a scan used by two documents is stored once. The database records the uploads, and which of their images are still to
// be cut. A process that cuts claims the library (`AddingClaim`), and records the result in the database before it ends
// the claim. After a crash the image is cut again.

extension Library {
    /// Returns an image of an uploaded scan that is still to be cut, or nil if it has been cut or removed.
    ///
    /// - Parameters:
    ///   - id: The image's id.
    ///   - policy: Which images are decoded, and where.
    /// - Throws: `TileEngineError` for an unreadable scan, `ClauseStoreError`.
    public func scanInProgress(_ id: String, policy: ScanPolicy = .standard) throws -> ImageInProgress? {
        guard let (scan, image) = try store.scanImage(id), image.state == .slicing else { return nil }
        guard let shown = PageImage(scan: scan.id, part: image.part) else {
            throw LibraryError.file(folder + "/library.sqlite", reason: "no part of a scan: \(image.part)")
        }
        let picture = try Scan(path: folder + "/originals/" + scan.fileName, page: shown.page, policy: policy)
            .part(shown.shape)
        var options = SliceOptions()
        // If the colour of the paper matters, the pyramid's name contains it.
        let names = image.pyramid.prefix { $0 != "." }.split(separator: "-")
        if let paper = names.compactMap({ PaperColour(hexadecimal: "#" + $0) }).first { options.paper = paper }
        return try ImageInProgress(
            id: id, document: scan.document, scan: picture, options: options,
            archive: folder + "/pyramids/" + image.pyramid, version: String(image.pyramid.prefix { $0 != "." }),
            policy: policy)
    }

    /// Returns a part of an uploaded scan or of a page's original. If the part has not been cut yet, it is registered
    /// for cutting.
    ///
    /// - Parameters:
    ///   - shape: The rotation and crop of the part.
    ///   - id: The scan's id.
    ///   - document: The document's id.
    ///   - editor: The editor who requests the part.
    /// - Throws: `TileEngineError` for a part that is not within the scan; `ClauseStoreError`, ``LibraryError``.
    public func addPart(
        _ shape: ScanPart, ofScan id: String, _ document: String, editor: String, policy: ScanPolicy = .standard
    ) throws -> ScanImage {
        let date = Date()
        return try locked {
            let options = SliceOptions(palette: try store.document(document).palette)
            let scan = try knownScan(id, of: document, editor: editor, options: options, policy: policy, at: date)
            if shape.isWhole { return scan.image }
            let part = try Scan(path: folder + "/originals/" + scan.fileName, policy: policy).part(shape)
            let digest = FileDigest(sha256: scan.sha256, byteCount: scan.byteCount)
            let pyramid = Self.pyramidName(of: part, digest: digest, options: options)
            let name = PageImage(scan: id, shape: shape).part
            let digits = Digest.sha256("\(id) \(name)".utf8).prefix(20)
            return try store.addScanImage(
                ScanImage(
                    id: "\(document)-p\(digits)", part: name, width: part.info.width, height: part.info.height,
                    pyramid: pyramid, state: isPyramid(pyramid) ? .ready : .slicing),
                ofScan: id, document, at: date)
        }
    }

    private func isPyramid(_ name: String) -> Bool { access(folder + "/pyramids/" + name, F_OK) == 0 }

    /// Returns an uploaded scan. The original of a page is first recorded as one.
    private func knownScan(
        _ id: String, of document: String, editor: String, options: SliceOptions, policy: ScanPolicy, at date: Date
    ) throws -> UploadedScan {
        if let scan = try store.scans(of: document).first(where: { $0.id == id }) { return scan }
        let pages = try store.document(document).pages.flatMap(\.images)
        guard let page = pages.first(where: { $0.imageSHA256.map { UploadedScan.id(ofSHA256: $0) == id } ?? false }),
            let image = page.image
        else { throw ClauseStoreError.noScan(id, document: document) }
        let scan = try Scan(path: folder + "/originals/" + image.fileName, policy: policy)
        let digest = FileDigest(sha256: image.sha256, byteCount: image.byteCount)
        let pyramid = Self.pyramidName(of: scan, digest: digest, options: options)
        let new = NewScan(
            name: page.sourceImage ?? image.fileName, fileName: image.fileName, sha256: image.sha256,
            byteCount: image.byteCount, width: scan.info.width, height: scan.info.height, pyramid: pyramid,
            isReady: isPyramid(pyramid))
        return try store.addScan(new, to: document, editor: editor, at: date).scan
    }

    /// Cuts an image of an uploaded scan, unless it was cut in the meantime for another document or by another process,
    /// and records the result. Then removes files left behind by killed processes. Blocks.
    ///
    /// - Throws: `CancellationError` if it was cancelled; ``LibraryError`` and `ClauseStoreError` if the result could
    ///   not be recorded. A fault of the scan is recorded, not thrown.
    public func cut(
        _ image: ImageInProgress, progress: @escaping @Sendable (SliceProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool
    ) throws {
        let claim = try AddingClaim(self, isCancelled: isCancelled)
        defer {
            claim.end()
            // A server that starts cutting at once on startup could not do this then.
            sweep()
        }
        let archive = folder + "/pyramids/" + image.version + ".szi"
        var fault: String?
        do {
            if access(archive, F_OK) != 0 { try image.cut(progress: progress, isCancelled: isCancelled) }
        } catch let error as TileEngineError {
            fault = "it \(error.reason)"
        }
        try store.setState(fault == nil ? .ready : .failed, error: fault, ofScanImage: image.id)
        // The image may have been removed in the meantime.
        if fault == nil, try store.scanImage(image.id) == nil { try removeUnused([archive]) }
    }

    /// Removes an uploaded scan that no page shows, and the files that nothing else uses.
    ///
    /// - Throws: `ClauseStoreError`, ``LibraryError``.
    public func removeScan(_ id: String, of document: String) throws {
        try locked { unlinkAll(try store.removeScan(id, of: document)) }
    }

    /// Whether there are uploaded scans that no page has shown for a long time.
    public var hasUnusedScans: Bool { (try? store.hasUnusedScans(at: Date())) ?? false }

    /// Removes the uploaded scans that no page has shown for a long time, and the files that nothing else uses.
    public func removeUnusedScans(at date: Date = Date()) throws {
        try locked {
            if let orphans = try store.removeUnusedScans(at: date) { unlinkAll(orphans) }
        }
    }

    /// The number of bytes that this user can still write, or nil if the file system does not report it.
    public var freeByteCount: Int? { DiskSpace.freeByteCount(of: folder) }

    func unlinkAll(_ orphans: OrphanedFiles) {
        for pyramid in orphans.pyramids { unlink(folder + "/pyramids/" + pyramid) }
        for original in orphans.originals { unlink(folder + "/originals/" + original) }
    }
}
