"""Pages in the editor: pictures are added, ordered, cropped, rotated, replaced and removed, and outlines follow."""

import hashlib
import pathlib

import pytest

import three_pages
from editing import CUT_OFF, SMALL, Editor, address, editor, get_json, reset_edits, server  # noqa: F401
from making import drop_files
from test_accessibility import violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

SIZES = [(1180, 820), (390, 844)]


ORDER = """
(expected) => [...document.querySelectorAll('.page-panel li[data-row]')]
    .map((row) => row.querySelector("[data-control='label-en']")?.value || row.querySelector('.notes').textContent.replace(' pixels', ''))
    .join('|').replace(/[\u2066-\u2069]/g, '') === expected
"""
FIRST, SECOND, THIRD, FRESH = "900 × 1,200", "1,400 × 900", "1,600 × 2,000", "2,400 × 3,200"


def new_picture(path: pathlib.Path, shade: int) -> pathlib.Path:
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

    def __init__(self, user) -> None:
        self.user, self.page = user, user.page
        user.touch("#tab-pages")
        self.page.locator(".page-panel li[data-row]").first.wait_for()

    def choose(self, button, *files: pathlib.Path):
        with self.page.expect_file_chooser() as chooser:
            self.user.touch(button)
        chooser.value.set_files(list(files))
        return self

    def touch(self, what):
        self.user.touch(what)
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

    def until_saved(self):
        self.user.until("saved")
        return self


def content(address: str) -> dict:
    return get_json(address, "working-copy?include=content")["content"]


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
    user = editor(*size)
    # In the order in which they were chosen, whichever arrives first.
    panel = Pages(user).add(*pictures("first", "second")).until_order("Recto", "Dorse", "Leaf", FIRST, SECOND).until_saved()
    assert [(page["width"], page["height"]) for page in pages(address)][3:] == [(900, 1200), (1400, 900)]
    panel.control(4, "label-en").fill("Seal")
    panel.press(4, "open")
    panel.page.locator("#page-label", has_text="Seal (Page 4 of 5)").wait_for()
    assert panel.control(1, "up").get_attribute("aria-disabled") == "true"
    panel.control(4, "up").focus()
    panel.page.keyboard.press("Enter")
    panel.until_order("Recto", "Dorse", "Seal", "Leaf", SECOND)
    # The focus stays with the moved page.
    panel.page.keyboard.press("Enter")
    panel.until_order("Recto", "Seal", "Dorse", "Leaf", SECOND).until_saved()
    assert [(page["label"] or {}).get("en") for page in pages(address)] == ["Recto", "Seal", "Dorse", "Leaf", None]
    # Removing a page removes its outlines, and undo restores them.
    before = outline(address, "2.1", 2)
    panel.press(3, "remove")
    panel.until_order("Recto", "Seal", "Leaf", SECOND).until_saved()
    assert outline(address, "2.1", 2) is None
    panel.touch(panel.page.locator("#notice").get_by_role("button", name="Undo"))
    panel.until_order("Recto", "Seal", "Dorse", "Leaf", SECOND).until_saved()
    assert outline(address, "2.1", 2) == before
    # When the current page is removed, the one that takes its place is shown.
    panel.press(2, "remove")
    panel.until_order("Recto", "Dorse", "Leaf", SECOND)
    panel.page.locator("#page-label", has_text="Dorse (Page 2 of 4)").wait_for()
    for _ in range(6):
        panel.touch("#undo")
    panel.until_order("Recto", "Dorse", "Leaf").until_saved()
    assert get_json(address, "working-copy")["changes"] == 0


