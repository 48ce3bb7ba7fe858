import ClauseStore
import DocumentFormats
import DocumentModel
import Foundation
import NIOConcurrencyHelpers
import Synchronization
public import TileEngine

// Several scans are hashed, copied and cut at once, without the library's lock (`.lock`). The lock is held only for each
// document's transaction, which verifies that all of its files still exist. Every program that adds holds a shared lock
// of its own (`.adding`); no one removes unused files while anyone holds it.
//
// The id of a source is decided once its scans are hashed, in the order of the list (`SourceNames`). Later sources wait
// for earlier ones at this point and nowhere else, so ids do not depend on timing. `ScanFolder` lists the files of a
// folder, `ScanPages` the pages of a file, and `ScanDocument` writes the document of both. Pages of one file share its
// original and have a pyramid each (`…-p3.szi`); `imagePage` in `document.json` is the page's number in the file. So do
// the parts of one scan (`…-r90-c10_20_300_400.szi`), which `rotation` and `crop` state.

/// A run of additions to a library, from one thread or several at once.
///
/// Scans are hashed, copied and cut without the library's lock, which is held for each document's transaction alone; so
/// several are cut at once, by this program and by others. Until the run ends nobody removes files that the database does
/// not know yet.
public final class Additions: Sendable {
    /// From so many pixels on a scan keeps all cores busy by itself, and is cut alone.
    private static let largePixelCount = 64 << 20

    private let library: Library
    /// By which others see that somebody adds; nil once the run has ended.
    private let claim: NIOLockedValueBox<AddingClaim?>
    /// One after the other stores its document: they would wait for each other anyway, and less patiently.
    private let turn = NSLock()
    private let scanLocks = KeyedLock()
    private let limiter: SliceLimiter
    private let hasReplaced = Atomic(false)

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - library: The library, opened for writing.
    ///   - jobs: How many small scans may be cut at once.
    ///   - isCancelled: Asked while another program changes the library.
    /// - Throws: ``LibraryError``.
    public init(to library: Library, jobs: Int = 1, isCancelled: () -> Bool = { false }) throws {
        self.library = library
        limiter = SliceLimiter(count: max(1, jobs))
        claim = NIOLockedValueBox(try AddingClaim(library, isCancelled: isCancelled))
    }

    deinit { end() }

    /// Ends the run, and removes what programs that were killed have left, unless another program is at work: that does it
    /// then. It is done at the end, since what was cut before may have been of use.
    public func end() {
        let held = claim.withLockedValue { claim in
            defer { claim = nil }
            return claim
        }
        guard let held else { return }
        if hasReplaced.load(ordering: .relaxed) { library.store.sweepPageIndexes() }
        held.end()
        library.sweep()
    }

