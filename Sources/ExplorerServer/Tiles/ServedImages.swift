import ClauseStore
import DocumentLibrary
import DocumentModel
import NIOCore
import TileEngine

/// A served image: its open pyramid, and the start of its tiles' ETags.
struct ServedImage: Sendable {
    let id: String
    let document: String
    let archive: TileArchive
    let renderer: TileRenderer
    /// The pyramid's file name without its suffix, which identifies the scan's content and how it was cut.
    let version: String
    /// The colour of the document's paper, which fills the corners of a rotated image.
    let paper: PaperColour
    /// Whether anyone may read the document.
    let isOpen: Bool
    /// Whether it is an uploaded scan, which only editors may see.
    let isForEditors: Bool
    /// How long the entry is valid.
    let expiration: Expiration
}

/// Maps image ids to pyramids, using the library's database.
///
/// A result is valid for a second (``Expiration``), so that readers see a replaced document almost at once and not
/// every tile needs a query. Archives stay open as long as an image uses them, at most 256.
final class ServedImages: Sendable {
    private let library: Library
    private let pool: WorkPool
    /// The pool for images of former versions, which take long to open; by default the same pool.
    private let formerPool: WorkPool
    /// The principal of requests without a token.
    private let anyone: Principal
    /// Shared by the renderers of all images.
    private let decodedTiles: DecodedTiles
    private let formerVersions: FormerVersions
    private let entries = ExpiringCache<String, ServedImage>(limit: 256)

    init(
        library: Library, pool: WorkPool, formerPool: WorkPool? = nil, anyone: Principal, decodedTiles: DecodedTiles,
        formerVersions: FormerVersions = FormerVersions()
    ) {
        (self.decodedTiles, self.formerVersions) = (decodedTiles, formerVersions)
        self.library = library
        (self.pool, self.formerPool) = (pool, formerPool ?? pool)
        self.anyone = anyone
    }

    /// Returns the image if it was looked up within the last second and the current user may read its document.
    func known(_ id: String) -> ServedImage? {
        guard let image = entries.current(id), image.isOpen || mayRead(image) else { return nil }
        return image
    }

    private func mayRead(_ image: ServedImage) -> Bool {
        image.isForEditors
            ? RequestAuthorization.mayEdit(image.document)
            : anyone.ofCurrentRequest.grant.covers(image.document)
    }

    /// Returns the image if it was looked up within the last second and anyone may read its document.
    func knownToAnyone(_ id: String, at now: NIODeadline) -> ServedImage? {
        entries.current(id, at: now).flatMap { $0.isOpen ? $0 : nil }
    }

    /// Returns the image, if the current user may read its document.
    ///
    /// - Throws: ``Problem`` 404 if there is none for this user.
    func image(_ id: String) async throws -> ServedImage {
        if let image = known(id) { return image }
        let (principal, editor) = (anyone.ofCurrentRequest, RequestAuthorization.current?.editor)
        return try await lookUp(id) { try self.find(id, for: principal, or: editor?.grant) }
    }

    /// Looks up an image, so that it is known for a second if anyone may read its document.
    ///
    /// - Throws: ``Problem`` 404 if there is none for everybody.
    func lookUpForAnyone(_ id: String) async throws {
        _ = try await lookUp(id) { [anyone] in try self.find(id, for: anyone) }
    }

    /// Runs a lookup so that those of former versions, each of which may take as long as adding a document, do not
    /// delay other queries.
    private func lookUp(
        _ id: String, _ body: @escaping @Sendable () throws -> ServedImage
    ) async throws -> ServedImage {
        let isFormer = FormerVersions.parts(ofImage: id) != nil
        return try await isFormer ? formerPool.run(.any, body) : pool.run(.forTile, body)
    }

