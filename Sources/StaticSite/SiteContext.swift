import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import Viewer
import WebDocuments

/// The state that all documents of a site share.
struct SiteContext {
    let library: Library
    let options: StaticSite.Options
    private let viewer: ViewerBundle
    private let template: PageTemplate
    /// The texts of plain HTML pages.
    let words: PlainWords
    /// The theme in the library's folder; nil if there is none.
    let theme: ThemedViewer?

    /// The folder of the viewer's files except the web app's manifest. Its name is a digest of the files, as on the
    /// server, so that a page never mixes scripts of two versions of the program.
    var viewerFolder: String { "viewer/\(viewer.version)/" }

    /// Pages and files of the viewer that need a server, and pages that are written in a different way.
    private static let servers = [
        "pages/", "app/access.", "app/capture.", "app/docs.", "app/editor.", "app/new.", "bundles/access.",
        "bundles/capture.", "bundles/docs.", "bundles/document.", "bundles/editor.", "bundles/library.", "bundles/new.",
        "camera/", "editing/", "strings/camera.", "strings/drawing.", "strings/editor.", "strings/proposals.",
        "styles/access.", "styles/camera.", "styles/capture.", "styles/docs.", "styles/drawing.", "styles/editor",
        "styles/proposals.",
    ]
    /// The texts of these pages, in each language's folder.
    private static let serversTexts = ["camera", "drawing", "editor", "plain", "proposals"].map { "/\($0).js" }
    private static let documentPage = "pages/document.html"
    private static let worker = "service-worker.js"
    private static let webManifest = "explore.webmanifest"

    init(library: Library, options: StaticSite.Options) throws {
        (self.library, self.options) = (library, options)
        viewer = try ViewerBundle()
        theme = try ThemedViewer(ofLibraryIn: library.servedFolder, viewer: viewer)
        words = try theme?.words ?? PlainWords(InterfaceTexts(viewer))
        let page = Self.page(viewer, Self.documentPage, root: "../../")
        template = PageTemplate(Array((theme?.page(page, root: "../../") ?? page).utf8))
    }

    /// The base of absolute addresses; empty if unknown.
    var base: String { options.publicURL ?? "" }

    /// Returns a document's page.
    func page(of preview: DocumentPreview, firstView: FirstView?) -> [UInt8] {
        var preview = preview
        preview.institution = theme?.theme.name?.text(in: preview.language)
        return template.page(of: preview, firstView: firstView).bytes
    }

    private static func isForServers(_ path: String) -> Bool {
        servers.contains(where: path.hasPrefix)
            || path.hasPrefix("strings/") && serversTexts.contains(where: path.hasSuffix)
    }

    /// Writes the files that belong to no document: the library's page, the viewer's files, and the lists of documents.
    func writeLibrary(_ ids: [String], to writer: SiteWriter) throws {
        var page = Self.page(viewer, "pages/library.html", root: "")
        if let theme {
            page = theme.addPreview(to: theme.page(page, root: ""), base: base)
            for (path, file) in theme.files.sorted(by: { $0.key < $1.key }) {
                try writer.put(file.bytes, at: "\(ThemedViewer.folder)\(theme.version)/\(path)")
            }
        }
        try writer.put(Array(page.utf8), at: "index.html")
        for path in viewer.paths where !Self.isForServers(path) {
            guard let bytes = viewer[path]?.bytes else { continue }
            switch path {
            case Self.worker: try writer.put(bytes, at: path)
            case Self.webManifest:
                // Browsers identify the app by the manifest's address, so it stays fixed. Not every host serves the
                // page of a folder under the folder's address.
                let text = String(decoding: bytes, as: UTF8.self).replacing("\"../?", with: "\"../index.html?")
                    .replacing("\"start_url\": \"../\"", with: "\"start_url\": \"../index.html\"")
                    .replacing("\"src\": \"", with: "\"src\": \"\(viewer.version)/")
                let manifest = Array(text.utf8)
                try writer.put(theme?.webManifest(manifest) ?? manifest, at: "viewer/\(path)")
            default: try writer.put(bytes, at: viewerFolder + path)
            }
        }
        let documents = try ids.map { try library.store.document($0, for: .anyone) }
        let plain = PlainLibrary(listing: documents, language: "en", words: words, viewer: viewerFolder)
        let html = theme?.plainPage(plain.html, root: "", language: "en") ?? plain.html
        try writer.put(Array(html.utf8), at: "plain.html")
        let listed = try documents.map { try response(for: $0, isListed: true) }
        try writer.put(.documents(listed), at: "api/documents.json")
        let themes = try documents.map { ($0.id, try library.store.categories(of: $0.id)) }
        try writer.put(.themes(themes), at: "api/themes.json")
        try writer.put(Array(Self.readMe.utf8), at: "README.txt")
        guard options.publicURL != nil else { return }
        try SiteDiscovery(documents: documents, base: base, robots: theme?.robots).write(to: writer)
    }

