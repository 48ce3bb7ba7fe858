import ClauseStore
import DocumentFormats
import DocumentLibrary
import DocumentModel
import HTTPTypes
import Hummingbird
import WebDocuments

/// The routes that upload recordings for clauses and steps of tours, and play them before they are published.
struct RecordingUploadRoutes: Sendable {
    let protection: EditProtection
    let store: StoreReader
    let library: EditedLibrary
    let files: RecordingRoutes
    /// The pool that writes and hashes uploads.
    let pool: WorkPool

    /// The disk space that must remain free beyond the recording, in bytes.
    private static let reservedByteCount = 64 << 20

    func add(to router: Router<ServerContext>) {
        let path = "/api/documents/{document}/working-copy/recordings"
        protection.upload("\(path)", to: router, add)
        router.get("\(path)/{file}", use: one)
    }

    @Sendable private func one(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (document, _) = try await protection.edited(in: context)
        let name = try context.parameters.require("file")
        let recording = try await store.read { store in
            try store.uploadedRecording(name, of: document)
                ?? store.recordings(of: document).recordings.first { $0.fileName == name }
        }
        guard let recording else { throw Problem.notFound("no such recording was uploaded") }
        return try await files.response(recording, to: request, .never)
    }

    /// - Returns: `{ sha256, byteCount, format, seconds }`, the value of a field `recordings/…`.
    @Sendable private func add(_ admitted: EditProtection.AdmittedUpload) async throws -> Response {
        let (document, editor) = (admitted.document, admitted.editor.name)
        guard admitted.byteCount <= RecordingLimits.byteCount else {
            throw Problem(
                .contentTooLarge,
                "a recording of \(admitted.byteCount) bytes, expected at most \(RecordingLimits.byteCount)")
        }
        let incoming = try await UploadReceiver(library: library, pool: pool).receive(
            admitted, neededByteCount: admitted.byteCount + Self.reservedByteCount)
        let kept = try await pool.run(.begun) {
            try UploadReceiver.stated { try incoming.keepRecording(for: document, editor: editor) }
        }
        guard let kept else {
            throw Problem(
                .unsupportedMediaType,
                "the file is not a supported recording, expected MP3, Opus in Ogg, MPEG-4 or WAV")
        }
        return .json(
            Array(kept.value.compactText.utf8), status: .created,
            location: "/api/documents/\(document)/working-copy/recordings/\(kept.fileName)")
    }
}
