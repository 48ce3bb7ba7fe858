import ClauseStore
import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

extension ViewerRoutes {
    /// Responds with the viewer's page of a document, including the metadata that link previews and crawlers read.
    /// `?clause=` selects a clause, because fragments (`#`) never reach a server.
    func documentPage(_ id: String, to request: Request) async throws -> Response {
        let isDebugged = Self.query(of: request, has: "debug")
        let pages = themes.pages
        let template = isDebugged ? pages.debugTemplate : pages.template
        var preview: DocumentPreview
        do {
            preview = try await self.preview(of: id, for: request)
        } catch let error as ClauseStoreError where error.kind == .notFound {
            return try missingDocumentPage(to: request)
        }
        preview.institution = pages.theme?.theme.name?.text(in: preview.language)
        // The first view, shown before the scripts have loaded, is made from the served version.
        let firstView =
            preview.isFormer ? nil : await firstViews.view(of: preview.document, overlays: pages.theme?.overlays)
        let page = template.page(
            of: preview, firstView: firstView,
            showing: FirstView.Parts(ofAddress: { Self.query(of: request, has: $0) }),
            isEmbeddable: embedding != .nowhere,
            editor: preview.isFormer ? nil : protection.editorIfAny(of: id).map { _ in "/documents/\(id)/edit" })
        let isEmbedded = Self.query(of: request, has: "embed")
        var response = html(
            page.bytes, styles: page.styles, frameAncestors: isEmbedded ? embedding.frameAncestors : "'self'",
            to: request)
        response.headers[.vary] = "Accept-Encoding, Accept-Language"
        return response
    }

    /// Returns the preview of the document, or of the clause in the query if it exists.
    private func preview(of id: String, for request: Request) async throws -> DocumentPreview {
        // An unreadable query must not prevent the document from opening: it may be meant for the viewer alone, such as
        // a IIIF content state.
        let query = try? QueryParameters(of: request)
        // If two languages are shown side by side, the first counts.
        let named = query?.value("lang")?.split(separator: ",").first.map(String.init)
        let wanted = query?.value("clause")
        let (field, base) = (request.headers[.acceptLanguage], publicAddress.base)
        let version = try query?.version()
        let newest = try await store.newest(of: id, beside: version)
        return try await store.read(about: id, version: version) { store, document in
            let language = Negotiation.language(named: named, field: field, among: document.languages)
            var clause: ClauseResult?
            if let wanted {
                do {
                    clause = try store.clause(wanted, of: document.id, lang: language, includingRegions: true)
                } catch let error as ClauseStoreError where error.kind == .notFound {
                    clause = nil
                }
            }
            return DocumentPreview(
                document: document, clause: clause, language: language ?? "en",
                keepsLanguage: Negotiation.isNamed(language, by: named), base: base, newest: newest)
        }
    }
}
