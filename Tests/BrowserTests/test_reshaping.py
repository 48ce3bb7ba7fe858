"""Existing regions: moved, reshaped with their neighbours, split, joined, simplified and copied; and what is refused."""

import math
import re

import pytest

from drawing import BELOW, LEFT, MOUSE, RIGHT, TOUCH, address, both, box, created, draw, near, server  # noqa: F401
from test_accessibility import violations

pytestmark = pytest.mark.server("a static site is not edited")


@both
def test_dragging_a_shared_corner_moves_it_in_every_region(draw, kind):
    someone = draw(kind).use("reshape")
    someone.tap((300, 300))
    someone.drag((600, 500), (660, 560))
    paths = {one["path"] for one in someone.until_edit("moveCorner")}
    assert paths == {f"clauses/{clause}/regions/1" for clause in ("left", "right", "below")}
    (moved,) = [corner for corner in someone.polygon("left") if corner not in LEFT]
    assert math.dist(moved, (660, 560)) < 15
    assert all(moved in someone.polygon(clause) for clause in ("right", "below"))
    someone.press("Control+z")
    someone.until_edit("moveCorner")
    assert [someone.polygon(clause) for clause in ("left", "right", "below")] == [LEFT, RIGHT, BELOW]


@both
def test_a_corner_is_moved_by_two_taps_added_by_one_and_removed(draw, kind):
    someone = draw(kind).without_snapping().use("reshape")
    someone.tap((300, 300), (200, 200))
    assert someone.hint == "Touch where the corner shall be."
    someone.tap((60, 60))
    someone.until_edit("moveCorner")
    someone.tap((330, 130))
    someone.until_edit("addCorner")
    polygon = someone.polygon("left")
    assert len(polygon) == 5
    added = polygon[1]
    if kind == TOUCH:
        # It has been selected since it was added.
        someone.hold(*added)
    else:
        someone.page.get_by_role("button", name="Remove the corner").click()
    someone.until_edit("removeCorner")
    assert len(someone.polygon("left")) == 4


def test_every_corner_has_a_name_and_can_be_reached_and_moved_by_keyboard(draw):
    someone = draw()
    someone.page.click("#tab-clauses")
    someone.page.locator(".clause-list li[data-row='left'] .open").click()
    someone.page.focus("#drawing")
    someone.press("e", "Tab", "PageDown")
    someone.page.wait_for_selector(".handle:focus")
    name = someone.page.locator(".handle:focus").get_attribute("aria-label")
    assert re.sub("[\u2068\u2069]", "", name) == "Corner 2 of 4, at 600, 200"
    for _ in range(3):
        someone.press("Shift+ArrowUp")
        someone.page.wait_for_selector(".handle:focus")
    # Successive key presses are one edit, in both regions.
    assert len(someone.until_edit("moveCorner")) == 2
    assert [600, 170] in someone.polygon("left") and [600, 170] in someone.polygon("right")
    someone.press("Insert")
    someone.until_edit("addCorner")
    someone.page.wait_for_selector(".handle:focus")
    someone.press("Delete")
    someone.until_edit("removeCorner")


@both
def test_a_region_is_split_by_a_line_and_the_parts_are_joined_again(draw, kind):
    someone = draw(kind).without_snapping().use("split")
    someone.drag((150, 300), (650, 380))
    operations = someone.until_edit("split")
    clause, part = created(operations)
    common = [corner for corner in part if corner in someone.polygon("left")]
    assert len(common) == 2
    # The neighbour has the new corner on the border, too.
    assert sum(corner in someone.polygon("right") for corner in common) == 1
    someone.use("join")
    someone.tap((300, 460 if part[0][1] < 400 and min(y for _, y in part) < 250 else 230))
    xs, ys = zip(*part)
    someone.tap((300, 230 if min(ys) < 250 else 460))
    someone.until_edit("join")
    xs, ys = zip(*[corner for name in (clause, "left") for polygon, _ in someone.regions(name) for corner in polygon])
    assert (min(xs), max(xs), min(ys), max(ys)) == (200, 600, 200, 500)