    /// Returns the API's description of a document.
    func response(for document: DocumentInfo, isListed: Bool = false) throws -> JSON {
        let manifest = options.publicURL.map { PresentationAddresses(base: $0, document: document.id).manifest }
        let counts = try library.store.clauseCounts(of: document.id)
        return .document(document, counts: counts, manifest: manifest, isListed: isListed)
    }

    /// Returns a page of the viewer for a site: with relative addresses, its content security policy in a meta element,
    /// a mark, and the script that reads files instead of calling a server.
    private static func page(_ viewer: ViewerBundle, _ name: String, root: String) -> String {
        let charset = "<meta charset=\"utf-8\" />"
        // Bundles for sites already contain this script.
        let responses = "<script src=\"\(root)viewer/\(viewer.version)/site/responses.js\" type=\"module\"></script>"
        let hasStyles = name == documentPage
        let policy = ContentSecurityPolicy.pageItself(styles: hasStyles ? [PageTemplate.styleHashes] : [])
        let head = """
            \(charset)
                    <meta http-equiv="Content-Security-Policy" content="\(policy)" />
                    <meta name="explore-site" content="1" />\(viewer.isBundled ? "" : responses)
            """
        let folder = "=\"/viewer/\(viewer.version)/"
        return (viewer[name]?.bytes).map { String(decoding: $0, as: UTF8.self) }?
            .replacing("src\(folder)bundles/document.js", with: "src\(folder)bundles/site-document.js")
            .replacing("src\(folder)bundles/library.js", with: "src\(folder)bundles/site-library.js")
            .replacing("=\"/viewer/", with: "=\"\(root)viewer/").replacing("url(/viewer/", with: "url(\(root)viewer/")
            .replacing("\"/?plain\"", with: "\"plain.html\"").replacing("?plain\"", with: "plain.html\"")
            .replacing(charset, with: head, maxReplacements: 1) ?? ""
    }

    /// The README for people who find the files without the program.
    private static let readMe = """
        Annotated documents, as files for any web server. index.html is the page of all documents, plain.html the same in
        plain HTML.

        api/documents.json                 the documents and their descriptions
        api/documents/ID/clauses.json      the clauses of one: words, themes, outlines in pixels of the scan
        api/documents/ID/texts/TAG.json    the same in another language
        api/documents/ID/clauses/          each clause cut out of its scan
        iiif/3/IMAGE/X,Y,W,H/w,h/0/        a scan in tiles, as the IIIF Image API 3.0 names them: the part of the scan
                                           that a tile shows, and the tile's size, in pixels
        pyramids/*.szi                     or all tiles of a scan in one zip file, which holds a Deep Zoom image
        documents/ID/plain.html            a document in plain HTML
        documents/ID/files.json            the files of a document with their SHA-256; site.json names all others

        Everything is UTF-8. Coordinates have their origin at the top left corner, y downwards.

        """
}
