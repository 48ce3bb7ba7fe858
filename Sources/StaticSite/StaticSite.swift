import ClauseStore
public import DocumentLibrary
import DocumentModel
import Foundation

/// Writes a library as a folder of files that any web server, object store or CDN can serve, without this program.
///
/// ```
/// index.html                     the library
/// documents/{doc}/index.html     the viewer; beside it plain.html, the document without JavaScript
/// documents/{doc}/files.json     the files of the document, with their SHA-256; site.json lists the others
/// viewer/{version}/              scripts, styles, fonts and icons
/// api/…                          responses of the API: documents, categories, clauses by language, cut-outs, words
/// api/documents/{doc}/download.txt   the texts of the document; download.pdf, if requested
/// tiles/{image}.json             the tile grid of an image
/// iiif/3/{image}/…               its tiles, under their canonical addresses in the Image API; or
/// pyramids/{name}.szi            all of them as one file
/// iiif/presentation/3/…          manifests, annotations and the collection, if the site's address is known
/// ```
///
/// The files have the same format as the server's responses, because the same functions write them: `SiteDocument`
/// reads everything about one version of a document, `SiteImages` its tiles and cut-outs, and `WordShards` builds the
/// index of its words. `SiteWriter` passes all files to a `SiteSink`, a folder or an archive, and maintains the
/// `SiteList`s by which a later export knows what has changed.
public enum StaticSite {
    /// The way in which an image's tiles are stored.
    public enum Tiles: String, Sendable, CaseIterable {
        /// One file per tile, for any host.
        case files
        /// One archive per image, from which the browser requests ranges, for hosts that support them.
        case archive
    }

    /// Options of a site.
    public struct Options: Sendable {
        /// The way in which tiles are stored.
        public var tiles: Tiles
        /// The address of the site, without a trailing slash: the base of absolute addresses, such as
        /// `https://example.org/charters`. Without it, files that need absolute addresses (IIIF, previews) are not
        /// written.
        public var publicURL: String?
        /// The documents, by id; nil for all.
        public var documents: [String]?
        /// Whether to include each document as a PDF.
        public var hasPDF: Bool

        /// Creates options.
        ///
        /// - Throws: ``SiteError/publicURL(_:)``.
        public init(
            tiles: Tiles = .files, publicURL: String? = nil, documents: [String]? = nil, hasPDF: Bool = false
        ) throws(SiteError) {
            (self.tiles, self.documents, self.hasPDF) = (tiles, documents, hasPDF)
            self.publicURL = try publicURL.map { (text) throws(SiteError) in try Self.checked(text) }
        }

        private static func checked(_ text: String) throws(SiteError) -> String {
            guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
                parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil, parts.user == nil,
                parts.password == nil,
                !text.unicodeScalars.contains(where: {
                    $0.properties.isWhitespace || "\"<>".unicodeScalars.contains($0)
                })
            else { throw .publicURL(text) }
            return String(text.reversed().drop { $0 == "/" }.reversed())
        }
    }

    /// The result of writing a site.
    public struct Report: Sendable {
        /// The documents of the site, by id.
        public internal(set) var documents: [String] = []
        /// The documents that were left out, one line each with the reason.
        public internal(set) var leftOut: [String] = []
        /// The number of new and changed files.
        public internal(set) var writtenCount = 0
        /// The number of unchanged files.
        public internal(set) var unchangedCount = 0
        /// The number of deleted files, which are no longer part of the site.
        public internal(set) var removedCount = 0
        /// The size of all files of the site, in bytes.
        public internal(set) var byteCount: Int64 = 0
    }

    /// Writes the open, published documents of a library as a site.
    ///
    /// The folder may contain a former site: in that case only changes are written, and files that are no longer part
    /// of the site are deleted. Each file is written under a temporary name and renamed. If the name ends in `.zip`, an
    /// archive is written, whose bytes are the same for the same library.
    ///
    /// - Parameters:
    ///   - library: The library, which may be served at the same time.
    ///   - path: The folder or archive.
    ///   - options: The options.
    ///   - progress: Called with the document in progress, and the completed fraction, 0 to 1.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws `CancellationError`. The former lists
    ///     of files remain, so that the next call continues.
    /// - Throws: ``SiteError``; errors of the library, the store and the tile engine.
    /// - Complexity: O(*n*) in the bytes of what changed, and in the number of files.
    public static func write(
        _ library: Library, to path: String, options: Options,
        progress: @escaping (_ label: String, _ fraction: Double) -> Void = { _, _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> Report {
        let (documents, leftOut) = try chosen(from: library, options)
        let sink: any SiteSink = path.hasSuffix(".zip") ? try SiteArchive(path) : try SiteFolder(path)
        let writer = SiteWriter(sink: sink, isCancelled: isCancelled)
        let context = try SiteContext(library: library, options: options)
        for (index, document) in documents.enumerated() {
            let share = 1 / Double(documents.count)
            let site = SiteDocument(context: context, writer: writer) {
                progress(document, (Double(index) + $0) * share)
            }
            try site.write(document)
        }
        try context.writeLibrary(documents, to: writer)
        var report = try writer.finish(documents: documents, options: options)
        (report.documents, report.leftOut) = (documents, leftOut)
        return report
    }

    /// Checks a site's folder. Returns one line for each file that is missing or damaged.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - progress: Called with the completed fraction, 0 to 1.
    ///   - isCancelled: Called repeatedly. Once it returns true, the call throws `CancellationError`.
    /// - Returns: The findings, and the number of files examined.
    /// - Throws: ``SiteError/noSite(_:)`` if there is no list of files, ``SiteError/list(_:reason:)``.
    /// - Complexity: O(*n*) in the bytes of the site.
    public static func check(
        _ path: String, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> (findings: [String], fileCount: Int) {
        try SiteCheck(folder: path).run(progress: progress, isCancelled: isCancelled)
    }

    /// Returns the ids of the public documents, and one line for each document that is left out.
    private static func chosen(from library: Library, _ options: Options) throws -> (ids: [String], leftOut: [String]) {
        if let wanted = options.documents {
            for id in wanted {
                let document = try library.store.document(id)
                if let reason = reason(against: document) { throw SiteError.unreadable(id, reason: reason) }
            }
            return (wanted, [])
        }
        var (ids, leftOut): ([String], [String]) = ([], [])
        for document in try library.store.documents(for: .administrator) {
            if let reason = reason(against: document) {
                leftOut.append("\(document.id): left out, since it is \(reason)")
            } else {
                ids.append(document.id)
            }
        }
        return (ids, leftOut)
    }

    private static func reason(against document: DocumentInfo) -> String? {
        if document.status == .draft { return "a draft" }
        if document.access != .open { return document.access.rawValue }
        return nil
    }
}
