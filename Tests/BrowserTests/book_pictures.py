"""Takes the picture of docs/books.md: an opening whose pages are parts of the sample's scan. book_pictures.py FOLDER"""

import pathlib
import shutil
import sys
import tempfile

import source_folder
from chromium import launched
from contexts import acquainted, reader_in_own_context
from serving import ROOT, add, serving

SIZE = (1180, 820)
# Parts of the scan with writing.
WIDTH, HEIGHT = 1480, 2000
CROPS = [[300 + 1500 * column, 700 + 1750 * row, WIDTH, HEIGHT] for row in range(4) for column in range(3)]
LABELS = [f"{leaf}{side}" for leaf in range(1, 7) for side in "rv"]


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "data/magna-carta/scan.jpg", folder)
    pages = [
        {"label": label, "image": "scan.jpg", "crop": crop, "width": WIDTH, "height": HEIGHT, "pixelsPerMillimetre": 12}
        for label, crop in zip(LABELS, CROPS)
    ]
    document = {"id": "book", "title": {"en": "A book of charters"}, "language": "la", "languages": ["en"], "behavior": ["paged"], "pages": pages}
    source_folder.write(folder, document, [], [], {"en": {}})


def main(folder: pathlib.Path) -> None:
    work = pathlib.Path(tempfile.mkdtemp(prefix="book-"))
    write(work / "book")
    add(work / "library", work / "book")
    with serving(work / "library") as address, launched() as browser:
        size = {"width": SIZE[0], "height": SIZE[1]}
        reader = reader_in_own_context(browser, address, acquainted(strip=True), viewport=size, reduced_motion="reduce")
        page = reader.open("#page=6", document="book").page
        reader.until_tiles_loaded()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / "books.jpg", type="jpeg", quality=88)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
