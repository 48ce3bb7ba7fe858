"""Captures in the editor: further pictures of a page are added, aligned, named, adapted to a crop, and removed."""

import re

import pytest

import written_page
from editing import address, asked, editor, fresh, server  # noqa: F401
from test_accessibility import violations
from test_editor_pages import Pages

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

SIZES = [(1180, 820), (390, 844)]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("captures")
    made = {"day": written_page.daylight(), "uv": written_page.ultraviolet(), "other": written_page.ultraviolet(seed=2)}
    for name, bytes in made.items():
        (folder / f"{name}.png").write_bytes(bytes)
    return lambda name: folder / f"{name}.png"


class Captures(Pages):
    """A user who has added a fourth page and views its captures."""

    def __init__(self, someone, pictures) -> None:
        super().__init__(someone)
        self.add(pictures("day"))
        self.page.wait_for_function("() => document.querySelectorAll('.page-panel li[data-row]')[3]?.dataset.state === 'ready'")
        self.open()

    @property
    def dialog(self):
        return self.page.locator("#captures-of-page")

    def open(self):
        self.control(4, "captures").click()
        self.dialog.wait_for()
        return self

    def put(self, file, kind: str = "Ultraviolet"):
        self.dialog.locator(".adding").get_by_label("Kind").select_option(kind)
        return self.choose(self.page.locator("#capture-choose"), file)

    def capture(self, id: str):
        return self.dialog.locator(f"[data-capture='{id}']")

    def stored(self, address):
        self.saved()
        return asked(address, "working-copy?include=content")["content"]["pages"][3]["captures"]


def off(text: str) -> float:
    return float(re.search(r"([\d.]+) px off", text.replace("\u2068", "").replace("\u2069", ""))[1])


def corner(alignment, width: int, height: int):
    """The positions of the page's corners on the capture, computed from four pairs of points."""
    a, b, c, d, e, f, g, h, i = written_page.projective([(on_page, on_capture) for on_capture, on_page in alignment])
    points = [(0, 0), (width, 0), (width, height), (0, height)]
    return [((a * x + b * y + c) / (g * x + h * y + i), (d * x + e * y + f) / (g * x + h * y + i)) for x, y in points]


def is_in_place(alignment) -> bool:
    found = corner(alignment, written_page.WIDTH, written_page.HEIGHT)
    true = [on_capture for on_capture, _ in written_page.TILT]
    return max(abs(one - other) for a, b in zip(found, true) for one, other in zip(a, b)) < 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_capture_is_aligned_automatically_named_removed_and_restored(editor, address, pictures, size):
    mine = Captures(editor(*size), pictures)
    assert violations(mine.someone.someone) == []
    mine.put(pictures("uv"))
    row = mine.capture("uv")
    row.get_by_text("px off").wait_for()
    assert off(row.inner_text()) < 2
    first, second = mine.stored(address)
    assert (first["id"], first["kind"], second["id"], second["kind"]) == ("visible", "visible", "uv", "ultraviolet")
    assert is_in_place(second["alignment"])
    row.get_by_label("Name (English)").fill("Under the lamp")
    row.get_by_label("Kind").select_option("Raking light")
    assert [(one["kind"], one["label"]) for one in mine.stored(address)] == [("visible", None), ("raking", {"en": "Under the lamp"})]
    assert violations(mine.someone.someone) == []
    row.get_by_role("button", name="Remove").click()
    mine.dialog.get_by_text("was removed").wait_for()
    assert mine.stored(address) is None
    mine.dialog.get_by_role("button", name="Undo").click()
    row.wait_for()
    assert len(mine.stored(address)) == 2
    mine.dialog.get_by_role("button", name="Close").click()
    assert mine.control(4, "captures").inner_text().strip("\u2066\u2067\u2068\u2069").endswith("2 captures")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_captures_with_too_little_in_common_are_aligned_by_four_points(editor, address, pictures, size):
    mine = Captures(editor(*size), pictures).put(pictures("other"))
    mine.capture("uv").get_by_text("too little in common").wait_for()
    assert mine.stored(address)[1]["alignment"] is None
    mine.capture("uv").get_by_role("button", name="Align").click()
    dialog = mine.page.locator("#alignment")
    dialog.wait_for()
    assert violations(mine.someone.someone) == []
    dialog.get_by_role("button", name="Align automatically").click()
    dialog.get_by_text("too little in common to align").wait_for()
    board = dialog.get_by_role("region", name="Ultraviolet")
    board.get_by_role("button", name="Point 1").focus()
    for _ in range(2):
        mine.page.keyboard.press("Shift+ArrowRight")
    mine.page.click("#align-apply")
    dialog.wait_for(state="detached")
    alignment = mine.stored(address)[1]["alignment"]
    assert alignment[0] == [[written_page.SMALL_WIDTH / 8 + 40, written_page.SMALL_HEIGHT / 8], [112.5, 150]]


def test_an_alignment_is_corrected_while_its_error_is_shown_and_follows_a_crop(editor, address, pictures):
    mine = Captures(editor(1180, 820), pictures).put(pictures("uv"))
    mine.capture("uv").get_by_text("px off").wait_for()
    mine.capture("uv").get_by_role("button", name="Align").click()
    dialog = mine.page.locator("#alignment")
    dialog.get_by_text("px off").wait_for()
    assert off(dialog.inner_text()) < 2
    for number in range(1, 5):
        dialog.get_by_role("region", name="Ultraviolet").get_by_role("button", name=f"Point {number}").focus()
        mine.page.keyboard.press("Shift+ArrowDown")
    mine.page.wait_for_function("() => parseFloat(document.querySelector('#alignment [role=status]').textContent.replace(/[^\\d.]/g, '')) > 10")
    dialog.get_by_role("button", name="Align automatically").click()
    mine.page.wait_for_function("() => parseFloat(document.querySelector('#alignment [role=status]').textContent.replace(/[^\\d.]/g, '')) < 2")
    mine.page.click("#align-apply")
    dialog.wait_for(state="detached")
    assert is_in_place(mine.stored(address)[1]["alignment"])
    mine.dialog.get_by_role("button", name="Close").click()
    # Cropping the upper half of the page moves the alignment along.
    mine.control(4, "crop").click()
    mine.page.locator("#cropping details summary").click()
    mine.page.get_by_label("Top").fill("600")
    mine.page.get_by_label("Top").press("Tab")
    mine.page.get_by_label("Height").fill("600")
    mine.page.get_by_label("Height").press("Tab")
    mine.page.click("#crop-apply")
    mine.page.locator("#cropping").wait_for(state="detached")
    (_, capture) = mine.stored(address)
    moved = [[on_capture, [x, y + 600]] for on_capture, (x, y) in capture["alignment"]]
    assert is_in_place(moved)
