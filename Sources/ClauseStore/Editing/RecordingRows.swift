import DocumentFormats
public import DocumentModel
public import Foundation
import GRDB

/// The table of uploaded recordings, within one transaction.
struct RecordingRows {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Whether a document has a recording, uploaded or in any of its versions.
    func has(_ recording: Recording, _ document: String) throws -> Bool {
        let sql = """
            SELECT value FROM uploadedRecording WHERE document = :document AND fileName = :name
            UNION ALL
            SELECT CAST(sourceFile.bytes AS TEXT) FROM version
            JOIN recording ON recording.version = version.key AND recording.fileName = :name
            JOIN sourceFile ON sourceFile.version = recording.version AND sourceFile.name = recording.name
            WHERE version.document = :document
            """
        let records = try String.fetchAll(
            database, sql: sql, arguments: ["document": document, "name": recording.fileName])
        return records.contains { record in
            let known = (try? JSONParser.parse(Data(record.utf8))).flatMap {
                Recording(path: recording.path, value: $0)
            }
            return known == recording
        }
    }

    /// Returns the recordings last used before a date that are neither in a working copy nor in a kept copy of
    /// discarded edits.
    func unused(since date: Date) throws -> [(document: String, fileName: String)] {
        let names = "'%' || substr(uploadedRecording.fileName, 1, 64) || '%'"
        let sql = """
            SELECT document, fileName FROM uploadedRecording WHERE usedAt < ?
            AND NOT EXISTS (
                SELECT 1 FROM workingField WHERE workingField.document = uploadedRecording.document
                AND path > 'recordings/' AND path < 'recordings0' AND value LIKE \(names))
            AND NOT EXISTS (
                SELECT 1 FROM discardedField JOIN discardedCopy ON discardedCopy.key = discardedField.copy
                WHERE discardedCopy.document = uploadedRecording.document
                AND path > 'recordings/' AND path < 'recordings0' AND value LIKE \(names))
            """
        return try Row.fetchAll(database, sql: sql, arguments: [date.timeIntervalSince1970]).map { ($0[0], $0[1]) }
    }

    /// Records the use of a recording. Does nothing if it was not uploaded.
    func touch(_ fileName: String, of document: String, at date: Date) throws {
        try database.execute(
            sql: "UPDATE uploadedRecording SET usedAt = max(usedAt, ?) WHERE document = ? AND fileName = ?",
            arguments: [date.timeIntervalSince1970, document, fileName])
    }

    func remove(_ fileName: String, of document: String) throws {
        try database.execute(
            sql: "DELETE FROM uploadedRecording WHERE document = ? AND fileName = ?", arguments: [document, fileName])
    }
}

extension ClauseStore {
    /// Adds an uploaded recording, whose file is among the originals, to a document. Adding it again extends its
    /// retention.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``; ``ClauseStoreError/edit(_:)`` if
    ///   ``DocumentModel/RecordingLimits/files`` is exceeded.
    public func addRecording(
        _ recording: Recording, to document: String, editor: String, at date: Date
    ) throws(ClauseStoreError) {
        try write { database in
            _ = try DocumentReader(database).key(of: document)
            let count = "SELECT count(*) FROM uploadedRecording WHERE document = ?"
            guard try Int.fetchOne(database, sql: count, arguments: [document]) ?? 0 < RecordingLimits.files else {
                throw ClauseStoreError.edit(
                    EditFault(
                        path: "recordings", value: "more than \(RecordingLimits.files) recordings",
                        atMost: RecordingLimits.files))
            }
            let sql = """
                INSERT INTO uploadedRecording (document, fileName, value, editor, usedAt) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (document, fileName) DO UPDATE SET usedAt = max(usedAt, excluded.usedAt)
                """
            let value = recording.value.compactText
            try database.execute(
                sql: sql, arguments: [document, recording.fileName, value, editor, date.timeIntervalSince1970])
        }
    }

    /// Returns an uploaded recording of a document by its file name; nil if there is none.
    ///
    /// - Throws: ``ClauseStoreError/noDocument(_:)``.
    public func uploadedRecording(_ fileName: String, of document: String) throws(ClauseStoreError) -> Recording? {
        try read { database in
            _ = try DocumentReader(database).key(of: document)
            let sql = "SELECT value FROM uploadedRecording WHERE document = ? AND fileName = ?"
            let value = try String.fetchOne(database, sql: sql, arguments: [document, fileName])
            return value.flatMap { try? JSONParser.parse(Data($0.utf8)) }.flatMap { Recording(path: "", value: $0) }
        }
    }
}

extension EditApplication {
    /// Throws unless the document has the recording: uploaded for it, or in one of its versions.
    func checkRecordingExists(_ change: EditOperation) throws {
        guard let recording = Recording(path: "", value: change.after) else { return }
        guard try !RecordingRows(fields.database).has(recording, fields.document) else { return }
        throw EditFault(
            path: change.path.description, value: "a recording that was not uploaded, or not as it is described",
            expected: Recording.rule)
    }
}

extension PublishedFields {
    /// Returns a recording of the published version, or its cues.
    func recording(language: String, name: String, _ field: FieldPath.RecordingField) throws -> JSONValue {
        let folder = "\(RecordingLimits.folder)\(language)/\(name)."
        let sql = """
            SELECT sourceFile.name, sourceFile.bytes FROM document
            JOIN sourceFile ON sourceFile.version = document.version
                AND sourceFile.name >= :folder AND sourceFile.name < :end
            WHERE document.key = :document ORDER BY sourceFile.name
            """
        let end = String(folder.dropLast()) + "/"
        let files = try Row.fetchAll(
            database, sql: sql, arguments: ["folder": folder, "end": end, "document": document]
        )
        .map { SourceFile(name: $0[0], bytes: $0[1]) }
        switch field {
        case .existence:
            let recordings = files.compactMap(Recording.init(record:))
            return recordings.first { $0.clause?.id == name }?.value ?? .null
        case .cues:
            return files.first { $0.name == folder + "vtt" }.map { .string(String(decoding: $0.bytes, as: UTF8.self)) }
                ?? .null
        }
    }
}
