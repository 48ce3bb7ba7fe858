-- The tables of a library of version 1, as Sources/ClauseStore/Database/Schema.swift has made them from the beginning:
-- what a library looks like before it is brought up to date. A migration that was released is never changed, nor is this.
PRAGMA application_id = 1702391916;
PRAGMA journal_mode = WAL;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES ('1');
CREATE TABLE version (
    key INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL, number INTEGER NOT NULL CHECK (number >= 1),
    addedAt REAL NOT NULL, source TEXT NOT NULL, UNIQUE (document, number)
) STRICT;
CREATE TABLE sourceFile (
    version INTEGER NOT NULL REFERENCES version (key), name TEXT NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (version, name)
) STRICT;
CREATE TABLE image (
    version INTEGER NOT NULL REFERENCES version (key), page INTEGER NOT NULL, fileName TEXT NOT NULL,
    sha256 TEXT NOT NULL, byteCount INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    pyramid TEXT NOT NULL, PRIMARY KEY (version, page)
) STRICT;
CREATE INDEX imageBySHA256 ON image (sha256);
CREATE INDEX imageByFileName ON image (fileName);
CREATE INDEX imageByPyramid ON image (pyramid);
CREATE TABLE document (
    key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL REFERENCES version (key),
    status TEXT NOT NULL, header TEXT NOT NULL
) STRICT;
CREATE TABLE page (
    key INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document (key), number INTEGER NOT NULL, label TEXT,
    width INTEGER NOT NULL, height INTEGER NOT NULL, pixelsPerMillimetre REAL, sourceImage TEXT,
    UNIQUE (document, number)
) STRICT;
CREATE TABLE category (
    key INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document (key), position INTEGER NOT NULL,
    id TEXT NOT NULL, label TEXT NOT NULL, icon TEXT, style TEXT NOT NULL, includedInAll INTEGER NOT NULL,
    UNIQUE (document, id)
) STRICT;
CREATE TABLE clause (
    key INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document (key), position INTEGER NOT NULL,
    id TEXT NOT NULL, number TEXT, kind TEXT NOT NULL, incipit TEXT, inAll INTEGER NOT NULL, UNIQUE (document, id)
) STRICT;
CREATE TABLE clauseCategory (
    clause INTEGER NOT NULL REFERENCES clause (key), position INTEGER NOT NULL,
    category INTEGER NOT NULL REFERENCES category (key), PRIMARY KEY (clause, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE region (
    key INTEGER PRIMARY KEY, clause INTEGER NOT NULL REFERENCES clause (key),
    page INTEGER NOT NULL REFERENCES page (key), minX REAL NOT NULL, maxX REAL NOT NULL, minY REAL NOT NULL,
    maxY REAL NOT NULL, polygon BLOB NOT NULL
) STRICT;
CREATE TABLE text (
    key INTEGER PRIMARY KEY, clause INTEGER NOT NULL REFERENCES clause (key), language TEXT NOT NULL, tag TEXT NOT NULL,
    position INTEGER NOT NULL, isOwn INTEGER NOT NULL, hasWords INTEGER NOT NULL, title TEXT, translation TEXT,
    context TEXT, transcription TEXT
) STRICT;
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
