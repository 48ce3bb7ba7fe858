"""Pages in the editor: pictures are added, ordered, cropped, rotated, replaced and removed, and outlines follow."""

import hashlib
import pathlib

import pytest

import three_pages
from editing import CUT_OFF, SMALL, Editor, address, asked, editor, fresh, server  # noqa: F401
from making import dropped
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

SIZES = [(1180, 820), (390, 844)]


ORDER = """
(expected) => [...document.querySelectorAll('.page-panel li[data-row]')]
    .map((row) => row.querySelector("[data-control='label-en']")?.value || row.querySelector('.notes').textContent.replace(' pixels', ''))
    .join('|').replace(/[\u2066-\u2069]/g, '') === expected
"""
FIRST, SECOND, THIRD, FRESH = "900 × 1,200", "1,400 × 900", "1,600 × 2,000", "2,400 × 3,200"


def fresh_picture(path: pathlib.Path, shade: int) -> pathlib.Path:
    """A picture that the library cannot have yet, large enough that slicing takes a while."""
    path.write_bytes(three_pages.png(2400, 3200, shade))
    return path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    for name, width, height in [("first", 900, 1200), ("second", 1400, 900), ("third", 1600, 2000)]:
        (folder / f"{name}.png").write_bytes(three_pages.png(width, height, 200 + len(name)))
    return lambda *names: [folder / f"{name}.png" for name in names]


class Pages:
    """A user of the editor's panel of pages."""

    def __init__(self, someone) -> None:
        self.someone, self.page = someone, someone.page
        someone.touch("#tab-pages")
        self.page.locator(".page-panel li[data-row]").first.wait_for()

    def choose(self, button, *files: pathlib.Path):
        with self.page.expect_file_chooser() as chooser:
            self.someone.touch(button)
        chooser.value.set_files(list(files))
        return self

    def touch(self, what):
        self.someone.touch(what)
        return self

    def press(self, place: int, name: str):
        """Presses a button of a page."""
        return self.touch(self.control(place, name))

    def add(self, *files: pathlib.Path):
        return self.choose(self.page.get_by_role("button", name="Choose pictures"), *files)

    def row(self, place: int):
        return self.page.locator(".page-panel li[data-row]").nth(place - 1)

    def control(self, place: int, name: str):
        return self.row(place).locator(f"[data-control='{name}']")

    def until_order(self, *names: str):
        """Waits for an order of the sliced pages, given by name, or by size for those without a name."""
        self.page.wait_for_function(ORDER, arg="|".join(names))
        return self

    def saved(self):
        self.someone.until("saved")
        return self


def content(address: str) -> dict:
    return asked(address, "working-copy?include=content")["content"]


def pages(address: str) -> list[dict]:
    return content(address)["pages"]


