import ClauseStore
import FileSupport
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

extension ViewerRoutes {
    /// Responds with the editor of a document. Users who may not edit get the page for entering a token, which returns
    /// here. For a document that they may not read, the response is the same as for one that does not exist.
    func editorPage(of id: String, to request: Request) async throws -> Response {
        if let refusal = protection.refusal { throw Problem(refusal) }
        do {
            _ = try await protection.editor(of: id)
            _ = try await store.document(id)
        } catch let problem as Problem where [.unauthorized, .forbidden].contains(problem.status) {
            return try tokenPage(problem, to: request)
        } catch let error as ClauseStoreError where error.kind == .notFound {
            return try missingDocumentPage(to: request)
        }
        guard Self.query(of: request, has: "debug") else { return try page("editor.html", to: request) }
        return html(themes.pages.unbundledPage("pages/editor.html"), to: request)
    }

    /// Responds with the page for entering a token, which returns to the address of the request.
    private func tokenPage(_ problem: Problem, to request: Request) throws -> Response {
        var text = String(decoding: themes.pages.bytes(of: "pages/access.html"), as: UTF8.self)
            .replacing(#"id="editing" class="message""#, with: #"id="editing" class="message shown""#)
        if let way = AccessRoutes.way(request.uri.path) {
            text = text.replacing(
                #"name="to" type="hidden" value="""#,
                with: #"name="to" type="hidden" value="\#(MarkupEscaping.attribute(way))""#)
        }
        var response = html(Array(text.utf8), status: problem.status, to: request)
        response.headers[.wwwAuthenticate] = problem.headers[.wwwAuthenticate]
        response.headers[.cacheControl] = CachePolicy.never.fieldValue
        return response
    }
}
