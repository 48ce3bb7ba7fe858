import ClauseStore
import DocumentFormats
import DocumentModel
import FileSupport
import Foundation
import NIOConcurrencyHelpers
import Synchronization
import TileEngine

// Several scans are hashed, copied and cut at once, without the library's lock (`.lock`). The lock is held only for
// each document's transaction, which verifies that all of its files still exist. Every process that adds documents also
// holds a shared lock on `.adding`; unused files are removed only while no process holds it.
//
// The id of a source is decided once its scans are hashed, in the order of the list (`SourceNames`). Later sources wait
// for earlier ones at this point and nowhere else, so ids do not depend on timing. `ScanFolder` lists the files of a
// folder, `ScanPages` the pages of a file, and `ScanDocument` turns both into a document. The pages of one file share
// its original and have a pyramid each (`…-p3.szi`); `imagePage` in `document.json` is the page's number in the file.
// The same holds for parts of one scan (`…-r90-c10_20_300_400.szi`), which are described by `rotation` and `crop`.

/// A run of additions to a library, from one thread or several at once. Files that the database does not refer to yet
/// are not removed until the run ends.
final class Additions: Sendable {
    /// The number of pixels from which a scan keeps all cores busy by itself. Such scans are cut one at a time.
    private static let largePixelCount = 64 << 20

    private let library: Library
    private let claim: AddingClaim
    /// Documents are stored one after another. The library's lock would serialise them anyway, but with more waiting.
    private let turn = NSLock()
    /// Locks by the digests of scans and recordings, which several sources may have in common.
    private let fileLocks = KeyedLock()
    private let limiter: SliceLimiter
    private let hasReplaced = Atomic(false)

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - library: The library, opened for writing.
    ///   - jobs: The number of small scans to cut at once.
    ///   - isCancelled: Called repeatedly while waiting for another process that is changing the library.
    /// - Throws: ``LibraryError``.
    init(to library: Library, jobs: Int, isCancelled: () -> Bool) throws {
        self.library = library
        limiter = SliceLimiter(count: max(1, jobs))
        claim = try AddingClaim(library, isCancelled: isCancelled)
    }

    deinit { end() }

    /// Ends the run, and removes files that killed processes have left behind, unless another process is still adding;
    /// that process then removes them. Nothing is removed earlier, because the run may still use files that were cut
    /// before.
    func end() {
        guard claim.end() else { return }
        if hasReplaced.load(ordering: .relaxed) { library.store.sweepPageIndexes() }
        library.sweep()
    }

    /// Computes the digests of a source's scans.
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

