import ClauseStore
import DocumentFormats
import DocumentModel
import FileSupport
import HTTPTypes
import Hummingbird
import TileEngine
import WebDocuments

/// The oEmbed endpoint, which other sites query before they embed a link to a document.
///
/// Specification: <https://oembed.com/>
struct OEmbedRoutes: Sendable {
    let store: StoreReader
    let publicAddress: PublicAddress
    let embedding: Embedding
    let themes: ThemeService

    /// The size of the frame if the request sets no limits, in CSS pixels.
    private static let frame = PixelSize(width: 800, height: 600)

    func add(to router: Router<ServerContext>) {
        router.get("/oembed", use: oEmbed)
    }

    @Sendable private func oEmbed(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = try QueryParameters(of: request)
        let format = query.value("format") ?? "json"
        guard ["json", "xml"].contains(format) else {
            throw Problem(.notImplemented, "format is '\(format)', expected 'json' or 'xml'")
        }
        guard let url = query.value("url") else {
            throw Problem.badRequest("url is missing, expected the address of a document's page")
        }
        let base = publicAddress.base
        guard let address = PreviewedAddress(url, base: base) else {
            throw Problem.notFound("url is not a document's page here, expected \(base)/documents/…")
        }
        let (maxWidth, maxHeight) = (try query.positive("maxwidth"), try query.positive("maxheight"))
        func limited(_ size: PixelSize) -> PixelSize {
            PixelSize(width: min(size.width, maxWidth ?? .max), height: min(size.height, maxHeight ?? .max))
        }
        let language = request.headers[.acceptLanguage]
        var preview = try await store.read(about: address.document) { store, document in
            let language = Negotiation.language(
                named: address.language, field: language, among: document.languages)
            let clause = try address.place["clause"].map {
                try store.clause($0, of: document.id, lang: language, includingRegions: true)
            }
            return DocumentPreview(document: document, clause: clause, language: language ?? "en", base: base)
        }
        preview.institution = themes.pages.theme?.theme.name?.text(in: preview.language)
        let members = Self.members(of: preview, picture: preview.picture(within: limited(PreviewPicture.largest)))
        // If no other site may frame a document, the response is a link with a thumbnail.
        let allMembers =
            embedding == .nowhere
            ? [("type", .string("link"))] + members
            : [("type", .string("rich"))] + members + Self.frame(of: preview, at: address, size: limited(Self.frame))
        let cacheable =
            format == "xml" ? Self.xml(allMembers) : CacheableResponse.json(.object(allMembers), cachePolicy: .minutes)
        var response = cacheable.response(to: request)
        response.headers[.vary] = "Accept-Encoding, Accept-Language"
        return response
    }

    /// The response as XML, one element per member. Specification: <https://oembed.com/#section2.3>
    private static func xml(_ members: JSON.Members) -> CacheableResponse {
        let elements = members.compactMap { name, value -> String? in
            switch value {
            case .string(let text): XMLText.element(name, text)
            case .int(let number): XMLText.element(name, String(number))
            default: nil
            }
        }
        let declaration = #"<?xml version="1.0" encoding="utf-8" standalone="yes"?>"#
        let body = "\(declaration)\n<oembed>\n\(elements.joined(separator: "\n"))\n</oembed>\n"
        return CacheableResponse.text(Array(body.utf8), mediaType: "text/xml; charset=utf-8", cachePolicy: .minutes)
    }

    private static func frame(
        of preview: DocumentPreview, at address: PreviewedAddress, size: PixelSize
    ) -> JSON.Members {
        let page = "\(preview.base)/documents/\(PercentEncoding.encode(preview.document.id))"
        let html = """
            <iframe src="\(MarkupEscaping.attribute("\(page)?embed\(address.fragment)"))" \
            title="\(MarkupEscaping.attribute(preview.title))" width="\(size.width)" height="\(size.height)" \
            style="border: 0" loading="lazy" allow="fullscreen"></iframe>
            """
        return [("html", .string(html)), ("width", .int(size.width)), ("height", .int(size.height))]
    }

    /// The members that links and frames have in common.
    private static func members(
        of preview: DocumentPreview, picture: PreviewPicture?
    ) -> JSON.Members {
        var members: JSON.Members = [
            ("version", .string("1.0")), ("title", .string(preview.title)),
            ("provider_name", .string(preview.siteName)), ("provider_url", .string(preview.base + "/")),
            ("cache_age", .int(300)),
        ]
        if let holder = preview.holder { members.append(("author_name", .string(holder))) }
        if let picture {
            members += [
                ("thumbnail_url", .string(picture.address)), ("thumbnail_width", .int(picture.size.width)),
                ("thumbnail_height", .int(picture.size.height)),
            ]
        }
        return members
    }
}
