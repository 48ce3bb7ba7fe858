"""Reads the content of a library's folder without the program under test."""

import hashlib
import os
import sqlite3
import struct
from dataclasses import dataclass
from pathlib import Path

# The authored content that is served; keys are omitted, because they differ between additions.
CONTENT = (
    "SELECT id, status, header FROM document ORDER BY id",
    "SELECT number, label, width, height, sourceImage FROM page ORDER BY number",
    "SELECT position, id, label, icon, style, includedInAll FROM category ORDER BY position",
    "SELECT position, id, number, kind, incipit, inAll FROM clause ORDER BY position",
    """SELECT clause.position, clauseCategory.position, category.id FROM clauseCategory
       JOIN clause ON clause.key = clauseCategory.clause JOIN category ON category.key = clauseCategory.category
       ORDER BY 1, 2""",
    """SELECT clause.position, page.number, region.minX, region.maxX, region.minY, region.maxY, polygon FROM region
       JOIN clause ON clause.key = region.clause JOIN page ON page.key = region.page ORDER BY 1, 2, polygon""",
    """SELECT clause.position, language, title, translation, context, transcription FROM text
       JOIN clause ON clause.key = text.clause ORDER BY 1, 2""",
)
# Everything in working copies except the times.
EDITS = (
    "SELECT document, path, value FROM workingField ORDER BY document, path",
    "SELECT document, revision, kind, id, editor, content FROM edit ORDER BY document, revision",
    "SELECT document, revision, start, fieldBytes, journalBytes, clauseCount, vertexCount FROM workingCopy ORDER BY document",
)
HAS_EDITS = "SELECT 1 FROM sqlite_master WHERE name = 'workingField'"


@dataclass(frozen=True)
class State:
    """A library as readers see it."""

    versions: tuple
    migrations: tuple
    content: str
    words: tuple
    files: tuple
    edits: str


def digest(rows):
    """Returns a digest of rows of values."""
    sums = hashlib.sha256()
    for row in rows:
        sums.update(repr(row).encode())
    return sums.hexdigest()


def file_digest(path):
    """Returns a digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def state(library, words):
    """Reads the state, after SQLite has recovered from the kill; fails if anything is damaged.

    Each of `words` occurs only in the texts of one version.
    """
    database = sqlite3.connect(library / "library.sqlite", timeout=10)
    try:
        query = lambda sql, *values: database.execute(sql, values).fetchall()  # noqa: E731
        expect(query("PRAGMA integrity_check") == [("ok",)], "the database is damaged")
        expect(query("PRAGMA foreign_key_check") == [], "a row refers to a missing row")
        expect(query("SELECT rtreecheck('regionBox')") == [("ok",)], "the boxes are damaged")
        expect(
            query("SELECT count(*) FROM region") == query("SELECT count(*) FROM regionBox"), "regions and boxes differ")
        served = query("SELECT version FROM document")
        images = query("SELECT DISTINCT fileName, sha256, pyramid FROM image")
        for name, sha256, _ in images:
            expect(file_digest(library / "originals" / name) == sha256, f"the original {name} is damaged")
        return State(
            versions=tuple(query(
                "SELECT number, key IN (SELECT version FROM document), (SELECT count(*) FROM sourceFile WHERE "
                "version = key) FROM version ORDER BY number")),
            migrations=tuple(query("SELECT identifier FROM grdb_migrations ORDER BY rowid")),
            content=digest(row for sql in CONTENT for row in query(sql))
            + digest(query("SELECT name, bytes FROM sourceFile WHERE version = ? ORDER BY name", *served[0])),
            words=tuple(query("SELECT count(*) FROM textIndex WHERE textIndex MATCH ?", word)[0][0] for word in words),
            files=tuple(sorted(file_digest(library / "pyramids" / pyramid) for _, _, pyramid in images)),
            # An older library has no working copies.
            edits=digest(row for sql in EDITS for row in query(sql)) if query(HAS_EDITS) else digest([]),
        )
    finally:
        database.close()


def expect(holds, complaint):
    """Ends the test with a message unless a condition holds."""
    if not holds:
        raise AssertionError(complaint)


def uncommitted_frames(log):
    """Returns the number of frames after the last commit in a write-ahead log, which SQLite will discard.

    Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    if not log.exists() or log.stat().st_size <= 32:
        return 0
    content = log.read_bytes()
    page_size, _, salt = struct.unpack(">8xII8s", content[:24])
    count = last_commit = 0
    for start in range(32, len(content) - 24 - page_size + 1, 24 + page_size):
        _, size, frame_salt = struct.unpack(">II8s", content[start:start + 16])
        if frame_salt != salt:
            break
        count += 1
        if size:
            last_commit = count
    return count - last_commit


def names(library, prefix=""):
    """Returns the files of a library, or those with a prefix, and their sizes, which change with the first write."""
    found = {}
    for folder, _, files in os.walk(library):
        for name in files:
            path = Path(folder) / name
            relative = str(path.relative_to(library))
            if relative.endswith("-shm") or name in (".lock", ".adding", ".room") or not relative.startswith(prefix):
                continue
            try:
                size = path.stat().st_size
            except FileNotFoundError:
                continue
            # An empty log exists as soon as the database is opened.
            if size > 32 or not relative.endswith("-wal"):
                found[relative] = size
    return found


def leftovers(library):
    """Returns the leftovers of a killed program: partial files, and scans and pyramids that nothing refers to."""
    database = sqlite3.connect(library / "library.sqlite", timeout=10)
    try:
        known = {name for row in database.execute("SELECT fileName, pyramid FROM image") for name in row}
    finally:
        database.close()
    found = [name for name in names(library) if "partial" in name]
    for folder in ("originals", "pyramids"):
        found += [f"{folder}/{path.name}" for path in (library / folder).iterdir() if path.name not in known]
    return sorted(set(found))
