import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Viewer

/// The viewer: two pages, and the scripts, styles, fonts and icons that they load.
struct ViewerRoutes<Context: RequestContext> {
    let store: StoreReader
    let files: ViewerFiles
    let publicAddress: PublicAddress
    let embedding: Embedding
    let template: PageTemplate

    init(store: StoreReader, files: ViewerFiles, publicAddress: PublicAddress, embedding: Embedding) {
        (self.store, self.files, self.publicAddress, self.embedding) = (store, files, publicAddress, embedding)
        template = PageTemplate(files.reply(for: "pages/document.html")?.body ?? ByteBuffer())
    }

    func add(to router: Router<Context>) {
        router.get("/") { request, _ in
            if Self.query(of: request, has: "plain") { return try await plainLibrary(to: request) }
            return try page("library.html", to: request)
        }
        router.get("/docs") { request, _ in try page("docs.html", to: request) }
        router.get("/openapi.json") { request, _ in try file("pages/openapi.json", to: request) }
        router.get("/documents/{document}") { request, context in
            let document = try context.parameters.require("document")
            if Self.query(of: request, has: "plain") { return try await plainDocument(document, to: request) }
            return try await documentPage(document, to: request)
        }
        router.get("/documents/{document}/icons/{file}", use: icon)
        // At the top, so that it may serve every address.
        router.get("/service-worker.js") { request, _ in
            var response = try file("service-worker.js", to: request)
            response.headers[.contentSecurityPolicy] = SecurityPolicy.worker
            return response
        }
        router.get("/viewer/**") { request, context in
            var path = context.parameters.getCatchAll().map(String.init)
            var policy = CachePolicy.revalidate
            if let version = path.first, ViewerBundle.isVersion(version) {
                // A page that was opened before an update asks for what it has not loaded yet: it gets what there is, for now.
                policy = version == files.version ? .immutable : .revalidate
                path.removeFirst()
            }
            // All files once lay in one folder, where a page asks for them that was opened before they had several.
            if path.count == 1, files.reply(for: path[0]) == nil, let moved = files.path(ofFileNamed: path[0]) {
                return Response(
                    status: .temporaryRedirect,
                    headers: [.location: "/viewer/\(files.version)/\(moved)", .cacheControl: "no-store"])
            }
            return try file(path.joined(separator: "/"), policy: policy, to: request)
        }
    }

    private func file(_ path: String, policy: CachePolicy = .revalidate, to request: Request) throws -> Response {
        guard var reply = files.reply(for: path) else { throw Problem.notFound("no such file of the viewer") }
        reply.cachePolicy = policy
        return reply.response(to: request)
    }

    /// A document's own SVG. It may only be looked at: opened by itself it runs and loads nothing.
    @Sendable private func icon(_ request: Request, _ context: Context) async throws -> Response {
        let name = try context.parameters.require("file")
        let file = try await store.ask(about: try context.parameters.require("document")) { store, document in
            try store.sourceFiles(of: document.id).first { $0.name == name && name.hasSuffix(".svg") }
        }
        guard let file else { throw Problem.notFound("the document has no icon '\(name)'") }
        var response = Reply(
            body: ByteBuffer(bytes: file.bytes), mediaType: "image/svg+xml", validator: Reply.digest(of: file.bytes),
            cachePolicy: .revalidate, isCompressible: true
        ).response(to: request)
        response.headers[.contentSecurityPolicy] = SecurityPolicy.drawing
        return response
    }

    func page(_ name: String, to request: Request) throws -> Response {
        guard let reply = files.reply(for: "pages/\(name)") else { throw Problem.notFound("no such page") }
        var response = reply.response(to: request)
        SecurityPolicy.addPage(to: &response.headers)
        return response
    }
}

/// The replies with the viewer's files, compressed once, when they are first asked for: to compress all of them before the
/// first answer took a quarter of the start.
final class ViewerFiles: Sendable {
    private let bundle: ViewerBundle
    private let replies: NIOLockedValueBox<[String: Reply]>

    /// Reads the viewer's files.
    ///
    /// - Throws: The file system's error if a file cannot be read.
    init() throws {
        let bundle = try ViewerBundle()
        var replies: [String: Reply] = [:]
        for path in bundle.paths {
            guard let file = bundle[path] else { continue }
            replies[path] = Reply(
                body: ByteBuffer(bytes: file.bytes), mediaType: file.mediaType, validator: file.digest,
                cachePolicy: .revalidate, isCompressible: file.isCompressible && Gzip.isWorthwhile(file.bytes.count))
        }
        (self.bundle, self.replies) = (bundle, NIOLockedValueBox(replies))
    }

    var version: String { bundle.version }

    /// The path of the file with a name, see `ViewerBundle`.
    func path(ofFileNamed name: String) -> String? { bundle.path(ofFileNamed: name) }

    /// The reply with the file at a path in the bundle, or `nil` if there is none.
    func reply(for path: String) -> Reply? {
        guard var reply = replies.withLockedValue({ $0[path] }) else { return nil }
        guard reply.isCompressible, reply.compressedBody == nil else { return reply }
        // Two who ask at once both do it, and get the same bytes.
        reply.compressedBody = Gzip.compress(reply.body, level: 9)
        replies.withLockedValue { [reply] in $0[path] = reply }
        return reply
    }
}
