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
        let (field, base, words) = (request.headers[.acceptLanguage], publicAddress.base, try themes.pages.words())
        let (html, language) = try await store.read(about: id, version: version) { store, document in
            let apart = try store.categories(of: document.id).filter { !$0.includedInAll }.map(\.id)
            let language = Negotiation.language(named: wanted, field: field, among: document.languages)
            let filter = ClauseFilter(categories: ["all"] + apart, lang: language)
            var preview = DocumentPreview(
                document: document, clause: nil, language: language ?? "en",
                keepsLanguage: Negotiation.isNamed(language, by: wanted), base: base)
            preview.newest = newest
            let page = PlainDocument(
                document: document, clauses: try store.clauses(of: document.id, filter), language: language ?? "en",
                words: words, preview: preview)
            return (page.html, language ?? "en")
        }
        return plain(html, language, to: request)
    }

    /// Responds with a part of the library's list for readers without JavaScript, in the language of the query, else
    /// the reader's, among those of the interface.
    func plainLibrary(to request: Request) async throws -> Response {
        let (query, words) = (try QueryParameters(of: request), try themes.pages.words())
        let language = Negotiation.language(
            named: query.value("lang"), field: request.headers[.acceptLanguage], among: words.languages)
        let filter = DocumentFilter(
            words: query.value("q"), conditions: try query.conditions(), limit: PlainLibrary.limit,
            cursor: try query.cursor("after"))
        let html = try await store.list(filter, withFacets: true) { _, part, facets in
            PlainLibrary(part: part, facets: facets, filter: filter, language: language ?? "en", words: words).html
        }
        return plain(html, language ?? "en", to: request)
    }

    private func plain(_ html: String, _ language: String, to request: Request) -> Response {
        let html = themes.pages.theme?.plainPage(html, root: "/", language: language) ?? html
        var response = self.html(Array(html.utf8), to: request)
        response.headers[.vary] = "Accept-Encoding, Accept-Language"
        return response
    }

    /// Whether the query has the parameter, with or without a value.
    static func query(of request: Request, has name: String) -> Bool {
        (request.uri.query ?? "").parts(at: "&").contains { $0 == name || $0.begins(with: "\(name)=") }
    }
}
