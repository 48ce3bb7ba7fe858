extension Schema {
    /// Which files among the originals are recordings of a version; all else that is known of them is in their records among
    /// its source files. Those that were uploaded are named by their documents' ids, as in `workingCopy`, with their records.
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
