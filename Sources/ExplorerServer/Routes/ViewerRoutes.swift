import ClauseStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
package import NIOCore

/// The viewer: two pages, and the scripts, styles, fonts and icons that they load.
struct ViewerRoutes<Context: RequestContext> {
    let store: StoreReader
    let files: ViewerFiles
    let publicAddress: PublicAddress
    let embedding: Embedding
    let template: PageTemplate

    init(store: StoreReader, files: ViewerFiles, publicAddress: PublicAddress, embedding: Embedding) {
        (self.store, self.files, self.publicAddress, self.embedding) = (store, files, publicAddress, embedding)
        template = PageTemplate(files.reply(for: "document.html")?.body ?? ByteBuffer())
    }

    func add(to router: Router<Context>) {
        router.get("/") { request, _ in
            if Self.query(of: request, has: "plain") { return try await plainLibrary(to: request) }
            return try page("library.html", to: request)
        }
        router.get("/docs") { request, _ in try page("docs.html", to: request) }
        router.get("/openapi.json") { request, _ in try file("openapi.json", to: request) }
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
            try file(context.parameters.getCatchAll().joined(separator: "/"), to: request)
        }
    }

    private func file(_ path: String, to request: Request) throws -> Response {
        guard let reply = files.reply(for: path) else { throw Problem.notFound("no such file of the viewer") }
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
        guard let reply = files.reply(for: name) else { throw Problem.notFound("no such page") }
        var response = reply.response(to: request)
        SecurityPolicy.addPage(to: &response.headers)
        return response
    }
}

/// The viewer's files, read once at the start, and compressed once, when they are first asked for: to compress all of them
/// before the first answer took a quarter of the start.
package final class ViewerFiles: Sendable {
    private let replies: NIOLockedValueBox<[String: Reply]>

    /// Reads the folder that the build puts beside the program.
    ///
    /// - Throws: What the file system says when the folder cannot be read.
    package init() throws {
        let folder = Bundle.module.bundleURL.appendingPathComponent("Viewer")
        var replies: [String: Reply] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path)
            guard let type = Self.mediaType(ofSuffix: file.pathExtension) else { continue }
            let body = ByteBuffer(bytes: try Data(contentsOf: file))
            replies[path] = Reply(
                body: body, mediaType: type.name, validator: Reply.digest(of: body.readableBytesView),
                cachePolicy: .revalidate,
                isCompressible: type.isCompressible && Gzip.isWorthwhile(body.readableBytes))
        }
        self.replies = NIOLockedValueBox(replies)
    }

    /// The files' paths, sorted.
    package var paths: [String] { replies.withLockedValue { $0.keys.sorted() } }

    /// The bytes of a file as they are.
    package func bytes(of path: String) -> ByteBuffer? { replies.withLockedValue { $0[path] }?.body }

    /// The file of a path below the folder, or `nil` when there is none.
    func reply(for path: String) -> Reply? {
        guard var reply = replies.withLockedValue({ $0[path] }) else { return nil }
        guard reply.isCompressible, reply.compressedBody == nil else { return reply }
        // Two who ask at once both do it, and get the same bytes.
        reply.compressedBody = Gzip.compress(reply.body, level: 9)
        replies.withLockedValue { [reply] in $0[path] = reply }
        return reply
    }

    private static func mediaType(ofSuffix suffix: String) -> (name: String, isCompressible: Bool)? {
        switch suffix {
        case "html": ("text/html; charset=utf-8", true)
        case "js": ("text/javascript; charset=utf-8", true)
        case "css": ("text/css; charset=utf-8", true)
        case "svg": ("image/svg+xml", true)
        case "json", "webmanifest": ("application/json", true)
        case "png": ("image/png", false)
        case "woff2": ("font/woff2", false)
        case "txt": ("text/plain; charset=utf-8", true)
        default: nil
        }
    }
}
