"""From a photograph to a published document in the browser, with a count of the user's actions."""

import base64
import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field

from drawing import RESTING_PLACE

DROP = """
([target, files]) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
    }
    for (const kind of ['dragover', 'drop']) {
        document.querySelector(target).dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
}
"""
TYPES = {".png": "image/png", ".jpg": "image/jpeg"}


def drop_files(page, target: str, *pictures: pathlib.Path) -> None:
    """Drops files onto an element with synthetic events, because browsers let no program drag real files."""
    files = [
        {"name": one.name, "type": TYPES[one.suffix], "base64": base64.b64encode(one.read_bytes()).decode()} for one in pictures
    ]
    page.evaluate(DROP, [target, files])


@dataclass
class Clause:
    """A clause to be made of some lines: where they begin and end in the photograph, and its texts."""

    start: tuple[float, float]
    end: tuple[float, float]
    title: str
    texts: dict[str, str]
    theme: str


@dataclass
class Work:
    """The document to be made from a photograph."""

    photograph: pathlib.Path
    width: int
    title: str
    language: str
    second: str
    themes: list[str]
    clauses: list[Clause]


@dataclass
class Maker:
    """A user who makes a document. A click, a touch, a drag, a key chord and filling a field are one action each."""

    page: object
    address: str
    on_action: Callable[[], None] = lambda: None
    actions: list[str] = field(default_factory=list)

    def record_action(self, action: str) -> None:
        self.actions.append(action)
        self.on_action()

    def drop(self, target: str, *files: pathlib.Path) -> None:
        drop_files(self.page, target, *files)
        self.record_action(f"drop {', '.join(file.name for file in files)}")

    def click(self, target) -> None:
        (self.page.locator(target) if isinstance(target, str) else target).click()
        self.record_action(f"click {target}")

    def fill(self, target, text: str) -> None:
        target.fill(text)
        self.record_action(f"fill {text}")

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)
        self.record_action(f"press {keys}")

    def touch(self, place: tuple[float, float], width: int) -> None:
        left, top, shown = self.page.evaluate(RESTING_PLACE)
        self.page.mouse.click(left + place[0] * shown / width, top + place[1] * shown / width)
        self.record_action(f"touch {place}")

    def label(self, name: str):
        return self.page.get_by_label(name, exact=True).locator("visible=true")

    def make(self, work: Work) -> str:
        """Makes and publishes the document; returns its id."""
        page = self.page
        page.goto(f"{self.address}/")
        page.wait_for_selector("#new")
        self.drop("main", work.photograph)
        page.wait_for_url("**/edit")
        page.wait_for_selector("body.ready")
        document = page.url.split("/")[-2]

        self.click("#tab-document")
        # The first language of the texts is the browser's.
        self.fill(page.get_by_label("Add a language (such as de or pt-BR)"), work.second)
        self.press("Enter")
        self.fill(self.label("Title (English)"), work.title)
        self.fill(self.label("Language of the document"), work.language)
        self.label("Status").select_option("published")
        self.record_action("choose published")

        self.click("#tab-themes")
        for theme in work.themes:
            self.fill(page.get_by_label("New theme"), theme)
            self.press("Enter")

        self.click("#tab-clauses")
        page.wait_for_selector("#cutting", state="hidden")
        self.click("button[data-tool='lines']")
        known = ""
        for clause in work.clauses:
            self.touch(clause.start, work.width)
            self.touch(clause.end, work.width)
            self.click("[data-control='accept']")
            # The panel shows the texts of the new clause.
            title = page.wait_for_selector(f"[data-path$='/texts/en/title']:not([data-path='{known}'])")
            known = title.get_attribute("data-path")
            self.fill(title, clause.title)
            for language, text in clause.texts.items():
                self.fill(page.locator(f"[data-path$='/texts/{language}/translation']"), text)
            self.click(page.locator(".facts").get_by_role("checkbox", name=clause.theme))

        page.wait_for_selector("#saved[data-state='saved']")
        self.click("#changes")
        self.click("#publish")
        page.locator("#changes-dialog [role=status]", has_text="Published as version").wait_for()
        self.on_action()
        return document
