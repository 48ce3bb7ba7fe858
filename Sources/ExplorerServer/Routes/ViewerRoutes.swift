import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import Viewer
import WebDocuments

/// The routes of the viewer: its pages, and the scripts, styles, fonts and icons that they load.
struct ViewerRoutes {
    let store: StoreReader
    let files: ViewerResponses
    let firstViews: FirstViewService
    let publicAddress: PublicAddress
    let embedding: Embedding
    let kioskSeconds: Int?
    /// Decides who may open the editor.
    let protection: EditProtection
    /// The pages in the library's theme.
    let themes: ThemeService

    func add(to router: Router<ServerContext>) {
        router.get("/") { request, _ in
            if Self.query(of: request, has: "plain") { return try await plainLibrary(to: request) }
            if let redirect = kioskRedirect(of: request) { return redirect }
            return try page("library.html", to: request)
        }
        router.get("/new") { request, _ in try page("new.html", to: request) }
        router.get("/capture") { request, _ in try page("capture.html", hasCamera: true, to: request) }
        router.get("/docs") { request, _ in try page("docs.html", to: request) }
        router.get("/openapi.json") { request, _ in try file("pages/openapi.json", to: request) }
        router.get("/documents/{document}") { request, context in
            let document = try context.parameters.require("document")
            if Self.query(of: request, has: "plain") { return try await plainDocument(document, to: request) }
            if let redirect = kioskRedirect(of: request) { return redirect }
            return try await documentPage(document, to: request)
        }
        router.get("/documents/{document}/edit") { request, context in
            try await editorPage(of: try context.parameters.require("document"), to: request)
        }
        router.get("/documents/{document}/icons/{file}", use: icon)
        // At the root, so that its scope covers every address.
        router.get("/service-worker.js") { request, _ in
            var response = try file("service-worker.js", to: request)
            response.headers[.contentSecurityPolicy] = ContentSecurityPolicy.worker
            return response
        }
        router.get("/viewer/**") { request, context in
            var path = context.parameters.getCatchAll().map(String.init)
            var policy = CachePolicy.revalidate
            if let version = path.first, ViewerBundle.isVersion(version) {
                // A page opened before an update may request files of its old version. It gets the current ones, which
                // must not be cached for long.
                policy = version == files.bundle.version ? .immutable : .revalidate
                path.removeFirst()
            }
            if path == ["explore.webmanifest"], let manifest = themes.pages.webManifest() {
                return manifest.response(to: request)
            }
            // All files used to be in one folder. Pages opened before they moved still request them there.
            if path.count == 1, files.response(for: path[0]) == nil, let moved = files.bundle.path(ofFileNamed: path[0])
            {
                return Response(
                    status: .temporaryRedirect,
                    headers: [.location: "/viewer/\(files.bundle.version)/\(moved)", .cacheControl: "no-store"])
            }
            return try file(path.joined(separator: "/"), policy: policy, to: request)
        }
    }

    /// Redirects to the same page in kiosk mode, if the server runs a kiosk and the address does not set the mode
    /// already. The viewer reads the idle time from the address, so each kiosk can have its own.
    private func kioskRedirect(of request: Request) -> Response? {
        guard let kioskSeconds, !Self.query(of: request, has: "kiosk"), !Self.query(of: request, has: "embed") else {
            return nil
        }
        let query = request.uri.query.map { "\($0)&" } ?? ""
        return Response(
            status: .temporaryRedirect,
            headers: [.location: "\(request.uri.path)?\(query)kiosk=\(kioskSeconds)", .cacheControl: "no-store"])
    }

    private func file(_ path: String, policy: CachePolicy = .revalidate, to request: Request) throws -> Response {
        guard var cacheable = files.response(for: path) else { throw Problem.notFound("no such file of the viewer") }
        cacheable.cachePolicy = policy
        return cacheable.response(to: request)
    }

    /// Serves an SVG of the document. The policy prevents it from running scripts or loading anything when opened on
    /// its own.
    @Sendable private func icon(_ request: Request, _ context: ServerContext) async throws -> Response {
        let name = try context.parameters.require("file")
        let file = try await store.read(about: try context.parameters.require("document")) { store, document in
            try store.sourceFiles(of: document.id).first { $0.name == name && name.hasSuffix(".svg") }
        }
        guard let file else { throw Problem.notFound("the document has no icon '\(name)'") }
        var response = CacheableResponse.text(Array(file.bytes), mediaType: "image/svg+xml").response(to: request)
        response.headers[.contentSecurityPolicy] = ContentSecurityPolicy.drawing
        return response
    }

    func page(
        _ name: String, styles: [String] = [], hasCamera: Bool = false, status: HTTPResponse.Status = .ok,
        to request: Request
    ) throws -> Response {
        guard let cacheable = themes.pages.response(for: "pages/\(name)") else {
            throw Problem.notFound("no such page")
        }
        var response = cacheable.response(to: request, status: status)
        SecurityHeaders.addPage(to: &response.headers, styles: styles, hasCamera: hasCamera)
        return response
    }

    /// Returns a page that was made for the request.
    func html(
        _ bytes: [UInt8], styles: [String] = [], frameAncestors: String = "'self'",
        status: HTTPResponse.Status = .ok, to request: Request
    ) -> Response {
        var response = CacheableResponse.text(bytes, mediaType: "text/html; charset=utf-8")
            .response(to: request, status: status)
        SecurityHeaders.addPage(to: &response.headers, styles: styles, frameAncestors: frameAncestors)
        return response
    }

    /// Returns the viewer's page for a document that does not exist. The page itself reports this, in the reader's
    /// language and with a link to the library.
    func missingDocumentPage(to request: Request) throws -> Response {
        try page("document.html", styles: themes.pages.template.ownStyles, status: .notFound, to: request)
    }
}
