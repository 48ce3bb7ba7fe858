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
from serving import add
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
    server = CharterServer(folder / "library", "--edit")
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
            with urllib.request.urlopen(f"{address}/api/documents/{DOCUMENT}/pages/1/lines") as response:
                return json.load(response)["lines"]
        except urllib.error.HTTPError as error:
            if error.code != 503 or attempt == 19:
                raise
            time.sleep(int(error.headers["Retry-After"] or 1))


@pytest.fixture
def draw(new_reader, server):
    server.discard_edits()

    def make(kind=MOUSE, **options) -> Scribe:
        (width, height), pointer = kind
        return Scribe(new_reader(width, height, is_new=False, has_touch=pointer == "touch", **options), pointer).open()

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
    user = draw(kind).use("lines")
    first, last = lines[20], lines[21]
    user.tap(on_letters(first, 0.4), on_letters(last, 0.6))
    user.until_hint("2 lines found")
    user.control("lineBelow").until_hint("3 lines found")
    user.control("noLineBelow").until_hint("2 lines found")
    # Undone and redone like any step.
    user.page.click("#undo")
    user.until_hint("3 lines found")
    user.page.click("#redo")
    user.until_hint("2 lines found")
    user.control("accept")
    _, polygon = created(user.until_edit("followLines"))
    assert is_inside(*on_letters(first, 0.7), polygon) and is_inside(*on_letters(last, 0.3), polygon)
    assert not is_inside(*on_letters(lines[19], 0.5), polygon) and not is_inside(*on_letters(lines[22], 0.5), polygon)


@both
def test_suggested_lines_are_accepted_joined_corrected_and_rejected(draw, lines, kind):
    user = draw(kind).use("suggestions")
    assert user.place == (1, len(lines))
    assert [*violations(user.reader), *user.page.evaluate(SMALL)] == []
    user.control("acceptLine")
    clause, polygon = created(user.until_edit("acceptLine"))
    assert is_inside(*on_letters(lines[0], 0.5), polygon)
    assert user.place == (1, len(lines) - 1)
    # The next line becomes part of it, as one region.
    user.control("joinLine")
    (joined,) = [one for one in user.until_edit("joinLine") if one["path"].startswith(f"clauses/{clause}/")]
    (region,) = joined["after"]
    assert height(region["polygon"]) > height(polygon) + 40
    assert user.place == (1, len(lines) - 2)
    # Undo restores the line before the current one.
    user.page.click("#undo")
    user.until_edit("joinLine")
    assert user.place == (2, len(lines) - 1)
    user.control("previousLine")
    assert user.place == (1, len(lines) - 1)
    user.control("rejectLine")
    assert user.place == (1, len(lines) - 2)
    user.control("restoreLines")
    assert user.place == (2, len(lines) - 1)
    # A tap on a line makes it the current one.
    point = on_letters(lines[30], 0.5)
    user.tap(point)
    matching = [number for number, line in enumerate(lines) if is_inside(*point, line["polygon"])]
    assert user.place[0] in matching
    # Corrected with the handles of Follow the lines, and back to the suggestions.
    user.control("correctLine").until_hint("1 line found")
    user.control("lineBelow").until_hint("2 lines found")
    user.control("accept")
    _, polygon = created(user.until_edit("followLines"))
    assert height(polygon) > 120
    assert user.place[1] == len(lines) - 3 and user.tool == "suggestions"
    # All remaining lines, in one step.
    user.control("acceptLines")
    made = [one["path"] for one in user.until_edit("acceptLines") if one["after"] is True]
    user.until_hint("No suggestions left")
    clauses = user.api("?include=content")["content"]["clauses"]
    assert len(made) == len(lines) - 3 and [one["id"] for one in clauses if one["id"] not in [path.split("/")[1] for path in made]] != []
    user.page.click("#undo")
    user.until_edit("acceptLines")
    assert user.place[1] == len(lines) - 3
    user.control("rejectLines").until_hint("No suggestions left")


def test_suggestions_can_be_used_by_keyboard_and_a_failure_is_reported(draw, lines):
    user = draw()
    user.reader.allows_console_errors = True
    user.page.route("**/pages/1/lines?*", lambda route: route.fulfill(status=503))
    user.page.focus("#drawing")
    user.press("g")
    user.until_hint("Failed to find the lines")
    user.page.unroute("**/pages/1/lines?*")
    user.press("Enter")
    assert user.place == (1, len(lines))
    user.press("PageDown", "PageDown", "PageUp")
    assert user.place[0] == 2
    user.press("x")
    assert user.place == (2, len(lines) - 1)
    user.press("Enter")
    clause, _ = created(user.until_edit("acceptLine"))
    user.press("k")
    assert {one["path"].split("/")[1] for one in user.until_edit("joinLine")} == {clause}
    user.press("c")
    user.until_hint("1 line found")
    user.press("Enter")
    user.until_edit("followLines")
    user.until_hint("Suggestion")
    # A line below the crosshair is chosen, and accepted by Enter at the same place.
    user.aim(*on_letters(lines[40], 0.5))
    user.press("Enter", "Enter")
    _, polygon = created(user.until_edit("acceptLine"))
    assert is_inside(*on_letters(lines[40], 0.5), polygon)
    user.press("Control+z")
    user.until_edit("acceptLine")
    before = user.place[1]
    user.page.locator("[data-control='acceptLines']").focus()
    user.press("Enter")
    made = [one for one in user.until_edit("acceptLines") if one["after"] is True]
    assert len(made) == before
