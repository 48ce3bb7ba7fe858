import ClauseStore
public import DocumentLibrary
import DocumentModel
import WebDocuments
import Foundation

/// A library as a folder of files that any web server, object store or CDN can serve, with nothing of ours running.
///
/// ```
/// index.html                     the library
/// documents/{doc}/index.html     the viewer; beside it plain.html, the document without JavaScript
/// documents/{doc}/files.json     which files are the document's, with their SHA-256; site.json names the others
/// viewer/{version}/              scripts, styles, fonts and icons
/// api/…                          the web API's answers: documents, categories, clauses in each language, cut-outs, words
/// tiles/{image}.json             how an image is cut
/// iiif/3/{image}/…               its tiles, under their canonical addresses in the Image API; or
/// pyramids/{name}.szi            all of them as one file
/// iiif/presentation/3/…          manifests, annotations and the collection, where the site's address is known
/// ```
public enum StaticSite {
    /// How an image's tiles are stored.
    public enum Tiles: String, Sendable, CaseIterable {
        /// Each as a file: for any host.
        case files
        /// As one archive an image, of which the browser asks for ranges of bytes: for hosts that give such.
        case archive
    }

    /// What is written.
    public struct Options: Sendable {
        /// How tiles are stored.
        public var tiles: Tiles
        /// Where the site will be, without a slash at its end: what absolute addresses begin with, such as
        /// `https://example.org/charters`. Without it nothing is written that takes such addresses: IIIF, previews.
        public var publicURL: String?
        /// The documents, by id; nil for all.
        public var documents: [String]?

        /// Makes options.
        ///
        /// - Throws: ``SiteError/publicURL(_:)``.
        public init(
            tiles: Tiles = .files, publicURL: String? = nil, documents: [String]? = nil
        ) throws(SiteError) {
            (self.tiles, self.documents) = (tiles, documents)
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

    /// What was written.
    public struct Report: Sendable {
        /// The documents of the site, by id.
        public internal(set) var documents: [String] = []
        /// The documents that are not of it, each in a line that says why.
        public internal(set) var leftOut: [String] = []
        /// How many files are new or have changed.
        public internal(set) var writtenCount = 0
        /// How many were as they are to be.
        public internal(set) var unchangedCount = 0
        /// How many were taken away, since they are not of the site any more.
        public internal(set) var removedCount = 0
        /// The size of all files of the site, in bytes.
        public internal(set) var byteCount: Int64 = 0
    }

    /// Writes the open, published documents of a library as a site.
    ///
    /// A folder may hold a former site: then only what changed is written, and of the files that this had, those that are
    /// not of the new one are removed. Each file is written beside and renamed. A name that ends in `.zip` makes an archive,
    /// whose bytes are the same whenever the library is the same.
    ///
    /// - Parameters:
    ///   - library: The library; it may be served meanwhile.
    ///   - path: The folder or archive.
    ///   - options: What is written.
    ///   - progress: Told what is being written, and how much of all is done, 0 to 1.
    ///   - isCancelled: Asked now and then; once it says yes, the call throws `CancellationError`. Then the folder's former
    ///     lists of files stand, so that the next call goes on.
    /// - Throws: ``SiteError``; what the library, the store and the tile engine throw.
    /// - Complexity: O(*n*) in the bytes of what changed, and in the number of files.
    public static func write(
        _ library: Library, to path: String, options: Options,
        progress: @escaping (_ label: String, _ fraction: Double) -> Void = { _, _ in },
        isCancelled: @escaping () -> Bool = { false }
    ) throws -> Report {
        let (documents, leftOut) = try chosen(from: library, options)
        let sink: any SiteSink = path.hasSuffix(".zip") ? try SiteArchive(path) : try SiteFolder(path)
        let writer = SiteWriter(sink: sink, isCancelled: isCancelled)
        let parts = try SiteParts(library: library, options: options)
        for (index, document) in documents.enumerated() {
            let share = 1 / Double(documents.count)
            let site = SiteDocument(parts: parts, writer: writer) {
                progress(document, (Double(index) + $0) * share)
            }
            try site.write(document)
        }
        try parts.writeLibrary(documents, to: writer)
        var report = try writer.finish(documents: documents, options: options)
        (report.documents, report.leftOut) = (documents, leftOut)
        return report
    }

    /// Says what is wrong with a site's folder: one line for each file that is missing or not as it was written.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - progress: Told how much is done, 0 to 1.
    ///   - isCancelled: As above.
    /// - Returns: The findings, and how many files were looked at.
    /// - Throws: ``SiteError/noSite(_:)`` where there is no list of files, ``SiteError/list(_:reason:)``.
    /// - Complexity: O(*n*) in the bytes of the site.
    public static func check(
        _ path: String, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws -> (findings: [String], fileCount: Int) {
        try SiteCheck(folder: path).run(progress: progress, isCancelled: isCancelled)
    }

    /// The ids of the documents that anyone may read, and a line for each of those that are left out.
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
        if document.access == .restricted { return "restricted" }
        return nil
    }
}
