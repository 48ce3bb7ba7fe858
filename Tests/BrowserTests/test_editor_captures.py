"""Captures in the editor: further pictures of a page are added, aligned, named, adapted to a crop, and removed."""

import re

import pytest

import written_page
from editing import address, editor, get_json, reset_edits, server  # noqa: F401
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

    def __init__(self, user, pictures) -> None:
        super().__init__(user)
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
        self.until_saved()
        return get_json(address, "working-copy?include=content")["content"]["pages"][3]["captures"]


def misalignment(text: str) -> float:
    return float(re.search(r"([\d.]+) px off", text.replace("\u2068", "").replace("\u2069", ""))[1])


def page_corners(alignment, width: int, height: int):
    """The positions of the page's corners on the capture, computed from four pairs of points."""
    a, b, c, d, e, f, g, h, i = written_page.projective([(on_page, on_capture) for on_capture, on_page in alignment])
    points = [(0, 0), (width, 0), (width, height), (0, height)]
    return [((a * x + b * y + c) / (g * x + h * y + i), (d * x + e * y + f) / (g * x + h * y + i)) for x, y in points]


def is_in_place(alignment) -> bool:
    found = page_corners(alignment, written_page.WIDTH, written_page.HEIGHT)
    true = [on_capture for on_capture, _ in written_page.TILT]
    return max(abs(one - other) for a, b in zip(found, true) for one, other in zip(a, b)) < 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_capture_is_aligned_automatically_named_removed_and_restored(editor, address, pictures, size):
    panel = Captures(editor(*size), pictures)
    assert violations(panel.user.reader) == []
    panel.put(pictures("uv"))
    row = panel.capture("uv")
    row.get_by_text("px off").wait_for()
    assert misalignment(row.inner_text()) < 2
    first, second = panel.stored(address)
    assert (first["id"], first["kind"], second["id"], second["kind"]) == ("visible", "visible", "uv", "ultraviolet")
    assert is_in_place(second["alignment"])
    row.get_by_label("Name (English)").fill("Under the lamp")
    row.get_by_label("Kind").select_option("Raking light")
    assert [(one["kind"], one["label"]) for one in panel.stored(address)] == [("visible", None), ("raking", {"en": "Under the lamp"})]
    assert violations(panel.user.reader) == []
    row.get_by_role("button", name="Remove").click()
    panel.dialog.get_by_text("was removed").wait_for()
    assert panel.stored(address) is None
    panel.dialog.get_by_role("button", name="Undo").click()
    row.wait_for()
    assert len(panel.stored(address)) == 2
    panel.dialog.get_by_role("button", name="Close").click()
    assert panel.control(4, "captures").inner_text().strip("\u2066\u2067\u2068\u2069").endswith("2 captures")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_captures_with_too_little_in_common_are_aligned_by_four_points(editor, address, pictures, size):
    panel = Captures(editor(*size), pictures).put(pictures("other"))
    panel.capture("uv").get_by_text("too little in common").wait_for()
    assert panel.stored(address)[1]["alignment"] is None
    panel.capture("uv").get_by_role("button", name="Align").click()
    dialog = panel.page.locator("#alignment")
    dialog.wait_for()
    assert violations(panel.user.reader) == []
    dialog.get_by_role("button", name="Align automatically").click()
    dialog.get_by_text("too little in common to be aligned").wait_for()
    board = dialog.get_by_role("region", name="Ultraviolet")
    board.get_by_role("button", name="Point 1").focus()
    for _ in range(2):
        panel.page.keyboard.press("Shift+ArrowRight")
    panel.page.click("#align-apply")
    dialog.wait_for(state="detached")
    alignment = panel.stored(address)[1]["alignment"]
    assert alignment[0] == [[written_page.SMALL_WIDTH / 8 + 40, written_page.SMALL_HEIGHT / 8], [112.5, 150]]


def test_an_alignment_is_corrected_while_its_error_is_shown_and_follows_a_crop(editor, address, pictures):
    panel = Captures(editor(1180, 820), pictures).put(pictures("uv"))
    panel.capture("uv").get_by_text("px off").wait_for()
    panel.capture("uv").get_by_role("button", name="Align").click()
    dialog = panel.page.locator("#alignment")
    dialog.get_by_text("px off").wait_for()
    assert misalignment(dialog.inner_text()) < 2
    for number in range(1, 5):
        dialog.get_by_role("region", name="Ultraviolet").get_by_role("button", name=f"Point {number}").focus()
        panel.page.keyboard.press("Shift+ArrowDown")
    panel.page.wait_for_function("() => parseFloat(document.querySelector('#alignment [role=status]').textContent.replace(/[^\\d.]/g, '')) > 10")
    dialog.get_by_role("button", name="Align automatically").click()
    panel.page.wait_for_function("() => parseFloat(document.querySelector('#alignment [role=status]').textContent.replace(/[^\\d.]/g, '')) < 2")
    panel.page.click("#align-apply")
    dialog.wait_for(state="detached")
    assert is_in_place(panel.stored(address)[1]["alignment"])
    panel.dialog.get_by_role("button", name="Close").click()
    # Cropping the upper half of the page moves the alignment along.
    panel.control(4, "crop").click()
    panel.page.locator("#cropping details summary").click()
    panel.page.get_by_label("Top", exact=True).fill("600")
    panel.page.get_by_label("Top", exact=True).press("Tab")
    panel.page.get_by_label("Height").fill("600")
    panel.page.get_by_label("Height").press("Tab")
    panel.page.click("#crop-apply")
    panel.page.locator("#cropping").wait_for(state="detached")
    (_, capture) = panel.stored(address)
    moved = [[on_capture, [x, y + 600]] for on_capture, (x, y) in capture["alignment"]]
    assert is_in_place(moved)
