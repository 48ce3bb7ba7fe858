package import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

// Images uploaded for pages. The files are managed by the caller; this database describes them and tracks the cutting
// of tiles. A page of the working copy refers to a scan by id, a published version by the names of the files.

/// The description of a scan to be added.
public struct NewScan: Sendable {
    /// The name of the uploaded file, without folders.
    public let name: String
    /// The file name of the original in the library.
    public let fileName: String
    /// The SHA-256 of the original, in hexadecimal.
    public let sha256: String
    /// The size of the original in bytes.
    public let byteCount: Int
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The file name of the pyramid in the library.
    public let pyramid: String
    /// Whether the pyramid already exists.
    public let isReady: Bool

    /// Creates the description of a new scan.
    public init(
        name: String, fileName: String, sha256: String, byteCount: Int, width: Int, height: Int, pyramid: String,
        isReady: Bool
    ) {
        (self.name, self.fileName, self.sha256, self.byteCount) = (name, fileName, sha256, byteCount)
        (self.width, self.height, self.pyramid, self.isReady) = (width, height, pyramid, isReady)
    }
}

extension ClauseStore {
    /// Returns the scans uploaded for a document, in the order of upload.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func scans(of document: String) throws(ClauseStoreError) -> [UploadedScan] {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            return try ScanRows(database).scans(of: document)
        }
    }

    /// Returns a scan uploaded for a document.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noScan(_:document:)``.
    public func scan(_ id: String, of document: String) throws(ClauseStoreError) -> UploadedScan {
        try read { try Self.scan(id, of: document, $0) }
    }

    private static func scan(_ id: String, of document: String, _ database: Database) throws -> UploadedScan {
        _ = try DocumentReader(database).key(of: document)
        guard let scan = try ScanRows(database).scan(id, of: document) else {
            throw ClauseStoreError.noScan(id, document: document)
        }
        return scan
    }

    /// Returns the ids of the images of a scan uploaded for a document.
    public func scanImages(of scan: String, _ document: String) throws(ClauseStoreError) -> [String] {
        try read { database in
            let sql = """
                SELECT scanImage.id FROM scanImage JOIN scan ON scan.key = scanImage.scan
                WHERE scan.document = ? AND scan.id = ?
                """
            return try String.fetchAll(database, sql: sql, arguments: [document, scan])
        }
    }

    /// Returns the image with this id of an uploaded scan; nil if there is none.
    public func scanImage(_ id: String) throws(ClauseStoreError) -> (scan: UploadedScan, image: ScanImage)? {
        try read { try ScanRows($0).image(id) }
    }

    /// Returns the record of an image that pages and captures of a working copy may show.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``, ``ClauseStoreError/noScan(_:document:)``;
    ///   ``ClauseStoreError/edit(_:)`` if the image is not cut.
    package func workingImage(_ image: PageImage, of document: String) throws(ClauseStoreError) -> StoredImage {
        try read { database in
            guard let found = try WorkingFields(of: document, database).image(image) else {
                throw ClauseStoreError.noScan(image.scan, document: document)
            }
            guard found.state == .ready else {
                throw ClauseStoreError.edit(
                    EditFault(path: image.scan, value: "a scan that is not cut", expected: "one that is ready"))
            }
            return found.stored
        }
    }

    /// Returns the ids of images of uploaded scans that are not cut yet, in the order in which they were requested.
    public func unfinishedScanImages() throws(ClauseStoreError) -> [String] {
        try read { try ScanRows($0).unfinished() }
    }

    /// Adds an uploaded scan to a document. The same bytes always result in the same scan. If it could not be cut
    /// before, it is queued again.
    ///
    /// - Returns: The scan, and whether it is new.
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/edit(_:)`` if
    ///   ``DocumentModel/EditLimits/scans`` is exceeded.
    public func addScan(
        _ new: NewScan, to document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) -> (scan: UploadedScan, isNew: Bool) {
        try write { try addScan(new, to: document, editor: editor, at: date, $0) }
    }

    func addScan(
        _ new: NewScan, to document: String, editor: String, at date: Date, _ database: Database
    ) throws -> (scan: UploadedScan, isNew: Bool) {
        let version = try DocumentReader(database).key(of: document).version
        let rows = ScanRows(database)
        let id = UploadedScan.id(ofSHA256: new.sha256)
        if let known = try rows.scan(id, of: document) {
            guard known.sha256 == new.sha256 else {
                throw ClauseStoreError.damaged("two scans of \(document) have the id \(id)")
            }
            try rows.touch(id, of: document, at: date)
            if known.image.state == .failed {
                try rows.set(new.isReady ? .ready : .slicing, error: nil, ofImage: known.image.id)
            }
            return (try rows.scan(id, of: document) ?? known, false)
        }
        let others = try rows.scans(of: document)
        guard others.count < editLimits.scans else {
            throw ClauseStoreError.edit(
                EditFault(path: "scans", value: "\(others.count) scans", atMost: editLimits.scans))
        }
        let name = try Self.freeName(for: new, among: others, version: version, database)
        let image = ScanImage(
            id: "\(document)-\(id)", width: new.width, height: new.height, pyramid: new.pyramid,
            state: new.isReady ? .ready : .slicing)
        let scan = UploadedScan(
            document: document, id: id, name: name, fileName: new.fileName, sha256: new.sha256,
            byteCount: new.byteCount, image: image)
        try rows.insert(scan, editor: editor, at: date)
        return (scan, true)
    }

    /// Returns a name for the source folder that no other image or file of the document has.
    private static func freeName(
        for new: NewScan, among others: [UploadedScan], version: Int64, _ database: Database
    ) throws -> String {
        let sql = """
            SELECT page.sourceImage, image.sha256, page.captures FROM document
            JOIN page ON page.document = document.key
            JOIN image ON image.version = document.version AND image.page = page.number AND image.capture = 0
            WHERE document.version = ?
            """
        var taken = Set(try DocumentReader(database).sourceFiles(version: version).map { $0.name.lowercased() })
        taken.formUnion(others.map { $0.name.lowercased() })
        for row in try Row.fetchAll(database, sql: sql, arguments: [version]) {
            guard let name: String = row[0] else { continue }
            // The original of a published page keeps its name when it is uploaded again, unless another upload has
            // taken the name.
            if row[1] == new.sha256, !others.contains(where: { $0.name == name }) { return name }
            taken.insert(name.lowercased())
            let captures: [StoredCapture] = try StoredJSON.decodeOptional(row[2]) ?? []
            taken.formUnion(captures.map { $0.image.lowercased() })
        }
        return new.name.numbered { taken.contains($0.lowercased()) }
    }

    /// Adds an image of a part of a scan. The same part always results in the same image. If it could not be cut
    /// before, it is queued again.
    ///
    /// - Parameters:
    ///   - image: The image, with its part in the normal form.
    ///   - scan: The id of the scan.
    /// - Throws: ``ClauseStoreError/noScan(_:document:)``; ``ClauseStoreError/edit(_:)`` if there are too many parts.
    public func addScanImage(
        _ image: ScanImage, ofScan scan: String, _ document: String, at date: Date
    ) throws(ClauseStoreError) -> ScanImage {
        try write { database in
            let rows = ScanRows(database)
            let known = try Self.scan(scan, of: document, database)
            try rows.touch(scan, of: document, at: date)
            if let (_, present) = try rows.image(image.part, ofScan: scan, document) {
                if present.state == .failed { try rows.set(image.state, error: nil, ofImage: present.id) }
                return try rows.image(image.part, ofScan: scan, document)?.image ?? present
            }
            let sql = "SELECT count(*) FROM scanImage JOIN scan ON scan.key = scanImage.scan WHERE scan.document = ?"
            let count = try Int.fetchOne(database, sql: sql, arguments: [document]) ?? 0
            guard count < 4 * editLimits.scans else {
                throw ClauseStoreError.edit(
                    EditFault(
                        path: "parts", value: "\(count) images of scans", expected: "at most \(4 * editLimits.scans)",
                        isLimit: true))
            }
            try rows.insert(image, ofScan: known.id, document)
            return image
        }
    }

    /// Records the progress of cutting an image of a scan. Does nothing if the image was removed in the meantime.
    ///
    /// - Parameter error: The reason for a failure, on one line.
    public func setState(
        _ state: ScanImage.State, error: String? = nil, ofScanImage id: String
    ) throws(ClauseStoreError) {
        try write { try ScanRows($0).set(state, error: error, ofImage: id) }
    }

    /// Removes an uploaded scan that no page shows.
    ///
    /// - Returns: The files that nothing refers to any longer.
    /// - Throws: ``ClauseStoreError/noScan(_:document:)``, ``ClauseStoreError/scanInUse(_:by:)``.
    public func removeScan(_ id: String, of document: String) throws(ClauseStoreError) -> OrphanedFiles {
        try write { database in
            let scan = try Self.scan(id, of: document, database)
            let rows = ScanRows(database)
            if let user = try rows.use(of: scan) { throw ClauseStoreError.scanInUse(id, by: user) }
            let files = try rows.remove(scan)
            return try OrphanedFiles(among: files.originals, files.pyramids, database)
        }
    }

    /// Whether there are uploaded scans or recordings that have been unused for ``DocumentModel/EditLimits/scanDays``.
    public func hasUnusedScans(at date: Date) throws(ClauseStoreError) -> Bool {
        try read { database in
            try !ScanRows(database).unused(since: endOfUse(at: date)).isEmpty
                || !RecordingRows(database).unused(since: endOfUse(at: date)).isEmpty
        }
    }

    private func endOfUse(at date: Date) -> Date { date.addingTimeInterval(-Double(editLimits.scanDays) * 86_400) }

    /// Removes the uploaded scans and recordings that have been unused for ``DocumentModel/EditLimits/scanDays``.
    ///
    /// - Returns: The files that nothing refers to any longer; nil if there was nothing to remove.
    public func removeUnusedScans(at date: Date) throws(ClauseStoreError) -> OrphanedFiles? {
        guard try hasUnusedScans(at: date) else { return nil }
        return try write { database in
            let rows = ScanRows(database)
            let files = try rows.unused(since: endOfUse(at: date)).map(rows.remove)
            var originals = files.flatMap(\.originals)
            let recordings = RecordingRows(database)
            for (document, fileName) in try recordings.unused(since: endOfUse(at: date)) {
                try recordings.remove(fileName, of: document)
                originals.append(fileName)
            }
            return try OrphanedFiles(among: originals, files.flatMap(\.pyramids), database)
        }
    }

    /// Adds a draft with one blank page and a scan, which the working copy shows on that page, in one transaction.
    ///
    /// - Throws: As ``put(_:images:source:at:sweeping:)`` and ``addScan(_:to:editor:at:)``.
    public func addDraft(
        _ draft: SourceDocument, of new: NewScan, editor: String, at date: Date
    ) throws(ClauseStoreError) -> UploadedScan {
        try Self.check([:], of: draft)
        let scan = try write { database in
            _ = try Self.put(draft, images: [:], source: VersionOrigin.source(uploader: editor), at: date, database)
            let scan = try addScan(new, to: draft.id, editor: editor, at: date, database).scan
            let edit = Edit(
                id: UUID().uuidString.lowercased(), revision: 0, label: "createDocument",
                operations: [
                    EditOperation(path: .page(1, .image), before: .null, after: PageImage(scan: scan.id).json)
                ])
            _ = try apply(edit, to: draft.id, editor: editor, at: date, database)
            return scan
        }
        prepareIndexes(of: draft.id, sweeping: false)
        return scan
    }
}

extension String {
    /// Returns the file name itself, or with a number before its extension, `scan-2.jpg`: the first that is not taken.
    func numbered(_ isTaken: (String) -> Bool) -> String {
        let stem = (self as NSString).deletingPathExtension
        let suffix = (self as NSString).pathExtension
        var (name, number) = (self, 1)
        while isTaken(name) {
            number += 1
            name = "\(stem)-\(number)" + (suffix.isEmpty ? "" : "." + suffix)
        }
        return name
    }
}
