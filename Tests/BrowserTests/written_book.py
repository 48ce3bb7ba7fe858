"""Writes books as source folders: written_book.py FOLDER writes one of 400 pages"""

import pathlib
import struct
import zlib

import source_folder

# As in IIIF: bound-in pages, and an opening photographed as a whole.
NON_PAGED, FACING = ["non-paged"], ["facing-pages"]
# Width, height, behavior and pixels per millimetre of each page: a cover, two pages at different resolutions, a slip between the
# next two, an opening in one picture, two leaves one of which folds out, and one more.
PAGES = [
    (1000, 1400, [], 10),
    (1000, 1400, [], 10),
    (500, 700, [], 5),
    (1000, 1400, [], 10),
    (700, 400, NON_PAGED, 10),
    (1000, 1400, [], 10),
    (2000, 1400, FACING, 10),
    (1000, 1400, [], 10),
    (1800, 1300, [], 10),
    (1000, 1400, [], 10),
    (900, 1400, [], 10),
]


def colour(number: int) -> tuple[int, int, int]:
    """Returns the colour that identifies a page."""
    return 150 + 10 * (number % 10), 230 - 12 * (number % 8), 120 + 20 * (number % 6)


def png(width: int, height: int, number: int) -> bytes:
    """Draws a page of one colour with ruled lines, and a black square at the outer upper corner of every side."""
    paper, ink = bytes(colour(number)), bytes([70, 50, 40])
    margin, plain = width // 10, paper * width
    line = paper * margin + ink * (width - 2 * margin) + paper * margin
    rows = b"".join(b"\0" + (line if margin < y < height - margin and y % 40 < 3 else plain) for y in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")


def write(folder: pathlib.Path, name: str = "codex", pages: list = PAGES, most_clauses: int = 10_000, **properties: object) -> None:
    """Writes a book. Each page has one clause, up to a maximum number, `p1` … on its upper half; those of odd pages have the
    category `odd`. Members of the document that are null are omitted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    described, clauses = [], []
    for number, (width, height, behavior, scale) in enumerate(pages, 1):
        image = f"{width}-{height}-{number % 120}.png"
        if not (folder / image).exists():
            (folder / image).write_bytes(png(width, height, number))
        page = {"image": image, "width": width, "height": height, "pixelsPerMillimetre": scale, "behavior": behavior}
        described.append({key: value for key, value in page.items() if value})
        if number > most_clauses:
            continue
        left, top, right, bottom = width // 10, height // 10, width - width // 10, height // 2
        polygon = [[left, top], [right, top], [right, bottom], [left, bottom]]
        clauses.append(
            {
                "id": f"p{number}",
                "number": str(number),
                "kind": "clause",
                "categories": ["odd"] if number % 2 else [],
                "regions": [{"page": number, "polygon": polygon}],
            }
        )
    document = {
        "id": name,
        "title": {"en": "A book for tests"},
        "status": "published",
        "language": "la",
        "languages": ["en"],
        "behavior": ["paged"],
        "pages": described,
        **properties,
    }
    categories = [{"id": "odd", "label": {"en": "Odd pages"}, "icon": "sun", "style": "filled", "includedInAll": True}]
    texts = {clause["id"]: {"title": f"Page {clause['number']}", "translation": "It is ruled."} for clause in clauses}
    source_folder.write(folder, {key: value for key, value in document.items() if value is not None}, categories, clauses, {"en": texts})


def write_long(folder: pathlib.Path, name: str = "long", count: int = 400, side: int = 200) -> None:
    """Writes a book of identical pages, with a table of contents that has a part every twenty pages."""
    parts = [{"label": {"en": f"Quire {start // 20 + 1}"}, "pages": [start]} for start in range(1, count + 1, 20)]
    write(folder, name, [(side, side * 7 // 5, [], None)] * count, structures=parts)


if __name__ == "__main__":
    source_folder.run(write_long, __doc__)