    /// Looks up the image in the database and opens its pyramid. Blocks.
    ///
    /// - Parameter editable: The documents that the user may edit, if any. Uploaded scans of these are found too.
    /// - Throws: ``Problem`` 404 if no document that the user may read has such an image. Nothing of a document that
    ///   they may not read is opened, so that the timing reveals nothing either.
    private func find(
        _ id: String, for principal: Principal, or editable: Principal.Grant? = nil
    ) throws -> ServedImage {
        let uploaded = try editable.flatMap { try uploadedPage(ofImage: id, of: $0) }
        guard let (document, page) = try uploaded ?? page(ofImage: id, for: principal), page.pyramid != nil else {
            throw Problem.notFound("no image '\(id)' here")
        }
        let version = String((page.pyramid ?? id).prefix { $0 != "." })
        let paper = document.palette.flatMap { PaperColour(hexadecimal: $0.paper) } ?? .white
        let isForEditors = uploaded != nil
        let isOpen = try !isForEditors && isOpen(document, showing: id)
        if let former = entries.latest(id), former.version == version, former.paper == paper, former.isOpen == isOpen,
            // A damaged archive may have been repaired since.
            former.archive.isUnmodified
        {
            entries.keep(former, for: id, expiration: former.expiration)
            return former
        }
        if FormerVersions.parts(ofImage: id) != nil, try !library.hasScan(ofFormer: page) {
            throw Problem.notFound("this server does not have the image '\(id)', because its scan has been replaced")
        }
        guard let archive = try library.archive(of: page) else { throw Problem.notFound("no image '\(id)' here") }
        let image = ServedImage(
            id: id, document: document.id, archive: archive,
            renderer: TileRenderer(archive: archive, tiles: decodedTiles), version: version,
            paper: paper, isOpen: isOpen, isForEditors: isForEditors,
            expiration: Expiration { [weak self] in self?.renew(id) })
        entries.keep(image, for: id, expiration: image.expiration)
        return image
    }

    /// Whether anyone may read the document of an image. A former version is open only while the served one is.
    private func isOpen(_ document: DocumentInfo, showing id: String) throws -> Bool {
        guard anyone.mayRead(document.header) else { return false }
        return try FormerVersions.parts(ofImage: id) == nil
            || anyone.mayRead(library.store.document(document.id).header)
    }

    /// Expires all images permanently, because another library is served.
    func close() { entries.close() }

    /// Finds an uploaded scan, whose image id does not end in a number.
    private func uploadedPage(
        ofImage id: String, of editable: Principal.Grant
    ) throws -> (DocumentInfo, PageInfo)? {
        guard let hyphen = id.lastIndex(of: "-"), Int(id[id.index(after: hyphen)...]) == nil,
            editable.covers(String(id[..<hyphen])), let (scan, image) = try library.store.scanImage(id),
            scan.document == id[..<hyphen], image.state == .ready
        else { return nil }
        let page = PageInfo(
            number: 1, label: nil, width: image.width, height: image.height, pixelsPerMillimetre: nil,
            sourceImage: scan.name, imageID: id, image: scan.stored(image))
        return (try library.store.document(scan.document), page)
    }

    /// Finds the page of an image. The id is the document's id, a hyphen and the page number, and for further captures
    /// a hyphen and the capture's id, which begins with a letter.
    private func page(ofImage id: String, for principal: Principal) throws -> (DocumentInfo, PageInfo)? {
        if let (former, version) = FormerVersions.parts(ofImage: id) {
            return try page(ofImage: former, for: principal) { document in
                try formerVersions.version(version, of: document, in: library.store, for: principal)?.document
            }
        }
        return try page(ofImage: id, for: principal) { try library.store.document($0, for: principal) }
    }

    /// - Parameter find: Returns the document with an id, or the version of it that the image belongs to.
    private func page(
        ofImage id: String, for principal: Principal, in find: (String) throws -> DocumentInfo?
    ) throws -> (DocumentInfo, PageInfo)? {
        guard let last = id.lastIndex(of: "-") else { return nil }
        let own = CaptureRule.isValidID(String(id[id.index(after: last)...])) ? String(id[..<last]) : id
        guard let hyphen = own.lastIndex(of: "-") else { return nil }
        let found: DocumentInfo?
        do {
            found = try find(String(own[..<hyphen]))
        } catch let error as ClauseStoreError {
            guard error.kind == .notFound else { throw error }
            return nil
        }
        guard let document = found else { return nil }
        let page = document.pages.first { $0.imageID == own }
        return page?.images.first { $0.imageID == id }.map { (document, $0) }
    }

    /// Looks up the image again in the background, for any user. If that fails, the image expires and the next request
    /// reports the reason.
    private func renew(_ id: String) {
        Task { _ = try? await lookUp(id) { try self.find(id, for: .administrator, or: .everything) } }
    }
}
