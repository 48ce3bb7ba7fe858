import ClauseStore
import DocumentFormats
public import DocumentModel
import FileSupport
import Foundation
public import TileEngine

/// A scan that is being uploaded. Its file appears among the originals under its final name only when it is complete.
///
/// As long as this object exists, it claims the library as a running addition does, so no other process treats the
/// partial file as left over; after a crash it is left over. If the object is released before
/// ``keep(for:named:editor:policy:)``, nothing of the file remains.
///
/// `@unchecked Sendable` is safe because chunks are appended one after another, each call awaited before the next.
public final class IncomingScan: @unchecked Sendable {
    private let library: Library
    private let claim: AddingClaim
    private let file: AtomicFile
    private let digest = MessageDigest()
    private var byteCount = 0

    /// Starts an upload.
    ///
    /// - Throws: ``LibraryError``.
    public init(to library: Library) throws {
        self.library = library
        claim = try AddingClaim(library)
        let target = library.folder + "/originals/upload-\(UUID().uuidString.lowercased())"
        file = try AtomicFile(target, failure: { LibraryError.file(target, reason: $0) })
    }

    /// Appends bytes.
    ///
    /// - Throws: ``LibraryError/file(_:reason:)``, for example if the disk is full.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) {
        file.append(bytes)
        try file.check { LibraryError.file(file.partial, reason: $0) }
        digest.update(bytes)
        byteCount += bytes.count
    }

    /// Returns what is known of a scan before it belongs to a document: its name, digest and image.
    private func checked(named name: String, policy: ScanPolicy) throws -> (
        name: String, digest: FileDigest, scan: Scan
    ) {
        try file.sync { LibraryError.file(file.partial, reason: $0) }
        let scan = try Scan(path: file.partial, policy: policy)
        let digest = FileDigest(sha256: digest.value.hexadecimalDigits, byteCount: byteCount)
        return (Self.fileName(like: name, of: scan.info.format), digest, scan)
    }

    /// Stores the file as a scan of a document.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - name: The original name of the file.
    ///   - editor: The editor who uploads the file.
    ///   - policy: Which images are decoded, and where.
    /// - Returns: The scan, and whether it is new.
    /// - Throws: `TileEngineError` if the file is not an image or too large; `ClauseStoreError`, ``LibraryError``.
    ///   After an error nothing of the file remains.
    public func keep(
        for document: String, named name: String, editor: String, policy: ScanPolicy = .standard
    ) throws -> (scan: UploadedScan, isNew: Bool) {
        let palette = try library.store.document(document).palette
        let (name, digest, scan) = try checked(named: name, policy: policy)
        return try place(scan, digest, named: name, options: SliceOptions(palette: palette)) { new in
            try library.store.addScan(new, to: document, editor: editor, at: Date())
        }
    }

    /// Creates a new document with the scan as its only page. The document is a draft whose first version has blank
    /// paper, and whose working copy has the scan on it. Its id is derived from the file's name.
    ///
    /// - Parameter language: The tag of the language of its texts.
    /// - Throws: As for ``keep(for:named:editor:policy:)``.
    public func makeDocument(
        named name: String, language: String = "und", editor: String, policy: ScanPolicy = .standard
    ) throws -> UploadedScan {
        let (name, digest, scan) = try checked(named: name, policy: policy)
        return try place(scan, digest, named: name, options: SliceOptions()) { new in
            let id = try library.freeID(like: Identifier.make(fromFileName: name))
            let draft = try SourceDocument.draft(
                id: id, title: ScanDescription.title(fromFileName: name), language: language, width: scan.info.width,
                height: scan.info.height)
            return try library.store.addDraft(draft, of: new, editor: editor, at: Date())
        }
    }

    /// Stores the received file as a recording that a document's working copy can use.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - editor: The editor who uploads the file.
    /// - Returns: The recording, without a path, or nil if the file is not audio of a known format.
    /// - Throws: `ClauseStoreError`, ``LibraryError``. After an error, and if the result is nil, nothing of the file
    ///   remains.
    public func keepRecording(for document: String, editor: String) throws -> Recording? {
        try file.sync { LibraryError.file(file.partial, reason: $0) }
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.partial))
        defer { try? handle.close() }
        guard let header = RecordingHeader(handle, byteCount: byteCount) else { return nil }
        let recording = Recording(
            path: "", sha256: digest.value.hexadecimalDigits, byteCount: byteCount, format: header.format,
            seconds: header.seconds)
        try place(as: recording.fileName) {
            try library.store.addRecording(recording, to: document, editor: editor, at: Date())
        }
        return recording
    }

    private func place<Result>(
        _ scan: Scan, _ digest: FileDigest, named name: String, options: SliceOptions,
        _ note: (NewScan) throws -> Result
    ) throws -> Result {
        let fileName = Library.originalName(of: name, digest: digest)
        let pyramid = Library.pyramidName(of: scan, digest: digest, options: options)
        return try place(as: fileName) {
            try note(
                NewScan(
                    name: name, fileName: fileName, sha256: digest.sha256, byteCount: digest.byteCount,
                    width: scan.info.width, height: scan.info.height, pyramid: pyramid,
                    isReady: access(library.folder + "/pyramids/" + pyramid, F_OK) == 0))
        }
    }

    /// Moves the file into place and records it, under the library's lock.
    private func place<Result>(as fileName: String, _ note: () throws -> Result) throws -> Result {
        let original = library.folder + "/originals/" + fileName
        return try library.locked {
            let wasThere = access(original, F_OK) == 0
            if !wasThere { try file.moveIntoPlace(original) { LibraryError.file(original, reason: $0) } }
            do {
                return try note()
            } catch {
                if !wasThere, try library.store.documents(withFile: fileName).isEmpty { unlink(original) }
                throw error
            }
        }
    }

    /// Returns a file name that a source folder can contain, with an extension of the format.
    static func fileName(like name: String, of format: ScanFormat) -> String {
        let last = name.parts { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        var plain = String(
            String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        while plain.hasPrefix(".") { plain.removeFirst() }
        let suffix = (plain as NSString).pathExtension.lowercased()
        var stem = (plain as NSString).deletingPathExtension
        while stem.utf8.count > 150 { stem.unicodeScalars.removeLast() }
        if stem.isEmpty { stem = "scan" }
        let known = format.fileSuffixes
        return stem + "." + (known.contains(suffix) ? suffix : known[0])
    }
}

extension ScanFormat {
    /// The extensions of files in this format, the usual one first.
    fileprivate var fileSuffixes: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        case .heif: ["heic", "heif", "avif"]
        case .jpeg2000: ["jp2", "j2k", "jpx"]
        case .jpegxl: ["jxl"]
        case .gif: ["gif"]
        case .portableAnymap: ["ppm", "pgm", "pbm", "pnm", "pfm"]
        case .pdf: ["pdf"]
        }
    }
}