@both
def test_joining_offers_a_choice_for_the_texts_of_a_clause_left_without_a_region(draw, kind):
    someone = draw(kind)
    texts = {"left": "Left.", "right": "Right."}
    someone.others_set({f"clauses/{name}/texts/en/translation": (None, words) for name, words in texts.items()})
    someone.until_edit("theirs")
    written = lambda: someone.api("?include=content")["content"]["texts"]["en"]  # noqa: E731
    ids = lambda: [clause["id"] for clause in someone.api("?include=content")["content"]["clauses"]]  # noqa: E731
    someone.open().use("join")
    someone.tap((300, 300))

    def ask():
        someone.tap((800, 300))
        someone.page.locator("[data-control='append-texts']").wait_for()

    ask()
    assert someone.hint == "Clause 2 would have no region left, and it has 1 text. What shall become of it?"
    assert violations(someone.someone) == []
    someone.control("do-not-join")
    someone.page.wait_for_selector("[data-control='append-texts']", state="detached")
    assert someone.edits() == someone.known
    # Enter appends the texts, so that a keyboard user need not look for the button.
    ask()
    someone.press("Enter")
    operations = {one["path"]: one["after"] for one in someone.until_edit("join")}
    assert operations["clauses/left/texts/en/translation"] == "Left.\n\nRight." and operations["clauses/right"] is None
    assert "right" not in ids() and near(someone.polygon("left"), [[200, 200], [600, 200], [1000, 200], [1000, 500], [600, 500], [200, 500]], 0)
    someone.page.click("#undo")
    someone.until_edit("join")
    assert someone.polygon("right") == RIGHT and written()["right"]["translation"] == "Right."
    ask()
    someone.control("delete-texts").until_edit("join")
    assert "right" not in ids() and written()["left"]["translation"] == "Left."
    someone.page.click("#undo")
    someone.until_edit("join")
    ask()
    someone.control("keep-texts").until_edit("join")
    assert "right" in ids() and someone.regions("right") == [] and written()["right"]["translation"] == "Right."


@both
def test_a_hole_is_cut_and_a_border_is_redrawn(draw, kind):
    someone = draw(kind).without_snapping().use("cut")
    someone.drag((300, 280), (500, 280), (500, 420), (300, 420), (300, 250))
    someone.until_edit("cut")
    ((_, holes),) = someone.regions("left")
    assert len(holes) == 1
    someone.use("snaps").use("border")
    someone.tap((600, 200), (700, 350), (600, 500))
    assert len(someone.until_edit("redraw")) == 2
    ((polygon, _),) = someone.regions("left")
    (drawn,) = [corner for corner in polygon if corner not in LEFT]
    assert math.dist(drawn, (700, 350)) < 15 and drawn in someone.polygon("right")


@both
def test_a_region_is_moved_by_dragging_and_by_two_taps(draw, kind):
    someone = draw(kind).use("move")
    someone.drag((1500, 450), (1500, 850))
    someone.until_edit("moveRegion")
    assert math.dist(someone.polygon("round")[0], (1700, 850)) < 15
    someone.tap((1500, 850), (1200, 850))
    someone.until_edit("moveRegion")
    assert math.dist(someone.polygon("round")[0], (1400, 850)) < 25


def test_simplifying_shows_the_remaining_corners_before_it_is_applied(draw):
    someone = draw().use("simplify")
    someone.tap((1500, 450))
    assert someone.hint == "40 corners, 40 remain."
    slider = someone.page.get_by_label("Tolerance")
    slider.focus()
    slider.fill("25")
    someone.page.wait_for_function("() => !document.getElementById('drawing-hint').textContent.includes('40 remain')")
    said = int(re.search(r"(\d+) remain", someone.hint)[1])
    assert someone.edits() == someone.known
    someone.control("apply")
    someone.until_edit("simplify")
    assert len(someone.polygon("round")) == said < 30


def test_a_duplicated_region_shows_its_overlap_and_cannot_be_trimmed_to_nothing(draw):
    someone = draw()
    someone.tap((300, 300))
    someone.use("showsOverlap").use("duplicate")
    clause, polygon = created(someone.until_edit("duplicate"))
    assert near(polygon, box(224, 224, 400, 300), 0)
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Overlaps')")
    assert "3 regions" in someone.hint
    someone.until_painted(400, 350, "fault")
    someone.use("trim")
    someone.page.wait_for_selector("#drawing-options.problem")
    # All of it overlaps other regions.
    assert someone.problem == "Not possible: nothing would be left."
    someone.use("remove")
    someone.until_edit("removeRegion")
    assert someone.regions(clause) == []


def test_a_move_that_would_make_a_region_cross_itself_is_refused_and_marked(draw):
    someone = draw().without_snapping().use("reshape")
    someone.tap((300, 300))
    someone.drag((200, 200), (700, 400))
    someone.page.wait_for_selector("#drawing-options.problem")
    assert someone.problem.startswith("Not possible")
    # Where the moved edge crosses the one on the right.
    someone.until_painted(600, 420, "fault")
    assert someone.polygon("left") == LEFT and someone.edits() == someone.known


