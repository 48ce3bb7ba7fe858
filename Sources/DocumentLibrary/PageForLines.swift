import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
public import TileEngine

/// A page whose text lines are to be found: in a document of the library, or in an image file.
public struct PageForLines: Sendable {
    /// The current stage of the work.
    public enum Stage: Sendable {
        /// An image file is being read.
        case reading
        /// Lines are being found.
        case finding
    }

    /// The document's id, or the file's name without its extension.
    public let name: String
    /// The page's number, from 1.
    public let number: Int

    private enum Place {
        case pyramid(TileArchive)
        case file(path: String, page: Int?, policy: ScanPolicy)
    }

    private let place: Place
    private let imageName: String

    /// Opens a page.
    ///
    /// - Parameters:
    ///   - source: The path of an image, or the id of a document if there is no such file.
    ///   - number: The page's number in the document, or in a PDF, TIFF or HEIF file; nil for the first.
    ///   - libraryPath: The library's folder.
    ///   - policy: Which image files are decoded, and where.
    /// - Throws: ``LibraryError``, `ClauseStoreError`, `TileEngineError`.
    public init(_ source: String, page number: Int?, libraryPath: String, policy: ScanPolicy) throws {
        let wanted = number ?? 1
        self.number = wanted
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: source, isDirectory: &isFolder)
        if source.contains("/") || isThere && !isFolder.boolValue {
            let url = URL(fileURLWithPath: source)
            (name, imageName) = (url.deletingPathExtension().lastPathComponent, url.lastPathComponent)
            place = .file(path: source, page: number, policy: policy)
            return
        }
        let library = try Library(path: libraryPath, access: .read)
        let document = try library.store.document(source)
        guard let page = document.pages.first(where: { $0.number == wanted }) else {
            throw ClauseStoreError.noPage(wanted, document: document.id, count: document.pages.count)
        }
        guard let archive = try library.archive(of: page) else {
            throw LibraryError.file("page \(wanted) of \(source)", reason: "has no image, expected a page with one")
        }
        (name, imageName) = (document.id, page.sourceImage ?? document.id)
        place = .pyramid(archive)
    }

    /// Finds the lines, in reading order, and the size of the image.
    ///
    /// - Throws: `TileEngineError`, `CancellationError`.
    public func lines(
        progress: @escaping @Sendable (Stage, Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> (found: FoundLines, size: PixelSize) {
        switch place {
        case .pyramid(let archive):
            return try lines(of: archive, progress, isCancelled)
        case .file(let path, let page, let policy):
            // An image is cut into a temporary pyramid first, so that memory use does not depend on its size.
            let folder = NSTemporaryDirectory() + "/explore-lines-\(UUID().uuidString)"
            try Library.makeFolder(folder)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let archive = folder + "/image.szi"
            _ = try Slicer.slice(
                Scan(path: path, page: page, policy: policy), to: archive, options: SliceOptions(),
                progress: { progress(.reading, $0.fraction) }, isCancelled: isCancelled)
            return try lines(of: TileArchive(path: archive), progress, isCancelled)
        }
    }

    private func lines(
        of archive: TileArchive, _ progress: (Stage, Double) -> Void, _ isCancelled: () -> Bool
    ) throws -> (found: FoundLines, size: PixelSize) {
        let found = try TileRenderer(archive: archive).textLines(
            limits: .library, progress: { progress(.finding, $0) }, isCancelled: isCancelled)
        return (found, archive.pyramid.size)
    }

    /// Writes lines as ALTO, atomically.
    ///
    /// - Throws: ``LibraryError``.
    public func write(_ found: FoundLines, of size: PixelSize, toALTO file: String) throws {
        let alto = ALTOLines(
            image: imageName, pageNumber: number, width: size.width, height: size.height,
            lines: found.lines.map { ALTOLines.Line(polygon: $0.polygon, baseline: $0.baseline) })
        try DurableFile.write(Data(alto.text.utf8), to: file)
    }
}