    /// Adds a document, as `Library.add` does.
    ///
    /// - Parameters:
    ///   - read: What to add.
    ///   - options: How images are cut.
    ///   - isReplacing: Whether a document of its id with other content may be replaced.
    ///   - isPublishing: Whether one that was edited in the browser since is replaced, too, rather than merged with.
    ///   - progress: Told how far the work has come; called on the calling thread or on one of the image library's.
    ///   - isCancelled: Asked now and then; when it says yes, the work ends with ``LibraryError/cancelled``.
    /// - Throws: `TileEngineError` for an unreadable scan, `ClauseStoreError`, ``LibraryError``.
    public func add(
        _ read: Library.ReadSource, options: SliceOptions = SliceOptions(), isReplacing: Bool = true,
        isPublishing: Bool = false, progress: @escaping @Sendable (AddProgress) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> AddReport {
        let hashed = try hashed(read, options: options, isCancelled: isCancelled)
        let names = SourceNames(library: library, isReplacing: false)
        return try add(
            hashed, as: try names.claim(hashed, position: 0), isReplacing: isReplacing, isPublishing: isPublishing,
            progress: progress, isCancelled: isCancelled)
    }

    /// Reads a source's scans for their digests.
    ///
    /// - Throws: ``LibraryError``.
    func hashed(
        _ read: Library.ReadSource, options: SliceOptions, isCancelled: () -> Bool
    ) throws -> HashedSource {
        var options = options
        if let paper = read.document.header.palette.flatMap({ PaperColour(hexadecimal: $0.paper) }) {
            options.paper = paper
        }
        var digests: [String: FileDigest] = [:]
        let pages = try read.scans.map { scan in
            let digest = try digests[scan.path] ?? FileDigest(path: scan.path, goesOn: { _ in !isCancelled() })
            digests[scan.path] = digest
            return KeptScan(scan, digest, options: options)
        }
        return HashedSource(read: read, pages: pages, options: options)
    }

    /// Adds a source under the id that it was given.
    func add(
        _ source: HashedSource, as claim: SourceNames.Claim, isReplacing: Bool, isPublishing: Bool,
        progress: @escaping @Sendable (AddProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> AddReport {
        var read = source.read
        let images = source.images
        if let derived = read.derived, claim.id != read.document.id {
            read = Library.ReadSource(
                document: try derived.remake(claim.id), scans: read.scans, notes: read.notes, path: read.path,
                derived: derived, isPlain: read.isPlain)
        }
        func unchanged() throws -> AddReport {
            AddReport(
                document: try library.store.document(read.document.id), outcome: .unchanged, notes: read.notes)
        }
        let recordings = read.document.recordings.recordings
        if areThere(images, recordings) {
            if try library.store.isStored(read.document, images: images) { return try unchanged() }
            // Scans of which nothing is said leave alone what was written about them since.
            if read.isPlain, read.derived != nil, try holds(images, in: read.document.id) { return try unchanged() }
        }
        try refuseReplacing(read, images, isReplacing)
        // Before anything is cut: what is merged has the images that are there.
        if !isPublishing, try library.store.isEdited(read.document.id),
            let report = try turn.withLock({ try library.locked(isCancelled: isCancelled) { try merged(read, images) } }
            )
        {
            return report
        }
        var attempt = 1
        while true {
            do {
                var report = try store(
                    read, source.pages, images, options: source.options, isReplacing: isReplacing,
                    isPublishing: isPublishing, progress: progress, isCancelled: isCancelled)
                report.idNote = claim.note
                return report
            } catch is FilesVanished where attempt < 3 {
                // Another program removed a document with the same scan meanwhile.
                attempt += 1
            }
        }
    }

    /// A file that was there when the document was about to be stored was not there any more.
    private struct FilesVanished: Error, CustomStringConvertible {
        let description: String
    }

    private func store(
        _ read: Library.ReadSource, _ pages: [KeptScan], _ images: [ImagePlace: StoredImage], options: SliceOptions,
        isReplacing: Bool, isPublishing: Bool, progress: @escaping @Sendable (AddProgress) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> AddReport {
        var made: [String] = []
        var notes = read.notes
        do {
            for (position, page) in pages.enumerated() {
                try scanLocks.withLock(page.image.sha256, isCancelled: isCancelled) {
                    notes += try keep(page, options: options, made: &made, isCancelled: isCancelled) { fraction in
                        progress(.slicing(page: position + 1, of: pages.count, fraction: fraction))
                    }
                }
            }
            try keepRecordings(of: read, made: &made, isCancelled: isCancelled)
            let (images, measured) = try measured(read, images, isCancelled)
            notes += measured
            progress(.storing)
            return try turn.withLock {
                try library.locked(isCancelled: isCancelled) {
                    guard areThere(images, read.document.recordings.recordings) else {
                        throw FilesVanished(
                            description: "\(library.path): files of \(read.document.id) were removed again and again")
                    }
                    // Another program may have stored one of this id meanwhile.
                    try refuseReplacing(read, images, isReplacing)
                    if !isPublishing, let report = try merged(read, images) { return report }
                    let outcome = try library.store.put(
                        read.document, images: images, source: read.path, at: Date(), sweeping: false)
                    if case .replaced = outcome { hasReplaced.store(true, ordering: .relaxed) }
                    return AddReport(
                        document: try library.store.document(read.document.id), outcome: outcome, notes: notes)
                }
            }
        } catch {
            discard(made)
            if isCancelled() { throw LibraryError.cancelled }
            throw error
        }
    }

    /// Measures how captures lie on their pages.
    private func measured(
        _ read: Library.ReadSource, _ images: [ImagePlace: StoredImage], _ isCancelled: () -> Bool
    ) throws -> (images: [ImagePlace: StoredImage], notes: [String]) {
        do {
            return try Captures(of: read.document, images, in: library).measured(isCancelled: isCancelled)
        } catch let error as TileEngineError where !areThere(images, []) {
            throw FilesVanished(description: error.description)
        }
    }

    /// Makes a source's changes to the working copy of a document that was edited in the browser; nil for any other.
    private func merged(_ read: Library.ReadSource, _ images: [ImagePlace: StoredImage]) throws -> AddReport? {
        let merge = try library.store.merge(
            read.document, images: images, source: read.path, editor: Self.editor(of: read.path), at: Date())
        guard let merge else { return nil }
        var report = AddReport(
            document: try library.store.document(read.document.id), outcome: .unchanged, notes: read.notes)
        report.merge = merge
        return report
    }

    /// By what name the journal knows a source.
    private static func editor(of path: String) -> String {
        var name = "explore add "
        for scalar in path.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            guard name.utf8.count + 4 <= 200 else { break }
            name.unicodeScalars.append(scalar)
        }
        return name
    }

    /// - Throws: ``LibraryError/differs(_:id:)`` where the library has another content under the id, which must stay.
    private func refuseReplacing(
        _ read: Library.ReadSource, _ images: [ImagePlace: StoredImage], _ isReplacing: Bool
    ) throws {
        guard !isReplacing, try library.store.hasDocument(read.document.id),
            try !library.store.isStored(read.document, images: images)
        else { return }
        throw LibraryError.differs(read.path, id: read.document.id)
    }

    /// Whether the document has these images, each on its page.
    private func holds(_ images: [ImagePlace: StoredImage], in document: String) throws -> Bool {
        guard try library.store.hasDocument(document) else { return false }
        let pages = try library.store.document(document).pages
        return images.allSatisfy { place, image in pages.contains { $0.number == place.page && $0.image == image } }
    }

    /// Copies a scan into the library and cuts it, unless both were done before.
    ///
    /// - Returns: What is to be reported of the scan, if it was cut.
    private func keep(
        _ page: KeptScan, options: SliceOptions, made: inout [String],
        isCancelled: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Double) -> Void
    ) throws -> [String] {
        let (original, archive) = paths(of: page.image)
        if !FileManager.default.fileExists(atPath: original) {
            try DurableFile.copy(from: page.scan.path, to: original)
            made.append(original)
        }
        guard !FileManager.default.fileExists(atPath: archive) else { return [] }
        let isLarge =
            page.image.width.multipliedReportingOverflow(by: page.image.height).partialValue
            >= Self.largePixelCount
        let result = try limiter.withPermit(alone: isLarge, isCancelled: isCancelled) {
            try Slicer.slice(
                page.scan.scan, to: archive, options: options, progress: { progress($0.fraction) },
                isCancelled: isCancelled)
        }
        made.append(archive)
        return result.notes.map { "\(page.scan.path): \($0)" }
    }

    /// Removes files that an addition made for nothing. Who has found them there meanwhile makes them again; and where
    /// another program changes the library at this moment, they go with the end of a run.
    private func discard(_ made: [String]) {
        if made.isEmpty { return }
        turn.withLock { try? library.removeUnused(made, isCancelled: { true }) }
    }

    private func paths(of image: StoredImage) -> (original: String, archive: String) {
        (library.path + "/originals/" + image.fileName, library.path + "/pyramids/" + image.pyramid)
    }

    /// Copies the recordings of a source folder into the library, unless they are there.
    private func keepRecordings(
        of read: Library.ReadSource, made: inout [String], isCancelled: () -> Bool
    ) throws {
        for recording in read.document.recordings.recordings {
            if isCancelled() { throw LibraryError.cancelled }
            let target = library.path + "/originals/" + recording.fileName
            if FileManager.default.fileExists(atPath: target) { continue }
            let source = "\(read.path)/\(RecordingLimits.folder)\(recording.path)"
            try DurableFile.copy(from: source, to: target)
            made.append(target)
            guard try FileDigest(path: target, goesOn: { _ in true }).sha256 == recording.sha256 else {
                throw LibraryError.file(
                    source, reason: "was changed while it was read, expected a file that stays as it is")
            }
        }
    }

    private func areThere(_ images: [ImagePlace: StoredImage], _ recordings: [Recording]) -> Bool {
        recordings.allSatisfy { access(library.path + "/originals/" + $0.fileName, F_OK) == 0 }
            && images.values.allSatisfy { image in
                let (original, archive) = paths(of: image)
                return access(original, F_OK) == 0 && access(archive, F_OK) == 0
            }
    }
}

/// A source whose scans were read once.
struct HashedSource {
    let read: Library.ReadSource
    let pages: [KeptScan]
    /// How its images are cut.
    let options: SliceOptions

    var images: [ImagePlace: StoredImage] { Dictionary(pages.map { ($0.scan.place, $0.image) }) { first, _ in first } }
}

/// A page's scan, and what the library will know of it.
struct KeptScan {
    let scan: Library.PageScan
    let image: StoredImage

    fileprivate init(_ scan: Library.PageScan, _ digest: FileDigest, options: SliceOptions) {
        self.scan = scan
        image = StoredImage(
            fileName: Library.originalName(of: scan.path, digest: digest), sha256: digest.sha256,
            byteCount: digest.byteCount, width: scan.scan.info.width, height: scan.scan.info.height,
            pyramid: Library.pyramidName(of: scan.scan, page: scan.imagePage, digest: digest, options: options))
    }
}

/// Says to others that somebody adds to a library: no one removes unused files until the claim ends, at the latest with the
/// process.
final class AddingClaim: Sendable {
    private let descriptor: NIOLockedValueBox<Int32?>

    /// - Parameter isCancelled: Asked while another program changes the library.
    /// - Throws: ``LibraryError``.
    init(_ library: Library, isCancelled: () -> Bool = { false }) throws {
        let folder = library.folder
        descriptor = NIOLockedValueBox(
            // Under the library's lock, under which others look.
            try library.locked(isCancelled: isCancelled) {
                let descriptor = open(folder + "/.adding", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else {
                    throw LibraryError.unwritable(folder, reason: String(cString: strerror(errno)))
                }
                // Without locks, on a file system that has none, nothing is ever taken for left behind.
                _ = flock(descriptor, LOCK_SH | LOCK_NB)
                return descriptor
            })
    }

    deinit { end() }

    /// Ends it, unless it has ended.
    func end() {
        descriptor.withLockedValue { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }
}

extension Library {
    /// Removes those of these files that belong to no document.
    ///
    /// - Throws: ``LibraryError/cancelled``.
    func removeUnused(_ paths: [String], isCancelled: () -> Bool = { false }) throws {
        try locked(isCancelled: isCancelled) {
            for path in paths {
                let owners = try? store.documents(withFile: (path as NSString).lastPathComponent)
                if owners?.isEmpty == true { unlink(path) }
            }
        }
    }

    /// Runs the body where nobody adds to the library. Called under the library's lock, without which nobody begins.
    static func ifNobodyAdds(to folder: String, _ body: () throws -> Void) rethrows {
        let descriptor = open(folder + "/.adding", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        try body()
    }
}
