"""Existing regions: moved, reshaped with their neighbours, split, joined, simplified and copied; and what is refused."""

import math
import re

import pytest

from drawing import BELOW, LEFT, MOUSE, RIGHT, TOUCH, address, both, box, created, draw, near, server  # noqa: F401
from test_accessibility import violations

pytestmark = pytest.mark.server("a static site is not edited")


@both
def test_dragging_a_shared_corner_moves_it_in_every_region(draw, kind):
    user = draw(kind).use("reshape")
    user.tap((300, 300))
    user.drag((600, 500), (660, 560))
    paths = {one["path"] for one in user.until_edit("moveCorner")}
    assert paths == {f"clauses/{clause}/regions/1" for clause in ("left", "right", "below")}
    (moved,) = [corner for corner in user.polygon("left") if corner not in LEFT]
    assert math.dist(moved, (660, 560)) < 15
    assert all(moved in user.polygon(clause) for clause in ("right", "below"))
    user.press("Control+z")
    user.until_edit("moveCorner")
    assert [user.polygon(clause) for clause in ("left", "right", "below")] == [LEFT, RIGHT, BELOW]


@both
def test_a_corner_is_moved_by_two_taps_added_by_one_and_removed(draw, kind):
    user = draw(kind).without_snapping().use("reshape")
    user.tap((300, 300), (200, 200))
    assert user.hint == "Choose the corner’s new position."
    user.tap((60, 60))
    user.until_edit("moveCorner")
    user.tap((330, 130))
    user.until_edit("addCorner")
    polygon = user.polygon("left")
    assert len(polygon) == 5
    added = polygon[1]
    if kind == TOUCH:
        # It has been selected since it was added.
        user.hold(*added)
    else:
        user.page.get_by_role("button", name="Remove corner").click()
    user.until_edit("removeCorner")
    assert len(user.polygon("left")) == 4


def test_every_corner_has_a_name_and_can_be_reached_and_moved_by_keyboard(draw):
    user = draw()
    user.page.click("#tab-clauses")
    user.page.locator(".clause-list li[data-row='left'] .open").click()
    user.page.focus("#drawing")
    user.press("e", "Tab", "PageDown")
    user.page.wait_for_selector(".handle:focus")
    name = user.page.locator(".handle:focus").get_attribute("aria-label")
    assert re.sub("[\u2068\u2069]", "", name) == "Corner 2 of 4, at 600, 200"
    for _ in range(3):
        user.press("Shift+ArrowUp")
        user.page.wait_for_selector(".handle:focus")
    # Successive key presses are one edit, in both regions.
    assert len(user.until_edit("moveCorner")) == 2
    assert [600, 170] in user.polygon("left") and [600, 170] in user.polygon("right")
    user.press("Insert")
    user.until_edit("addCorner")
    user.page.wait_for_selector(".handle:focus")
    user.press("Delete")
    user.until_edit("removeCorner")


@both
def test_a_region_is_split_by_a_line_and_the_parts_are_joined_again(draw, kind):
    user = draw(kind).without_snapping().use("split")
    user.drag((150, 300), (650, 380))
    operations = user.until_edit("split")
    clause, part = created(operations)
    common = [corner for corner in part if corner in user.polygon("left")]
    assert len(common) == 2
    # The neighbour has the new corner on the border, too.
    assert sum(corner in user.polygon("right") for corner in common) == 1
    user.use("join")
    user.tap((300, 460 if part[0][1] < 400 and min(y for _, y in part) < 250 else 230))
    xs, ys = zip(*part)
    user.tap((300, 230 if min(ys) < 250 else 460))
    user.until_edit("join")
    xs, ys = zip(*[corner for name in (clause, "left") for polygon, _ in user.regions(name) for corner in polygon])
    assert (min(xs), max(xs), min(ys), max(ys)) == (200, 600, 200, 500)


