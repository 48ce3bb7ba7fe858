"""The documents that are added, and a library as an older version of the program left it."""

import json
import random
import shutil
import sqlite3
import struct
from pathlib import Path

CLAUSES = 1500
# Each occurs in all texts of one version of the document, and in none of the other.
WORDS = ("former", "latter")
SIZE = (1500, 1200)


def write_source(folder, word, shade):
    """Writes a document with a scan, regions and texts; every text contains the word of its version."""
    (folder / "texts").mkdir(parents=True)
    chance = random.Random(shade)
    width, height = SIZE
    header = {
        "id": "charter", "title": "Charter", "language": "la", "languages": ["en", "fr"], "status": "published",
        "pages": [{"image": "scan.tif"}],
    }
    clauses = []
    for number in range(CLAUSES):
        x, y = chance.randrange(50, width - 50), chance.randrange(50, height - 50)
        ring = [[x + 8 * step, y] for step in range(6)] + [[x + 40 - 8 * step, y + 20 + step] for step in range(6)]
        clauses.append({
            "id": f"c{number}", "number": str(number), "categories": ["one"] if number % 2 else [],
            "regions": [{"page": 1, "polygon": ring}],
        })
    (folder / "document.json").write_text(json.dumps(header))
    (folder / "categories.json").write_text(json.dumps([{"id": "one", "label": "One"}]))
    (folder / "clauses.json").write_text(json.dumps(clauses))
    for language in ("en", "fr"):
        texts = {
            clause["id"]: {
                "title": f"{word} {clause['id']}",
                "translation": " ".join(f"{language}{chance.randrange(5000)}" for _ in range(60)),
            } for clause in clauses
        }
        (folder / "texts" / f"{language}.json").write_text(json.dumps(texts))
    rows = bytearray(chance.randbytes(width * 3))
    with open(folder / "scan.tif", "wb") as scan:
        # An uncompressed TIFF in one strip: TIFF 6.0, section 6.
        fields = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, 8), (259, 3, 1, 1), (262, 3, 1, 2),
                  (273, 4, 1, 146), (277, 3, 1, 3), (278, 4, 1, height), (279, 4, 1, width * height * 3)]
        scan.write(struct.pack("<2sHI4H", b"II", 42, 16, 8, 8, 8, 0))
        scan.write(struct.pack("<H", len(fields)) + b"".join(struct.pack("<HHII", *field) for field in fields))
        scan.write(b"\0" * (146 - scan.tell()))
        for row in range(height):
            rows[(row * 7) % len(rows)] = shade
            scan.write(rows)


def write_version_1(library, target):
    """Copies a library of one document as version 1 of the program would have left it."""
    shutil.copytree(library, target)
    for suffix in ("", "-wal", "-shm"):
        (target / f"library.sqlite{suffix}").unlink(missing_ok=True)
    database = sqlite3.connect(target / "library.sqlite", isolation_level=None)
    database.executescript((Path(__file__).parent / "version-1.sql").read_text())
    database.execute("ATTACH ? AS new", (str(library / "library.sqlite"),))
    database.execute("BEGIN")
    for table in ("version", "sourceFile", "image", "document", "page", "category", "clause", "clauseCategory",
                  "region", "text"):
        columns = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({table})"))
        database.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
    database.execute("INSERT INTO main.regionBox SELECT key, minX, maxX, minY, maxY, page, page FROM main.region")
    database.execute("""INSERT INTO main.textIndex (rowid, title, translation, context, transcription)
                        SELECT key, title, translation, context, transcription FROM main.text""")
    database.execute("COMMIT")
    database.close()
