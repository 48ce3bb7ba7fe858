public import DocumentModel
public import Foundation
import GRDB

/// The result of storing a document.
public enum PutOutcome: Hashable, Sendable {
    /// The same files and images were already stored; nothing was written.
    case unchanged
    /// The document is new: version 1.
    case added
    /// The document replaced a former version, which is kept.
    case replaced(version: Int)
}

extension ClauseStore {
    /// Stores a document in one transaction. Readers see the former version until the new one is complete.
    ///
    /// If all source files and images equal the stored ones, nothing is done. Otherwise the document replaces the
    /// former version, whose source files and image records are kept.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - images: The images of its pages and of their other captures; one for every page that has an image.
    ///   - source: The origin, in words for the administrator.
    ///   - date: The time of the addition.
    ///   - sweeping: Whether the indexes of the former version are removed at once; otherwise call
    ///     ``sweepPageIndexes()``.
    /// - Returns: Whether the document was added, replaced or unchanged.
    /// - Throws: ``ClauseStoreError/imageMismatch(page:document:found:expected:)``,
    /// ``ClauseStoreError/unpublishedEdits(document:count:editor:)`` if it would replace unpublished edits,
    /// ``ClauseStoreError/readOnly(path:)``, ``ClauseStoreError/busy(path:)``. The store is unchanged in these cases.
    /// - Complexity: O(*n* log *n*) in the size of the document.
    public func put(
        _ document: SourceDocument, images: [ImagePlace: StoredImage], source: String, at date: Date,
        sweeping: Bool = true
    ) throws(ClauseStoreError) -> PutOutcome {
        try Self.check(images, of: document)
        let outcome = try write { database in
            try Self.putUnlessEdited(document, images: images, source: source, at: date, database)
        }
        if outcome != .unchanged { prepareIndexes(of: document.id, sweeping: sweeping && outcome != .added) }
        return outcome
    }

    /// Stores a version that is derived from the served one. If another version was stored in the meantime, it is
    /// derived again, from that one, so that no change is lost.
    ///
    /// - Parameter derive: Returns the new version, or nil if nothing changes, and a report. It may be called several
    ///   times.
    /// - Returns: The outcome, and the report of the last call.
    /// - Throws: The errors of `derive`, and as ``put(_:images:source:at:sweeping:)``. Nothing is changed in that case.
    func replaceServedVersion<Report>(
        of document: String, source: String, at date: Date,
        _ derive: (KeptVersion) throws -> (version: KeptVersion?, report: Report)
    ) throws -> (outcome: PutOutcome, report: Report) {
        while true {
            let (key, served) = try read { database in
                let key = try DocumentReader(database).key(of: document).version
                return (key, try KeptVersion(database, key: key))
            }
            let (version, report) = try derive(served)
            guard let version else { return (.unchanged, report) }
            let derived = try version.document()
            try Self.check(version.images, of: derived)
            let outcome: PutOutcome? = try write { database in
                guard try DocumentReader(database).key(of: document).version == key else { return nil }
                return try Self.putUnlessEdited(derived, images: version.images, source: source, at: date, database)
            }
            guard let outcome else { continue }
            if outcome != .unchanged { prepareIndexes(of: document, sweeping: true) }
            return (outcome, report)
        }
    }

    /// Stores a document within a transaction, unless it would replace unpublished edits.
    private static func putUnlessEdited(
        _ document: SourceDocument, images: [ImagePlace: StoredImage], source: String, at date: Date,
        _ database: Database
    ) throws -> PutOutcome {
        try put(document, images: images, source: source, at: date, database) {
            try refuseUnpublishedEdits(of: document.id, database)
            try rebaseWorkingCopy(on: document, images, at: date, database)
        }
    }

