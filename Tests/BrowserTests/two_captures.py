"""Writes a document of one page with two captures, the second oblique, as a source folder: two_captures.py FOLDER"""

import pathlib

import source_folder
from three_pages import png

PAGE = (1200, 900)
SECOND = (700, 640)
#: Points on the second capture and on the page.
ALIGNMENT = [[[60, 40], [0, 0]], [[640, 70], [1200, 0]], [[655, 600], [1200, 900]], [[45, 580], [0, 900]]]


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "day.png").write_bytes(png(*PAGE, 240))
    (folder / "uv.png").write_bytes(png(*SECOND, 200))
    captures = [
        {"id": "day", "label": {"en": "Daylight"}, "kind": "visible", "image": "day.png"},
        {"id": "uv", "kind": "ultraviolet", "image": "uv.png", "alignment": ALIGNMENT},
    ]
    document = {
        "id": "two-captures",
        "title": {"en": "A leaf in two lights"},
        "status": "published",
        "language": "la",
        "languages": ["en"],
        "pages": [{"label": {"en": "Leaf"}, "captures": captures}],
    }
    boxes = [(x, y) for y in (100, 400) for x in (100, 400, 700)]
    clauses = [
        {
            "id": str(number),
            "kind": "clause",
            "regions": [{"page": 1, "polygon": [[x, y], [x + 300, y], [x + 300, y + 300], [x, y + 300]]}],
        }
        for number, (x, y) in enumerate(boxes, 1)
    ]
    texts = {clause["id"]: {"title": f"Part {clause['id']}"} for clause in clauses}
    source_folder.write(folder, document, [], clauses, {"en": texts})


if __name__ == "__main__":
    source_folder.run(write, __doc__)
