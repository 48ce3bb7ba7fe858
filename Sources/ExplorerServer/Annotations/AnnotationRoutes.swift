import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

// 1. A container is a page's annotations. Everybody gets the published ones. Editors get the working copy, with their
//    own proposals in place of what these would change (`ClauseStore.annotations`). `AnnotationContainerWriter` writes
//    it.
// 2. What a client writes becomes a `Proposal`, a field of the working copy, in one edit (`AnnotationProposals`). The
//    document does not change until an editor accepts it.
// 3. `AnnototRoutes` does the same for clients of the Annotot API.

/// The annotations of each page as a container of the Web Annotation Protocol.
///
/// Specification: <https://www.w3.org/TR/annotation-protocol/>
struct AnnotationRoutes: Sendable {
    let protection: EditProtection
    let store: StoreReader
    let library: EditedLibrary
    let events: EditEvents
    let presentations: PresentationService
    let address: PublicAddress

    func add(to router: Router<ServerContext>) {
        let container: RouterPath = "/annotations/{document}/{number}"
        let annotation: RouterPath = "/annotations/{document}/{number}/{annotation}"
        router.get(container, use: list)
        router.get(annotation, use: one)
        let document: @Sendable (ServerContext) throws -> String? = { try $0.parameters.require("document") }
        protection.annotate(.post, container, to: router, document: document, create)
        protection.annotate(.put, annotation, to: router, document: document, replace)
        protection.annotate(.delete, annotation, to: router, document: document, delete)
        AnnototRoutes(annotations: self).add(to: router)
    }

    var proposing: AnnotationProposals {
        AnnotationProposals(library: library, events: events, base: address.base, principal: store.principal)
    }

