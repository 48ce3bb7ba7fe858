import ClauseStore
import DocumentLibrary
import DocumentModel
import WebDocuments

extension SiteDocument {
    /// Writes the recordings of a document, their cues and their list, if it has any.
    func write(_ list: RecordingList, of id: String, below folder: String) throws {
        if list.recordings.isEmpty { return }
        try writer.put(JSON.recordings(list, of: id), at: "\(folder)/recordings.json")
        for recording in list.recordings {
            try writer.put(
                fileAt: context.library.originalPath(of: recording), at: "\(folder)/recordings/\(recording.path)")
        }
        for path in list.cues.sorted() {
            guard let cues = try context.library.store.cues(path, of: id) else { continue }
            try writer.put(Array(cues), at: "\(folder)/recordings/\(path)")
        }
    }
}
