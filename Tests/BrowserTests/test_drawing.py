"""The editor's drawing layer: every tool by mouse, touch and keyboard, and nothing that was drawn is lost."""

import math
import re

import pytest

from drawing import BELOW, Draughtsman, LEFT, MOUSE, OUTLINE, RIGHT, Server, TOOLS, TOUCH, box, created, near, write
from serving import add, free_port
from test_accessibility import CUT_OFF, SMALL, violations

pytestmark = pytest.mark.server("a static site is not edited")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawing")
    add(folder / "library", write(folder / "source"))
    server = Server(folder / "library", free_port(), "--edit")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(server):
    return server.address


@pytest.fixture
def draw(reader, server):
    server.forget()

    def make(kind=MOUSE, **options) -> Draughtsman:
        (width, height), pointer = kind
        return Draughtsman(reader(width, height, is_new=False, has_touch=pointer == "touch", **options), pointer).open()

    return make


both = pytest.mark.parametrize("kind", [MOUSE, TOUCH], ids=["mouse", "touch"])
TRIANGLE = [[1200, 900], [1700, 950], [1400, 1300]]


@both
def test_a_polygon_is_drawn_corner_by_corner_and_its_tool_stays(draw, kind):
    someone = draw(kind).without_snapping().use("polygon")
    someone.tap(*TRIANGLE, TRIANGLE[0])
    _, polygon = created(someone.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)
    assert all(value * 8 == int(value * 8) for corner in polygon for value in corner)
    assert someone.page.get_attribute("button[data-tool='polygon']", "aria-pressed") == "true"


def test_a_polygon_is_drawn_by_keyboard_alone(draw):
    someone = draw().without_snapping()
    someone.page.focus("#drawing")
    someone.press("p")
    for corner in TRIANGLE:
        someone.aim(*corner)
        someone.press("Enter")
    # A second time in the same place is the end.
    someone.press("Enter")
    _, polygon = created(someone.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)


@both
def test_a_rectangle_is_dragged_or_drawn_by_two_touches(draw, kind):
    someone = draw(kind).without_snapping().use("rectangle")
    someone.drag((1200, 900), (1600, 1200))
    assert near(created(someone.until_edit("addRegion"))[1], box(1200, 900, 400, 300), 12)
    someone.tap((300, 1000), (700, 1300))
    assert near(created(someone.until_edit("addRegion"))[1], box(300, 1000, 400, 300), 12)


@both
def test_a_stroke_drawn_around_something_is_a_region(draw, kind):
    someone = draw(kind).without_snapping().use("freehand")
    someone.drag((1200, 900), (1700, 900), (1700, 1300), (1200, 1300), (1200, 870))
    _, polygon = created(someone.until_edit("addRegion"))
    xs, ys = zip(*polygon)
    assert abs(min(xs) - 1200) < 15 and abs(max(xs) - 1700) < 15 and abs(min(ys) - 900) < 40 and len(polygon) < 12
    # Without a drag: corner by corner.
    someone.tap((300, 1000), (700, 1000), (700, 1300))
    someone.control("finish")
    assert near(created(someone.until_edit("addRegion"))[1], [[300, 1000], [700, 1000], [700, 1300]], 12)


@both
def test_what_is_unfinished_outlives_other_tools_keys_and_a_reload(draw, kind):
    someone = draw(kind).without_snapping().use("polygon")
    someone.someone.is_forgiving = True
    outlines = someone.outlines()
    someone.tap(*TRIANGLE)
    someone.use("lines").tap((1200, 950), (1800, 950))
    someone.page.get_by_role("button", name="Accept").wait_for()
    someone.control("lineBelow")
    someone.use("rectangle").use("select")
    someone.press("Escape", "r", "v")
    someone.touch("#changes").press("Escape")
    someone.touch("#mode").touch("#mode")
    for tool in ("Polygon", "Follow the lines"):
        someone.page.get_by_role("button", name=f"{tool}, unfinished").wait_for()
    someone.open().use("lines")
    someone.page.get_by_role("button", name="Accept").wait_for()
    assert outlines[-1]["below"] == ["1"] and outlines[-1]["from"] == outlines[0]["from"]
    someone.touch("#undo").page.get_by_role("button", name="Accept").wait_for()
    assert "below" not in outlines[-1]
    someone.control("discard").use("polygon")
    assert someone.hint.startswith("3 corners")
    someone.control("finish")
    assert near(created(someone.until_edit("addRegion"))[1], TRIANGLE, 12)