def originals(server) -> dict[str, str]:
    """The SHA-256 digests of the library's original scans."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (server.library / "originals").iterdir()}


def outline(address: str, clause: str, page: int) -> list | None:
    regions = next(one for one in content(address)["clauses"] if one["id"] == clause).get("regions", [])
    return next((region["polygon"] for region in regions if region["page"] == page), None)


def box(polygon: list) -> list[float]:
    xs, ys = zip(*polygon, strict=True)
    return [min(xs), min(ys), max(xs), max(ys)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_pictures_become_pages_that_are_named_ordered_removed_and_restored(editor, address, pictures, size):
    someone = editor(*size)
    # In the order in which they were chosen, whichever arrives first.
    mine = Pages(someone).add(*pictures("first", "second")).until_order("Recto", "Dorse", "Leaf", FIRST, SECOND).saved()
    assert [(page["width"], page["height"]) for page in pages(address)][3:] == [(900, 1200), (1400, 900)]
    mine.control(4, "label-en").fill("Seal")
    mine.press(4, "open")
    mine.page.locator("#page-label", has_text="Seal (Page 4 of 5)").wait_for()
    assert mine.control(1, "up").get_attribute("aria-disabled") == "true"
    mine.control(4, "up").focus()
    mine.page.keyboard.press("Enter")
    mine.until_order("Recto", "Dorse", "Seal", "Leaf", SECOND)
    # The focus stays with the moved page.
    mine.page.keyboard.press("Enter")
    mine.until_order("Recto", "Seal", "Dorse", "Leaf", SECOND).saved()
    assert [(page["label"] or {}).get("en") for page in pages(address)] == ["Recto", "Seal", "Dorse", "Leaf", None]
    # Removing a page removes its outlines, and undo restores them.
    before = outline(address, "2.1", 2)
    mine.press(3, "remove")
    mine.until_order("Recto", "Seal", "Leaf", SECOND).saved()
    assert outline(address, "2.1", 2) is None
    mine.touch(mine.page.locator("#notice").get_by_role("button", name="Undo"))
    mine.until_order("Recto", "Seal", "Dorse", "Leaf", SECOND).saved()
    assert outline(address, "2.1", 2) == before
    # When the current page is removed, another one is shown.
    mine.press(2, "remove")
    mine.until_order("Recto", "Dorse", "Leaf", SECOND)
    mine.page.locator("#page-label", has_text="Recto (Page 1 of 4)").wait_for()
    for _ in range(6):
        mine.touch("#undo")
    mine.until_order("Recto", "Dorse", "Leaf").saved()
    assert asked(address, "working-copy")["changes"] == 0


def test_a_page_is_dragged_to_its_place_and_pictures_can_be_dropped(editor, address, pictures):
    mine = Pages(editor())
    dropped(mine.page, ".page-panel", *pictures("first"))
    mine.until_order("Recto", "Dorse", "Leaf", FIRST).saved()
    grip, target = mine.row(1).locator(".grip").bounding_box(), mine.row(2).bounding_box()
    mine.page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    mine.page.mouse.down()
    mine.page.mouse.move(grip["x"] + 20, target["y"] + target["height"] * 0.9, steps=5)
    assert "goes-before" in mine.row(3).get_attribute("class")
    mine.page.mouse.up()
    mine.until_order("Dorse", "Recto", "Leaf", FIRST).saved()
    assert [page["number"] for page in pages(address)][:3] == [2, 1, 3]


def test_another_users_changes_to_pages_appear(editor, pictures):
    one, other = Pages(editor()), Pages(editor())
    one.add(*pictures("second")).until_order("Recto", "Dorse", "Leaf", SECOND)
    other.until_order("Recto", "Dorse", "Leaf", SECOND)
    one.control(1, "down").click()
    other.until_order("Dorse", "Recto", "Leaf", SECOND)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_failed_upload_can_be_retried_and_a_cancelled_one_leaves_nothing(editor, address, pictures, tmp_path, size):
    someone = editor(*size)
    someone.someone.is_forgiving = True
    mine = Pages(someone)
    scans = "**/api/documents/three-pages/scans?*"
    mine.page.route(scans, lambda route: route.abort())
    mine.add(fresh_picture(tmp_path / "first.png", 140 + size[0] // 100))
    failed = mine.page.locator(".uploads li.failed")
    failed.get_by_text("The connection broke").wait_for()
    assert violations(someone.someone) == []
    mine.page.unroute(scans)
    # While it is being sliced, its page is listed with progress.
    mine.page.route("**/tiles/*.json", lambda route: route.fulfill(json={"cut": {"fraction": 0.42}}))
    mine.touch(mine.page.get_by_role("button", name="Try again: first.png"))
    mine.page.wait_for_function("() => document.querySelector('.page-panel li[data-state=slicing] progress:not([hidden])')?.value === 42")
    assert mine.control(4, "crop").is_visible()
    mine.page.unroute("**/tiles/*.json")
    mine.until_order("Recto", "Dorse", "Leaf", FRESH)
    # A photograph whose upload never gets a response.
    mine.page.route(scans, lambda route: None)
    mine.choose(mine.page.locator("[data-control='photograph']"), *pictures("second"))
    mine.touch(mine.page.get_by_role("button", name="Cancel second.png"))
    mine.page.locator(".uploads li").wait_for(state="detached")
    mine.page.unroute(scans)
    # The server refuses a file that is no picture, and its message is shown.
    mine.add(pathlib.Path(__file__))
    mine.page.locator(".uploads li.failed").get_by_text("The server says").wait_for()
    mine.touch(mine.page.get_by_role("button", name="Cancel test_editor_pages.py"))
    mine.until_order("Recto", "Dorse", "Leaf", FRESH).saved()
    assert len(pages(address)) == 4


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_page_is_cropped_and_rotated_and_its_outlines_follow(editor, address, server, size):
    someone = editor(*size)
    mine = Pages(someone)
    kept = originals(server)
    (left, top, right, bottom) = box(outline(address, "1.1", 1))
    mine.press(1, "crop")
    dialog = mine.page.locator("#cropping")
    status = dialog.get_by_role("status")
    status.get_by_text("pixels").wait_for()
    # By pointer: the right edge, by a quarter of the picture.
    frame = dialog.locator(".crop-frame").bounding_box()
    handle = dialog.get_by_role("button", name="Right edge").bounding_box()
    at = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    someone.drag(at, (at[0] - frame["width"] / 4, at[1]))
    width = int(status.inner_text().split(" ")[0])
    assert width == pytest.approx(1200, abs=1600 / frame["width"] + 1)
    # By keyboard, pixel by pixel, and by numbers.
    dialog.get_by_role("button", name="Upper left corner").focus()
    for key in ["Shift+ArrowDown", "ArrowDown", "ArrowRight"]:
        mine.page.keyboard.press(key)
    mine.touch(dialog.locator("summary"))
    assert [dialog.get_by_label(name, exact=True).input_value() for name in ("Left", "Top", "Height")] == ["1", "21", "1979"]
    for name, value in {"Left": 100, "Top": 50, "Width": 1500, "Height": 1900}.items():
        dialog.get_by_label(name, exact=True).fill(str(value))
    mine.touch(dialog.get_by_role("button", name="Rotate right by 90°"))
    assert [dialog.get_by_label(name, exact=True).input_value() for name in ("Left", "Top", "Width", "Height")] == ["50", "100", "1900", "1500"]
    assert "cut off" in status.inner_text()
    mine.touch("#crop-apply")
    dialog.wait_for(state="detached")
    mine.saved()
    (first, *_) = pages(address)
    assert (first["width"], first["height"]) == (1900, 1500)
    assert first["image"]["rotation"] == 90 and first["image"]["crop"] == [50, 100, 1900, 1500]
    # Rotated by 90°, (x, y) goes to (2000 - y, x).
    assert box(outline(address, "1.1", 1)) == [2000 - bottom - 50, left - 100, 2000 - top - 50, right - 100]
    mine.page.wait_for_function("() => { const { width, height } = document.getElementById('paper').getBoundingClientRect(); return width > height; }")
    mine.touch("#undo")
    mine.saved()
    assert asked(address, "working-copy")["changes"] == 0
    assert originals(server) == kept and len(kept) >= 3


def test_a_page_is_rotated_by_a_fine_angle_and_reset(editor, address):
    someone = editor()
    mine = Pages(someone)
    mine.press(3, "crop")
    dialog = mine.page.locator("#cropping")
    dialog.get_by_role("slider", name="Fine angle").fill("2.5")
    dialog.get_by_text("2.5°").wait_for()
    mine.touch("#crop-apply")
    dialog.wait_for(state="detached")
    mine.saved()
    page = pages(address)[2]
    # |1200 cos| + |900 sin| and |1200 sin| + |900 cos|, rounded up.
    assert (page["width"], page["height"], page["image"]["rotation"]) == (1239, 952, 2.5)
    mine.press(3, "crop")
    mine.touch("#crop-reset")
    mine.touch("#crop-apply")
    dialog.wait_for(state="detached")
    mine.saved()
    page = pages(address)[2]
    assert (page["width"], page["height"], page["image"]["rotation"], page["image"]["crop"]) == (1200, 900, 0, None)
    assert box(outline(address, "3.1", 3)) == pytest.approx([150, 150, 1050, 230], abs=0.5)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_replacing_a_scan_carries_outlines_over_by_four_points(editor, address, pictures, size):
    someone = editor(*size)
    mine = Pages(someone)
    (left, top, right, bottom) = box(outline(address, "1.1", 1))
    mine.choose(mine.control(1, "replace"), *pictures("third"))
    dialog = mine.page.locator("#replacement")
    dialog.get_by_text("7 outlines are carried over").wait_for()
    # The new scan shows the same content 40 pixels further right: each of its points is moved there by keyboard.
    after = dialog.get_by_role("region", name="The new scan")
    for number in range(1, 5):
        after.get_by_role("button", name=f"Point {number}").focus()
        for _ in range(2):
            mine.page.keyboard.press("Shift+ArrowRight")
    assert violations(someone.someone) == []
    mine.touch("#replace-run")
    dialog.wait_for(state="detached")
    mine.saved()
    assert box(outline(address, "1.1", 1)) == [left + 40, top, right + 40, bottom]
    assert pages(address)[0]["image"]["name"] == "third.png"
    (entry,) = [one for one in asked(address, "working-copy/edits?order=newest&limit=1")["edits"]]
    assert entry["label"] == "replaceScan" and len(entry["operations"]) == 8
    mine.touch(mine.page.locator("#notice").get_by_role("button", name="Undo"))
    mine.saved()
    assert box(outline(address, "1.1", 1)) == [left, top, right, bottom]


def test_points_are_placed_by_clicks_and_collinear_points_are_refused(editor, pictures):
    someone = editor()
    mine = Pages(someone)
    mine.choose(mine.control(1, "replace"), *pictures("first"))
    dialog = mine.page.locator("#replacement")
    after = dialog.get_by_role("region", name="The new scan")
    after.wait_for()
    sheet = after.locator(".board-sheet")
    after.get_by_role("button", name="Point 3").click()
    size = sheet.bounding_box()
    sheet.click(position={"x": size["width"] / 2, "y": size["height"] / 8})
    dialog.get_by_text("on one line").wait_for()
    assert mine.page.locator("#replace-run").is_disabled()
    sheet.click(position={"x": size["width"] * 0.8, "y": size["height"] * 0.9})
    dialog.get_by_text("carried over").wait_for()
    assert not mine.page.locator("#replace-run").is_disabled()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_picture_dropped_on_the_library_page_becomes_a_document(reader, address, tmp_path, size):
    someone = reader(*size)
    someone.page.goto(f"{address}/")
    someone.page.wait_for_selector("#new")
    assert violations(someone) == []
    answers = []

    def noted(route):
        if route.request.method != "POST":
            return route.continue_()
        answer = route.fetch()
        answers.append(answer.json())
        route.fulfill(response=answer)

    someone.page.route("**/api/documents?*", noted)
    dropped(someone.page, "main", fresh_picture(tmp_path / "second.png", 160 + size[0] // 100))
    someone.page.wait_for_url("**/edit")
    someone.page.wait_for_selector("body.ready")
    # The editor opens before the tiles are ready.
    (made,) = answers
    assert made["scan"]["state"] == "slicing" and made["document"] in someone.page.url
    assert someone.page.locator("h1").inner_text() == "Second"
    Pages(Editor(someone)).until_order(FRESH)
    someone.page.click("#tab-document")
    assert someone.page.get_by_label("Status", exact=True).input_value() == "draft"
    # The language is the browser's, so that texts can be written at once.
    assert someone.page.get_by_label("Language of the document", exact=True).input_value() == "en"


def test_several_pictures_become_one_document(reader, address, pictures):
    someone = reader(1180, 820)
    someone.page.goto(f"{address}/")
    someone.page.get_by_role("link", name="New document").click()
    someone.page.wait_for_selector("body.ready")
    assert violations(someone) == []
    with someone.page.expect_file_chooser() as chooser:
        someone.page.get_by_role("button", name="Choose pictures").click()
    chooser.value.set_files(pictures("first", "second", "third"))
    someone.page.wait_for_url("**/edit")
    Pages(Editor(someone)).until_order(FIRST, SECOND, THIRD)


def states(mine: Pages, pictures):
    mine.add(*pictures("first")).until_order("Recto", "Dorse", "Leaf", FIRST)
    yield "pages"
    mine.press(1, "crop")
    mine.page.locator("#cropping [role=status]", has_text="pixels").wait_for()
    mine.touch(mine.page.locator("#cropping summary"))
    mine.touch("#turn-left")
    yield "cropping"
    mine.page.keyboard.press("Escape")
    mine.choose(mine.control(1, "replace"), *pictures("second"))
    mine.page.locator("#replacement .board").first.wait_for()
    yield "replacing"
    mine.touch(mine.page.get_by_role("button", name="Enlarge: The new scan"))
    yield "replacing, enlarged"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_no_violations_and_nothing_is_cut_off_in_any_state_of_the_pages_panel(editor, pictures, size, scheme):
    someone = editor(*size, color_scheme=scheme)
    found = {}
    for state in states(Pages(someone), pictures):
        someone.rest()
        faults = [*violations(someone.someone), *someone.page.evaluate(CUT_OFF), *someone.page.evaluate(SMALL)]
        if faults:
            found[state] = faults
    assert found == {}
