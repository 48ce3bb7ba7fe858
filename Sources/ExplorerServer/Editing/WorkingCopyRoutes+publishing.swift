import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import Foundation
import Hummingbird
import NIOCore
import Viewer
import WebDocuments

/// Comparing, checking, publishing and discarding working copies.
extension WorkingCopyRoutes {
    @Sendable func differences(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        return response(JSON(try await store.read { try $0.changes(of: document).json }), to: request)
    }

    @Sendable func check(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        let findings = try await library.check { [viewer] library, isCancelled in
            try Self.refusingFaults {
                try library.checkWorkingCopy(of: document, hasIcon: viewer.hasIcon, isCancelled: isCancelled)
            }
        }
        return response(.findings(findings, of: document), to: request)
    }

    @Sendable func publish(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let request = try Self.request(in: admitted.body)
        let revision = try Self.revision(of: request)
        let despiteErrors = try Self.despiteErrors(request)
        // The check takes time, and other edits need not wait for it.
        let copy = try await library.check { library, isCancelled in
            try Self.refusingFaults {
                try library.publishable(
                    document, revision: revision, despiteErrors: despiteErrors, isCancelled: isCancelled)
            }
        }
        let version = try await library.change { library in
            try Self.refusingFaults { try library.publish(copy, editor: editor).version }
        }
        events.look(at: document)
        return response(.object([("version", .int(version))]), to: admitted.request)
    }

    @Sendable func discard(_ admitted: EditProtection.Admitted) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        let revision = try Self.revision(of: Self.request(in: admitted.body))
        let end = try await library.change { library in
            try library.store.discardWorkingCopy(of: document, revision: revision, editor: editor, at: Date())
        }
        events.look(at: document)
        return response(.object([("keptUntil", .string(JSON.time(end)))]), to: admitted.request)
    }

    private static func refusingFaults<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let faults as SourceFaults {
            throw Problem(
                .unprocessableContent, "the working copy is not a valid document",
                members: [("problems", .strings(faults.lines))])
        } catch let errors as WorkingCopyErrors {
            throw Problem(
                .unprocessableContent, errors.description,
                members: [
                    ("problems", .strings(errors.lines)), ("overridable", .bool(true)),
                ])
        }
    }

    private static let expected = "{ \"revision\": n } with the revision of the working copy"

    private static func request(in body: ByteBuffer) throws(Problem) -> JSONValue {
        do {
            return try JSONParser.parse(Data(body.readableBytesView))
        } catch {
            throw Problem(.unprocessableContent, "the body is not JSON, expected \(expected)")
        }
    }

    /// Reads whether to publish despite errors: `{ "revision": 57, "despiteErrors": true }`.
    private static func despiteErrors(_ request: JSONValue) throws(Problem) -> Bool {
        guard let value = request["despiteErrors"] else { return false }
        guard case .bool(let isDemanded) = value else {
            throw Problem(.unprocessableContent, "despiteErrors is \(value.summary), expected true or false")
        }
        return isDemanded
    }

    /// Reads the revision that the editor has seen: `{ "revision": 57 }`.
    private static func revision(of request: JSONValue) throws(Problem) -> Int {
        guard case .number(let number)? = request["revision"], let revision = Int(exactly: number), revision >= 0 else {
            throw Problem(.unprocessableContent, "revision is missing or not a number from 0, expected \(expected)")
        }
        return revision
    }
}
