import ClauseStore
import DocumentFormats
import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

/// The routes for documents in IIIF Presentation 3, their collection, and the change stream.
///
/// Specifications: <https://iiif.io/api/presentation/3.0/>, <https://iiif.io/api/discovery/1.0/>
struct PresentationRoutes {
    let store: StoreReader
    let presentations: PresentationService
    let announced: AnnouncedDocuments

    func add(to router: Router<ServerContext>) {
        // The router requires the same parameter name at the same position.
        router.get("/iiif/presentation/3/{document}", use: collection)
        router.get("/iiif/collections/**", use: nestedCollection)
        router.get("/iiif/presentation/3/{document}/style.css", use: stylesheet)
        router.get("/iiif/presentation/3/{document}/**", use: part)
        router.get("/iiif/discovery/1/activity.json") { request, _ in
            try await respond(.changes(page: nil), to: request)
        }
        router.get("/iiif/discovery/1/page/{file}") { request, context in
            guard let page = PageNumber.ofFile(try context.parameters.require("file")) else {
                throw Problem.notFound("no such page; activity.json lists the pages")
            }
            return try await respond(.changes(page: page), to: request)
        }
    }

    @Sendable private func part(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let part = PresentationPart(path: context.parameters.getCatchAll().map(String.init)) else {
            throw Problem.notFound("there is nothing at this address; manifest.json is the document's manifest")
        }
        let document = try context.parameters.require("document")
        let resource = PresentationResource.part(part, document: document)
        return try await announced.response {
            try await respond(resource, to: request)
        } orAnnounced: {
            part == .manifest ? try await announced.document(among: [document]) : nil
        } _: { document in
            try await announced.reading(document) {
                try await respond(.part(.announcement, document: document), to: request)
            }
        }
    }

    /// Serves `collection.json`, and `collection-{number}.json` if the library is a collection of collections.
    @Sendable private func collection(_ request: Request, _ context: ServerContext) async throws -> Response {
        let file = try context.parameters.require("document")
        if file == "collection.json" { return try await respond(.collection(nil, part: nil), to: request) }
        guard file.hasPrefix("collection-"), let part = PageNumber.ofFile(file.dropFirst(11)) else {
            throw Problem.notFound("there is nothing at this address; collection.json is the library's collection")
        }
        return try await respond(.collection(nil, part: part), to: request)
    }

    /// Serves a nested collection: `charters/royal.json`, and `charters/royal.2.json` if it is in parts.
    @Sendable private func nestedCollection(_ request: Request, _ context: ServerContext) async throws -> Response {
        let path = context.parameters.getCatchAll().joined(separator: "/")
        let pieces = path.parts(at: ".", omittingEmptyParts: false).map(String.init)
        let part = pieces.count == 3 ? PageNumber.of(pieces[1]) : nil
        guard pieces.last == "json", pieces.count == (part == nil ? 2 : 3), CollectionPath.isValid(pieces[0]) else {
            throw Problem.notFound(
                "there is nothing at this address; collections have addresses such as charters/royal.json")
        }
        return try await respond(.collection(pieces[0], part: part), to: request)
    }

    @Sendable private func stylesheet(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.parameters.require("document")
        let css = try await store.read { [principal = store.principal] store in
            let document = try store.document(id, part: .header, for: principal)
            return PresentationWriter(document, base: "").stylesheet
        }
        return CacheableResponse.text(Array(css.utf8), mediaType: "text/css; charset=utf-8").response(to: request)
    }

    private func respond(_ resource: PresentationResource, to request: Request) async throws -> Response {
        let context = if case .changes = resource { ActivityWriter.context } else { PresentationWriter.context }
        do {
            return try await presentations.response(for: resource).response(to: request, context: context)
        } catch let error as ClauseStoreError {
            // Here a category is part of the address, so an unknown one is a 404.
            guard case .noCategory = error else { throw error }
            throw Problem.notFound(error.description)
        }
    }
}