    /// Stores a document within a transaction.
    ///
    /// - Parameter willChange: Called before anything is written, unless the document is already stored. It may throw
    ///   to prevent the change.
    static func put(
        _ document: SourceDocument, images: [ImagePlace: StoredImage], source: String, at date: Date,
        _ database: Database,
        willChange: () throws -> Void = {}
    ) throws -> PutOutcome {
        let former = try Row.fetchOne(
            database,
            sql: """
                SELECT document.version, version.number, document.status, document.access FROM document
                JOIN version ON version.key = document.version WHERE document.id = ?
                """,
            arguments: [document.id])
        if let former, try Self.isEqual(document, images, toVersion: former["version"], database) {
            return .unchanged
        }
        try willChange()
        let number = (former?["number"] ?? 0) + 1
        let writer = ContentWriter(database)
        let version = try writer.insertVersion(document, images, number: number, source: source, at: date)
        try writer.replaceContent(with: document, version: version)
        try ActivityLog(database).note(
            document.id, from: try former.map { try Exposure($0) }, to: Exposure(document.header), at: date)
        return former == nil ? .added : .replaced(version: number)
    }

    /// Whether this document is stored with the same files and images.
    public func isStored(_ document: SourceDocument, images: [ImagePlace: StoredImage]) throws(ClauseStoreError) -> Bool
    {
        try read { database in
            let sql = "SELECT version FROM document WHERE id = ?"
            guard let version = try Int64.fetchOne(database, sql: sql, arguments: [document.id]) else { return false }
            return try Self.isEqual(document, images, toVersion: version, database)
        }
    }

    /// Removes the page indexes of versions that are no longer served.
    ///
    /// - Complexity: O(*n*) in the number of documents and indexes.
    public func sweepPageIndexes() { try? read(pageIndexes.sweep) }

    /// Builds the indexes of the document's pages, so that no reader has to wait for them. The document is already
    /// stored, so errors are ignored here: the build is tried again, and the error thrown, when a page is requested.
    func prepareIndexes(of document: String, sweeping: Bool) {
        try? read { database in
            if sweeping { try pageIndexes.sweep(database) }
            let sql = """
                SELECT page.key, page.number, document.version FROM page JOIN document ON document.key = page.document
                WHERE document.id = ?
                """
            for row in try Row.fetchAll(database, sql: sql, arguments: [document]) {
                let page = StoredPage(key: row["key"], number: row["number"], version: row["version"])
                _ = try pageIndexes.index(page, database)
            }
        }
    }

    static func check(
        _ images: [ImagePlace: StoredImage], of document: SourceDocument
    ) throws(ClauseStoreError) {
        func mismatch(_ page: Int, _ found: String, _ expected: String) -> ClauseStoreError {
            .imageMismatch(page: page, document: document.id, found: found, expected: expected)
        }
        func compare(_ image: StoredImage, _ width: Int, _ height: Int, _ page: Int) throws(ClauseStoreError) {
            guard image.width == width, image.height == height else {
                throw mismatch(
                    page, "an image of \(image.width) x \(image.height)", "\(width) x \(height) pixels")
            }
        }
        var known: Set<ImagePlace> = []
        for page in document.pages {
            known.insert(ImagePlace(page: page.number))
            switch (page.image, images[ImagePlace(page: page.number)]) {
            case (nil, nil): break
            case (nil, .some): throw mismatch(page.number, "an image for a blank page", "none")
            case (.some(let name), nil): throw mismatch(page.number, "no image", "that of \(FaultText.quoted(name))")
            case (.some, .some(let image)): try compare(image, page.width, page.height, page.number)
            }
            for (place, capture) in page.captures.enumerated().dropFirst() {
                let place = ImagePlace(page: page.number, capture: place)
                known.insert(place)
                guard let image = images[place] else {
                    throw mismatch(page.number, "no image of the capture \(capture.id)", "one of each capture")
                }
                try compare(image, capture.width, capture.height, page.number)
                guard capture.alignment != nil || image.measurement?.estimate != nil else {
                    throw mismatch(page.number, "no alignment of the capture \(capture.id)", CaptureAlignment.rule)
                }
            }
        }
        if let stray = Set(images.keys).subtracting(known).min() {
            throw mismatch(
                stray.page, "an image for a page or capture that does not exist",
                "pages 1 to \(document.pages.count) and their captures")
        }
    }

    private static func isEqual(
        _ document: SourceDocument, _ images: [ImagePlace: StoredImage], toVersion version: Int64, _ database: Database
    ) throws -> Bool {
        let stored = try KeptVersion(database, key: version)
        // The measurement can be derived from the images and files, so it is not compared.
        guard stored.images.mapValues(\.unmeasured) == images.mapValues(\.unmeasured) else { return false }
        return Set(stored.files) == Set(document.files)
    }
}
