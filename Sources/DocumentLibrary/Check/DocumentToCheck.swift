import ClauseStore
public import DocumentCheck
import DocumentFormats
public import DocumentModel
public import Foundation
import ImageGeometry
public import TileEngine

/// A document that is to be checked: one of a library, or a source folder before it is added.
public final class DocumentToCheck {
    private enum Place {
        case library(Library, id: String)
        case folder(String)
    }

    /// The document as it is now.
    public private(set) var document: SourceDocument

    private let place: Place
    private let policy: ScanPolicy
    private var info: DocumentInfo?
    private var history: TextHistory?
    /// Where scans of a source folder are cut, when they are looked at; removed with this object.
    private let scratch: String
    private var renderers: [Int: TileRenderer] = [:]

    /// Finds a document.
    ///
    /// - Parameters:
    ///   - name: The id of a document of the library; or, with a slash in it or where the library has no such document,
    ///     the path of a source folder. Of a folder whose document the library has too, the library knows the history.
    ///   - libraryPath: The library's folder.
    ///   - policy: Which images of a source folder are decoded, and where.
    /// - Throws: `SourceFaults` for a folder that cannot be read, `ClauseStoreError`, ``LibraryError``.
    public init(_ name: String, libraryPath: String, policy: ScanPolicy = .standard) throws {
        self.policy = policy
        scratch = NSTemporaryDirectory() + "/explore-check-\(UUID().uuidString)"
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

    /// The working copy of a document of a library, with the history of its texts.
    ///
    /// - Throws: `SourceFaults` for one that cannot be published, `ClauseStoreError`.
    init(workingCopyOf id: String, in library: Library) throws {
        policy = .standard
        scratch = NSTemporaryDirectory() + "/explore-check-\(UUID().uuidString)"
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

    /// The library's store, opened so that nothing of it changes; nil where there is none, or an older one.
    private static func store(_ libraryPath: String) -> ClauseStore? {
        try? ClauseStore(path: libraryPath + "/library.sqlite", access: .readOnly)
    }

    private static func read(_ folder: String, _ policy: ScanPolicy) throws(SourceFaults) -> SourceDocument {
        try SourceFolder.read(
            folder,
            imageSize: { file in
                let info = try Scan(path: file.path, policy: policy).info
                return (width: info.width, height: info.height)
            },
            pageSize: { file, page in
                let info = try Scan(path: file.path, page: page, policy: policy).info
                return (width: info.width, height: info.height)
            }, isTolerant: true)
    }

    /// The history that the library has of a folder's document, the folder being its newest version.
    private static func history(with document: SourceDocument, _ libraryPath: String) -> TextHistory? {
        guard let store = store(libraryPath), let info = try? store.document(document.id),
            var history = try? store.textHistory(of: document.id)
        else { return nil }
        history.append(document, version: info.version + 1)
        return history
    }

    /// Everything that is wrong with it.
    ///
    /// - Parameters:
    ///   - limits: How lines are drawn.
    ///   - lines: ALTO or PAGE XML files by page number, whose text lines clauses must cover; on other pages rows of ink are looked
    ///     for.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: `SourceFaults` for an ALTO file, `TileEngineError` for a scan, ``LibraryError``.
    public func findings(
        limits: CheckLimits = CheckLimits(), lines: [Int: String] = [:],
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [Finding] {
        var check = DocumentCheck(document)
        check.limits = limits
        check.history = history
        check.recordings = document.recordings
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

    /// Mends what needs no judgement: in a library as a new version, in a source folder in its `clauses.json`, which is
    /// replaced as a whole and keeps all else that it holds byte for byte.
    ///
    /// - Returns: What was done, and the version that it became; nil in a folder, and where nothing was done.
    /// - Throws: `ClauseStoreError`, ``LibraryError``; then nothing was changed.
    public func mend(
        limits: CheckLimits = CheckLimits(), at date: Date
    ) throws -> (repairs: [Mending.Repair], version: Int?) {
        switch place {
        case .library(let library, let id):
            let report = try Library(path: library.path, access: .change).mend(id, limits: limits, at: date)
            document = try library.store.sourceDocument(id)
            (info, history) = (try library.store.document(id), try library.store.textHistory(of: id))
            guard case .replaced(let version) = report.outcome else { return (report.repairs, nil) }
            return (report.repairs, version)
        case .folder(let folder):
            let mending = Mending(document, limits: limits)
            guard let bytes = mending.clausesFile else { return ([], nil) }
            let file = URL(fileURLWithPath: folder + "/clauses.json").resolvingSymlinksInPath().path
            try DurableFile.write(bytes, to: file)
            document = try Self.read(folder, policy)
            return (mending.repairs, nil)
        }
    }

    /// What gives the pixels of a page; nil for a page without image. A scan of a source folder is cut for it.
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

extension Library {
    /// Mends what needs no judgement in a document, as a new version of it.
    func mend(_ document: String, limits: CheckLimits, at date: Date) throws -> MendReport {
        try locked { try store.mend(document, limits: limits, at: date) }
    }
}

extension RenderLimits {
    /// For a whole page of any size, on the keeper's own machine: the nearest level of a pyramid has at most four times as
    /// many pixels as the picture that is made of it.
    static let library = RenderLimits(sourceArea: .max, outputArea: 64 << 20)
}
