"""Two documents, pages or captures side by side: they move together, in millimetres if both are measured."""

import json

import pytest

import three_captures
from accessibility import violations
from serving import Restartable, add
from test_accessibility import CUT_OFF

pytestmark = [pytest.mark.server("the documents are made for a server of its own"), pytest.mark.calm]
DESKTOP, PHONE = (1280, 800), (390, 844)
both_sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
MIDDLE = """
async () => {
    const { left, top, width, height } = document.getElementById('surface').getBoundingClientRect();
    const paper = document.getElementById('paper').getBoundingClientRect();
    return { x: (left + width / 2 - paper.left) / paper.width, y: (top + height / 2 - paper.top) / paper.height, width: paper.width };
}
"""
"""The point of the page at the centre of the frame, relative to the page, and the page's width in CSS pixels."""


TOGETHER = """
() => {
    const [left, right] = [...document.querySelectorAll('iframe.side')].map(({ contentDocument }) => contentDocument);
    const place = (side) => {
        const [paper, surface] = ['paper', 'surface'].map((id) => side.getElementById(id).getBoundingClientRect());
        return { x: (surface.left + surface.width / 2 - paper.left) / paper.width, width: paper.width };
    };
    const together = (window.together = { frames: 0, apart: 0 });
    const look = () => {
        const [one, other] = [place(left), place(right)];
        if (together.width !== undefined && together.width !== one.width) together.frames += 1;
        together.width = one.width;
        together.apart = Math.max(together.apart, Math.abs(one.x - other.x), Math.abs(one.width / other.width - 1));
        requestAnimationFrame(look);
    };
    look();
}
"""
"""Records in every frame how far apart the two sides are, relative to the page, and in how many frames they moved."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("comparing")
    three_captures.write(folder / "captured")
    three_captures.write(folder / "measured")
    three_captures.write(folder / "small")
    for name, page in {
        "measured": {"image": "raking.png", "pixelsPerMillimetre": 10, "label": {"en": "Large"}},
        "small": {"image": "uv.png", "pixelsPerMillimetre": 4, "label": {"en": "Small"}},
    }.items():
        file = folder / name / "document.json"
        described = {**json.loads(file.read_text()), "id": name, "title": {"en": f"A {name} sheet"}, "pages": [page, {"image": "raking.png"}]}
        file.write_text(json.dumps(described))
    clauses = folder / "small" / "clauses.json"
    small = json.loads(clauses.read_text())
    small[0]["regions"][0]["polygon"] = [[100, 100], [300, 100], [300, 300], [100, 300]]
    # Clause 1 has another id here, and the clause with that id another number.
    small.append({**small[0], "id": "patch"})
    small[0]["number"] = "2"
    clauses.write_text(json.dumps(small))
    add(folder / "library", folder / "captured", folder / "measured", folder / "small")
    server = Restartable(folder / "library")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


class Pair:
    def __init__(self, reader, path: str) -> None:
        self.reader, self.page = reader, reader.page
        self.page.goto(f"{reader.address}{path}")
        self.page.wait_for_selector("body.ready")
        self.until_there()

    def until_there(self):
        for side in (0, 1):
            self.page.frame_locator("iframe.side").nth(side).locator("body.ready").wait_for()
        self.left, self.right = (self.page.query_selector_all("iframe.side")[side].content_frame() for side in (0, 1))
        return self

    def at(self, frame) -> dict:
        return frame.evaluate(MIDDLE)

    def wheel(self, side: int, steps: int) -> None:
        box = self.page.locator("iframe.side").nth(side).bounding_box()
        self.page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
        self.page.mouse.wheel(0, steps)

    def until(self, frame, expression: str) -> None:
        frame.wait_for_function(f"async () => {{ const now = await ({MIDDLE})(); return {expression}; }}")


@pytest.fixture
def pair(new_reader):
    return lambda size, path: Pair(new_reader(*size), path)


@both_sizes
def test_captures_of_one_page_move_together_until_unlinked(pair, size):
    two = pair(size, "/documents/captured?compare=#right=capture%3Duv")
    two.right.wait_for_selector("#surface[data-captures=complete]")
    wide = two.at(two.left)["width"]
    two.page.evaluate(TOGETHER)
    for _ in range(4):
        two.wheel(0, -150)
    two.until(two.left, f"now.width > {wide * 2}")
    frames, apart = two.page.evaluate("[window.together.frames, window.together.apart]")
    assert frames >= 1 and apart < 0.005
    assert two.at(two.right) == pytest.approx(two.at(two.left), rel=0.01)
    # The other side controls both, too, and so does a key.
    two.right.locator("#surface").press("-")
    assert two.at(two.left) == pytest.approx(two.at(two.right), rel=0.01)
    two.page.get_by_role("button", name="Move together").click()
    before = two.at(two.right)
    two.wheel(0, -300)
    two.until(two.left, f"now.width > {before['width'] * 1.2}")
    assert two.at(two.right) == pytest.approx(before, rel=0.001)
    two.page.wait_for_function("location.hash.includes('free=1')")
    # Linked again, they move together from where they are.
    two.page.get_by_role("button", name="Move together").click()
    ratio = two.at(two.right)["width"] / two.at(two.left)["width"]
    two.wheel(0, 200)
    two.until(two.left, f"now.width < {two.at(two.left)['width']}")
    assert two.at(two.right)["width"] / two.at(two.left)["width"] == pytest.approx(ratio, rel=0.01)


def test_measured_pages_are_compared_in_millimetres_and_clauses_of_the_same_number_are_highlighted(pair):
    two = pair(DESKTOP, "/documents/measured?compare=small")
    wide = two.at(two.left)["width"]
    two.wheel(0, -100)
    two.until(two.left, f"now.width > {wide * 1.1}")
    # The sheets are 160 mm and 200 mm wide.
    assert two.at(two.right)["width"] / two.at(two.left)["width"] == pytest.approx(200 / 160, rel=0.01)
    two.left.evaluate("location.hash = '#clause=square'")
    two.right.wait_for_selector("#overlays .clause.pressed")
    pressed = two.right.locator("#overlays .clause.pressed")
    assert pressed.evaluate_all("(paths) => paths.map((path) => path.dataset.clause)") == ["patch"]
    two.left.evaluate("location.hash = '#'")
    two.right.wait_for_selector("#overlays .clause.pressed", state="detached")


@both_sizes
def test_compared_documents_can_be_chosen_and_swapped_and_are_in_the_address(pair, size):
    two = pair(size, "/documents/captured?compare=measured#left=capture%3Draking")
    two.page.select_option("#compare-right", label="A small sheet")
    two.until_there()
    assert "/documents/small?" in two.right.url and "?compare=small#left=capture%3Draking" in two.page.url
    two.page.click("#compare-swap")
    two.until_there()
    assert "/documents/small?" in two.left.url and "/documents/captured?compare" not in two.page.url
    two.page.reload()
    two.page.wait_for_selector("body.ready")
    two.until_there()
    assert "/documents/small?" in two.left.url and two.right.url.endswith("#capture=raking")
    assert (violations(two.reader), two.page.evaluate(CUT_OFF)) == ([], [])
    two.page.click("#compare-close")
    two.page.wait_for_url("**/documents/small*")
    two.page.wait_for_selector("body.ready #bar")


def test_side_by_side_is_an_option_of_a_page_but_not_of_a_compared_frame(new_reader):
    reader = new_reader(*DESKTOP).open("#capture=uv", document="captured")
    reader.page.click("#options-button")
    reader.page.get_by_role("link", name="Side by side").click()
    two = Pair.__new__(Pair)
    two.reader, two.page = reader, reader.page
    two.page.wait_for_selector("#compare-bar")
    two.until_there()
    assert two.left.url.endswith("#capture=uv") and two.right.url.endswith("#capture=uv")
    # A frame has options too, but not this one.
    two.left.locator("#surface").click(position={"x": 20, "y": 400})
    two.left.locator("#options-button").click()
    two.left.locator("#options").wait_for()
    assert two.left.get_by_role("link", name="Side by side").count() == 0
