"""Lines of writing that the server finds in the sample document: followed between two taps, and all of them suggested."""

import json
import re
import time
import urllib.error
import urllib.request

import pytest

import bare_charter
from bare_charter import DOCUMENT, SIZE
from drawing import MOUSE, TOUCH, Draughtsman, Server, created
from serving import add, free_port
from test_accessibility import SMALL, violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]


class CharterServer(Server):
    document = DOCUMENT


class Scribe(Draughtsman):
    document, size = DOCUMENT, SIZE

    def until_hint(self, words: str) -> str:
        self.page.wait_for_function("words => document.getElementById('drawing-hint').textContent.includes(words)", arg=words)
        return self.hint

    @property
    def place(self) -> tuple[int, int]:
        """The number of the current suggestion and the number of suggestions."""
        self.page.wait_for_function("() => /Suggestion \\d+ of \\d+/.test(document.getElementById('drawing-hint').textContent)")
        return tuple(int(number) for number in re.search(r"Suggestion (\d+) of (\d+)", self.hint).groups())

    @property
    def tool(self) -> str:
        return self.page.get_attribute("#drawing", "data-tool")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suggestions")
    add(folder / "library", bare_charter.write(folder / "source"))
    server = CharterServer(folder / "library", free_port(), "--edit")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


@pytest.fixture(scope="module")
def lines(address):
    """The lines that the server has found, which it keeps. A busy machine may take several attempts."""
    for attempt in range(20):
        try:
            with urllib.request.urlopen(f"{address}/api/documents/{DOCUMENT}/pages/1/lines") as answer:
                return json.load(answer)["lines"]
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempt == 19:
                raise
            time.sleep(int(error.headers["Retry-After"] or 1))


@pytest.fixture
def draw(reader, server):
    server.forget()

    def make(kind=MOUSE, **options) -> Scribe:
        (width, height), pointer = kind
        return Scribe(reader(width, height, is_new=False, has_touch=pointer == "touch", **options), pointer).open()

    return make


both = pytest.mark.parametrize("kind", [MOUSE, TOUCH], ids=["mouse", "touch"])


def is_inside(x: float, y: float, polygon: list) -> bool:
    edges = zip(polygon, polygon[1:] + polygon[:1])
    return sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in edges) % 2 == 1


def on_letters(line: dict, share: float, pitch: float = 94) -> tuple[float, float]:
    """A point on a line, slightly above its baseline."""
    x, y = line["baseline"][round(share * (len(line["baseline"]) - 1))]
    return x, y - 0.2 * pitch


def height(polygon: list) -> float:
    return max(y for _, y in polygon) - min(y for _, y in polygon)


@both
def test_a_clause_is_outlined_along_its_lines_and_corrected(draw, lines, kind):
    someone = draw(kind).use("lines")
    first, last = lines[20], lines[21]
    someone.tap(on_letters(first, 0.4), on_letters(last, 0.6))
    someone.until_hint("2 lines found")
    someone.control("lineBelow").until_hint("3 lines found")
    someone.control("noLineBelow").until_hint("2 lines found")
    # Undone and redone like any step.
    someone.page.click("#undo")
    someone.until_hint("3 lines found")
    someone.page.click("#redo")
    someone.until_hint("2 lines found")
    someone.control("accept")
    _, polygon = created(someone.until_edit("followLines"))
    assert is_inside(*on_letters(first, 0.7), polygon) and is_inside(*on_letters(last, 0.3), polygon)
    assert not is_inside(*on_letters(lines[19], 0.5), polygon) and not is_inside(*on_letters(lines[22], 0.5), polygon)


@both
def test_suggested_lines_are_accepted_joined_corrected_and_rejected(draw, lines, kind):
    someone = draw(kind).use("suggestions")
    assert someone.place == (1, len(lines))
    assert [*violations(someone.someone), *someone.page.evaluate(SMALL)] == []
    someone.control("acceptLine")
    clause, polygon = created(someone.until_edit("acceptLine"))
    assert is_inside(*on_letters(lines[0], 0.5), polygon)
    assert someone.place == (1, len(lines) - 1)
    # The next line becomes part of it, as one region.
    someone.control("joinLine")
    (joined,) = [one for one in someone.until_edit("joinLine") if one["path"].startswith(f"clauses/{clause}/")]
    (region,) = joined["after"]
    assert height(region["polygon"]) > height(polygon) + 40
    assert someone.place == (1, len(lines) - 2)
    # Undo restores the line before the current one.
    someone.page.click("#undo")
    someone.until_edit("joinLine")
    assert someone.place == (2, len(lines) - 1)
    someone.control("previousLine")
    assert someone.place == (1, len(lines) - 1)
    someone.control("rejectLine")
    assert someone.place == (1, len(lines) - 2)
    someone.control("restoreLines")
    assert someone.place == (2, len(lines) - 1)
    # A tap on a line makes it the current one.
    point = on_letters(lines[30], 0.5)
    someone.tap(point)
    meant = [number for number, line in enumerate(lines) if is_inside(*point, line["polygon"])]
    assert someone.place[0] in meant
    # Corrected with the handles of Follow the lines, and back to the suggestions.
    someone.control("correctLine").until_hint("1 line found")
    someone.control("lineBelow").until_hint("2 lines found")
    someone.control("accept")
    _, polygon = created(someone.until_edit("followLines"))
    assert height(polygon) > 120
    assert someone.place[1] == len(lines) - 3 and someone.tool == "suggestions"
    # All remaining lines, in one step.
    someone.control("acceptLines")
    made = [one["path"] for one in someone.until_edit("acceptLines") if one["after"] is True]
    someone.until_hint("No suggestions are left")
    clauses = someone.api("?include=content")["content"]["clauses"]
    assert len(made) == len(lines) - 3 and [one["id"] for one in clauses if one["id"] not in [path.split("/")[1] for path in made]] != []
    someone.page.click("#undo")
    someone.until_edit("acceptLines")
    assert someone.place[1] == len(lines) - 3
    someone.control("rejectLines").until_hint("No suggestions are left")


def test_suggestions_can_be_used_by_keyboard_and_a_failure_is_reported(draw, lines):
    someone = draw()
    someone.someone.is_forgiving = True
    someone.page.route("**/pages/1/lines?*", lambda route: route.fulfill(status=503))
    someone.page.focus("#drawing")
    someone.press("g")
    someone.until_hint("could not be found")
    someone.page.unroute("**/pages/1/lines?*")
    someone.press("Enter")
    assert someone.place == (1, len(lines))
    someone.press("PageDown", "PageDown", "PageUp")
    assert someone.place[0] == 2
    someone.press("x")
    assert someone.place == (2, len(lines) - 1)
    someone.press("Enter")
    clause, _ = created(someone.until_edit("acceptLine"))
    someone.press("k")
    assert {one["path"].split("/")[1] for one in someone.until_edit("joinLine")} == {clause}
    someone.press("c")
    someone.until_hint("1 line found")
    someone.press("Enter")
    someone.until_edit("followLines")
    someone.until_hint("Suggestion")
    # A line below the crosshair is chosen, and accepted by Enter at the same place.
    someone.aim(*on_letters(lines[40], 0.5))
    someone.press("Enter", "Enter")
    _, polygon = created(someone.until_edit("acceptLine"))
    assert is_inside(*on_letters(lines[40], 0.5), polygon)
    someone.press("Control+z")
    someone.until_edit("acceptLine")
    before = someone.place[1]
    someone.page.locator("[data-control='acceptLines']").focus()
    someone.press("Enter")
    made = [one for one in someone.until_edit("acceptLines") if one["after"] is True]
    assert len(made) == before
