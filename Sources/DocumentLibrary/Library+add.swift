public import ClauseStore
public import DocumentFormats
public import DocumentModel
import FileSupport
import Foundation
import ImageGeometry
import TileEngine

/// The source of a document to be added to a library.
public enum DocumentSource: Sendable, Equatable {
    /// A source folder.
    case folder(String)
    /// An image, or a TIFF or PDF file, with one page per page of the file; the document is named after the file.
    case image(String)
    /// A folder of images without `document.json`. The document is named after it and has one page per image, in
    /// natural order, with the text lines of an ALTO or PAGE XML file of the same name.
    case scans(String)
    /// An image, and an ALTO or PAGE XML file that describes its text lines. The document is like that of
    /// ``image(_:)``, with one clause per line of the first page, or with the clauses of a table that assigns stretches
    /// of lines to clauses.
    case imageWithLines(image: String, lines: String, clauses: String?)
    /// A file of another format, with further files of annotations, images of its pages by number from 1, images of
    /// further captures, and the document's id; nil to use an id from the file.
    case file(
        RecognisedSource, annotations: [RecognisedSource], images: [Int: String], captures: [CaptureName: String] = [:],
        id: String?)

    /// Identifies the source at a path by its content.
    ///
    /// - Parameters:
    ///   - path: The path of the source.
    ///   - lines: The file that describes an image's text lines.
    ///   - clauses: The table that assigns stretches of these lines to clauses.
    ///   - annotations: The files of annotations: one for an image, or the pages that a manifest refers to.
    ///   - images: The images of the pages of a file of another format, by page number from 1.
    ///   - captures: The images of further captures that a manifest offers.
    ///   - id: The id of a document from such a file, or from an image with annotations. The id of scans is given in
    ///     ``ClauseStore/ScanDescription``.
    /// - Throws: ``LibraryError/noSource(_:)`` if nothing exists at the path, ``LibraryError/useless(_:reason:)`` for
    ///   an option that does not apply to the source, `SourceFaults` for a file that begins like a known format but is
    ///   invalid.
    public init(
        path: String, lines: String? = nil, clauses: String? = nil, annotations: [String] = [],
        images: [Int: String] = [:], captures: [CaptureName: String] = [:], id: String? = nil
    ) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw LibraryError.noSource(path)
        }
        let named = [
            ("--annotations", annotations.isEmpty), ("--image", images.isEmpty && captures.isEmpty),
            ("--id", id == nil),
        ]
        let options = named.filter { !$0.1 }.map(\.0)
        /// The options that do not apply to scans.
        let strays = options.filter { $0 != "--id" }
        let areLines = try lines == nil && !isFolder.boolValue && LineFile.isLineFile(path)
        guard clauses == nil || areLines || lines != nil else {
            throw LibraryError.useless(
                "--clauses needs the text lines",
                reason: "\(path) has none, expected --alto or --page-xml, or such a file as the source")
        }
        for file in [lines, clauses] {
            if let file, !FileManager.default.fileExists(atPath: file) { throw LibraryError.noSource(file) }
        }
        if lines != nil, isFolder.boolValue {
            throw LibraryError.useless(
                "--alto", reason: "does not apply to the folder \(path), which has its own files; expected an image")
        } else if let lines {
            self = .imageWithLines(image: path, lines: lines, clauses: clauses)
        } else if areLines {
            if let option = strays.first(where: {
                $0 != "--image" || images[1] == nil || images.count > 1 || !captures.isEmpty
            }) {
                throw LibraryError.useless(
                    option, reason: "does not apply to \(path), expected --image 1=FILE, the image of its lines")
            }
            let image = try images[1] ?? Self.image(of: path)
            guard FileManager.default.fileExists(atPath: image) else { throw LibraryError.noSource(image) }
            self = .imageWithLines(image: image, lines: path, clauses: clauses)
            return
        } else if !isFolder.boolValue, let file = try RecognisedSource.recognise(path) {
            for image in Array(images.values) + Array(captures.values)
            where !FileManager.default.fileExists(atPath: image) {
                throw LibraryError.noSource(image)
            }
            self = .file(
                file, annotations: try annotations.map(Self.annotations), images: images, captures: captures, id: id)
            return
        } else if !isFolder.boolValue, annotations.count == 1, images.isEmpty, captures.isEmpty {
            let id = id ?? Identifier.make(fromFileName: (path as NSString).lastPathComponent)
            self = .file(try Self.annotations(annotations[0]), annotations: [], images: [1: path], id: id)
            return
        } else if isFolder.boolValue, !ScanFolder.isOne(path) {
            self = .folder(path)
        } else {
            self = isFolder.boolValue ? .scans(path) : .image(path)
        }
        let isFolderWithWords = if case .folder = self { true } else { false }
        guard let option = (isFolderWithWords ? options : strays).first else { return }
        throw LibraryError.useless(
            option, reason: "does not apply to \(path), expected a manifest, annotations, GeoJSON, TEI or METS")
    }

    /// Returns the path of the image that a file of text lines names, if the image is beside the file.
    private static func image(of lines: String) throws -> String {
        let name = try LineFile.imageName(in: lines)
        let folder = (lines as NSString).deletingLastPathComponent
        if let name {
            let image = (folder as NSString).appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: image) { return image }
        }
        let missing = name.map { "the image \"\($0)\", which is not beside it" } ?? "an image without a name"
        throw LibraryError.file(
            lines, reason: "describes the text lines of \(missing), expected --image 1=FILE to say where it is")
    }

    /// Recognises a file of annotations.
    private static func annotations(_ path: String) throws -> RecognisedSource {
        guard FileManager.default.fileExists(atPath: path) else { throw LibraryError.noSource(path) }
        guard let file = try RecognisedSource.recognise(path) else {
            throw LibraryError.useless(
                "--annotations", reason: "\(path) has an unknown format, expected annotations or GeoJSON")
        }
        return file
    }

    /// The path of the source, as given.
    public var path: String {
        switch self {
        case .folder(let path), .image(let path), .scans(let path), .imageWithLines(let path, _, _): path
        case .file(let file, _, _, _, _): file.path
        }
    }
}

