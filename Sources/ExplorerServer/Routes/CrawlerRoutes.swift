import DocumentFormats
import DocumentModel
import Hummingbird
import WebDocuments

/// The routes for crawlers: `robots.txt`, which a theme may replace, and the sitemap. Both list only what everybody may
/// read, even if the request carries a token.
struct CrawlerRoutes {
    let presentations: PresentationService
    let themes: ThemeService
    let publicAddress: PublicAddress

    func add(to router: Router<ServerContext>) {
        router.get("/robots.txt") { request, _ in
            let own = themes.pages.theme?.robots
            let text = own ?? Array(RobotsFile.server(base: publicAddress.base).utf8)
            return CacheableResponse.text(text, mediaType: "text/plain; charset=utf-8", cachePolicy: .minutes)
                .response(to: request)
        }
        router.get("/sitemap.xml") { request, _ in try await sitemap(part: nil, to: request) }
        router.get("/sitemap-{part}") { request, context in
            let pieces = try context.parameters.require("part").parts(at: ".", omittingEmptyParts: false)
            guard pieces.count == 2, pieces[1] == "xml", let part = PageNumber.of(pieces[0]) else {
                throw Problem.notFound("no such part; sitemap.xml lists them")
            }
            return try await sitemap(part: part, to: request)
        }
    }

    private func sitemap(part: Int?, to request: Request) async throws -> Response {
        try await presentations.response(for: .sitemap(part: part))
            .response(to: request, mediaType: "application/xml; charset=utf-8")
    }
}
