import ClauseStore
import DocumentModel
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
            var path = context.parameters.getCatchAll().map(String.init)
            var policy = CachePolicy.revalidate
            if let version = path.first, ViewerFiles.isVersion(version) {
                // A page that was opened before an update asks for what it has not loaded yet: it gets what there is, for now.
                policy = version == files.version ? .immutable : .revalidate
                path.removeFirst()
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
        guard let reply = files.reply(for: name) else { throw Problem.notFound("no such page") }
        var response = reply.response(to: request)
        SecurityPolicy.addPage(to: &response.headers)
        return response
    }
}

/// The viewer's files, read once at the start, and compressed once, when they are first asked for: to compress all of them
/// before the first answer took a quarter of the start.
///
/// Pages load scripts, styles and fonts from a folder whose name is a digest of them all, `/viewer/0123456789abcdef/`: browsers
/// and caches keep these for good, and a new release of the program has others.
package final class ViewerFiles: Sendable {
    /// The first 64 bits of the digest, in hexadecimal digits.
    package let version: String
    private let files: [String: ByteBuffer]
    private let replies: NIOLockedValueBox<[String: Reply]>

    /// Reads the folder that the build puts beside the program.
    ///
    /// - Throws: What the file system says when the folder cannot be read.
    package init() throws {
        let folder = Bundle.module.bundleURL.appendingPathComponent("Viewer")
        var files: [String: ByteBuffer] = [:]
        var digests: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where Self.mediaType(of: path) != nil {
            let body = ByteBuffer(bytes: try Data(contentsOf: folder.appendingPathComponent(path)))
            files[path] = body
            digests[path] = Self.shortDigest(of: body.readableBytesView)
        }
        let version = Self.shortDigest(of: digests.map { "\($0) \($1)\n" }.sorted().joined().utf8)
        var replies: [String: Reply] = [:]
        for (path, file) in files {
            guard let type = Self.mediaType(of: path), var digest = digests[path] else { continue }
            var body = file
            if path.hasSuffix(".html") {
                body = Self.page(file, loadingFrom: version)
                digest = Self.shortDigest(of: body.readableBytesView)
                files[path] = body
            }
            replies[path] = Reply(
                body: body, mediaType: type.name, validator: digest, cachePolicy: .revalidate,
                isCompressible: type.isCompressible && Gzip.isWorthwhile(body.readableBytes))
        }
        (self.version, self.files, self.replies) = (version, files, NIOLockedValueBox(replies))
    }

    /// Half of what other answers have: there are many of them in a first view.
    private static func shortDigest(of bytes: some Sequence<UInt8>) -> String {
        String(Reply.digest(of: bytes).prefix(16))
    }

    /// Whether a part of an address is the version of a viewer, ours or another.
    static func isVersion(_ part: String) -> Bool {
        part.utf8.count == 16 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A page that loads what it needs from the folder of a version. The web app's manifest has one address for good: by it
    /// browsers know the app.
    private static func page(_ page: ByteBuffer, loadingFrom version: String) -> ByteBuffer {
        let folder = "=\"/viewer/\(version)/"
        return ByteBuffer(
            string: String(buffer: page).replacing("=\"/viewer/", with: folder)
                .replacing("\(folder)explore.webmanifest", with: "=\"/viewer/explore.webmanifest"))
    }

    /// The files' paths, sorted.
    package var paths: [String] { files.keys.sorted() }

    /// The bytes of a file as it is served: pages load from `/viewer/{version}/`.
    package func bytes(of path: String) -> ByteBuffer? { files[path] }

    /// The file of a path below the folder, or `nil` when there is none.
    func reply(for path: String) -> Reply? {
        guard var reply = replies.withLockedValue({ $0[path] }) else { return nil }
        guard reply.isCompressible, reply.compressedBody == nil else { return reply }
        // Two who ask at once both do it, and get the same bytes.
        reply.compressedBody = Gzip.compress(reply.body, level: 9)
        replies.withLockedValue { [reply] in $0[path] = reply }
        return reply
    }

    private static func mediaType(of path: String) -> (name: String, isCompressible: Bool)? {
        switch (path as NSString).pathExtension {
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