    /// Adds a source under the id assigned to it.
    func add(
        _ source: HashedSource, as claim: SourceNames.Claim, isReplacing: Bool, isPublishing: Bool,
        progress: @escaping @Sendable (AddProgress) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws -> AddReport {
        var read = source.read
        let images = source.images
        if let derived = read.derived, claim.id != read.document.id {
            read.document = try derived.remake(claim.id)
        }
        func unchanged() throws -> AddReport {
            AddReport(
                document: try library.store.document(read.document.id), outcome: .unchanged, notes: read.notes)
        }
        let recordings = read.document.recordings.recordings
        if areThere(images, recordings) {
            if try library.store.isStored(read.document, images: images) { return try unchanged() }
            // Scans that come without metadata do not overwrite what was written about them since they were added.
            if read.isPlain, read.derived != nil, try holds(images, in: read.document.id) { return try unchanged() }
        }
        try refuseReplacing(read, images, isReplacing)
        // Before anything is cut, because a merge uses the existing images.
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
                // Another process has removed a document with the same scan.
                attempt += 1
            }
        }
    }

    /// A file that existed earlier was missing when the document was about to be stored.
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
                try fileLocks.withLock(page.image.sha256, isCancelled: isCancelled) {
                    notes += try keep(page, options: options, made: &made, isCancelled: isCancelled) { fraction in
                        progress(.slicing(page: position + 1, of: pages.count, fraction: fraction))
                    }
                }
            }
            // What was copied and cut must be what was hashed.
            if !made.isEmpty {
                for (path, page) in Dictionary(pages.map { ($0.scan.path, $0) }, uniquingKeysWith: { $1 }) {
                    try refuseChanged(path, since: page.image.sha256, isCancelled)
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
                            description: "\(library.path): files of \(read.document.id) were removed repeatedly")
                    }
                    // Another process may have stored a document with this id in the meantime.
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

    /// Measures the alignment of captures with their pages.
    private func measured(
        _ read: Library.ReadSource, _ images: [ImagePlace: StoredImage], _ isCancelled: () -> Bool
    ) throws -> (images: [ImagePlace: StoredImage], notes: [String]) {
        do {
            return try Captures(of: read.document, images, in: library).measured(isCancelled: isCancelled)
        } catch let error as TileEngineError where !areThere(images, []) {
            throw FilesVanished(description: error.description)
        }
    }

    /// Turns a source's changes into edits of the working copy, if the document was edited in the browser. Returns nil
    /// otherwise.
    private func merged(_ read: Library.ReadSource, _ images: [ImagePlace: StoredImage]) throws -> AddReport? {
        let merge = try library.store.merge(
            read.document, images: images, source: read.path, editor: Self.editor(of: read.path), at: Date())
        guard let merge else { return nil }
        var report = AddReport(
            document: try library.store.document(read.document.id), outcome: .unchanged, notes: read.notes)
        report.merge = merge
        return report
    }

    /// Returns the name under which the journal records a source as an editor.
    private static func editor(of path: String) -> String {
        var name = "explore add "
        for scalar in path.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            guard name.utf8.count + 4 <= 200 else { break }
            name.unicodeScalars.append(scalar)
        }
        return name
    }

    /// - Throws: ``LibraryError/differs(_:id:)`` if the library has different content under this id, which must be
    ///   kept.
    private func refuseReplacing(
        _ read: Library.ReadSource, _ images: [ImagePlace: StoredImage], _ isReplacing: Bool
    ) throws {
        guard !isReplacing, try library.store.hasDocument(read.document.id),
            try !library.store.isStored(read.document, images: images)
        else { return }
        throw LibraryError.differs(read.path, id: read.document.id)
    }

    /// Whether the document has each of these images on its page.
    private func holds(_ images: [ImagePlace: StoredImage], in document: String) throws -> Bool {
        guard try library.store.hasDocument(document) else { return false }
        let pages = try library.store.document(document).pages
        return images.allSatisfy { place, image in pages.contains { $0.number == place.page && $0.image == image } }
    }

    /// Copies a scan into the library and cuts it. Skips what exists already.
    ///
    /// - Returns: The notes on the scan, if it was cut.
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
        let isLarge = page.image.width &* page.image.height >= Self.largePixelCount
        let result = try limiter.withPermit(alone: isLarge, isCancelled: isCancelled) {
            try Slicer.slice(
                page.scan.scan, to: archive, options: options, progress: { progress($0.fraction) },
                isCancelled: isCancelled)
        }
        made.append(archive)
        return result.notes.map { "\(page.scan.path): \($0)" }
    }

    /// - Throws: ``LibraryError/file(_:reason:)`` if a file no longer has the SHA-256 with which it was read.
    private func refuseChanged(_ path: String, since sha256: String, _ isCancelled: () -> Bool) throws {
        guard try FileDigest(path: path, goesOn: { _ in !isCancelled() }).sha256 != sha256 else { return }
        throw LibraryError.file(path, reason: "was changed while it was read, expected a file that stays as it is")
    }

    /// Removes files created by a failed addition. Other threads that found them in the meantime create them again. If
    /// another process is changing the library at this moment, the end of a run removes the files instead.
    private func discard(_ made: [String]) {
        if made.isEmpty { return }
        turn.withLock { try? library.removeUnused(made, isCancelled: { true }) }
    }

    private func paths(of image: StoredImage) -> (original: String, archive: String) {
        (library.path + "/originals/" + image.fileName, library.path + "/pyramids/" + image.pyramid)
    }

    /// Copies the recordings of a source folder into the library, unless they exist there.
    private func keepRecordings(
        of read: Library.ReadSource, made: inout [String], isCancelled: () -> Bool
    ) throws {
        for recording in read.document.recordings.recordings {
            if isCancelled() { throw LibraryError.cancelled }
            let target = library.path + "/originals/" + recording.fileName
            let source = "\(read.path)/\(RecordingLimits.folder)\(recording.path)"
            // Other sources of this run may have the same recording.
            try fileLocks.withLock(recording.sha256, isCancelled: isCancelled) {
                if FileManager.default.fileExists(atPath: target) { return }
                try DurableFile.copy(from: source, to: target)
                made.append(target)
                try refuseChanged(source, since: recording.sha256, isCancelled)
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

/// A source whose scans have been hashed.
struct HashedSource {
    let read: Library.ReadSource
    let pages: [KeptScan]
    /// The options for cutting its images.
    let options: SliceOptions

    var images: [ImagePlace: StoredImage] { Dictionary(pages.map { ($0.scan.place, $0.image) }) { first, _ in first } }
}

/// A page's scan, and the image that the library stores for it.
struct KeptScan {
    let scan: Library.PageScan
    let image: StoredImage

    init(_ scan: Library.PageScan, _ digest: FileDigest, options: SliceOptions) {
        self.scan = scan
        image = StoredImage(
            fileName: Library.originalName(of: scan.path, digest: digest), sha256: digest.sha256,
            byteCount: digest.byteCount, width: scan.scan.info.width, height: scan.scan.info.height,
            pyramid: Library.pyramidName(of: scan.scan, page: scan.imagePage, digest: digest, options: options))
    }
}

/// Shows other processes that documents are being added to a library. While a claim is held, no process removes unused
/// files. A claim ends with the process at the latest.
final class AddingClaim: Sendable {
    private let descriptor: NIOLockedValueBox<Int32?>

    /// - Parameter isCancelled: Called repeatedly while waiting for another process that is changing the library.
    /// - Throws: ``LibraryError``.
    init(_ library: Library, isCancelled: () -> Bool = { false }) throws {
        let folder = library.folder
        descriptor = NIOLockedValueBox(
            // Under the library's lock, because other processes check for claims under it.
            try library.locked(isCancelled: isCancelled) {
                let descriptor = open(folder + "/.adding", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else {
                    throw LibraryError.unwritable(folder, reason: SystemError.text())
                }
                // On a file system without locks this fails, and then no file ever counts as left over.
                _ = flock(descriptor, LOCK_SH | LOCK_NB)
                return descriptor
            })
    }

    deinit { end() }

    /// Ends the claim. Returns false if it had ended already.
    @discardableResult
    func end() -> Bool {
        descriptor.withLockedValue { descriptor in
            guard let held = descriptor else { return false }
            close(held)
            descriptor = nil
            return true
        }
    }
}

extension Library {
    /// Removes the given files, except those that a document uses.
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

    /// Runs the body if no process is adding to the library. Must be called under the library's lock, which prevents
    /// new claims.
    static func ifNobodyAdds(to folder: String, _ body: () throws -> Void) rethrows {
        let descriptor = open(folder + "/.adding", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        try body()
    }
}