def test_a_page_is_dragged_to_its_place_and_pictures_can_be_dropped(editor, address, pictures):
    panel = Pages(editor())
    drop_files(panel.page, ".page-panel", *pictures("first"))
    panel.until_order("Recto", "Dorse", "Leaf", FIRST).until_saved()
    panel.touch("#changes")
    changes = panel.page.locator("#changes-dialog section")
    changes.first.wait_for()
    assert [change.get_attribute("data-change") for change in changes.all()] == ["added"]
    assert changes.locator(".field-name").all_inner_texts() == ["Picture"]
    panel.page.keyboard.press("Escape")
    grip, target = panel.row(1).locator(".grip").bounding_box(), panel.row(2).bounding_box()
    panel.page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    panel.page.mouse.down()
    panel.page.mouse.move(grip["x"] + 20, target["y"] + target["height"] * 0.9, steps=5)
    assert "goes-before" in panel.row(3).get_attribute("class")
    panel.page.mouse.up()
    panel.until_order("Dorse", "Recto", "Leaf", FIRST).until_saved()
    assert [page["number"] for page in pages(address)][:3] == [2, 1, 3]


def test_another_users_changes_to_pages_appear(editor, pictures):
    one, other = Pages(editor()), Pages(editor())
    one.add(*pictures("second")).until_order("Recto", "Dorse", "Leaf", SECOND)
    other.until_order("Recto", "Dorse", "Leaf", SECOND)
    one.control(1, "down").click()
    other.until_order("Dorse", "Recto", "Leaf", SECOND)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_failed_upload_can_be_retried_and_a_cancelled_one_leaves_nothing(editor, address, pictures, tmp_path, size):
    user = editor(*size)
    user.reader.allows_console_errors = True
    panel = Pages(user)
    scans = "**/api/documents/three-pages/scans?*"
    panel.page.route(scans, lambda route: route.abort())
    panel.add(new_picture(tmp_path / "first.png", 140 + size[0] // 100))
    failed = panel.page.locator(".uploads li.failed")
    failed.get_by_text("The connection was lost").wait_for()
    assert violations(user.reader) == []
    panel.page.unroute(scans)
    # While it is being sliced, its page is listed with progress.
    panel.page.route("**/tiles/*.json", lambda route: route.fulfill(json={"cut": {"fraction": 0.42}}))
    panel.touch(panel.page.get_by_role("button", name="Try again: first.png"))
    panel.page.wait_for_function("() => document.querySelector('.page-panel li[data-state=slicing] progress:not([hidden])')?.value === 42")
    assert panel.control(4, "crop").is_visible()
    panel.page.unroute("**/tiles/*.json")
    panel.until_order("Recto", "Dorse", "Leaf", FRESH)
    # A photograph whose upload never gets a response.
    panel.page.route(scans, lambda route: None)
    panel.choose(panel.page.locator("[data-control='photograph']"), *pictures("second"))
    panel.touch(panel.page.get_by_role("button", name="Cancel second.png"))
    panel.page.locator(".uploads li").wait_for(state="detached")
    panel.page.unroute(scans)
    # The server refuses a file that is no picture, and its message is shown.
    panel.add(pathlib.Path(__file__))
    panel.page.locator(".uploads li.failed").get_by_text("The server reported").wait_for()
    panel.touch(panel.page.get_by_role("button", name="Cancel test_editor_pages.py"))
    panel.until_order("Recto", "Dorse", "Leaf", FRESH).until_saved()
    assert len(pages(address)) == 4


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_page_is_cropped_and_rotated_and_its_outlines_follow(editor, address, server, size):
    user = editor(*size)
    panel = Pages(user)
    kept = originals(server)
    (left, top, right, bottom) = box(outline(address, "1.1", 1))
    panel.press(1, "crop")
    dialog = panel.page.locator("#cropping")
    status = dialog.get_by_role("status")
    status.get_by_text("pixels").wait_for()
    # By pointer: the right edge, by a quarter of the picture.
    frame = dialog.locator(".crop-frame").bounding_box()
    handle = dialog.get_by_role("button", name="Right edge").bounding_box()
    at = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    user.drag(at, (at[0] - frame["width"] / 4, at[1]))
    width = int(status.inner_text().split(" ")[0])
    assert width == pytest.approx(1200, abs=1600 / frame["width"] + 1)
    # By keyboard, pixel by pixel, and by numbers.
    dialog.get_by_role("button", name="Top left corner").focus()
    for key in ["Shift+ArrowDown", "ArrowDown", "ArrowRight"]:
        panel.page.keyboard.press(key)
    panel.touch(dialog.locator("summary"))
    assert [dialog.get_by_label(name, exact=True).input_value() for name in ("Left", "Top", "Height")] == ["1", "21", "1979"]
    for name, value in {"Left": 100, "Top": 50, "Width": 1500, "Height": 1900}.items():
        dialog.get_by_label(name, exact=True).fill(str(value))
    panel.touch(dialog.get_by_role("button", name="Rotate right by 90°"))
    assert [dialog.get_by_label(name, exact=True).input_value() for name in ("Left", "Top", "Width", "Height")] == ["50", "100", "1900", "1500"]
    assert "cut off" in status.inner_text()
    panel.touch("#crop-apply")
    dialog.wait_for(state="detached")
    panel.until_saved()
    (first, *_) = pages(address)
    assert (first["width"], first["height"]) == (1900, 1500)
    assert first["image"]["rotation"] == 90 and first["image"]["crop"] == [50, 100, 1900, 1500]
    # Rotated by 90°, (x, y) goes to (2000 - y, x).
    assert box(outline(address, "1.1", 1)) == [2000 - bottom - 50, left - 100, 2000 - top - 50, right - 100]
    panel.page.wait_for_function("() => { const { width, height } = document.getElementById('paper').getBoundingClientRect(); return width > height; }")
    panel.touch("#undo")
    panel.until_saved()
    assert get_json(address, "working-copy")["changes"] == 0
    assert originals(server) == kept and len(kept) >= 3


def test_a_page_is_rotated_by_a_fine_angle_and_reset(editor, address):
    user = editor()
    panel = Pages(user)
    panel.press(3, "crop")
    dialog = panel.page.locator("#cropping")
    dialog.get_by_role("slider", name="Straighten").fill("2.5")
    dialog.get_by_text("2.5°").wait_for()
    panel.touch("#crop-apply")
    dialog.wait_for(state="detached")
    panel.until_saved()
    page = pages(address)[2]
    # |1200 cos| + |900 sin| and |1200 sin| + |900 cos|, rounded up.
    assert (page["width"], page["height"], page["image"]["rotation"]) == (1239, 952, 2.5)
    panel.press(3, "crop")
    panel.touch("#crop-reset")
    panel.touch("#crop-apply")
    dialog.wait_for(state="detached")
    panel.until_saved()
    page = pages(address)[2]
    assert (page["width"], page["height"], page["image"]["rotation"], page["image"]["crop"]) == (1200, 900, 0, None)
    assert box(outline(address, "3.1", 3)) == pytest.approx([150, 150, 1050, 230], abs=0.5)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_replacing_a_scan_carries_outlines_over_by_four_points(editor, address, pictures, size):
    user = editor(*size)
    panel = Pages(user)
    (left, top, right, bottom) = box(outline(address, "1.1", 1))
    panel.choose(panel.control(1, "replace"), *pictures("third"))
    dialog = panel.page.locator("#replacement")
    dialog.get_by_text("7 outlines will be carried over").wait_for()
    # The new scan shows the same content 40 pixels further right: each of its points is moved there by keyboard.
    after = dialog.get_by_role("region", name="New scan")
    for number in range(1, 5):
        after.get_by_role("button", name=f"Point {number}").focus()
        for _ in range(2):
            panel.page.keyboard.press("Shift+ArrowRight")
    assert violations(user.reader) == []
    panel.touch("#replace-run")
    dialog.wait_for(state="detached")
    panel.until_saved()
    assert box(outline(address, "1.1", 1)) == [left + 40, top, right + 40, bottom]
    assert pages(address)[0]["image"]["name"] == "third.png"
    (entry,) = [one for one in get_json(address, "working-copy/edits?order=newest&limit=1")["edits"]]
    assert entry["label"] == "replaceScan" and len(entry["operations"]) == 8
    panel.touch(panel.page.locator("#notice").get_by_role("button", name="Undo"))
    panel.until_saved()
    assert box(outline(address, "1.1", 1)) == [left, top, right, bottom]


def test_points_are_placed_by_clicks_and_collinear_points_are_refused(editor, pictures):
    user = editor()
    panel = Pages(user)
    panel.choose(panel.control(1, "replace"), *pictures("first"))
    dialog = panel.page.locator("#replacement")
    after = dialog.get_by_role("region", name="New scan")
    after.wait_for()
    sheet = after.locator(".board-sheet")
    after.get_by_role("button", name="Point 3").click()
    size = sheet.bounding_box()
    sheet.click(position={"x": size["width"] / 2, "y": size["height"] / 8})
    dialog.get_by_text("on one line").wait_for()
    assert panel.page.locator("#replace-run").is_disabled()
    sheet.click(position={"x": size["width"] * 0.8, "y": size["height"] * 0.9})
    dialog.get_by_text("carried over").wait_for()
    assert not panel.page.locator("#replace-run").is_disabled()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_picture_dropped_on_the_library_page_becomes_a_document(new_reader, address, tmp_path, size):
    reader = new_reader(*size)
    reader.page.goto(f"{address}/")
    reader.page.wait_for_selector("#new")
    assert violations(reader) == []
    responses = []

    def noted(route):
        if route.request.method != "POST":
            return route.continue_()
        response = route.fetch()
        responses.append(response.json())
        route.fulfill(response=response)

    reader.page.route("**/api/documents?*", noted)
    drop_files(reader.page, "main", new_picture(tmp_path / "second.png", 160 + size[0] // 100))
    reader.page.wait_for_url("**/edit")
    reader.page.wait_for_selector("body.ready")
    # The editor opens before the tiles are ready.
    (made,) = responses
    assert made["scan"]["state"] == "slicing" and made["document"] in reader.page.url
    assert reader.page.locator("h1").inner_text() == "Second"
    Pages(Editor(reader)).until_order(FRESH)
    reader.page.click("#tab-document")
    assert reader.page.get_by_label("Status", exact=True).input_value() == "draft"
    # The language is the browser's, so that texts can be written at once.
    assert reader.page.get_by_label("Language of the document", exact=True).input_value() == "en"


def test_several_pictures_become_one_document(new_reader, address, pictures):
    reader = new_reader(1180, 820)
    reader.page.goto(f"{address}/")
    reader.page.get_by_role("link", name="New document").click()
    reader.page.wait_for_selector("body.ready")
    assert violations(reader) == []
    with reader.page.expect_file_chooser() as chooser:
        reader.page.get_by_role("button", name="Choose pictures").click()
    chooser.value.set_files(pictures("first", "second", "third"))
    reader.page.wait_for_url("**/edit")
    Pages(Editor(reader)).until_order(FIRST, SECOND, THIRD)


def states(panel: Pages, pictures):
    panel.add(*pictures("first")).until_order("Recto", "Dorse", "Leaf", FIRST)
    yield "pages"
    panel.press(1, "crop")
    panel.page.locator("#cropping [role=status]", has_text="pixels").wait_for()
    panel.touch(panel.page.locator("#cropping summary"))
    panel.touch("#turn-left")
    yield "cropping"
    panel.page.keyboard.press("Escape")
    panel.choose(panel.control(1, "replace"), *pictures("second"))
    panel.page.locator("#replacement .board").first.wait_for()
    yield "replacing"
    panel.touch(panel.page.get_by_role("button", name="Enlarge: New scan"))
    yield "replacing, enlarged"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_no_violations_and_nothing_is_cut_off_in_any_state_of_the_pages_panel(editor, pictures, size, scheme):
    user = editor(*size, color_scheme=scheme)
    found = {}
    for state in states(Pages(user), pictures):
        user.until_idle()
        faults = [*violations(user.reader), *user.page.evaluate(CUT_OFF), *user.page.evaluate(SMALL)]
        if faults:
            found[state] = faults
    assert found == {}
