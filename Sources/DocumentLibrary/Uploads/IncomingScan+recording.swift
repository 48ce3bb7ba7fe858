import ClauseStore
import DocumentFormats
public import DocumentModel
import FileSupport
public import Foundation

extension IncomingScan {
    /// Stores the received file as a recording that a document's working copy can use.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - editor: The editor who uploads the file.
    ///   - date: The time of the upload.
    /// - Returns: The recording, without a path, or nil if the file is not audio of a known format.
    /// - Throws: `ClauseStoreError`, ``LibraryError``. After an error, and if the result is nil, nothing of the file
    ///   remains.
    public func keepRecording(for document: String, editor: String, at date: Date = Date()) throws -> Recording? {
        try file.sync { LibraryError.file(file.partial, reason: $0) }
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.partial))
        defer { try? handle.close() }
        let header = RecordingHeader(byteCount: byteCount) { offset, count in
            guard (try? handle.seek(toOffset: UInt64(offset))) != nil else { return [] }
            return (try? handle.read(upToCount: count)).flatMap { $0.map(Array.init) } ?? []
        }
        guard let header else { return nil }
        let recording = Recording(
            path: "", sha256: digest.value.hexadecimalDigits, byteCount: byteCount, format: header.format,
            seconds: header.seconds)
        try place(as: recording.fileName) {
            try library.store.addRecording(recording, to: document, editor: editor, at: date)
        }
        return recording
    }
}
