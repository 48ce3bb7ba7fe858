import DocumentFormats
import DocumentModel
import FileSupport
import Foundation
import HTTPTypes
import Hummingbird
import WebDocuments

/// The Annotot API at `/annotations`, which Mirador's annotation plug-in uses through `AnnototAdapter`. Writes become
/// proposals, as in ``AnnotationRoutes``.
///
/// Source: <https://github.com/ProjectMirador/mirador-annotations/blob/main/src/AnnototAdapter.js>. The plug-in
/// addresses annotations by their ids, which are their URLs here.
struct AnnototRoutes: Sendable {
    let annotations: AnnotationRoutes

    func add(to router: Router<ServerContext>) {
        let protection = annotations.protection
        router.get("/annotations/{document}", use: read)
        protection.annotate(.post, "/annotations", to: router, document: { _ in nil }, create)
        for (method, handler) in [(HTTPRequest.Method.patch, replace), (.delete, delete)] {
            protection.annotate(
                method, "/annotations/{document}", to: router, document: { try Self.name($0).document }, handler)
        }
    }

    /// An annotation, parsed from its URL in the last part of a path.
    private struct Name {
        let document: String
        let page: Int
        let id: String
    }

    private static func name(_ context: ServerContext) throws -> Name {
        let text = try context.parameters.require("document")
        let parts = (text.removingPercentEncoding ?? "").parts(at: "/").map(String.init)
        guard parts.count >= 4, parts[parts.count - 4] == "annotations",
            let page = PageNumber.of(parts[parts.count - 2])
        else {
            throw Problem.notFound("no annotation \(FaultText.quoted(text)), expected the address of an annotation")
        }
        return Name(document: parts[parts.count - 3], page: page, id: parts[parts.count - 1])
    }

    /// Parses the URL of a canvas.
    ///
    /// - Throws: ``Problem`` 404 if it is not one of this server.
    private static func canvas(_ address: String?) throws -> (document: String, page: Int) {
        let parts = (address ?? "").parts(at: "/").map(String.init)
        guard parts.count >= 6, let page = PageNumber.of(parts[parts.count - 1]),
            parts[(parts.count - 6)...(parts.count - 4)] == ["iiif", "presentation", "3"],
            parts[parts.count - 2] == "canvas"
        else {
            throw Problem.notFound(
                "no canvas \(FaultText.quoted(address ?? "")), expected the id of a canvas of this server")
        }
        return (parts[parts.count - 3], page)
    }

    // MARK: Reading

    /// Serves `/annotations/pages?uri=`, or an annotation.
    @Sendable private func read(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard try context.parameters.require("document") == "pages" else {
            let name = try Self.name(context)
            return Self.response(try await annotations.annotation(name.id, name.document, name.page))
        }
        let (document, page) = try Self.canvas(try QueryParameters(of: request).value("uri"))
        var response = Self.response([])
        response.body = try await annotations.all(document, page).body
        return response
    }

    private static func response(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, location: String? = nil
    ) -> Response {
        var response = Response.json(bytes, status: status, location: location)
        AnnotationFields.expose(in: &response.headers)
        return response
    }

    // MARK: Writing

    /// Parses `{ "annotation": { "canvas", "data", "uuid" } }`, where `data` is the annotation as a string.
    private static func sent(_ admitted: EditProtection.Admitted) throws -> (JSONValue, canvas: String?, uuid: String?)
    {
        let body = try AnnotationRoutes.annotation(in: admitted.body)
        guard let sent = body["annotation"], let data = sent["data"]?.textValue else {
            throw Problem(
                .unprocessableContent,
                "the body is \(body.summary), expected { \"annotation\": { \"canvas\", \"data\", \"uuid\" } }")
        }
        let annotation = try AnnotationRoutes.annotation(Data(data.utf8))
        return (annotation, sent["canvas"]?.textValue, sent["uuid"]?.textValue)
    }

    @Sendable private func create(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (annotation, canvas, uuid) = try Self.sent(admitted)
        let (document, page) = try Self.canvas(canvas)
        let editor = try await annotations.protection.editor(of: document)
        let written = try await annotations.proposing.create(
            annotation, slug: uuid, document, page, by: editor.name)
        return Self.response(
            Array(written.annotation.compactText.utf8), status: .created, location: written.address)
    }

    @Sendable private func replace(_ admitted: EditProtection.Admitted) async throws -> Response {
        let name = try Self.name(admitted.context)
        let written = try await annotations.proposing.replace(
            name.id, with: try Self.sent(admitted).0, name.document, name.page, by: admitted.editor.name, if: .none)
        return Self.response(Array(written.annotation.compactText.utf8))
    }

    @Sendable private func delete(_ admitted: EditProtection.Admitted) async throws -> Response {
        let name = try Self.name(admitted.context)
        try await annotations.proposing.delete(
            name.id, name.document, name.page, by: admitted.editor.name, if: .none)
        return Response(status: .noContent, headers: [.cacheControl: CachePolicy.never.fieldValue])
    }
}