@both
def test_joining_offers_a_choice_for_the_texts_of_a_clause_left_without_a_region(draw, kind):
    user = draw(kind)
    texts = {"left": "Left.", "right": "Right."}
    user.edit_fields_as_another_user({f"clauses/{name}/texts/en/translation": (None, words) for name, words in texts.items()})
    user.until_edit("theirs")
    written = lambda: user.api("?include=content")["content"]["texts"]["en"]  # noqa: E731
    ids = lambda: [clause["id"] for clause in user.api("?include=content")["content"]["clauses"]]  # noqa: E731
    user.open().use("join")
    user.tap((300, 300))

    def offer_choice():
        user.tap((800, 300))
        user.page.locator("[data-control='append-texts']").wait_for()

    offer_choice()
    assert user.hint == "Clause 2 would be left without a region, but it has 1 text. What should happen to it?"
    assert violations(user.reader) == []
    user.control("do-not-join")
    user.page.wait_for_selector("[data-control='append-texts']", state="detached")
    assert user.edits() == user.known
    # Enter appends the texts, so that a keyboard user need not look for the button.
    offer_choice()
    user.press("Enter")
    operations = {one["path"]: one["after"] for one in user.until_edit("join")}
    assert operations["clauses/left/texts/en/translation"] == "Left.\n\nRight." and operations["clauses/right"] is None
    assert "right" not in ids() and near(user.polygon("left"), [[200, 200], [600, 200], [1000, 200], [1000, 500], [600, 500], [200, 500]], 0)
    user.page.click("#undo")
    user.until_edit("join")
    assert user.polygon("right") == RIGHT and written()["right"]["translation"] == "Right."
    offer_choice()
    user.control("delete-texts").until_edit("join")
    assert "right" not in ids() and written()["left"]["translation"] == "Left."
    user.page.click("#undo")
    user.until_edit("join")
    offer_choice()
    user.control("keep-texts").until_edit("join")
    assert "right" in ids() and user.regions("right") == [] and written()["right"]["translation"] == "Right."


@both
def test_a_hole_is_cut_and_a_border_is_redrawn(draw, kind):
    user = draw(kind).without_snapping().use("cut")
    user.drag((300, 280), (500, 280), (500, 420), (300, 420), (300, 250))
    user.until_edit("cut")
    ((_, holes),) = user.regions("left")
    assert len(holes) == 1
    user.use("snaps").use("border")
    user.tap((600, 200), (700, 350), (600, 500))
    assert len(user.until_edit("redraw")) == 2
    ((polygon, _),) = user.regions("left")
    (drawn,) = [corner for corner in polygon if corner not in LEFT]
    assert math.dist(drawn, (700, 350)) < 15 and drawn in user.polygon("right")


@both
def test_a_region_is_moved_by_dragging_and_by_two_taps(draw, kind):
    user = draw(kind).use("move")
    user.drag((1500, 450), (1500, 850))
    user.until_edit("moveRegion")
    assert math.dist(user.polygon("round")[0], (1700, 850)) < 15
    user.tap((1500, 850), (1200, 850))
    user.until_edit("moveRegion")
    assert math.dist(user.polygon("round")[0], (1400, 850)) < 25


def test_simplifying_shows_the_remaining_corners_before_it_is_applied(draw):
    user = draw().use("simplify")
    user.tap((1500, 450))
    assert user.hint == "40 corners, 40 will remain."
    slider = user.page.get_by_label("Tolerance")
    slider.focus()
    slider.fill("25")
    user.page.wait_for_function("() => !document.getElementById('drawing-hint').textContent.includes('40 will remain')")
    remaining = int(re.search(r"(\d+) will remain", user.hint)[1])
    assert user.edits() == user.known
    user.control("apply")
    user.until_edit("simplify")
    assert len(user.polygon("round")) == remaining < 30


def test_a_duplicated_region_shows_its_overlap_and_cannot_be_trimmed_to_nothing(draw):
    user = draw()
    user.tap((300, 300))
    user.use("showsOverlap").use("duplicate")
    clause, polygon = created(user.until_edit("duplicate"))
    assert near(polygon, box(224, 224, 400, 300), 0)
    user.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Overlaps')")
    assert "3 regions" in user.hint
    user.until_painted(400, 350, "fault")
    user.use("trim")
    user.page.wait_for_selector("#drawing-options.problem")
    # All of it overlaps other regions.
    assert user.problem == "Not possible: nothing would be left."
    user.use("remove")
    user.until_edit("removeRegion")
    assert user.regions(clause) == []


def test_trimming_cuts_away_what_overlaps_and_leaves_the_neighbour(draw):
    user = draw().without_snapping().use("rectangle")
    user.drag((60, 250), (300, 400))
    clause, drawn = created(user.until_edit("addRegion"))
    (left, *_, right), (top, *_, bottom) = (sorted(values) for values in zip(*drawn))
    assert left < 200 < right
    user.use("trim")
    user.until_edit("trim")
    assert near(user.polygon(clause), box(left, top, 200 - left, bottom - top), 0.2)
    # The neighbour keeps its outline; it may have new corners on the common border.
    neighbour = user.polygon("left")
    assert all(corner in neighbour for corner in LEFT)
    assert all(x == 200 and top <= y <= bottom for x, y in neighbour if [x, y] not in LEFT)
    user.page.click("#undo")
    user.until_edit("trim")
    assert user.polygon(clause) == drawn and user.polygon("left") == LEFT


