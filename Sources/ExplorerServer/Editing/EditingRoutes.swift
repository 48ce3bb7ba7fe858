import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

/// The routes for the editor's session.
struct EditingRoutes: Sendable {
    let protection: EditProtection

    func add(to router: Router<ServerContext>) {
        router.get("/api/session", use: session)
    }

    /// Responds with the editor of the document in the query, or without one, with the editor if they may add
    /// documents.
    @Sendable private func session(_ request: Request, _ context: ServerContext) throws -> Response {
        let document = try QueryParameters(of: request).value("document")
        let editor =
            if let document {
                protection.editorIfAny(of: document)
            } else {
                protection.refusal == nil ? protection.creatorIfAny : nil
            }
        return CacheableResponse.json(
            .object([("editor", editor.map { .editor($0) } ?? .null)]), cachePolicy: .never
        ).response(to: request)
    }
}

extension JSON {
    /// The names of those who follow a working copy.
    static func editors(_ names: [String]) -> JSON { .array(names.map { .object([("name", .string($0))]) }) }

    /// An editor's name and scope.
    static func editor(_ editor: RequestEditor) -> JSON {
        .object([("name", .string(editor.name)), ("scope", .string(editor.scope.rawValue))])
    }
}
