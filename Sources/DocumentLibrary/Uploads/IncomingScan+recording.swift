import ClauseStore
import DocumentFormats
public import DocumentModel
import FileSupport
public import Foundation

extension IncomingScan {
    /// Makes what was received a recording that a document's working copy may have.
    ///
    /// - Parameters:
    ///   - document: The document's id.
    ///   - editor: Who uploads it.
    ///   - date: When.
    /// - Returns: The recording, without a path; nil for what is no sound of a known kind, and then nothing of it is left.
    /// - Throws: `ClauseStoreError`, ``LibraryError``. Then nothing of it is left.
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
        let original = library.folder + "/originals/" + recording.fileName
        return try library.locked {
            let wasThere = access(original, F_OK) == 0
            if !wasThere { try file.moveIntoPlace(original) { LibraryError.file(original, reason: $0) } }
            do {
                try library.store.addRecording(recording, to: document, editor: editor, at: date)
            } catch {
                if !wasThere, try library.store.documents(withFile: recording.fileName).isEmpty { unlink(original) }
                throw error
            }
            return recording
        }
    }
}
