import GRDB

/// The tables of a library's database, and their migrations.
///
/// Served content has separate tables, which contain only the newest version of each document. For every version,
/// including former ones, the source files are kept byte for byte together with the records of its images, which is
/// enough to export, compare and restore it.
enum Schema {
    /// The application id in SQLite's header: "expl" in ASCII.
    static let applicationID = 0x6578_706C

    /// The name of the newest migration.
    static let newest = "19"

    /// The migration since which every page has a seal, see ``PageSeals``.
    static let sealed = "6"

    /// The migrations from any older database to the current schema. A released migration is never changed.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: versions)
            try database.execute(sql: contents)
            try database.execute(sql: indexes)
        }
        migrator.registerMigration("2") { try $0.execute(sql: search) }
        migrator.registerMigration("3") { database in
            try database.execute(sql: activities)
            try ActivityLog(database).noteVersions()
        }
        migrator.registerMigration("5") { database in
            try database.execute(sql: access)
            try database.execute(sql: tokens)
        }
        // Before migration 8, this one added checksums of rows. From 8 on, all databases are the same.
        migrator.registerMigration(sealed) { _ in }
        migrator.registerMigration("7") { database in
            try database.execute(sql: listing)
            try DocumentWords(database).insertAll()
        }
        migrator.registerMigration("8") { database in
            for table in try String.fetchAll(database, sql: tablesWithChecksums) {
                try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN checksum")
            }
        }
        migrator.registerMigration("9") { try $0.execute(sql: editing) }
        migrator.registerMigration("10") { database in
            // Before this migration, every token was for reading.
            try database.execute(sql: "ALTER TABLE token ADD COLUMN scope TEXT NOT NULL DEFAULT 'read'")
        }
        migrator.registerMigration("11") { try $0.execute(sql: scans) }
        migrator.registerMigration("12") { try $0.execute(sql: captures) }
        migrator.registerMigration("13") { try $0.execute(sql: trash) }
        migrator.registerMigration("14") { database in
            try database.execute(sql: words)
            try DocumentWords(database).insertAll()
        }
        migrator.registerMigration("15") { try $0.execute(sql: pageBehavior) }
        migrator.registerMigration("16") { database in
            try database.execute(sql: facets)
            try FacetRows(database).insertAll()
        }
        migrator.registerMigration("17") { try $0.execute(sql: links) }
        migrator.registerMigration("19") { try $0.execute(sql: recordings) }
        return migrator
    }

    /// Selects the tables with a checksum in each row, made superfluous by the seals of pages.
    private static let tablesWithChecksums = """
        SELECT name FROM sqlite_master WHERE type = 'table'
            AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_master.name) AS info WHERE info.name = 'checksum')
        """

    /// Keys of versions are never reused (AUTOINCREMENT), as indexes in memory are cached by them.
    private static let versions = """
        CREATE TABLE version (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number >= 1),
            addedAt REAL NOT NULL,
            source TEXT NOT NULL,
            UNIQUE (document, number)
        ) STRICT;
        CREATE TABLE sourceFile (
            version INTEGER NOT NULL REFERENCES version (key),
            name TEXT NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (version, name)
        ) STRICT;
        CREATE TABLE image (
            version INTEGER NOT NULL REFERENCES version (key),
            page INTEGER NOT NULL,
            fileName TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            byteCount INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            pyramid TEXT NOT NULL,
            PRIMARY KEY (version, page)
        ) STRICT;
        CREATE INDEX imageBySHA256 ON image (sha256);
        CREATE INDEX imageByFileName ON image (fileName);
        CREATE INDEX imageByPyramid ON image (pyramid);
        """

    /// `tag` is the language in lower case. `position` is its index in the document's languages, with its own language
    /// last.
    private static let contents = """
        CREATE TABLE document (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL REFERENCES version (key),
            status TEXT NOT NULL,
            header TEXT NOT NULL
        ) STRICT;
        CREATE TABLE page (
            key INTEGER PRIMARY KEY,
            document INTEGER NOT NULL REFERENCES document (key),
            number INTEGER NOT NULL,
            label TEXT,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            pixelsPerMillimetre REAL,
            sourceImage TEXT,
            UNIQUE (document, number)
        ) STRICT;
        CREATE TABLE category (
            key INTEGER PRIMARY KEY,
            document INTEGER NOT NULL REFERENCES document (key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            label TEXT NOT NULL,
            icon TEXT,
            style TEXT NOT NULL,
            includedInAll INTEGER NOT NULL,
            UNIQUE (document, id)
        ) STRICT;
        CREATE TABLE clause (
            key INTEGER PRIMARY KEY,
            document INTEGER NOT NULL REFERENCES document (key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            number TEXT,
            kind TEXT NOT NULL,
            incipit TEXT,
            inAll INTEGER NOT NULL,
            UNIQUE (document, id)
        ) STRICT;
        CREATE TABLE clauseCategory (
            clause INTEGER NOT NULL REFERENCES clause (key),
            position INTEGER NOT NULL,
            category INTEGER NOT NULL REFERENCES category (key),
            PRIMARY KEY (clause, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE region (
            key INTEGER PRIMARY KEY,
            clause INTEGER NOT NULL REFERENCES clause (key),
            page INTEGER NOT NULL REFERENCES page (key),
            minX REAL NOT NULL,
            maxX REAL NOT NULL,
            minY REAL NOT NULL,
            maxY REAL NOT NULL,
            polygon BLOB NOT NULL
        ) STRICT;
        CREATE TABLE text (
            key INTEGER PRIMARY KEY,
            clause INTEGER NOT NULL REFERENCES clause (key),
            language TEXT NOT NULL,
            tag TEXT NOT NULL,
            position INTEGER NOT NULL,
            isOwn INTEGER NOT NULL,
            hasWords INTEGER NOT NULL,
            title TEXT,
            translation TEXT,
            context TEXT,
            transcription TEXT
        ) STRICT;
        """

    /// The numbers of an R*Tree have 24 bits and are rounded outwards, so its results are checked against `region`. The
    /// page is a dimension, because all pages of the library have the same coordinates. The weights of `rank` are those
    /// of title, translation, context and transcription.
    private static let indexes = """
        CREATE INDEX clauseByPosition ON clause (document, position);
        CREATE INDEX clauseCategoryByCategory ON clauseCategory (category, clause);
        CREATE INDEX regionByClause ON region (clause);
        CREATE INDEX regionByPage ON region (page);
        CREATE INDEX textByClause ON text (clause, position);
        CREATE VIRTUAL TABLE regionBox USING rtree (key, minX, maxX, minY, maxY, minPage, maxPage);
        CREATE VIRTUAL TABLE textIndex USING fts5 (
            title, translation, context, transcription,
            content = 'text', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2'
        );
        INSERT INTO textIndex (textIndex, rank) VALUES ('rank', 'bm25(10.0, 4.0, 2.0, 3.0)');
        """

    /// Texts are indexed in folded form (``FoldedText``). A document stores the first and last key of its texts, as
    /// FTS5 searches a range of keys far faster than all documents. There are separate indexes for prefixes.
    private static let search = """
        DROP TABLE textIndex;
        CREATE VIRTUAL TABLE textIndex USING fts5 (
            title, translation, context, transcription,
            content = 'text', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
        );
        INSERT INTO textIndex (textIndex, rank) VALUES ('rank', 'bm25(10.0, 4.0, 2.0, 3.0)');
        INSERT INTO textIndex (rowid, title, translation, context, transcription)
        SELECT key, folded(title), folded(translation), folded(context), folded(transcription) FROM text;
        ALTER TABLE document ADD COLUMN firstText INTEGER;
        ALTER TABLE document ADD COLUMN lastText INTEGER;
        UPDATE document SET
            firstText = (SELECT min(text.key) FROM text JOIN clause ON clause.key = text.clause
                WHERE clause.document = document.key),
            lastText = (SELECT max(text.key) FROM text JOIN clause ON clause.key = text.clause
                WHERE clause.document = document.key);
        """

    /// Before this migration, a page's behavior was only in source files.
    private static let pageBehavior = """
        ALTER TABLE page ADD COLUMN behavior TEXT;
        WITH described AS (
            SELECT document.key AS document, member.key + 1 AS number, json_extract(member.value, '$.behavior') AS behavior
            FROM document JOIN sourceFile ON sourceFile.version = document.version AND sourceFile.name = 'document.json',
                json_each(CAST(sourceFile.bytes AS TEXT), '$.pages') AS member
            WHERE member.type = 'object' AND json_type(member.value, '$.behavior') = 'array'
                AND json_array_length(member.value, '$.behavior') > 0
                AND NOT EXISTS (SELECT 1 FROM json_each(member.value, '$.behavior') AS one WHERE one.type <> 'text')
        )
        UPDATE page SET behavior = described.behavior FROM described
        WHERE page.document = described.document AND page.number = described.number;
        """

    /// The activities of documents, which are the only trace of removed ones. `kind` is as seen by those who may read
    /// drafts, and `publicKind` by others. Rows are only ever added.
    private static let activities = """
        CREATE TABLE activity (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL,
            kind TEXT NOT NULL,
            publicKind TEXT,
            endedAt REAL NOT NULL
        ) STRICT;
        CREATE INDEX activityInPublic ON activity (key) WHERE publicKind IS NOT NULL;
        """

    /// Before this migration, every document was open. `openKind` is the activity as seen by those who may read drafts
    /// but not restricted documents.
    private static let access = """
        ALTER TABLE document ADD COLUMN access TEXT NOT NULL DEFAULT 'open';
        ALTER TABLE activity ADD COLUMN openKind TEXT;
        UPDATE activity SET openKind = kind;
        """

    /// Lists of documents are read from `documentListing` alone. Their names are searched in `documentIndex`, whose
    /// rows have the documents' keys (``DocumentWords``).
    private static let listing = """
        CREATE INDEX documentListing ON document (id, access, status);
        CREATE VIRTUAL TABLE documentIndex USING fts5 (
            id UNINDEXED, title, names, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
        );
        """

    /// Only the digest of a token is stored (`sha256`). Documents are given by id and not by reference, so that a token
    /// remains valid when they are replaced. `lastUse` and the events of use have the precision of a day. Events are
    /// only ever added.
    private static let tokens = """
        CREATE TABLE token (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
            label TEXT NOT NULL,
            coversEverything INTEGER NOT NULL,
            createdAt REAL NOT NULL,
            expiresAt REAL,
            revokedAt REAL,
            lastUse REAL
        ) STRICT;
        CREATE TABLE tokenDocument (
            token INTEGER NOT NULL REFERENCES token (key),
            document TEXT NOT NULL,
            PRIMARY KEY (token, document)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tokenEvent (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            token INTEGER NOT NULL REFERENCES token (key),
            kind TEXT NOT NULL,
            at REAL NOT NULL
        ) STRICT;
        """

    /// Working copies (``ClauseStore/ClauseStore/workingCopy(of:)``). Documents are given by id and not by reference,
    /// as their rows are rewritten with each version. `workingField` contains the fields that differ from the published
    /// version, `edit` the journal, to which rows are only ever added, and `editedField` the fields that each edit
    /// changed, and the pages whose number or image another event changed. `start` is the revision at which the
    /// document was last published or its edits discarded. The counts apply to the whole working copy and are NULL
    /// until its first edit. `base` is the published value of a discarded field.
    private static let editing = """
        CREATE TABLE workingCopy (
            document TEXT PRIMARY KEY,
            revision INTEGER NOT NULL CHECK (revision >= 0),
            start INTEGER NOT NULL CHECK (start BETWEEN 0 AND revision),
            fieldBytes INTEGER NOT NULL CHECK (fieldBytes >= 0),
            journalBytes INTEGER NOT NULL CHECK (journalBytes >= 0),
            clauseCount INTEGER,
            vertexCount INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE workingField (
            key INTEGER PRIMARY KEY,
            document TEXT NOT NULL REFERENCES workingCopy (document),
            path TEXT NOT NULL,
            value TEXT NOT NULL,
            UNIQUE (document, path)
        ) STRICT;
        CREATE TABLE edit (
            key INTEGER PRIMARY KEY,
            document TEXT NOT NULL REFERENCES workingCopy (document),
            revision INTEGER NOT NULL,
            kind TEXT NOT NULL,
            id TEXT UNIQUE,
            sha256 BLOB CHECK (length(sha256) = 32),
            editor TEXT NOT NULL,
            at REAL NOT NULL,
            label TEXT,
            undoes TEXT,
            content TEXT NOT NULL,
            UNIQUE (document, revision)
        ) STRICT;
        CREATE TABLE editedField (
            document TEXT NOT NULL REFERENCES workingCopy (document),
            path TEXT NOT NULL,
            revision INTEGER NOT NULL,
            PRIMARY KEY (document, path, revision)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE discardedCopy (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL,
            revision INTEGER NOT NULL,
            version INTEGER NOT NULL,
            editor TEXT NOT NULL,
            discardedAt REAL NOT NULL,
            keptUntil REAL NOT NULL
        ) STRICT;
        CREATE INDEX discardedCopyByDocument ON discardedCopy (document);
        CREATE TABLE discardedField (
            copy INTEGER NOT NULL REFERENCES discardedCopy (key),
            path TEXT NOT NULL,
            base TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (copy, path)
        ) STRICT;
        """

    /// Images uploaded for pages, and the images cut from them. Documents are given by id, as in `workingCopy`. A scan
    /// has an image of the whole, whose `part` is empty, and one for each part that a page shows or may show. `usedAt`
    /// is the time at which a page last started or stopped showing the scan.
    private static let scans = """
        CREATE TABLE scan (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            fileName TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            byteCount INTEGER NOT NULL,
            editor TEXT NOT NULL,
            addedAt REAL NOT NULL,
            usedAt REAL NOT NULL,
            UNIQUE (document, id),
            UNIQUE (document, name)
        ) STRICT;
        CREATE INDEX scanByFileName ON scan (fileName);
        CREATE TABLE scanImage (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            scan INTEGER NOT NULL REFERENCES scan (key),
            part TEXT NOT NULL,
            id TEXT NOT NULL UNIQUE,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            pyramid TEXT NOT NULL,
            state TEXT NOT NULL,
            error TEXT,
            UNIQUE (scan, part)
        ) STRICT;
        CREATE INDEX scanImageByPyramid ON scanImage (pyramid);
        CREATE INDEX scanImageByState ON scanImage (state) WHERE state <> 'ready';
        """

    /// Before this migration, a page had one image. `capture` is the index of an image on its page, 0 for the page's
    /// own; `alignment` is the estimated alignment, if any, and `alignmentError` its error in pixels of the page.
    /// `captures` describes the captures of a page that has several: an array of ``StoredCapture``.
    private static let captures = """
        CREATE TABLE imageOfCapture (
            version INTEGER NOT NULL REFERENCES version (key),
            page INTEGER NOT NULL,
            capture INTEGER NOT NULL,
            fileName TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            byteCount INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            pyramid TEXT NOT NULL,
            alignment TEXT,
            alignmentError REAL,
            PRIMARY KEY (version, page, capture)
        ) STRICT;
        INSERT INTO imageOfCapture (version, page, capture, fileName, sha256, byteCount, width, height, pyramid)
        SELECT version, page, 0, fileName, sha256, byteCount, width, height, pyramid FROM image;
        DROP TABLE image;
        ALTER TABLE imageOfCapture RENAME TO image;
        CREATE INDEX imageBySHA256 ON image (sha256);
        CREATE INDEX imageByFileName ON image (fileName);
        CREATE INDEX imageByPyramid ON image (pyramid);
        ALTER TABLE page ADD COLUMN captures TEXT;
        """

    /// Removed documents that are kept for a while. `version` is the one that was served. Rows elsewhere that belong to
    /// the document's id are renamed meanwhile (``ClauseStore/ClauseStore/moveToTrash(_:at:)``).
    private static let trash = """
        CREATE TABLE removedDocument (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL,
            version INTEGER NOT NULL REFERENCES version (key),
            removedAt REAL NOT NULL,
            keptUntil REAL NOT NULL
        ) STRICT;
        """

    /// Before this migration, the index itself split texts into words. Now only ``FoldedText`` does, in the same way as
    /// the viewer.
    private static let words = """
        DROP TABLE textIndex;
        CREATE VIRTUAL TABLE textIndex USING fts5 (
            title, translation, context, transcription,
            content = 'text', content_rowid = 'key', tokenize = 'ascii', prefix = '2 3'
        );
        INSERT INTO textIndex (textIndex, rank) VALUES ('rank', 'bm25(10.0, 4.0, 2.0, 3.0)');
        INSERT INTO textIndex (rowid, title, translation, context, transcription)
        SELECT key, folded(title), folded(translation), folded(context), folded(transcription) FROM text;
        DROP TABLE documentIndex;
        CREATE VIRTUAL TABLE documentIndex USING fts5 (
            id UNINDEXED, title, names, tokenize = 'ascii', prefix = '2 3'
        );
        """

    /// The facets of documents (``FacetRows``), with one row per value and document.
    private static let facets = """
        CREATE TABLE documentFacet (
            kind INTEGER NOT NULL,
            value TEXT NOT NULL,
            document INTEGER NOT NULL REFERENCES document (key),
            PRIMARY KEY (kind, value, document)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX documentFacetByDocument ON documentFacet (document);
        CREATE TABLE documentYears (
            document INTEGER PRIMARY KEY REFERENCES document (key),
            first INTEGER NOT NULL,
            last INTEGER NOT NULL CHECK (last >= first)
        ) STRICT;
        CREATE TABLE documentCollection (
            collection TEXT NOT NULL,
            document INTEGER NOT NULL REFERENCES document (key),
            label TEXT NOT NULL,
            PRIMARY KEY (collection, document)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX documentCollectionByDocument ON documentCollection (document);
        """

    /// The links between texts and the sheet, and between texts: the positioned words of a clause, and the phrases that
    /// align a text with the transcription. Both are stored as in the source folder, as they are only read whole.
    private static let links = """
        CREATE TABLE clauseWords (
            clause INTEGER PRIMARY KEY REFERENCES clause (key),
            words TEXT NOT NULL
        ) STRICT;
        ALTER TABLE text ADD COLUMN phrases TEXT;
        """

    /// The recording files of each version. Everything else about them is in their records among the version's source
    /// files. Uploaded recordings belong to a document id, as in `workingCopy`, and include their records.
    private static let recordings = """
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