/// The progress of an addition.
public enum AddProgress: Sendable {
    /// A page of a multi-page file is being opened.
    case opening(page: Int, of: Int)
    /// A page's image is being cut into tiles. The fraction goes from 0 to 1.
    case slicing(page: Int, of: Int, fraction: Double)
    /// The texts and regions are being stored.
    case storing
}

/// The result of an addition.
public struct AddReport: Sendable {
    /// The document as now stored in the library.
    public let document: DocumentInfo
    /// Whether the document is new, replaced an earlier version, or was unchanged.
    public let outcome: PutOutcome
    /// What was left out or assumed while reading the source, one sentence each.
    public let notes: [String]
    /// The reason why the document's id is not the one derived from its source's name; nil if it is, or if the id was
    /// given.
    public var idNote: String?
    /// The source's changes to the working copy, if the document was edited in the browser since it was added; the
    /// published version is then unchanged.
    public var merge: MergeReport?
}

extension Library {
    /// Adds a document, or replaces the one with the same id. Equal content changes nothing.
    ///
    /// An addition is atomic: images are cut and copied first, then one transaction makes the document visible. Files
    /// created by a failed addition are removed. ``AddRun`` adds many documents, and takes options.
    ///
    /// - Throws: `SourceFaults` for faulty content, `TileEngineError` for an unreadable scan, `ClauseStoreError`,
    ///   ``LibraryError``.
    public func add(_ source: DocumentSource) throws -> AddReport {
        let read = try Self.read(
            source, description: ScanDescription(), policy: .standard, progress: { _ in }, isCancelled: { false })
        let additions = try Additions(to: self, jobs: 1, isCancelled: { false })
        defer { additions.end() }
        let hashed = try additions.hashed(read, options: SliceOptions(), isCancelled: { false })
        let claim = try SourceNames(library: self, isReplacing: false, reserved: []).claim(hashed, position: 0)
        return try additions.add(
            hashed, as: claim, isReplacing: true, isPublishing: false, progress: { _ in }, isCancelled: { false })
    }

    /// Returns the file name of a scan's copy: its SHA-256, and its extension.
    static func originalName(of path: String, digest: FileDigest) -> String {
        let suffix = (path as NSString).pathExtension.lowercased()
        return digest.sha256 + (suffix.isEmpty ? "" : "." + suffix)
    }

    /// Returns the file name of a scan's pyramid, which identifies its content and how it was cut. It also contains the
    /// page's number for files with several pages, and for a part how it was rotated and cropped,
    /// `-r12_5-c10_20_300_400`, or rectified.
    static func pyramidName(of scan: Scan, page: Int? = nil, digest: FileDigest, options: SliceOptions) -> String {
        // A rotation by other than a multiple of 90° leaves corners that show paper.
        let showsPaper =
            scan.info.hasAlpha || scan.corners != nil || scan.rotation.truncatingRemainder(dividingBy: 90) != 0
        let paper = showsPaper ? "-\(options.paper.hexadecimal)" : ""
        let page = page.map { "-p\($0)" } ?? ""
        return "\(digest.sha256.prefix(32))-\(key(of: options))\(paper)\(page)\(part(of: scan)).szi"
    }

    /// Returns a scan's rotation and crop, or a digest of its corners, as a component of its pyramid's name. It must
    /// not contain a full stop, because the first one begins the extension.
    private static func part(of scan: Scan) -> String {
        var name = ""
        if scan.rotation != 0 {
            let whole = Int(exactly: scan.rotation)
            name = "-r" + (whole.map(String.init) ?? "\(scan.rotation)".map { $0 == "." ? "_" : String($0) }.joined())
        }
        if let corners = scan.corners {
            let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            name += "-q" + Digest.sha256(points.utf8).prefix(16)
        }
        if let crop = scan.crop { name += "-c\(crop.x)_\(crop.y)_\(crop.width)_\(crop.height)" }
        return name
    }

    /// Returns the options for cutting as a component of a pyramid's name: `jpeg-85-444-256`.
    private static func key(of options: SliceOptions) -> String {
        "\(options.format.rawValue)-\(options.quality)-\(options.subsampling.rawValue.dropFirst())-\(options.tileSize)"
    }
}