@both
def test_each_corner_is_a_step_that_can_be_undone_and_only_discarding_forgets_the_shape(draw, kind):
    someone = draw(kind).use("polygon")
    someone.tap(*TRIANGLE)
    hints = []
    for key, button in [("Control+z", "#undo"), ("Control+z", "#undo"), ("Control+Shift+z", "#redo")]:
        someone.touch(button) if kind == TOUCH else someone.press(key)
        hints.append(someone.hint.split(".")[0])
    assert hints == ["2 corners", "1 corner", "2 corners"]
    someone.control("discard")
    assert someone.hint == "Touch each corner in turn."
    assert someone.edits() == someone.known


@both
def test_panning_and_zooming_work_while_a_shape_is_drawn(draw, kind):
    someone = draw(kind).use("polygon")
    someone.tap(*TRIANGLE[:2])
    before = someone.spot(1000, 1000)
    width = lambda: someone.spot(2000, 0)[0] - someone.spot(0, 0)[0]  # noqa: E731
    first = width()
    x, y = someone.spot(1000, 700)
    if kind == TOUCH:
        someone.fingers("touchStart", (x - 30, y), (x + 30, y))
        for step in range(1, 8):
            someone.fingers("touchMove", (x - 30 - 8 * step, y), (x + 30 + 8 * step, y))
        someone.fingers("touchEnd")
    else:
        someone.page.mouse.move(x, y)
        someone.page.mouse.wheel(0, -400)
    someone.page.wait_for_function("first => document.getElementById('paper').getBoundingClientRect().width > 1.2 * first", arg=first)
    if kind == MOUSE:
        someone.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 400))")
        before = someone.spot(1000, 1000)
        someone.page.keyboard.down(" ")
        someone.drag((1000, 700), (900, 650))
        someone.page.keyboard.up(" ")
    assert math.dist(before, someone.spot(1000, 1000)) > 5
    assert someone.hint.startswith("2 corners")


@both
def test_a_shared_corner_is_dragged_and_every_region_moves_with_it(draw, kind):
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
def test_a_corner_is_moved_by_two_touches_added_by_one_and_removed_by_a_long_press(draw, kind):
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
        # It is selected since it was added.
        someone.hold(*added)
    else:
        someone.page.get_by_role("button", name="Remove the corner").click()
    someone.until_edit("removeCorner")
    assert len(someone.polygon("left")) == 4


def test_every_corner_is_reached_named_and_moved_by_keyboard(draw):
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
    # Presses that follow one another are one edit, in both regions.
    assert len(someone.until_edit("moveCorner")) == 2
    assert [600, 170] in someone.polygon("left") and [600, 170] in someone.polygon("right")
    someone.press("Insert")
    someone.until_edit("addCorner")
    someone.page.wait_for_selector(".handle:focus")
    someone.press("Delete")
    someone.until_edit("removeCorner")


@both
def test_a_region_is_divided_by_a_line_and_the_parts_are_joined_again(draw, kind):
    someone = draw(kind).without_snapping().use("split")
    someone.drag((150, 300), (650, 380))
    operations = someone.until_edit("split")
    clause, part = created(operations)
    common = [corner for corner in part if corner in someone.polygon("left")]
    assert len(common) == 2
    # The neighbour has the new corner of the border too.
    assert sum(corner in someone.polygon("right") for corner in common) == 1
    someone.use("join")
    someone.tap((300, 460 if part[0][1] < 400 and min(y for _, y in part) < 250 else 230))
    xs, ys = zip(*part)
    someone.tap((300, 230 if min(ys) < 250 else 460))
    someone.until_edit("join")
    xs, ys = zip(*[corner for name in (clause, "left") for polygon, _ in someone.regions(name) for corner in polygon])
    assert (min(xs), max(xs), min(ys), max(ys)) == (200, 600, 200, 500)