    // MARK: Reading

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, page) = try Self.place(context)
        let query = try QueryParameters(of: request)
        let part = try query.positive("page")
        let preferred = AnnotationFields.form(preferred: request.headers[.prefer])
        let form =
            part == nil
            ? preferred ?? .init() : .init(hasAddressesOnly: query.value("iris").map { $0 == "1" } ?? false)
        let address = "\(address.base)/annotations/\(document)/\(page)/"
        let bytes: [UInt8]? = try await read(document, page) { writer in
            let value = if let part { writer.part(part, form) } else { writer.container(form) as JSONValue? }
            return value.map { Array($0.compactText.utf8) }
        }
        guard let bytes else { throw Problem.notFound("this container has no page \(part ?? 0)") }
        var response = self.response(
            bytes, of: document, links: part == nil ? AnnotationFields.containerLinks : nil,
            varying: "Accept, Prefer", isCompressible: true, to: request)
        response.headers[.allow] = part == nil ? AnnotationFields.containerMethods : AnnotationFields.partMethods
        if part == nil {
            response.headers[.acceptPost] = AnnotationFields.mediaType
            response.headers[.contentLocation] = address
            if preferred != nil {
                response.headers[.preferenceApplied] = "return=representation"
            }
        }
        return response
    }

    @Sendable private func one(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, page) = try Self.place(context)
        let id = try context.parameters.require("annotation")
        var response = self.response(
            try await annotation(id, document, page), of: document, links: AnnotationFields.annotationLinks,
            varying: "Accept", isCompressible: false, to: request)
        response.headers[.allow] = AnnotationFields.annotationMethods
        return response
    }

    /// Returns an annotation as JSON.
    ///
    /// - Throws: ``Problem`` 404 if it never existed, and 410 if it was deleted.
    func annotation(_ id: String, _ document: String, _ page: Int) async throws -> [UInt8] {
        let (found, isDeleted) = try await read(document, page, id) { writer in
            (writer.annotation(id).map { Array($0.compactText.utf8) }, writer.isDeleted(id))
        }
        if let found { return found }
        let isEditor = protection.editorIfAny(of: document) != nil
        let wasThere = try await store.read { try $0.hadAnnotation(id, of: document, isEditor: isEditor) }
        throw Problem.noAnnotation(id, isGone: isDeleted || wasThere)
    }

    /// Returns all annotations of a page, as the client of the current request sees them. Those that everybody sees are
    /// made once for each version.
    func all(_ document: String, _ page: Int) async throws -> CompressedResponse {
        @Sendable func make() async throws -> CompressedResponse {
            try await read(document, page) { writer in
                var output = CompressedResponseWriter()
                writer.writeAll(to: &output)
                return try output.finish()
            }
        }
        if protection.editorIfAny(of: document) != nil { return try await make() }
        return try await presentations.response(for: .annotations(page: page), of: document, make: make)
    }

    /// Runs a query on the annotations of a page, or on one of them, as the client of the current request sees them.
    private func read<Result: Sendable>(
        _ document: String, _ page: Int, _ id: String? = nil,
        _ body: @escaping @Sendable (AnnotationContainerWriter) throws -> Result
    ) async throws -> Result {
        let editor = protection.editorIfAny(of: document)?.name
        let (base, principal) = (address.base, store.principal)
        let query: @Sendable (ClauseStore) throws -> Result = { store in
            let found = try store.annotations(
                onPage: page, clause: id, of: document, for: principal, editor: editor)
            return try body(
                AnnotationContainerWriter(found.document, page: page, proposals: found.proposals, base: base))
        }
        return id == nil ? try await store.readMany(rowCount: 1_000, query) : try await store.read(query)
    }

    /// Returns the response, whose fields scripts of other sites may read. Responses to editors must not be cached.
    private func response(
        _ bytes: [UInt8], of document: String, links: String?, varying: String, isCompressible: Bool,
        to request: Request
    ) -> Response {
        var response = CacheableResponse(
            body: ByteBuffer(bytes: bytes), mediaType: AnnotationFields.mediaType,
            validator: ContentDigest.of(bytes),
            cachePolicy: protection.editorIfAny(of: document) == nil ? .revalidate : .never,
            isCompressible: isCompressible, links: links, negotiatedField: varying
        ).response(to: request)
        AnnotationFields.expose(in: &response.headers)
        return response
    }

    private static func place(_ context: ServerContext) throws -> (document: String, page: Int) {
        let text = try context.parameters.require("number")
        guard let page = PageNumber.of(text) else {
            throw Problem.notFound("there is nothing at this address; a page of a document is a number from 1")
        }
        return (try context.parameters.require("document"), page)
    }

    // MARK: Writing

    @Sendable private func create(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, page) = try Self.place(admitted.context)
        let slug = admitted.request.headers[.slug]
        let written = try await proposing.create(
            try Self.annotation(in: admitted.body), slug: slug, document, page, by: admitted.editor.name)
        return Self.response(written, status: .created)
    }

    @Sendable private func replace(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, page) = try Self.place(admitted.context)
        let id = try admitted.context.parameters.require("annotation")
        let written = try await proposing.replace(
            id, with: try Self.annotation(in: admitted.body), document, page, by: admitted.editor.name,
            if: .matching(admitted.request.headers[.ifMatch]))
        return Self.response(written, status: .ok)
    }

    @Sendable private func delete(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, page) = try Self.place(admitted.context)
        let id = try admitted.context.parameters.require("annotation")
        try await proposing.delete(
            id, document, page, by: admitted.editor.name, if: .matching(admitted.request.headers[.ifMatch]))
        var response = Response(status: .noContent, headers: [.cacheControl: CachePolicy.never.fieldValue])
        AnnotationFields.expose(in: &response.headers)
        return response
    }

    /// Parses the annotation that a client sent.
    ///
    /// - Throws: ``Problem`` 422 if it is not JSON.
    static func annotation(in body: ByteBuffer) throws(Problem) -> JSONValue {
        try annotation(Data(body.readableBytesView))
    }

    /// - Throws: ``Problem`` 422 if it is not JSON.
    static func annotation(_ data: Data) throws(Problem) -> JSONValue {
        do throws(JSONFault) {
            return try JSONParser.parse(data)
        } catch {
            throw Problem(
                .unprocessableContent,
                "line \(error.line), column \(error.column) is \(error.value), expected \(error.expected)")
        }
    }

    private static func response(_ written: AnnotationProposals.Written, status: HTTPResponse.Status) -> Response {
        let bytes = Array(written.annotation.compactText.utf8)
        var headers: HTTPFields = [
            .contentType: AnnotationFields.mediaType, .cacheControl: CachePolicy.never.fieldValue,
            .eTag: "\"\(ContentDigest.of(bytes))\"", .allow: AnnotationFields.annotationMethods, .vary: "Accept",
            .link: AnnotationFields.annotationLinks,
        ]
        if status == .created { headers[.location] = written.address }
        AnnotationFields.expose(in: &headers)
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension Problem {
    /// The annotation does not exist, or no longer exists.
    static func noAnnotation(_ id: String, isGone: Bool) -> Problem {
        isGone
            ? Problem(.gone, "the annotation \(FaultText.quoted(id)) was deleted")
            : .notFound("no annotation \(FaultText.quoted(id)) on this page")
    }
}
