"""Writes a document whose page was photographed three times, as a source folder: three_captures.py FOLDER

The page is plain paper with a black square; under ultraviolet it is blue with a red square at the same place of the sheet, on a
picture of half the size that was taken at an angle; in raking light it is green.
"""

import pathlib
import struct
import zlib

import source_folder

WIDTH, HEIGHT = 1600, 2000
SQUARE = (900, 1200, 200)
"""Left, top and side of the square on the page."""
PAPER, BLUE, GREEN = (240, 230, 210), (20, 40, 200), (30, 150, 60)
# Four points of the capture and their positions on the page.
TILT = [((20, 30), (0, 0)), ((780, 10), (WIDTH, 0)), ((760, 980), (WIDTH, HEIGHT)), ((40, 960), (0, HEIGHT))]


def png(width: int, height: int, colour) -> bytes:
    rows = b"".join(b"\0" + b"".join(bytes(colour(x, y)) for x in range(width)) for y in range(height))

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")


def solve(rows: list[list[float]]) -> list[float]:
    """Solves linear equations by Gaussian elimination."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[row][size] / rows[row][row] for row in range(size)]


def projective(pairs) -> list[float]:
    """Returns the matrix that maps the first of each pair to the second, by rows."""
    rows = []
    for (x, y), (u, v) in pairs:
        rows.append([x, y, 1, 0, 0, 0, -x * u, -y * u, u])
        rows.append([0, 0, 0, x, y, 1, -x * v, -y * v, v])
    return [*solve(rows), 1]


def tilted(x: int, y: int) -> tuple[int, int, int]:
    a, b, c, d, e, f, g, h, i = TO_PAGE
    depth = g * (x + 0.5) + h * (y + 0.5) + i
    across, down = (a * (x + 0.5) + b * (y + 0.5) + c) / depth, (d * (x + 0.5) + e * (y + 0.5) + f) / depth
    left, top, side = SQUARE
    return (220, 20, 20) if left <= across < left + side and top <= down < top + side else BLUE


TO_PAGE = projective(TILT)


def flat(colour, ink):
    left, top, side = SQUARE
    return lambda x, y: ink if left <= x < left + side and top <= y < top + side else colour


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in {
        "daylight.png": png(WIDTH, HEIGHT, flat(PAPER, (10, 10, 10))), "uv.png": png(WIDTH // 2, HEIGHT // 2, tilted),
        "raking.png": png(WIDTH, HEIGHT, flat(GREEN, (0, 60, 0))),
    }.items():
        (folder / name).write_bytes(picture)
    corners = [[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]
    captures = [
        {"id": "daylight", "kind": "visible", "image": "daylight.png", "label": {"en": "By day", "fr": "De jour"}},
        {"id": "uv", "kind": "ultraviolet", "image": "uv.png", "alignment": [[list(on), list(page)] for on, page in TILT]},
        {"id": "raking", "kind": "raking", "image": "raking.png", "alignment": [[corner, corner] for corner in corners]},
    ]
    left, top, side = SQUARE
    square = [[left, top], [left + side, top], [left + side, top + side], [left, top + side]]
    document = {
        "id": "captured", "title": {"en": "A sheet in three lights"}, "status": "published", "language": "la", "languages": ["en", "fr"],
        "pages": [{"captures": captures}, {"image": "raking.png"}],
    }
    clauses = [{"id": "square", "number": "1", "kind": "clause", "categories": [], "regions": [{"page": 1, "polygon": square}]}]
    source_folder.write(folder, document, [], clauses, {"en": {"square": {"title": "The square", "translation": "It is erased."}}})


if __name__ == "__main__":
    source_folder.run(write, __doc__)
