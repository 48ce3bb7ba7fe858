import ClauseStore
import DocumentLibrary
import Hummingbird
import NIOCore

/// Writes the bodies of uploads to files of the library as they arrive.
struct UploadReceiver: Sendable {
    let library: EditedLibrary
    /// The pool that writes and hashes uploads.
    let pool: WorkPool

    private static let pieceByteCount = 1 << 20

    /// Receives the body of a request.
    ///
    /// - Parameters:
    ///   - neededByteCount: The disk space that must be free, in bytes.
    ///   - accepts: Called with the first bytes, and whether they are all, until it returns true. It throws to refuse
    ///     the upload.
    /// - Throws: ``Problem``: 507 if the disk is too full, 400 if the body ends too early. Nothing is stored then.
    func receive(
        _ admitted: EditProtection.AdmittedUpload, neededByteCount: Int,
        accepts: (_ beginning: ByteBuffer, _ isWhole: Bool) throws -> Bool = { _, _ in true }
    ) async throws -> IncomingScan {
        let library = try await library.opened()
        let incoming = try await pool.run {
            if let free = library.freeByteCount, free < neededByteCount { throw Problem.fullDisk }
            return try Self.stated { try IncomingScan(to: library) }
        }
        var waiting = ByteBuffer()
        var (byteCount, isAccepted) = (0, false)
        var pieces = admitted.request.body.makeAsyncIterator()
        while var piece = try await Self.next(&pieces) {
            byteCount += piece.readableBytes
            waiting.writeBuffer(&piece)
            if !isAccepted {
                guard try accepts(waiting, byteCount >= admitted.byteCount) else { continue }
                isAccepted = true
            }
            guard waiting.readableBytes >= Self.pieceByteCount else { continue }
            try await append(waiting, to: incoming)
            waiting = ByteBuffer()
        }
        guard byteCount == admitted.byteCount else {
            throw Problem.badRequest(
                "the request ended after \(byteCount) bytes of its body, expected \(admitted.byteCount)")
        }
        try await append(waiting, to: incoming)
        return incoming
    }

    /// Returns the next piece of a body. If the body ends too early, that is reported as the client's error.
    private static func next(_ pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch {
            throw Problem.cause(ofUnreadBody: error, expecting: "more of it")
        }
    }

    private func append(_ bytes: ByteBuffer, to incoming: IncomingScan) async throws {
        try await pool.run(.begun) {
            try Self.stated { try bytes.withUnsafeReadableBytes { try incoming.append($0) } }
        }
    }

    /// Converts errors from storing an upload for the editor.
    static func stated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try Problem.refusing(body)
        } catch let error as LibraryError {
            if case .file = error { throw Problem.fullDisk }
            throw error
        }
    }
}

extension Problem {
    /// There is not enough disk space.
    static let fullDisk = Problem(
        .insufficientStorage, "the disk of the library has too little free space; nothing was changed")
}
