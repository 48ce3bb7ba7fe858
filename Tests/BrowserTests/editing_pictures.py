"""Takes the pictures of docs/editing.md, of the sample document during editing: editing_pictures.py FOLDER"""

import json
import pathlib
import sys
import tempfile
import urllib.request

import bare_charter
from chromium import launched
from contexts import reader_in_own_context
from drawing import Draughtsman, Server
from serving import add

MOST_BYTES = 80_000
DESKTOP, PHONE = (1180, 760), (390, 844)
TITLES = [("1", "The Church shall be free", "L’Église sera libre"), ("2", "What an heir pays", "Ce que paie un héritier"), ("3", "Heirs under age", "Les héritiers mineurs")]


class Scribe(Draughtsman):
    document, size = bare_charter.DOCUMENT, bare_charter.SIZE

    def shoot(self, file: pathlib.Path) -> None:
        """Saves a picture with the best quality within its size limit."""
        self.page.wait_for_load_state("networkidle")
        if file.stem != "editing-colours":
            self.page.locator("[role=tabpanel]:not([hidden])").evaluate("panel => panel.scrollTo(0, 0)")
        self.spot(0, 0)
        for quality in range(88, 20, -6):
            picture = self.page.screenshot(type="jpeg", quality=quality)
            if len(picture) <= MOST_BYTES:
                file.write_bytes(picture)
                return
        raise ValueError(f"{file.name}: no picture of at most {MOST_BYTES} bytes")

    def wait_for_hint(self, words: str) -> None:
        self.page.wait_for_function("words => document.getElementById('drawing-hint').textContent.includes(words)", arg=words)

    def wait_until_saved(self) -> None:
        self.page.wait_for_selector("#saved[data-state='saved']")

    def choose(self, title: str) -> None:
        self.page.click("#tab-clauses")
        self.page.locator(".clause-list .open", has_text=title).click()

    def zoom_in(self, times: int) -> None:
        """Zooms in on the first lines."""
        width = "document.getElementById('paper').getBoundingClientRect().width"
        for _ in range(times):
            before = self.page.evaluate(width)
            self.page.mouse.move(*self.spot(self.size[0] / 2, 500))
            self.page.mouse.wheel(0, -160)
            self.page.wait_for_function(f"before => {width} > 1.1 * before", arg=before)


def make(scribe: Scribe, folder: pathlib.Path) -> None:
    page = scribe.page
    scribe.open().use("suggestions")
    scribe.wait_for_hint("Suggestion 1 of")
    scribe.shoot(folder / "editing-all-lines.jpg")
    scribe.use("lines")
    with urllib.request.urlopen(f"{scribe.reader.address}/api/documents/{scribe.document}/pages/1/lines") as response:
        lines = json.load(response)["lines"]
    on_letters = lambda line, across: next((x, y - 20) for x, y in line["baseline"] if x >= across)  # noqa: E731
    scribe.tap(on_letters(lines[5], 2500), on_letters(lines[7], 3400))
    scribe.wait_for_hint("found")
    scribe.zoom_in(2)
    scribe.shoot(folder / "editing-follow-lines.jpg")
    scribe.control("accept").use("suggestions")
    scribe.wait_for_hint("Suggestion")
    for _ in range(2):
        scribe.control("acceptLine").wait_until_saved()
    for number, (clause, (label, english, french)) in enumerate(zip([one["id"] for one in scribe.api("?include=content")["content"]["clauses"]], TITLES)):
        page.click("#tab-clauses")
        page.locator(f".clause-list li[data-row='{clause}'] .open").click()
        page.locator(f"[data-path='clauses/{clause}/texts/en/title']").fill(english)
        page.locator(f"[data-path='clauses/{clause}/texts/fr/title']").fill(french)
        page.get_by_label("Number", exact=True).fill(label)
        if number == 0:
            page.locator(f"[data-path='clauses/{clause}/texts/en/translation']").fill("The English Church shall be free, and shall have its rights entire.")
            page.locator(f"[data-path='clauses/{clause}/texts/fr/translation']").fill("L’Église d’Angleterre sera libre et gardera tous ses droits.")
    scribe.use("select")
    page.click("#tab-themes")
    for name, icon in (("The Church", "church"), ("Inheritance", "ring")):
        page.get_by_label("New theme").fill(name)
        page.get_by_role("button", name="Create", exact=True).click()
        page.locator(".theme-panel details", has_text=name).locator("summary").click()
        page.get_by_role("button", name="Choose an icon").locator("visible=true").last.click()
        page.locator("#icon-choice").get_by_role("button", name=icon, exact=True).click()
        page.get_by_role("button", name="Choose clauses…").locator("visible=true").last.click()
        for label, english, _ in TITLES[:1] if icon == "church" else TITLES[1:]:
            page.get_by_role("checkbox", name=f"{label}. {english}").check()
        page.get_by_role("button", name="Apply", exact=True).locator("visible=true").click()
        if icon == "church":
            page.locator(".theme-panel details", has_text=name).locator("summary").click()
    scribe.wait_until_saved()
    scribe.shoot(folder / "editing-themes.jpg")
    scribe.choose(TITLES[0][1])
    scribe.shoot(folder / "editing-texts.jpg")
    page.click("#tab-document")
    page.click("#suggest-palette")
    page.locator(".contrasts").scroll_into_view_if_needed()
    scribe.wait_until_saved()
    scribe.shoot(folder / "editing-colours.jpg")
    page.click("#changes")
    page.wait_for_selector("#publish")
    scribe.shoot(folder / "editing-changes.jpg")


def main(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, launched() as browser:
        library = pathlib.Path(made) / "library"
        add(library, bare_charter.write(pathlib.Path(made) / "source"))
        server = Server(library, "--edit")
        try:
            for (width, height), kind in [(DESKTOP, "mouse"), (PHONE, "touch")]:
                reader = reader_in_own_context(
                    browser, server.address, viewport={"width": width, "height": height}, has_touch=kind == "touch",
                    reduced_motion="reduce",
                )  # fmt: skip
                scribe, page = Scribe(reader, kind), reader.page
                page.set_default_timeout(180_000)
                if kind == "mouse":
                    make(scribe, folder)
                else:
                    scribe.open().use("suggestions").wait_for_hint("Suggestion")
                    scribe.control("nextLine")
                    scribe.shoot(folder / "editing-phone.jpg")
                page.context.close()
        finally:
            server.stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
