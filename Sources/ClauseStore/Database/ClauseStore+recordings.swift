import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

extension ClauseStore {
    /// Returns the recordings of the served version of a document.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    /// - Complexity: O(*n*) in the number of recordings.
    public func recordings(of document: String) throws(ClauseStoreError) -> RecordingList {
        try read { database in
            let version = try DocumentReader(database).key(of: document).version
            return RecordingList(files: try DocumentReader(database).audioFiles(version: version))
        }
    }

    /// Returns a cues file byte for byte; nil if there is none at this path below `audio/`.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func cues(_ path: String, of document: String) throws(ClauseStoreError) -> Data? {
        guard path.hasSuffix(".vtt") else { return nil }
        return try read { try DocumentReader($0).file(RecordingLimits.folder + path, of: document) }
    }

    /// Returns the names of a version's recording files.
    ///
    /// - Throws: ``ClauseStoreError`` if the database cannot be read.
    public func recordingFiles(of document: String, version number: Int) throws(ClauseStoreError) -> [String] {
        try read { database in
            let sql = """
                SELECT recording.fileName FROM version JOIN recording ON recording.version = version.key
                WHERE version.document = ? AND version.number = ? ORDER BY 1
                """
            return try String.fetchAll(database, sql: sql, arguments: [document, number])
        }
    }
}

extension DocumentReader {
    /// Returns the source files below `audio/`, sorted by name.
    func audioFiles(version: Int64) throws -> [SourceFile] {
        try sourceFiles(version: version, where: "name >= 'audio/' AND name < 'audio0'")
    }
}

extension ContentWriter {
    /// Records the files of a version's recordings.
    func insertRecordings(of document: SourceDocument, version: Int64) throws {
        for recording in document.recordings.recordings {
            try database.execute(
                sql: "INSERT INTO recording (version, name, fileName) VALUES (?, ?, ?)",
                arguments: [version, RecordingLimits.folder + recording.path, recording.fileName])
        }
    }
}
