import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

/// What the editor reads and changes.
struct EditingRoutes: Sendable {
    let protection: EditProtection

    func add(to router: Router<ServerContext>) {
        router.get("/api/session", use: session)
    }

    /// Who edits the document that the request names with it, or may add documents where it names none.
    @Sendable private func session(_ request: Request, _ context: ServerContext) throws -> Response {
        let document = try QueryParameters(of: request).value("document")
        let editor =
            if let document {
                protection.editorIfAny(of: document)
            } else {
                protection.refusal == nil ? protection.adderIfAny : nil
            }
        return CacheableResponse.json(
            .object([("editor", editor.map { .editor($0) } ?? .null)]), cachePolicy: .never
        ).response(to: request)
    }
}

extension JSON {
    /// Those who follow a working copy.
    static func editors(_ names: [String]) -> JSON { .array(names.map { .object([("name", .string($0))]) }) }

    /// Who edits, and what they may do.
    static func editor(_ editor: RequestEditor) -> JSON {
        .object([("name", .string(editor.name)), ("scope", .string(editor.scope.rawValue))])
    }
}
