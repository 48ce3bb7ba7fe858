import ClauseStore
import DocumentLibrary
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
    /// How long this is known to be the image of its id.
    let lease: Lease
}

/// Which pyramid belongs to which image, by the library's database.
///
/// An answer holds for a second (``Lease``), so that a replaced document is seen at once for a reader and the
/// database is not asked for each tile. Open archives are kept as long as some image uses them, at most 256 of
/// them.
final class ServedImages: Sendable {
    private let library: Library
    private let pool: WorkPool
    private let includesDrafts: Bool
    private let decodedTiles: DecodedTiles
    private let entries = LeasedValues<String, ServedImage>(limit: 256)

    /// - Parameter decodedTiles: Where the renderers of all images keep decoded tiles.
    init(library: Library, pool: WorkPool, includesDrafts: Bool, decodedTiles: DecodedTiles) {
        self.decodedTiles = decodedTiles
        self.library = library
        self.pool = pool
        self.includesDrafts = includesDrafts
    }

    /// The image if it was looked up within the last second.
    func known(_ id: String, at now: NIODeadline = .now()) -> ServedImage? {
        entries.current(id, at: now)
    }

    /// Looks the image up in the database, and opens its pyramid; blocks.
    ///
    /// - Throws: ``Problem`` 404 when no served document has such an image.
    func find(_ id: String) throws -> ServedImage {
        guard let (document, page) = try page(ofImage: id), let path = library.pyramidPath(of: page) else {
            throw Problem.notFound("no image '\(id)' here")
        }
        let version = String((page.pyramid ?? id).prefix { $0 != "." })
        let paper = document.palette.flatMap { PaperColour(hexadecimal: $0.paper) } ?? .white
        if let former = entries.latest(id), former.version == version, former.paper == paper,
            // One that was damaged may have been mended since.
            former.archive.isAsOpened
        {
            entries.keep(former, for: id, lease: former.lease)
            return former
        }
        let archive = try TileArchive(path: path)
        let image = ServedImage(
            id: id, document: document.id, archive: archive,
            renderer: TileRenderer(archive: archive, tiles: decodedTiles), version: version,
            paper: paper, lease: Lease { [weak self] in self?.renew(id) })
        entries.keep(image, for: id, lease: image.lease)
        return image
    }

    /// An image's id is its document's id, a hyphen, and the page's number.
    private func page(ofImage id: String) throws -> (DocumentInfo, PageInfo)? {
        guard let hyphen = id.lastIndex(of: "-") else { return nil }
        let document: DocumentInfo
        do throws(ClauseStoreError) {
            document = try library.store.document(String(id[..<hyphen]))
        } catch {
            guard error.kind == .notFound else { throw error }
            return nil
        }
        guard includesDrafts || document.status == .published else { return nil }
        return document.pages.first { $0.imageID == id }.map { (document, $0) }
    }

    /// Looks the image up anew, in the background; where that fails the lease ends and the next request is told why.
    private func renew(_ id: String) {
        Task { [pool] in try? await pool.run { _ = try self.find(id) } }
    }
}
