import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

extension ViewerRoutes {
    /// Responds with the document for readers without JavaScript, in the language of the query, else the reader's, else
    /// the document's first.
    func plainDocument(_ id: String, to request: Request) async throws -> Response {
        let query = try QueryParameters(of: request)
        let (wanted, version) = (query.value("lang"), try query.version())
        let newest = try await store.newest(of: id, beside: version)
        let (field, base, pages) = (request.headers[.acceptLanguage], publicAddress.base, themes.pages)
        let words = try pages.words()
        let page = try await store.readMany(about: id, version: version, rowCount: 1_000) { store, document in
            let apart = try store.categories(of: document.id).filter { !$0.includedInAll }.map(\.id)
            let language = Negotiation.language(named: wanted, field: field, among: document.languages)
            let filter = ClauseFilter(categories: ["all"] + apart, lang: language)
            let preview = DocumentPreview(
                document: document, clause: nil, language: language ?? "en",
                keepsLanguage: Negotiation.isNamed(language, by: wanted), base: base, newest: newest)
            let page = PlainDocument(
                document: document, clauses: try store.clauses(of: document.id, filter), language: language ?? "en",
                words: words, preview: preview)
            return try Self.plain(page.html, language ?? "en", in: pages)
        }
        return plain(page, to: request)
    }

    /// Responds with a part of the library's list for readers without JavaScript, in the language of the query, else
    /// the reader's, among those of the interface.
    func plainLibrary(to request: Request) async throws -> Response {
        let (query, pages) = (try QueryParameters(of: request), themes.pages)
        let words = try pages.words()
        let language = Negotiation.language(
            named: query.value("lang"), field: request.headers[.acceptLanguage], among: words.languages)
        let filter = DocumentFilter(
            words: query.value("q"), conditions: try query.conditions(), limit: PlainLibrary.limit,
            cursor: try query.cursor("after"))
        let page = try await store.list(filter, withFacets: true) { _, part, facets in
            let library = PlainLibrary(
                part: part, facets: facets, filter: filter, language: language ?? "en", words: words)
            return try Self.plain(library.html, language ?? "en", in: pages)
        }
        return plain(page, to: request)
    }

    /// Applies the theme to a page and compresses it, on a thread of a pool.
    private static func plain(
        _ html: String, _ language: String, in pages: ThemedPages
    ) throws(Problem) -> CompressedResponse {
        try .text(pages.theme?.plainPage(html, root: "/", language: language) ?? html)
    }

    private func plain(_ page: CompressedResponse, to request: Request) -> Response {
        var response = page.response(to: request, mediaType: "text/html; charset=utf-8")
        SecurityHeaders.addPage(to: &response.headers)
        response.headers[.vary] = "Accept-Encoding, Accept-Language"
        return response
    }

    /// Whether the query has the parameter, with or without a value.
    static func query(of request: Request, has name: String) -> Bool {
        (request.uri.query ?? "").parts(at: "&").contains { $0 == name || $0.begins(with: "\(name)=") }
    }
}
