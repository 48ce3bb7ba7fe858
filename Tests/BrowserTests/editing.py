"""A user of the editor with a document of three pages, and a server that can be stopped."""

import json
import urllib.request
import uuid

import pytest

import three_pages
from serving import Restartable, add
from support import Reader


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("editor")
    three_pages.write(folder / "three-pages")
    add(folder / "library", folder / "three-pages")
    server = Restartable(folder / "library", "--edit")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


DESKTOP, PHONE = (1180, 820), (390, 844)
# For tests with a mouse on a desktop and a finger on a phone.
both_sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])

# Finds controls that are cut off and cannot be scrolled to.
CUT_OFF = """
() => {
    const scrolls = (element, way) => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(at)[`overflow${way}`]) && getComputedStyle(at)[`overflow${way}`] !== 'visible'
                && (way === 'X' ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight)) return true;
        }
        return false;
    };
    const faults = [...(document.querySelector('dialog[open]') ?? document.body).querySelectorAll('button, select, input, textarea, a[href], summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([element, box]) => ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(element, 'X'))
            || ((box.top < -1 || box.bottom > innerHeight + 1) && !scrolls(element, 'Y')))
        .map(([element, box]) => `cut off: ${element.id || element.outerHTML.slice(0, 80)} ${box.left} ${box.top}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
    return faults;
}
"""

# For a checkbox its label counts, which can be pressed as well.
SMALL = """
() => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, select, input, textarea, summary, a[href]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => [element, (element.closest('label') ?? element).getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([element, box]) => `small: ${element.id || element.outerHTML.slice(0, 80)} ${box.width} ${box.height}`)
"""


class Editor:
    """A user who edits the document of three pages."""

    def __init__(self, reader: Reader, page=None) -> None:
        self.reader, self.page = reader, page or reader.page

    def open(self):
        self.page.goto(f"{self.reader.address}/documents/three-pages/edit")
        self.page.wait_for_selector("body.ready")
        self.page.wait_for_selector("#side .clause-list li")
        return self

    def resize(self, size: tuple[int, int]):
        """Resizes the page to another screen, which is faster than opening another page."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        return self

    def another_page(self):
        """Opens a second page of the same browser."""
        page = self.page.context.new_page()
        return Editor(self.reader, page).open()

    def choose(self, clause: str):
        self.touch("#tab-clauses")
        self.page.fill(".clause-list input[type=search]", clause)
        self.touch(f".clause-list li[data-row='{clause}'] .open")
        self.field(clause, "en", "title").wait_for()
        return self

    def field(self, clause: str, language: str, purpose: str):
        return self.page.locator(f"[data-path='clauses/{clause}/texts/{language}/{purpose}']")

    def write(self, clause: str, purpose: str, text: str, language: str = "en"):
        self.field(clause, language, purpose).fill(text)
        return self

    def until(self, state: str):
        self.page.wait_for_selector(f"#saved[data-state='{state}']")
        return self

    def until_value(self, clause: str, purpose: str, text: str, language: str = "en"):
        self.page.wait_for_function(
            "([path, text]) => document.querySelector(`[data-path='${path}']`)?.value === text",
            arg=[f"clauses/{clause}/texts/{language}/{purpose}", text],
        )
        return self

    def until_status(self, words: str):
        """Waits for a text in the dialog of changes."""
        self.page.locator("#changes-dialog [role=status]", has_text=words).wait_for()
        return self

    def until_idle(self):
        """Waits until nothing has moved or been about to fade away for longer than the page takes to store its place."""
        self.page.wait_for_function(
            """() => new Promise((resolve) => {
                const isStill = () => !document.querySelector('#scale.shown')
                    && document.getAnimations().every((animation) => animation.playState !== 'running');
                let since = performance.now();
                const look = (now) => {
                    if (!isStill()) since = now;
                    now - since > 280 ? resolve(true) : requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            })"""
        )
        return self

    @property
    def is_on_phone(self) -> bool:
        return self.page.viewport_size["width"] == PHONE[0]

    def touch(self, what):
        """Clicks a selector or a locator; on a phone, taps it."""
        at = self.page.locator(what) if isinstance(what, str) else what
        at.tap() if self.is_on_phone else at.click()
        return self

    def drag(self, start: tuple[float, float], end: tuple[float, float]):
        """Drags with the mouse; on a phone, with a finger."""
        path = [tuple(a + (b - a) * share / 5 for a, b in zip(start, end)) for share in range(1, 6)]
        if self.is_on_phone:
            self.reader.touch("touchStart", [start])
            for place in path:
                self.reader.touch("touchMove", [place])
            self.reader.lift_at_rest(end)
        else:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for place in path:
                self.page.mouse.move(*place)
            self.page.mouse.up()
        return self

    def press(self, name: str, exact: bool = True):
        return self.touch(self.page.get_by_role("button", name=name, exact=exact).locator("visible=true").first)


def get_json(address: str, path: str) -> dict:
    with urllib.request.urlopen(f"{address}/api/documents/three-pages/{path}") as response:
        return json.load(response)


def text(address: str, clause: str, purpose: str, language: str = "en") -> str | None:
    """Returns a text of the working copy."""
    texts = get_json(address, "working-copy?include=content")["content"]["texts"]
    return texts.get(language, {}).get(clause, {}).get(purpose)


def post_edit(address: str, *operations: tuple[str, object, object]) -> None:
    """Changes fields as another client would; each operation is a path, the value before and the value after."""
    edit = {
        "id": str(uuid.uuid4()), "revision": get_json(address, "working-copy")["revision"],
        "operations": [{"path": path, "before": before, "after": after} for path, before, after in operations],
    }  # fmt: skip
    url = f"{address}/api/documents/three-pages/working-copy/edits"
    headers = {"Content-Type": "application/json", "Origin": address}
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(edit).encode(), headers)).close()


def move_outline(address: str, clause: str) -> None:
    """Moves the outline of a clause by ten pixels, as another client would."""
    clauses = get_json(address, "working-copy?include=content")["content"]["clauses"]
    (region,) = next(one["regions"] for one in clauses if one["id"] == clause)
    moved = [[x + 10, y + 10] for x, y in region["polygon"]]
    path = f"clauses/{clause}/regions/{region['page']}"
    post_edit(address, (path, [{"polygon": region["polygon"], "holes": []}], [{"polygon": moved, "holes": []}]))


@pytest.fixture
def editor(new_reader):
    return lambda *size, **options: Editor(new_reader(*(size or DESKTOP), is_new=False, **options)).open()


@pytest.fixture(autouse=True)
def reset_edits(address):
    """Resets the working copy to the published version before each test."""
    yield
    state = get_json(address, "working-copy")
    if state["changes"]:
        body = json.dumps({"revision": state["revision"]}).encode()
        headers = {"Content-Type": "application/json", "Origin": address}
        url = f"{address}/api/documents/three-pages/working-copy/discard"
        urllib.request.urlopen(urllib.request.Request(url, body, headers)).close()