@both
def test_joining_asks_what_becomes_of_the_texts_of_a_clause_that_is_left_without_a_region(draw, kind):
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
    # Joined, too: by Enter, so that the keyboard need not look for the button.
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


def test_every_tool_is_used_by_keyboard_alone(draw):
    someone = draw()
    someone.page.focus("#drawing")

    def place(*corners) -> None:
        for corner in corners:
            someone.aim(*corner)
            someone.press("Enter")

    someone.press("n", "r")
    place((1200, 900), (1600, 1200))
    assert near(created(someone.until_edit("addRegion"))[1], box(1200, 900, 400, 300), 12)
    someone.press("f")
    place((300, 1000), (700, 1000), (700, 1300))
    someone.press("Enter")
    assert near(created(someone.until_edit("addRegion"))[1], [[300, 1000], [700, 1000], [700, 1300]], 12)
    someone.press("s")
    place((150, 300), (650, 380))
    someone.press("Enter")
    clause, part = created(someone.until_edit("split"))
    middle = sum(y for _, y in part) / len(part)
    someone.press("j")
    place((400, middle))
    someone.until_edit("join")
    assert someone.regions(clause) == [] and len(someone.regions("left")) == 1
    someone.press("h")
    place((300, 250), (500, 250), (500, 400))
    someone.press("Enter")
    someone.until_edit("cut")
    assert len(someone.regions("left")[0][1]) == 1
    # Borders are drawn from corner to corner, to which points snap.
    someone.press("n", "b")
    place((1000, 200), (1100, 350), (1000, 500))
    someone.until_edit("redraw")
    someone.press("n", "m")
    place((1500, 450), (1500, 700))
    someone.until_edit("moveRegion")
    assert math.dist(someone.polygon("round")[0], (1700, 700)) < 15
    someone.press("i")
    someone.page.get_by_label("Tolerance").focus()
    someone.press(*["ArrowRight"] * 20)
    someone.page.focus("#drawing")
    someone.press("Enter")
    someone.until_edit("simplify")
    someone.press("d")
    clause, _ = created(someone.until_edit("duplicate"))
    someone.press("t")
    someone.until_edit("trim")
    someone.press("Delete")
    while someone.regions(clause):
        someone.until_edit("removeRegion")
        someone.press("Delete")
    someone.press("o", "a", "v")
    pressed = [name for name in ("snaps", "showsOverlap", "addsToClause", "select") if someone.page.get_attribute(f"button[data-tool='{name}']", "aria-pressed") == "true"]
    assert pressed == ["showsOverlap", "addsToClause", "select"]


@both
def test_a_hole_is_cut_and_a_border_redrawn(draw, kind):
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
def test_a_region_is_moved_by_dragging_and_by_two_touches(draw, kind):
    someone = draw(kind).use("move")
    someone.drag((1500, 450), (1500, 850))
    someone.until_edit("moveRegion")
    assert math.dist(someone.polygon("round")[0], (1700, 850)) < 15
    someone.tap((1500, 850), (1200, 850))
    someone.until_edit("moveRegion")
    assert math.dist(someone.polygon("round")[0], (1400, 850)) < 25


def test_simplifying_shows_what_remains_before_it_is_applied(draw):
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


def test_a_region_is_duplicated_and_what_overlaps_is_shown_and_cut_away(draw):
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
    # All of it lies on others.
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
    # Where the edge from the corner crosses that on the right.
    someone.until_painted(600, 420, "fault")
    assert someone.polygon("left") == LEFT and someone.edits() == someone.known


def test_on_a_phone_shapes_are_simplified_copied_put_on_another_page_and_refused_where_they_cannot_be(draw):
    someone = draw(TOUCH).use("polygon")
    # To the corner of a neighbour, exactly.
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
    # Divided by a line of single touches; then a corner that would make a part cross itself.
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
def test_what_is_dragged_is_let_go_when_somebody_else_changes_it_and_corners_are_never_merged(draw, kind):
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
    # One corner here and another one there are a conflict of two outlines.
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


