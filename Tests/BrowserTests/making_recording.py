"""Records a photograph becoming a document, as ten frames a second: making_recording.py ADDRESS PICTURE FOLDER

The picture is a part of the sample's scan, three thousand pixels wide (Tools/screenshots.sh).
"""

import pathlib
import sys

from chromium import launched
from contexts import reader_in_own_context
from making import Clause, Maker, Work

SIZE = {"width": 1100, "height": 700}
WIDTH = 3000
"""Of the picture, in pixels."""
LINE = 47
"""From line to line."""
SHOWN_FRAMES = 6
"""For how long each action is seen."""


def work(picture: pathlib.Path) -> Work:
    """Returns a document with three clauses of two lines each."""
    texts = [
        ("In the name of the king", "John, by the grace of God king, greets all.", "Jean, par la grâce de Dieu roi, salue tous."),
        ("The church is free", "The church shall be free.", "L’Église sera libre."),
        ("Heirs", "An heir shall have his inheritance.", "L’héritier aura son héritage."),
    ]
    clauses = [
        Clause((180, 90 + 4 * LINE * number), (WIDTH - 180, 90 + (4 * number + 1) * LINE), title, {"en": english, "fr": french}, theme)
        for number, ((title, english, french), theme) in enumerate(zip(texts, ["Crown", "Church", "Crown"], strict=True))
    ]
    return Work(picture, WIDTH, "A charter of liberties", "la", "fr", ["Crown", "Church"], clauses)


def main(address: str, picture: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    taken = 0
    with launched() as browser:
        page = reader_in_own_context(browser, address, viewport=SIZE, service_workers="block").page

        def look() -> None:
            nonlocal taken
            page.wait_for_timeout(250)
            picture = page.screenshot(type="jpeg", quality=92)
            for _ in range(SHOWN_FRAMES):
                (folder / f"{taken:03}.jpg").write_bytes(picture)
                taken += 1

        document = Maker(page, address, look).make(work(picture))
        page.goto(f"{address}/documents/{document}")
        page.wait_for_selector("#overlays .clause", state="attached")
        for _ in range(3):
            look()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
