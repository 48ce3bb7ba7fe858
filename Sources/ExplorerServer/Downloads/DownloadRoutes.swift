import ClauseStore
import DocumentLibrary
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine
import WebDocuments

/// The routes that download clauses, pages and documents as files: PDF, plain text, images.
struct DownloadRoutes {
    let tiles: TileService
    let store: StoreReader
    let renders: RenderService
    let themes: ThemeService
    let publicAddress: PublicAddress
    let downloads: DownloadService

    private enum Form: String { case pdf, txt }

    func add(to router: Router<ServerContext>) {
        let document = "/api/documents/{document}"
        for form in [Form.pdf, .txt] {
            let name = RouterPath("download.\(form.rawValue)")
            router.get("\(document)/\(name)") {
                try await file($0, $1, form) { query in
                    .document(pages: try query.value("pages", "a page or a range, such as 1-100", PageRange.read))
                }
            }
            router.get("\(document)/pages/{page}/\(name)") { request, context in
                try await file(request, context, form) { _ in .page(try Self.page(context)) }
            }
            router.get("\(document)/clauses/{clause}/\(name)") { request, context in
                let id = try context.parameters.require("clause")
                return try await file(request, context, form) { _ in .clause(id) }
            }
        }
        router.get("\(document)/pages/{page}/download.jpg", use: pagePicture)
        router.get("\(document)/clauses/{clause}/download.jpg", use: clausePicture)
    }

    /// Serves `?lang=en,fr&version=`, with `size=` for PDF, and `pages=1-100` for a document.
    private func file(
        _ request: Request, _ context: ServerContext, _ form: Form,
        _ part: @Sendable (QueryParameters) throws -> DownloadPart
    ) async throws -> Response {
        let query = try QueryParameters(of: request)
        let (part, version, side) = (try part(query), try query.version(), try query.positive("size"))
        let (languages, words, base) = (query.list("lang"), try themes.pages.words(), publicAddress.base)
        let (content, text) = try await store.readMany(
            about: try context.parameters.require("document"), version: version, rowCount: 1_000
        ) { store, document in
            let content = try DownloadContent(part, of: document, in: languages, from: store)
            guard form == .txt else { return (content, nil as CompressedResponse?) }
            return (content, try .text(content.plainText(words: words, base: base)))
        }
        let name = Self.name(of: content, form.rawValue)
        if let text { return Self.named(text.response(to: request, mediaType: "text/plain; charset=utf-8"), name) }
        let booklet = try DownloadBooklet(content, side: side, words: words, base: base)
        let head = CacheableResponse(
            body: ByteBuffer(), mediaType: "application/pdf",
            validator: "\(content.digest(address: base))-\(side ?? 0)", cachePolicy: .revalidate)
        return Self.named(
            try await downloads.response(
                booklet, like: head, to: request, from: RateLimit.name(of: context.remoteAddress),
                logger: context.logger), name)
    }

    /// Serves `?size=&version=`.
    @Sendable private func pagePicture(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (query, number) = (try QueryParameters(of: request), try Self.page(context))
        let side = try query.positive("size") ?? DownloadLimits.sides.upperBound
        guard DownloadLimits.sides.contains(side) else { throw DownloadError.side(side) }
        let (page, title) = try await store.read(
            about: try context.parameters.require("document"), version: try query.version()
        ) { _, document in
            guard let page = document.pages.first(where: { $0.number == number }) else {
                throw DownloadError.noPage(number, count: document.pages.count)
            }
            return (page, Self.title(of: document, nil))
        }
        guard let id = page.imageID, page.pyramid != nil else {
            throw Problem.notFound("there is no picture of page \(number)")
        }
        let wanted = RenderedPicture.region(DownloadBooklet.request(for: page, side: side))
        let picture = try await renders.rendering(
            of: wanted, from: try await tiles.image(id), for: RateLimit.name(of: context.remoteAddress))
        return Self.named(picture.response(to: request, as: .jpeg), "\(title), \(number).jpg")
    }

    /// Serves `?width=&page=&version=`, as for `image.jpg`.
    @Sendable private func clausePicture(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (query, id) = (try QueryParameters(of: request), try context.parameters.require("clause"))
        let (width, page) = (try query.positive("width"), try query.positive("page"))
        let (cutOut, name) = try await store.read(
            about: try context.parameters.require("document"), version: try query.version()
        ) { store, document in
            let clause = try store.clause(id, of: document.id, lang: nil, includingRegions: true)
            let cutOut = try ClauseCutOut(of: clause, in: document, page: page, width: width, format: .jpeg)
            return (cutOut, "\(Self.title(of: document, nil)), \(clause.number ?? clause.id).jpg")
        }
        let image = try await tiles.image(cutOut.page.imageID ?? "")
        let picture = try await renders.rendering(
            of: .cutOut(cutOut), from: image, for: RateLimit.name(of: context.remoteAddress))
        return Self.named(picture.response(to: request, as: .jpeg), name)
    }

    private static func page(_ context: ServerContext) throws -> Int {
        let text = try context.parameters.require("page")
        guard let page = Int(text), page > 0 else {
            throw Problem.notFound("no page '\(text)', expected a number from 1")
        }
        return page
    }

    // MARK: File names

    private static func title(of document: DocumentInfo, _ language: String?) -> String {
        document.title.text(in: language, fallback: document.languages) ?? document.id
    }

    /// Returns a name such as `Magna Carta, 1215, 39.pdf`.
    private static func name(of content: DownloadContent, _ suffix: String) -> String {
        var name = title(of: content.document, content.languages.first)
        switch content.part {
        case .document(let pages?):
            name += ", \(pages.lowerBound)" + (pages.count > 1 ? "-\(pages.upperBound)" : "")
        case .document(nil): break
        case .page(let number): name += ", \(number)"
        case .clause(let id): name += ", \(content.clauses.first?.own.number ?? id)"
        }
        return "\(name).\(suffix)"
    }

    private static func named(_ response: Response, _ name: String) -> Response {
        guard response.status == .ok else { return response }
        var response = response
        response.headers[.contentDisposition] = FileDisposition.attachment(name)
        return response
    }
}