def test_points_snap_to_stored_corners_unless_that_is_switched_off(draw):
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


def test_a_shape_is_added_to_the_selected_clause_on_another_page(draw):
    someone = draw()
    someone.tap((1500, 450))
    someone.use("addsToClause").use("rectangle")
    someone.page.click("#page-next")
    someone.page.wait_for_function("() => document.getElementById('page-label').textContent.includes('Back')")
    someone.drag((500, 500), (900, 900))
    (operation,) = someone.until_edit("addRegion")
    assert operation["path"] == "clauses/round/regions/2"
    assert len(someone.regions("round", 1)) == 1 and len(someone.regions("round", 2)) == 1


def test_a_finger_that_drags_is_shown_what_is_below_it(draw):
    someone = draw(TOUCH).use("reshape")
    someone.tap((300, 300))
    someone.drag((200, 200), (260, 260), is_held=True)
    someone.page.wait_for_selector(".magnifier:not([hidden])")
    lens = someone.page.locator(".magnifier").bounding_box()
    assert lens["y"] + lens["height"] < someone.spot(260, 260)[1] or abs(lens["x"] + lens["width"] / 2 - someone.spot(260, 260)[0]) > 60
    someone.fingers("touchEnd")
    someone.page.wait_for_selector(".magnifier", state="hidden")
    someone.until_edit("moveCorner")


@both
def test_lines_are_followed_from_two_touches_and_corrected_with_handles(draw, kind):
    someone = draw(kind).use("lines")
    asked = someone.outlines()
    someone.tap((1200, 950), (1800, 950))
    someone.page.get_by_role("button", name="Accept").wait_for()
    assert someone.hint.startswith("1 line found")
    assert [*violations(someone.someone), *someone.page.evaluate(SMALL)] == []
    someone.control("lineBelow")
    someone.control("lineBelow")
    someone.control("noLineAbove")
    someone.control("grip-right").tap((1700, 600))
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('1 line')")
    someone.drag((1800, 950), (1600, 980))
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('1 line')")
    assert [asked[-2][name] for name in ("above", "below")] == [["-1"], ["2"]]
    assert abs(float(asked[-2]["right"][0]) - 1700) < 12 and asked[-1]["exact"] == ["to"]
    someone.control("accept")
    assert near(created(someone.until_edit("followLines"))[1], OUTLINE["polygon"], 0)


def test_a_server_that_finds_no_lines_says_so(draw):
    someone = draw().use("lines")
    someone.someone.is_forgiving = True
    someone.page.route("**/api/documents/*/pages/1/outline?*", lambda route: route.fulfill(status=404))
    someone.tap((1200, 950), (1800, 950))
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Not available')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both
def test_axe_finds_nothing_with_any_tool_and_all_can_be_touched(draw, kind, scheme):
    someone = draw(kind, color_scheme=scheme)
    someone.tap((1500, 450))
    faults = {}
    for tool in TOOLS:
        someone.use(tool)
        if tool in ("polygon", "border"):
            someone.tap((1700, 450), (1700, 700))
        found = [*violations(someone.someone), *someone.page.evaluate(SMALL)]
        # The row of tools on a phone scrolls sideways.
        found += [name for name in someone.page.evaluate(CUT_OFF) if name] if kind == MOUSE else []
        if found:
            faults[tool] = found
    assert faults == {}


def test_whoever_only_looks_has_no_tools(draw):
    someone = draw()
    someone.page.click("#mode")
    someone.page.wait_for_selector("#drawing-tools", state="hidden")
    someone.page.click("#mode")
    someone.page.wait_for_selector("#drawing-tools", state="visible")


def test_the_tools_are_named_in_french(draw):
    someone = draw(locale="fr-FR")
    someone.page.get_by_role("toolbar", name="Outils de dessin").get_by_role("button", name="Suivre les lignes").wait_for()
