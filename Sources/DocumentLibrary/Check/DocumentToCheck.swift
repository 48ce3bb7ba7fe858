import ClauseStore
public import DocumentCheck
import DocumentFormats
public import DocumentModel
public import Foundation
import ImageGeometry
public import TileEngine

/// A document to be checked: one in a library, or a source folder before it is added.
public final class DocumentToCheck {
    private enum Place {
        case library(Library, id: String)
        case folder(String)
    }

    /// The document's current content.
    public private(set) var document: SourceDocument

    private let place: Place
    private let policy: ScanPolicy
    private var info: DocumentInfo?
    private var history: TextHistory?
    /// The temporary folder for pyramids of a source folder's scans. It is removed with this object.
    private let scratch = NSTemporaryDirectory() + "/explore-check-\(UUID().uuidString)"
    private var renderers: [Int: TileRenderer] = [:]

    /// Opens a document.
    ///
    /// - Parameters:
    ///   - name: The id of a document in the library. If it contains a slash, or the library has no such document, it
    ///     is the path of a source folder. If the library also has the folder's document, its history is used.
    ///   - libraryPath: The library's folder.
    ///   - policy: Which images of a source folder are decoded, and where.
    /// - Throws: `SourceFaults` for a folder that cannot be read, `ClauseStoreError`, ``LibraryError``.
    public init(_ name: String, libraryPath: String, policy: ScanPolicy = .standard) throws {
        self.policy = policy
        var isFolder: ObjCBool = false
        let isPath = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) && isFolder.boolValue
        if !name.contains("/"), !isPath || Self.has(name, libraryPath) {
            let library = try Library(path: libraryPath, access: .read)
            document = try library.store.sourceDocument(name)
            (info, history) = (try library.store.document(name), try library.store.textHistory(of: name))
            place = .library(library, id: name)
        } else {
            guard isPath else { throw LibraryError.noSource(name) }
            document = try Self.read(name, policy)
            place = .folder(name)
            history = Self.history(with: document, libraryPath)
        }
    }

    /// Opens the working copy of a library's document, with the history of its texts.
    ///
    /// - Throws: `SourceFaults` if it cannot be published, `ClauseStoreError`.
    init(workingCopyOf id: String, in library: Library) throws {
        policy = .standard
        document = try library.store.workingDocument(of: id)
        let info = try library.store.document(id)
        var history = try library.store.textHistory(of: id)
        history.append(document, version: info.version + 1)
        (self.info, self.history) = (info, history)
        place = .library(library, id: id)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: scratch)
    }

    private static func has(_ document: String, _ libraryPath: String) -> Bool {
        (try? store(libraryPath)?.document(document)) != nil
    }

    /// Opens the library's store without changing anything. Returns nil if there is none, or only an older one.
    private static func store(_ libraryPath: String) -> ClauseStore? {
        try? ClauseStore(path: libraryPath + "/library.sqlite", access: .readOnly)
    }

    private static func read(_ folder: String, _ policy: ScanPolicy) throws(SourceFaults) -> SourceDocument {
        try SourceFolder.read(
            folder,
            imageSize: { file, page in
                let info = try Scan(path: file.path, page: page, policy: policy).info
                return (width: info.width, height: info.height)
            }, isTolerant: true)
    }

    /// Returns the library's history of a folder's document, with the folder's content as the newest version.
    private static func history(with document: SourceDocument, _ libraryPath: String) -> TextHistory? {
        guard let store = store(libraryPath), let info = try? store.document(document.id),
            var history = try? store.textHistory(of: document.id)
        else { return nil }
        history.append(document, version: info.version + 1)
        return history
    }

    /// The images of a source folder; none for a document in the library.
    public var imageFiles: [String] {
        guard case .folder(let folder) = place else { return [] }
        return document.pages.flatMap { page in
            (page.captures.map(\.image) + [page.image].compactMap(\.self)).map { folder + "/" + $0 }
        }
    }

    /// Returns all findings.
    ///
    /// - Parameters:
    ///   - lines: ALTO or PAGE XML files by page number, whose text lines clauses must cover. On other pages, rows of
    ///     ink are used instead.
    ///   - hasIcon: Whether the viewer has an icon of a name.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws ``LibraryError/cancelled``.
    /// - Throws: `SourceFaults` for an ALTO file, `TileEngineError` for a scan, ``LibraryError``.
    public func findings(
        lines: [Int: String] = [:], hasIcon: @escaping (String) -> Bool = { _ in true },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [Finding] {
        var check = DocumentCheck(document)
        check.history = history
        check.recordings = document.recordings
        check.hasIcon = hasIcon
        check.cues = { [document] path in
            let file = document.files.first { $0.name == RecordingLimits.folder + path }
            return file.flatMap { try? WebVTTReader.cues($0.bytes) }
        }
        check.ink = { [self] page in
            try renderer(ofPage: page, isCancelled: isCancelled)?.inkMask(limits: .library, isCancelled: isCancelled)
        }
        check.lines = { [document] number in
            try document.pages.first { $0.number == number }.flatMap { page in
                try lines[number].map { try Self.lines(of: $0, page) }
            }
        }
        do {
            return try check.findings()
        } catch  where isCancelled() {
            throw LibraryError.cancelled
        }
    }

    private static func lines(of file: String, _ page: SourcePage) throws -> [DocumentCheck.TextLine] {
        let name = (file as NSString).lastPathComponent
        let image = SourceImage(fileName: "page.png", width: page.width, height: page.height)
        let lines = try LineFile.read(file, image: image, id: "lines", title: name).document
        return lines.clauses.flatMap { clause in
            clause.regions.map { DocumentCheck.TextLine(name: "\(clause.id) of \(name)", polygon: $0.polygon) }
        }
    }

    /// Makes the repairs that need no judgement. In a library they become a new version. In a source folder they change
    /// `clauses.json`, which is replaced atomically and otherwise keeps its content byte for byte.
    ///
    /// - Parameters:
    ///   - waits: Called when the repair starts to wait for a change of the library by another process.
    ///   - isCancelled: Called at the beginning, and repeatedly while waiting. Once it returns true, the call throws
    ///     ``LibraryError/cancelled``.
    /// - Returns: The repairs and the new version; the version is nil for a folder, or if nothing was repaired.
    /// - Throws: `ClauseStoreError`, ``LibraryError``; after an error nothing has changed.
    public func mend(
        at date: Date, waits: @escaping @Sendable () -> Void = {}, isCancelled: () -> Bool = { false }
    ) throws -> (repairs: [Mending.Repair], version: Int?) {
        if isCancelled() { throw LibraryError.cancelled }
        switch place {
        case .library(let library, let id):
            var changed = try Library(path: library.path, access: .change)
            changed.waits = waits
            let (repairs, outcome) = try changed.locked(isCancelled: isCancelled) {
                try changed.store.mend(id, at: date)
            }
            document = try library.store.sourceDocument(id)
            (info, history) = (try library.store.document(id), try library.store.textHistory(of: id))
            guard case .replaced(let version) = outcome else { return (repairs, nil) }
            return (repairs, version)
        case .folder(let folder):
            let mending = Mending(document)
            guard let bytes = mending.clausesFile else { return ([], nil) }
            let file = URL(fileURLWithPath: folder + "/clauses.json").resolvingSymlinksInPath().path
            try DurableFile.write(bytes, to: file)
            document = try Self.read(folder, policy)
            return (mending.repairs, nil)
        }
    }

    /// Returns a renderer for a page, or nil for a page without image. Cuts the scan first if the document is a source
    /// folder.
    func renderer(ofPage number: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> TileRenderer? {
        if let renderer = renderers[number] { return renderer }
        guard let archive = try archive(ofPage: number, isCancelled: isCancelled) else { return nil }
        let renderer = try TileRenderer(archive: TileArchive(path: archive))
        renderers[number] = renderer
        return renderer
    }

    private func archive(ofPage number: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> String? {
        switch place {
        case .library(let library, _):
            return info?.pages.first { $0.number == number }.flatMap(library.pyramidPath)
        case .folder(let folder):
            guard let page = document.pages.first(where: { $0.number == number }), let image = page.image
            else { return nil }
            try Library.makeFolder(scratch)
            let archive = scratch + "/page-\(number).szi"
            _ = try Slicer.slice(
                Scan(path: folder + "/" + image, page: page.imagePage, policy: policy).part(page.part), to: archive,
                options: SliceOptions(), progress: { _ in }, isCancelled: isCancelled)
            return archive
        }
    }
}

extension RenderLimits {
    /// The limits for rendering a whole page of any size on the user's own machine. The nearest level of a pyramid has
    /// at most four times as many pixels as the picture.
    static let library = RenderLimits(sourceArea: .max, outputArea: 64 << 20)
}
