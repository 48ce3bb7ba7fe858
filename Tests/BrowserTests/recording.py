"""Records the page in use, as ten frames a second: recording.py ADDRESS FOLDER"""

import pathlib
import sys

from chromium import launched
from contexts import reader_in_own_context

SIZE = {"width": 640, "height": 800}


def main(address: str, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        reader = reader_in_own_context(browser, address, viewport=SIZE, has_touch=True)
        page = reader.page
        taken = 0

        def shoot() -> None:
            nonlocal taken
            page.screenshot(path=folder / f"{taken:03}.jpg", type="jpeg", quality=92)
            taken += 1

        def film(seconds: float) -> None:
            for _ in range(round(seconds * 10)):
                shoot()
                page.wait_for_timeout(20)

        def film_fingers(paths: list[tuple[tuple[float, float], tuple[float, float]]], steps: int = 10) -> None:
            """Moves fingers, each from one point to another."""
            reader.touch("touchStart", [start for start, _ in paths])
            for step in range(1, steps + 1):
                share = step / steps
                at = [tuple(a + (b - a) * share for a, b in zip(start, end)) for start, end in paths]
                reader.touch("touchMove", at)
                reader.frame()
                shoot()
            reader.touch("touchEnd", [])

        reader.open()
        page.wait_for_load_state("networkidle")
        film(0.8)
        reader.tap(reader.point_inside("39"))
        film(2.2)
        page.locator("#panel-next").click()
        film(1.2)
        page.keyboard.press("Escape")
        film(0.6)
        film_fingers([((180, 300), (60, 240)), ((230, 330), (400, 420))])
        film(0.4)
        film_fingers([((480, 560), (250, 400))], steps=8)
        film(0.8)
        page.locator("#zoom-whole").click()
        film(0.8)
        page.locator("#menu-button").click()
        film(0.8)
        page.locator("#menu [data-category='women']").click()
        film(1.4)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2]))