def test_on_a_phone_regions_are_simplified_copied_and_split_and_invalid_changes_refused(draw):
    someone = draw(TOUCH).use("polygon")
    # Snaps exactly to the corner of a neighbour.
    someone.tap((1003, 503), (1300, 500), (1300, 700))
    someone.control("finish")
    assert [1000, 500] in created(someone.until_edit("addRegion"))[1]
    someone.use("simplify").tap((1500, 450))
    assert someone.hint == "40 corners, 40 remain."
    someone.page.get_by_label("Tolerance").fill("25")
    someone.page.wait_for_function("() => !document.getElementById('drawing-hint').textContent.includes('40 remain')")
    said = int(re.search(r"(\d+) remain", someone.hint)[1])
    someone.control("apply").until_edit("simplify")
    assert len(someone.polygon("round")) == said < 30
    someone.use("select").tap((300, 300))
    someone.use("showsOverlap").use("duplicate")
    clause, _ = created(someone.until_edit("duplicate"))
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Overlaps')")
    someone.until_painted(400, 350, "fault")
    someone.use("trim")
    assert someone.problem == "Not possible: nothing would be left."
    someone.use("remove").until_edit("removeRegion")
    assert someone.regions(clause) == []
    # Split by a line of single taps; then a corner that would make a part cross itself.
    someone.without_snapping().use("select").tap((800, 300))
    someone.use("split").tap((550, 350), (1050, 350))
    someone.control("finish").until_edit("split")
    someone.use("reshape").tap((300, 300))
    someone.drag((200, 200), (700, 400))
    someone.page.wait_for_selector("#drawing-options.problem")
    assert someone.problem.startswith("Not possible")
    someone.until_painted(600, 420, "fault")
    assert someone.edits() == someone.known
    someone.use("select").tap((1500, 450))
    someone.use("addsToClause").use("rectangle").touch("#page-next")
    someone.page.wait_for_function("() => document.getElementById('page-label').textContent.includes('Back')")
    someone.drag((500, 500), (900, 900))
    (operation,) = someone.until_edit("addRegion")
    assert operation["path"] == "clauses/round/regions/2"


@both
def test_a_drag_ends_when_another_user_changes_the_region_and_corners_are_not_merged(draw, kind):
    someone = draw(kind).without_snapping().use("reshape")
    page = someone.page
    someone.someone.is_forgiving = True
    someone.tap((300, 300))
    someone.drag((200, 200), (150, 100), is_held=True)
    region = {"polygon": box(200, 200, 400, 280), "holes": []}
    someone.others_make("left", [region])
    page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Somebody else')")
    page.mouse.up() if kind == MOUSE else someone.fingers("touchEnd")
    someone.until_edit("theirs")
    assert someone.polygon("left") == region["polygon"]
    assert someone.edits() == someone.known
    # Changes to different corners of one outline are a conflict.
    page.context.set_offline(True)
    someone.drag((200, 200), (150, 100))
    page.wait_for_selector("#saved[data-state='offline']")
    theirs = {"polygon": [[200, 200], [600, 200], [600, 480], [250, 440]], "holes": []}
    someone.others_make("left", [theirs])
    page.context.set_offline(False)
    page.wait_for_selector("#saved[data-state='conflict']")
    someone.until_edit("theirs")
    someone.touch("#saved").page.locator("#outbox .sides svg").nth(2).wait_for()
    assert someone.polygon("left") == theirs["polygon"] and violations(someone.someone) == []
    someone.touch("#outbox .conflict button:last-child").until_edit("resolve")
    assert math.dist(someone.polygon("left")[0], (150, 100)) < 15 and someone.polygon("left")[2:] == region["polygon"][2:]


def test_points_snap_to_stored_corners_unless_snapping_is_off(draw):
    someone = draw().use("polygon")
    points = [(1003, 503), (1300, 500), (1300, 700)]
    someone.tap(*points)
    someone.control("finish")
    operations = someone.until_edit("addRegion")
    assert [1000, 500] in created(operations)[1]
    someone.press("Control+z")
    someone.until_edit("addRegion")
    someone.without_snapping().tap(*points)
    someone.control("finish")
    assert [1000, 500] not in created(someone.until_edit("addRegion"))[1]
