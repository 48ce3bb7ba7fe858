import ClauseStore
import DocumentLibrary
import DocumentModel
import NIOCore
import TileEngine

/// An image that is being served: its open pyramid and what the tiles' ETags begin with.
struct ServedImage: Sendable {
    let id: String
    let document: String
    let archive: TileArchive
    let renderer: TileRenderer
    /// The pyramid's file name without its suffix: it names the scan's content and how it was cut.
    let version: String
    /// The colour of the document's paper, which shows where a picture that is turned has no pixels.
    let paper: PaperColour
    /// Whether anyone may read the document.
    let isOpen: Bool
    /// Whether it is an uploaded scan, which only editors may see.
    let isForEditors: Bool
    /// How long this is known to be the image of its id.
    let expiration: Expiration
}

/// Which pyramid belongs to which image, by the library's database.
///
/// An answer holds for a second (``Expiration``), so that a replaced document is seen at once for a reader and the
/// database is not asked for each tile. Open archives are kept as long as some image uses them, at most 256 of
/// them.
final class ServedImages: Sendable {
    private let library: Library
    private let pool: WorkPool
    /// What anyone may read here.
    private let anyone: Principal
    private let decodedTiles: DecodedTiles
    private let formerVersions: FormerVersions
    private let entries = ExpiringCache<String, ServedImage>(limit: 256)

    /// - Parameters:
    ///   - anyone: What anyone may read here.
    ///   - decodedTiles: Where the renderers of all images keep decoded tiles.
    ///   - formerVersions: The versions that were opened.
    init(
        library: Library, pool: WorkPool, anyone: Principal, decodedTiles: DecodedTiles,
        formerVersions: FormerVersions = FormerVersions()
    ) {
        (self.decodedTiles, self.formerVersions) = (decodedTiles, formerVersions)
        self.library = library
        self.pool = pool
        self.anyone = anyone
    }

    /// The image if it was looked up within the last second, and whoever asks may read its document.
    func known(_ id: String) -> ServedImage? {
        guard let image = entries.current(id), image.isOpen || mayRead(image) else { return nil }
        return image
    }

    private func mayRead(_ image: ServedImage) -> Bool {
        image.isForEditors
            ? RequestAuthorization.mayEdit(image.document)
            : anyone.ofCurrentRequest.grant.covers(image.document)
    }

    /// The image if it was looked up within the last second, and anyone may read its document.
    func knownToAnyone(_ id: String, at now: NIODeadline) -> ServedImage? {
        entries.current(id, at: now).flatMap { $0.isOpen ? $0 : nil }
    }

    /// The image, if whoever asks may read its document.
    ///
    /// - Throws: ``Problem`` 404 where there is none for them.
    func image(_ id: String) async throws -> ServedImage {
        if let image = known(id) { return image }
        let (principal, editor) = (anyone.ofCurrentRequest, RequestAuthorization.current?.editor)
        return try await pool.run(.forTile) { try self.find(id, for: principal, or: editor?.grant) }
    }

    /// Makes the image known for a second, if anyone may read its document.
    ///
    /// - Throws: ``Problem`` 404 where there is none for them.
    func lookUpForAnyone(_ id: String) async throws {
        _ = try await pool.run(.forTile) { [anyone] in try self.find(id, for: anyone) }
    }

    /// Looks the image up in the database, and opens its pyramid; blocks.
    ///
    /// - Throws: ``Problem`` 404 when no document that the reader may read has such an image. Nothing of one that they may
    ///   not read is opened first, so that the time tells nothing either.
    ///
    /// - Parameter editable: The documents that the reader may edit, where they may edit any: of these, uploaded scans are
    ///   found too.
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
        let isOpen = !isForEditors && anyone.mayRead(document.header)
        if let former = entries.latest(id), former.version == version, former.paper == paper, former.isOpen == isOpen,
            // One that was damaged may have been mended since.
            former.archive.isAsOpened
        {
            entries.keep(former, for: id, expiration: former.expiration)
            return former
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

    /// Ends what is known of all images, for good: another library is served.
    func close() { entries.close() }

    /// The id of an uploaded scan's image ends in no number.
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

    /// An image's id is its document's id, a hyphen, and the page's number; that of a further capture goes on with a hyphen
    /// and the capture's id, which begins with a letter.
    private func page(ofImage id: String, for principal: Principal) throws -> (DocumentInfo, PageInfo)? {
        if let (former, version) = FormerVersions.parts(ofImage: id) {
            return try page(ofImage: former, for: principal) { document in
                try formerVersions.version(version, of: document, in: library.store, for: principal)?.document
            }
        }
        return try page(ofImage: id, for: principal) { try library.store.document($0, for: principal) }
    }

    /// - Parameter find: Gives a document of an id, or the version of it that the image is of.
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

    /// Looks the image up anew, in the background and for whoever may read it; where that fails the image expires and the next
    /// request is told why.
    private func renew(_ id: String) {
        Task { [pool] in try? await pool.run(.forTile) { _ = try self.find(id, for: .administrator, or: .everything) } }
    }
}
