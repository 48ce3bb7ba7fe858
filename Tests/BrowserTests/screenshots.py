"""Takes pictures of the page at common screen sizes: screenshots.py ADDRESS FOLDER [light|dark]"""

import pathlib
import sys

from chromium import launched
from contexts import reader_in_own_context

SIZES = [(390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900)]


def main(address: str, folder: pathlib.Path, scheme: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        for width, height in SIZES:
            reader = reader_in_own_context(
                browser, address, viewport={"width": width, "height": height}, has_touch=width < 1440, color_scheme=scheme,
                reduced_motion="reduce",
            )  # fmt: skip
            page = reader.page

            def shoot(state: str) -> None:
                page.wait_for_load_state("networkidle")
                page.screenshot(path=folder / f"{width}x{height}-{state}.png")

            reader.open()
            shoot("plain")
            page.locator("#menu-button").click()
            reader.until_idle()
            shoot("menu")
            reader.open()
            reader.tap(reader.point_inside("40"))
            reader.page.wait_for_selector("#panel.open")
            reader.until_idle()
            shoot("clause")
            reader.open("#category=women")
            shoot("theme")
            reader.open("#q=free%20man&lang=en")
            shoot("list")
            # The foot of the sheet, where something was erased.
            reader.open("#category=none&capture=day,uv&curtain=50&xywh=1500,6500,4300,1400")
            shoot("curtain")
            page.context.close()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2]), sys.argv[3] if len(sys.argv) == 4 else "light")
