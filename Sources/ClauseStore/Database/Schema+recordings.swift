extension Schema {
    /// The recording files of each version. Everything else about them is in their records among the version's source
    /// files. Uploaded recordings belong to a document id, as in `workingCopy`, and include their records.
    static let recordings = """
        CREATE TABLE recording (
            version INTEGER NOT NULL REFERENCES version (key),
            name TEXT NOT NULL,
            fileName TEXT NOT NULL,
            PRIMARY KEY (version, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recordingByFileName ON recording (fileName);
        CREATE TABLE uploadedRecording (
            document TEXT NOT NULL,
            fileName TEXT NOT NULL,
            value TEXT NOT NULL,
            editor TEXT NOT NULL,
            usedAt REAL NOT NULL,
            PRIMARY KEY (document, fileName)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadedRecordingByFileName ON uploadedRecording (fileName);
        """
}
