public import ClauseStore
public import DocumentFormats
public import DocumentModel
import FileSupport
import Foundation
import ImageGeometry
public import TileEngine

/// What is to be added to a library.
public enum DocumentSource: Sendable, Equatable {
    /// A source folder.
    case folder(String)
    /// An image alone, or a TIFF or PDF file of several pages: a document of as many pages, named after the file.
    case image(String)
    /// A folder of images without `document.json`: a document named after it, with a page for each image in natural order,
    /// and with the text lines of an ALTO or PAGE XML file of the same name.
    case scans(String)
    /// An image and the file that describes its text lines, ALTO or PAGE XML: a document as ``image(_:)``, with a clause per
    /// line of the first page, or with the clauses of a table that says which stretches of the lines they are.
    case imageWithLines(image: String, lines: String, clauses: String?)
    /// A file of another format, with further files of annotations that belong to it, images of its pages by number from
    /// 1, and of further captures, and the id that the document is to have; nil for one of the file's own.
    case file(
        RecognisedSource, annotations: [RecognisedSource], images: [Int: String], captures: [CaptureName: String] = [:],
        id: String?)

    /// Tells what lies at a path, by its content.
    ///
    /// - Parameters:
    ///   - path: The source.
    ///   - lines: The file that describes an image's text lines.
    ///   - clauses: The table that says which stretches of these lines are a clause.
    ///   - annotations: Files of annotations: of an image, one; of a manifest, pages that it refers to.
    ///   - images: Images of the pages of a file of another format, by page number from 1.
    ///   - captures: Images of further captures that a manifest offers.
    ///   - id: The id that a document of such a file, or of an image with annotations, is to have. One of scans has that of
    ///     its ``ClauseStore/ScanWords``.
    /// - Throws: ``LibraryError/noSource(_:)`` when nothing is there, ``LibraryError/useless(_:reason:)`` for what the
    ///   source has no use for; `SourceFaults` for a file that begins like a format and is none.
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
        /// What a source of scans has no use for.
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
                "--alto", reason: "of no use for the folder \(path), expected one image; there it is beside each")
        } else if let lines {
            self = .imageWithLines(image: path, lines: lines, clauses: clauses)
        } else if areLines {
            if let option = strays.first(where: {
                $0 != "--image" || images[1] == nil || images.count > 1 || !captures.isEmpty
            }) {
                throw LibraryError.useless(
                    option, reason: "of no use for \(path), expected --image 1=FILE, the image of its lines")
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
            option, reason: "of no use for \(path), expected a manifest, annotations, GeoJSON, TEI or METS")
    }

    /// The image that a file of text lines names, where it lies beside that.
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

    /// A file of annotations.
    private static func annotations(_ path: String) throws -> RecognisedSource {
        guard FileManager.default.fileExists(atPath: path) else { throw LibraryError.noSource(path) }
        guard let file = try RecognisedSource.recognise(path) else {
            throw LibraryError.useless("--annotations", reason: "\(path) is none, expected annotations or GeoJSON")
        }
        return file
    }

    /// The path as it was given.
    public var path: String {
        switch self {
        case .folder(let path), .image(let path), .scans(let path), .imageWithLines(let path, _, _): path
        case .file(let file, _, _, _, _): file.path
        }
    }
}

/// How far an addition has come.
public enum AddProgress: Sendable {
    /// A page of a file with several is being opened.
    case opening(page: Int, of: Int)
    /// A page's image is being cut into tiles; the fraction runs from 0 to 1.
    case slicing(page: Int, of: Int, fraction: Double)
    /// The words and regions are being stored.
    case storing
}

/// What an addition did.
public struct AddReport: Sendable {
    /// The document as it is now in the library.
    public let document: DocumentInfo
    /// Whether it was new, or replaced a former version, or was there already.
    public let outcome: PutOutcome
    /// What was left out or assumed on the way in, a sentence each.
    public let notes: [String]
    /// Why the document has not the id that its source's name gives; nil where it has, or has one of its own.
    public var idNote: String?
    /// What the source has changed in the working copy, where the document was edited in the browser since it was added; then
    /// the published version is as it was.
    public var merge: MergeReport?
}

