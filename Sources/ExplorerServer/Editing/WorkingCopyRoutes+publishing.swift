import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import Hummingbird
import NIOCore
import WebDocuments

/// What a working copy becomes.
extension WorkingCopyRoutes {
    @Sendable func differences(_ request: Request, _ context: ServerContext) async throws -> Response {
        let document = try context.parameters.require("document")
        _ = try await protection.editor(of: document)
        return answer(JSON(try await store.ask { try $0.changes(of: document).json }), to: request)
    }

    @Sendable func check(_ request: Request, _ context: ServerContext) async throws -> Response {
        let document = try context.parameters.require("document")
        _ = try await protection.editor(of: document)
        let findings = try await library.check { library, isCancelled in
            try Self.refusingFaults { try library.checkWorkingCopy(of: document, isCancelled: isCancelled) }
        }
        return answer(.findings(findings, of: document), to: request)
    }

    @Sendable func publish(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let revision = try Self.revision(in: admitted.body)
        let version = try await library.change { library in
            try Self.refusingFaults {
                try library.publishWorkingCopy(of: document, revision: revision, editor: editor, at: Date()).version
            }
        }
        events.look(at: document)
        return answer(.object([("version", .int(version))]), to: admitted.request)
    }

    @Sendable func discard(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let revision = try Self.revision(in: admitted.body)
        let end = try await library.change { library in
            try library.store.discardWorkingCopy(of: document, revision: revision, editor: editor, at: Date())
        }
        events.look(at: document)
        return answer(.object([("keptUntil", .string(JSON.time(end)))]), to: admitted.request)
    }

    private static func refusingFaults<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let faults as SourceFaults {
            throw Problem(
                status: .unprocessableContent, detail: "the working copy is no valid document",
                members: [("problems", .array(faults.lines.map { .string($0) }))])
        }
    }

    /// The revision that was looked at: `{ "revision": 57 }`.
    private static func revision(in body: ByteBuffer) throws -> Int {
        let expected = "{ \"revision\": n } with the revision of the working copy"
        let value: JSONValue
        do {
            value = try JSONParser.parse(Data(body.readableBytesView))
        } catch {
            throw Problem(status: .unprocessableContent, detail: "the body is not JSON, expected \(expected)")
        }
        guard case .number(let number)? = value["revision"], let revision = Int(exactly: number), revision >= 0 else {
            throw Problem(
                status: .unprocessableContent, detail: "revision is missing or no number, expected \(expected)")
        }
        return revision
    }
}
