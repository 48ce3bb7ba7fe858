import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import NIOCore
import WebDocuments

/// Recordings for clauses and for steps of tours: uploaded, and listened to before they are published.
struct RecordingUploadRoutes: Sendable {
    let protection: EditProtection
    let store: StoreReader
    let library: EditedLibrary
    let files: RecordingRoutes<ServerContext>
    /// Where what is uploaded is written and hashed.
    let pool: WorkPool

    /// How much must be free on the disk beyond the bytes of a recording.
    private static let reservedByteCount = 64 << 20

    func add(to router: Router<ServerContext>) {
        let path = "/api/documents/{document}/working-copy/recordings"
        protection.upload("\(path)", scope: .edit, to: router, add)
        router.get("\(path)/{file}", use: one)
    }

    @Sendable private func one(_ request: Request, _ context: ServerContext) async throws -> Response {
        let document = try context.parameters.require("document")
        let name = try context.parameters.require("file")
        _ = try await protection.editor(of: document)
        let recording = try await store.ask { store in
            try store.uploadedRecording(name, of: document)
                ?? store.recordings(of: document).recordings.first { $0.fileName == name }
        }
        guard let recording else { throw Problem.notFound("no such recording was uploaded") }
        return files.response(recording, to: request, .never)
    }

    /// - Returns: `{ sha256, byteCount, format, seconds }`, which is the value of a field `recordings/…`.
    @Sendable private func add(_ admitted: EditProtection.AdmittedPicture) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        guard admitted.byteCount <= RecordingLimits.byteCount else {
            throw Problem(
                status: .contentTooLarge,
                detail: "a recording of \(admitted.byteCount) bytes, expected at most \(RecordingLimits.byteCount)")
        }
        let library = try await library.opened()
        let needed = admitted.byteCount + Self.reservedByteCount
        let incoming = try await pool.run {
            if let free = library.freeByteCount, free < needed { throw Problem.fullDisk }
            return try Self.stated { try IncomingScan(to: library) }
        }
        var byteCount = 0
        for try await piece in Pieces(admitted.request.body) {
            byteCount += piece.readableBytes
            try await pool.run(.begun) {
                try Self.stated { try piece.withUnsafeReadableBytes { try incoming.append($0) } }
            }
        }
        guard byteCount == admitted.byteCount else {
            throw Problem.badRequest(
                "the request ended after \(byteCount) bytes of its body, expected \(admitted.byteCount)")
        }
        let kept = try await pool.run(.begun) {
            try Self.stated { try incoming.keepRecording(for: document, editor: editor) }
        }
        guard let kept else {
            throw Problem(
                status: .unsupportedMediaType,
                detail: "the file is no sound that is kept here, expected MP3, Opus in Ogg, MPEG-4 or WAV")
        }
        return Response(
            status: .created,
            headers: [
                .contentType: "application/json", .cacheControl: CachePolicy.never.fieldValue,
                .location: "/api/documents/\(document)/working-copy/recordings/\(kept.fileName)",
            ],
            body: .init(byteBuffer: ByteBuffer(string: kept.value.compactText)))
    }

    /// What it means to an editor that a recording cannot be kept.
    private static func stated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LibraryError {
            if case .file = error { throw Problem.fullDisk }
            throw error
        } catch let error as ClauseStoreError {
            if let problem = Problem(refusing: error) { throw problem }
            throw error
        }
    }
}