extension Library {
    /// Adds a document, or replaces it when its id is there already; equal content changes nothing.
    ///
    /// Either all of it is added or none: images are cut and copied first, then one transaction makes the document
    /// visible. Files that a failed addition made are removed. Who adds many uses ``Additions``.
    ///
    /// - Parameters:
    ///   - source: What to add.
    ///   - words: What is said of a document that is made of scans.
    ///   - options: How images are cut.
    ///   - policy: Which images are decoded, and where.
    ///   - progress: Told how far the work has come; called on the calling thread or on one of the image library's.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: `SourceFaults` for faulty content, `TileEngineError` for an unreadable scan, `ClauseStoreError`,
    ///   ``LibraryError``.
    public func add(
        _ source: DocumentSource, words: ScanWords = ScanWords(), options: SliceOptions = SliceOptions(),
        policy: ScanPolicy = .standard, progress: @escaping @Sendable (AddProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> AddReport {
        let read = try Self.read(source, words: words, policy: policy, progress: progress, isCancelled: isCancelled)
        return try add(read, options: options, progress: progress, isCancelled: isCancelled)
    }

    /// Adds what was read before; see ``add(_:words:options:policy:progress:isCancelled:)``.
    public func add(
        _ read: ReadSource, options: SliceOptions = SliceOptions(),
        progress: @escaping @Sendable (AddProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> AddReport {
        let additions = try Additions(to: self, isCancelled: isCancelled)
        defer { additions.end() }
        return try additions.add(read, options: options, progress: progress, isCancelled: isCancelled)
    }

    /// The name of a scan's copy: its content and its kind.
    static func originalName(of path: String, digest: FileDigest) -> String {
        let suffix = (path as NSString).pathExtension.lowercased()
        return digest.sha256 + (suffix.isEmpty ? "" : "." + suffix)
    }

    /// The name of a scan's pyramid: its content and how it is cut; of a file with several pages, also which it is, and of
    /// a part, how it is rotated and cropped, `-r12_5-c10_20_300_400`, or rectified.
    static func pyramidName(of scan: Scan, page: Int? = nil, digest: FileDigest, options: SliceOptions) -> String {
        // Beside an angle that is no multiple of 90 degrees there is paper too.
        let showsPaper =
            scan.info.hasAlpha || scan.corners != nil || scan.rotation.truncatingRemainder(dividingBy: 90) != 0
        let paper = showsPaper ? "-\(options.paper.hexadecimal)" : ""
        let page = page.map { "-p\($0)" } ?? ""
        return "\(digest.sha256.prefix(32))-\(key(of: options))\(paper)\(page)\(part(of: scan)).szi"
    }

    /// A scan's rotation and crop, or a digest of its corners, as a part of its pyramid's name, which has no point but that of
    /// its suffix.
    private static func part(of scan: Scan) -> String {
        var name = ""
        if scan.rotation != 0 {
            let whole = Int(exactly: scan.rotation)
            name = "-r" + (whole.map(String.init) ?? "\(scan.rotation)".map { $0 == "." ? "_" : String($0) }.joined())
        }
        if let corners = scan.corners {
            let points = corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            name += "-q" + MessageDigest.of(points.utf8).hexadecimalDigits.prefix(16)
        }
        if let crop = scan.crop { name += "-c\(crop.x)_\(crop.y)_\(crop.width)_\(crop.height)" }
        return name
    }

    /// How an image is cut, as a part of its pyramid's name: `jpeg-85-444-256`.
    private static func key(of options: SliceOptions) -> String {
        "\(options.format.rawValue)-\(options.quality)-\(options.subsampling.rawValue.dropFirst())-\(options.tileSize)"
    }
}