def test_a_move_that_would_make_a_region_cross_itself_is_refused_and_marked(draw):
    user = draw().without_snapping().use("reshape")
    user.tap((300, 300))
    user.drag((200, 200), (700, 400))
    user.page.wait_for_selector("#drawing-options.problem")
    assert user.problem.startswith("Not possible")
    # Where the moved edge crosses the one on the right.
    user.until_painted(600, 420, "fault")
    assert user.polygon("left") == LEFT and user.edits() == user.known


def test_on_a_phone_regions_are_simplified_copied_and_split_and_invalid_changes_refused(draw):
    user = draw(TOUCH).use("polygon")
    # Snaps exactly to the corner of a neighbour.
    user.tap((1003, 503), (1300, 500), (1300, 700))
    user.control("finish")
    assert [1000, 500] in created(user.until_edit("addRegion"))[1]
    user.use("simplify").tap((1500, 450))
    assert user.hint == "40 corners, 40 will remain."
    user.page.get_by_label("Tolerance").fill("25")
    user.page.wait_for_function("() => !document.getElementById('drawing-hint').textContent.includes('40 will remain')")
    remaining = int(re.search(r"(\d+) will remain", user.hint)[1])
    user.control("apply").until_edit("simplify")
    assert len(user.polygon("round")) == remaining < 30
    user.use("select").tap((300, 300))
    user.use("showsOverlap").use("duplicate")
    clause, _ = created(user.until_edit("duplicate"))
    user.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Overlaps')")
    user.until_painted(400, 350, "fault")
    user.use("trim")
    assert user.problem == "Not possible: nothing would be left."
    user.use("remove").until_edit("removeRegion")
    assert user.regions(clause) == []
    # Split by a line of single taps; then a corner that would make a part cross itself.
    user.without_snapping().use("select").tap((800, 300))
    user.use("split").tap((550, 350), (1050, 350))
    user.control("finish").until_edit("split")
    user.use("reshape").tap((300, 300))
    user.drag((200, 200), (700, 400))
    user.page.wait_for_selector("#drawing-options.problem")
    assert user.problem.startswith("Not possible")
    user.until_painted(600, 420, "fault")
    assert user.edits() == user.known
    user.use("select").tap((1500, 450))
    user.use("addsToClause").use("rectangle").touch("#page-next")
    user.page.wait_for_function("() => document.getElementById('page-label').textContent.includes('Back')")
    user.drag((500, 500), (900, 900))
    (operation,) = user.until_edit("addRegion")
    assert operation["path"] == "clauses/round/regions/2"


@both
def test_a_drag_ends_when_another_user_changes_the_region_and_corners_are_not_merged(draw, kind):
    user = draw(kind).without_snapping().use("reshape")
    page = user.page
    user.reader.allows_console_errors = True
    user.tap((300, 300))
    user.drag((200, 200), (150, 100), is_held=True)
    region = {"polygon": box(200, 200, 400, 280), "holes": []}
    user.edit_regions_as_another_user("left", [region])
    page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Somebody else')")
    page.mouse.up() if kind == MOUSE else user.fingers("touchEnd")
    user.until_edit("theirs")
    assert user.polygon("left") == region["polygon"]
    assert user.edits() == user.known
    # Changes to different corners of one outline are a conflict.
    page.context.set_offline(True)
    user.drag((200, 200), (150, 100))
    page.wait_for_selector("#saved[data-state='offline']")
    theirs = {"polygon": [[200, 200], [600, 200], [600, 480], [250, 440]], "holes": []}
    user.edit_regions_as_another_user("left", [theirs])
    page.context.set_offline(False)
    page.wait_for_selector("#saved[data-state='conflict']")
    user.until_edit("theirs")
    user.touch("#saved").page.locator("#outbox .sides svg").nth(2).wait_for()
    assert user.polygon("left") == theirs["polygon"] and violations(user.reader) == []
    user.touch("#outbox .conflict button:last-child").until_edit("resolve")
    assert math.dist(user.polygon("left")[0], (150, 100)) < 15 and user.polygon("left")[2:] == region["polygon"][2:]


def test_points_snap_to_stored_corners_unless_snapping_is_off(draw):
    user = draw().use("polygon")
    points = [(1003, 503), (1300, 500), (1300, 700)]
    user.tap(*points)
    user.control("finish")
    operations = user.until_edit("addRegion")
    assert [1000, 500] in created(operations)[1]
    user.press("Control+z")
    user.until_edit("addRegion")
    user.without_snapping().tap(*points)
    user.control("finish")
    assert [1000, 500] not in created(user.until_edit("addRegion"))[1]
