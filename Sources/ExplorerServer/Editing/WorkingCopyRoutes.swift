import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Viewer
import WebDocuments

/// The routes that read, edit, follow, check, publish and discard working copies.
struct WorkingCopyRoutes: Sendable {
    let protection: EditProtection
    let store: StoreReader
    let library: EditedLibrary
    let events: EditEvents
    /// The event streams of each token and address.
    let places: AddressLimiter
    let scans: ScanRoutes
    let viewer: ViewerBundle

    /// The maximum number of event streams per address.
    static let streamLimit = 20
    /// The maximum size of a request that publishes or discards, in bytes.
    private static let revisionByteLimit = 1_024
    private static let entryLimit = 1_000
    /// The maximum size of a request that compares two images, in bytes.
    private static let comparisonByteLimit = 4_096

    func add(to router: Router<ServerContext>) {
        let path = "/api/documents/{document}/working-copy"
        router.get("\(path)", use: state)
        router.get("\(path)/edits", use: journal)
        router.get("\(path)/edits/{edit}", use: entry)
        router.get("\(path)/changes", use: differences)
        router.get("\(path)/check", use: check)
        protection.change(.post, "\(path)/edits", byteLimit: EditLimits().editBytes, to: router, apply)
        protection.change(.post, "\(path)/alignment", byteLimit: Self.comparisonByteLimit, to: router, compare)
        let byteLimit = Self.revisionByteLimit
        protection.change(.post, "\(path)/publish", scope: .publish, byteLimit: byteLimit, to: router, publish)
        protection.change(.post, "\(path)/discard", scope: .publish, byteLimit: byteLimit, to: router, discard)
    }

    // MARK: Reading

    @Sendable private func state(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, editor) = try await protection.edited(in: context)
        let included = try QueryParameters(of: request).list("include")
        if let unknown = included.first(where: { $0 != "content" }) {
            throw Problem.badRequest("include is \(FaultText.quoted(unknown)), expected 'content'")
        }
        let (info, content) = try await store.read { [work = scans.work] store in
            let content = included.isEmpty ? nil : try store.workingContent(of: document, progress: work.progress(of:))
            return (try store.workingCopy(of: document), content)
        }
        let names = events.editors(of: document)
        // If an edit came between the two reads, the content includes it.
        var members: JSON.Members = [
            ("document", .string(document)), ("revision", .int(content?.revision ?? info.revision)),
            ("version", .int(info.version)), ("changes", .int(info.changeCount)), ("editor", .editor(editor)),
            ("editors", .editors(names)), ("limits", JSON(EditLimits().json)),
        ]
        if let content { members.append(("content", JSON(content.content))) }
        return response(.object(members), to: request)
    }

    @Sendable private func entry(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        let id = try context.parameters.require("edit")
        guard let entry = try await store.read({ try $0.journalEntry(ofEdit: id, of: document) }) else {
            throw Problem.notFound("the document has no edit \(FaultText.quoted(id))")
        }
        return response(JSON(entry.json), to: request)
    }

    @Sendable private func journal(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, editor) = try await protection.edited(in: context)
        let query = try QueryParameters(of: request)
        if Negotiation.wantsEvents(request.headers[.accept]) {
            return try await follow(document, as: editor, query, request, context)
        }
        let wanted = try Self.wanted(query)
        let (revision, entries) = try await store.read { [wanted] store in
            (try store.workingRevision(of: document), try store.journal(of: document, wanted))
        }
        return response(
            .object([("revision", .int(revision)), ("edits", .array(entries.map { JSON($0.json) }))]), to: request)
    }

    private static func wanted(_ query: QueryParameters) throws -> JournalQuery {
        var wanted = JournalQuery()
        wanted.since = try revision(query.value("since"), "since") ?? 0
        wanted.before = try revision(query.value("before"), "before")
        wanted.clause = query.value("clause")
        if let limit = try query.positive("limit") { wanted.limit = min(limit, entryLimit) }
        if let text = query.value("path") {
            guard let path = FieldPath(text) else {
                throw Problem.badRequest("path is \(FaultText.quoted(text)), expected \(FieldPath.rule)")
            }
            wanted.path = path
        }
        if let text = query.value("order") {
            guard let order = JournalQuery.Order(rawValue: text) else {
                throw Problem.badRequest("order is \(FaultText.quoted(text)), expected 'oldest' or 'newest'")
            }
            wanted.order = order
        }
        return wanted
    }

    private static func revision(_ text: String?, _ name: String) throws -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), (0...1 << 53).contains(number) else {
            throw Problem.badRequest("\(name) is \(FaultText.quoted(text)), expected a revision, a number from 0")
        }
        return number
    }

    // MARK: Following

    /// Streams the events since `Last-Event-ID`, which browsers send when they reconnect, or since the revision in the
    /// query.
    private func follow(
        _ document: String, as editor: RequestEditor, _ query: QueryParameters, _ request: Request,
        _ context: ServerContext
    ) async throws -> Response {
        let last = try Self.revision(request.headers[.lastEventID], "Last-Event-ID")
        let since = try last ?? Self.revision(query.value("since"), "since")
        let address = RateLimit.name(of: context.remoteAddress)
        guard let place = places.take(for: editor.limitName(at: context.remoteAddress)) else {
            throw Problem(
                .tooManyRequests, "you are already following \(places.limit) working copies, expected no more at once",
                headers: [.retryAfter: "10"], refusal: .rate)
        }
        let stream = EventStream(
            document: document, since: since, subscription: try await events.follow(document, as: editor.name),
            store: store, place: place, describe: scans.description(ofImage:),
            isStillAllowed: protection.renewal(of: request, from: address, for: document))
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: CachePolicy.never.fieldValue, .xAccelBuffering: "no",
        ]
        return Response(status: .ok, headers: headers, body: stream.body)
    }

    // MARK: Changing

    @Sendable private func apply(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let body = Data(admitted.body.readableBytesView)
        let outcome = try await library.change { library in
            let edit = try Edit(json: body)
            // Somebody else may have signed in in another tab of the same browser.
            if let stated = edit.editor, !stated.isIdentical(to: editor) {
                throw Problem(
                    .forbidden,
                    "the edit is by \(FaultText.quoted(stated)), but the request by \(FaultText.quoted(editor))")
            }
            return try library.store.apply(edit, to: document, editor: editor, at: Date())
        }
        events.look(at: document)
        switch outcome {
        case .applied(let entry), .repeated(let entry): return response(JSON(entry.json), to: admitted.request)
        case .conflicts(let conflicts, let revision):
            throw Problem(
                .conflict, "others have changed \(conflicts.count) of the edit's fields",
                members: [
                    ("revision", .int(revision)), ("conflicts", .array(conflicts.map { JSON($0.json) })),
                ])
        }
    }

    /// Returns a response that must not be cached.
    func response(_ value: JSON, to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: CachePolicy.never.fieldValue, .vary: "Accept-Encoding",
        ]
        var body = ByteBuffer(bytes: value.bytes())
        if Gzip.isWorthwhile(body.readableBytes), Gzip.isAccepted(by: request.headers[.acceptEncoding]),
            let compressed = Gzip.compress(body)
        {
            body = compressed
            headers[.contentEncoding] = "gzip"
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}
