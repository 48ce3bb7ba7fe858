"""Writes a document of three pages (recto, dorse, a leaf) as a source folder: three_pages.py FOLDER"""

import pathlib
import struct
import zlib

import source_folder

PAGES = [("Recto", 1600, 2000), ("Dorse", 1600, 2000), ("Leaf", 1200, 900)]
LINES = 6
MARGIN = 150


def png(width: int, height: int, shade: int) -> bytes:
    """Draws ruled paper: a dark line every fifty pixels."""
    paper, ink = bytes([shade, shade - 15, shade - 50] * width), bytes([80, 60, 50] * width)
    rows = b"".join(b"\0" + (ink if y % 50 < 3 else paper) for y in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")


def clauses() -> list[dict]:
    """Returns six lines per page, "1.1" … "3.6", and one that continues from the recto on the dorse."""
    made = []
    for page, (_, width, height) in enumerate(PAGES, 1):
        step = (height - 2 * MARGIN) / LINES
        for line in range(LINES):
            top, bottom = MARGIN + line * step, MARGIN + (line + 0.8) * step
            box = [[MARGIN, top], [width - MARGIN, top], [width - MARGIN, bottom], [MARGIN, bottom]]
            region = {"page": page, "polygon": [[round(x), round(y)] for x, y in box]}
            made.append(
                {
                    "id": f"{page}.{line + 1}",
                    "number": f"{page}.{line + 1}",
                    "kind": "clause",
                    "categories": ["odd" if line % 2 == 0 else "even"],
                    "regions": [region],
                }
            )
    corner = [[20, 20], [120, 20], [120, 120], [20, 120]]
    seal = {"id": "seal", "number": None, "kind": "detail", "categories": ["details"]}
    return [*made, {**seal, "regions": [{"page": 1, "polygon": corner}, {"page": 2, "polygon": corner}]}]


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (_, width, height) in enumerate(PAGES, 1):
        (folder / f"page-{number}.png").write_bytes(png(width, height, 245 - 10 * number))
    document = {
        "id": "three-pages",
        "title": {"en": "A writ on three pages", "de": "Ein Brief auf drei Seiten"},
        "holder": {"en": "The tests"},
        "status": "published",
        "language": "la",
        "languages": ["en", "de"],
        "pages": [
            {"label": {"en": label}, "image": f"page-{number}.png", "width": width, "height": height}
            for number, (label, width, height) in enumerate(PAGES, 1)
        ],
    }
    categories = [
        {"id": "odd", "label": {"en": "Odd lines"}, "icon": "sun", "style": "filled", "includedInAll": True},
        {"id": "even", "label": {"en": "Even lines"}, "icon": "moon", "style": "filled", "includedInAll": True},
        {"id": "details", "label": {"en": "Details"}, "icon": "eye", "style": "outline", "includedInAll": False},
    ]
    texts = {
        clause["id"]: {
            "title": f"Line {clause['id']}",
            "translation": f"This is what line {clause['id']} says.",
            "context": "It was written for a test.",
        }
        for clause in clauses()
    }
    german = {"1.1": {"title": "Zeile 1.1", "translation": "So steht es in Zeile 1.1."}}
    source_folder.write(folder, document, categories, clauses(), {"en": texts, "de": german})


if __name__ == "__main__":
    source_folder.run(write, __doc__)
