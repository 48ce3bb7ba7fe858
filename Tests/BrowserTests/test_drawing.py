"""The editor's drawing layer: every tool by mouse, touch and keyboard, and unfinished shapes are kept."""

import math

import pytest

from drawing import MOUSE, OUTLINE, TOOLS, TOUCH, address, both, box, created, draw, near, server  # noqa: F401
from test_accessibility import CUT_OFF, SMALL, violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

TRIANGLE = [[1200, 900], [1700, 950], [1400, 1300]]


@both
def test_a_polygon_is_drawn_corner_by_corner_and_its_tool_stays_active(draw, kind):
    user = draw(kind).without_snapping().use("polygon")
    user.tap(*TRIANGLE, TRIANGLE[0])
    _, polygon = created(user.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)
    assert all(value * 8 == int(value * 8) for corner in polygon for value in corner)
    assert user.page.get_attribute("button[data-tool='polygon']", "aria-pressed") == "true"


def test_a_polygon_can_be_drawn_by_keyboard_alone(draw):
    user = draw().without_snapping()
    user.page.focus("#drawing")
    user.press("p")
    for corner in TRIANGLE:
        user.aim(*corner)
        user.press("Enter")
    # Enter at the same place again finishes the shape.
    user.press("Enter")
    _, polygon = created(user.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)


@both
def test_a_rectangle_is_drawn_by_dragging_or_by_two_taps(draw, kind):
    user = draw(kind).without_snapping().use("rectangle")
    user.drag((1200, 900), (1600, 1200))
    assert near(created(user.until_edit("addRegion"))[1], box(1200, 900, 400, 300), 12)
    user.tap((300, 1000), (700, 1300))
    assert near(created(user.until_edit("addRegion"))[1], box(300, 1000, 400, 300), 12)
    user.touch("#changes")
    fields = user.page.locator("#changes-dialog section[data-change='added']").first.locator(".field-name")
    fields.first.wait_for()
    assert fields.all_inner_texts() == ["Outline on page 1"]


@both
def test_a_freehand_stroke_becomes_a_region(draw, kind):
    user = draw(kind).without_snapping().use("freehand")
    user.drag((1200, 900), (1700, 900), (1700, 1300), (1200, 1300), (1200, 870))
    _, polygon = created(user.until_edit("addRegion"))
    xs, ys = zip(*polygon)
    assert abs(min(xs) - 1200) < 15 and abs(max(xs) - 1700) < 15 and abs(min(ys) - 900) < 40 and len(polygon) < 12
    # Without dragging: corner by corner.
    user.tap((300, 1000), (700, 1000), (700, 1300))
    user.control("finish")
    assert near(created(user.until_edit("addRegion"))[1], [[300, 1000], [700, 1000], [700, 1300]], 12)


@both
def test_unfinished_shapes_survive_other_tools_keys_and_a_reload(draw, kind):
    user = draw(kind).without_snapping().use("polygon")
    user.reader.allows_console_errors = True
    outlines = user.outlines()
    user.tap(*TRIANGLE)
    user.use("lines").tap((1200, 950), (1800, 950))
    user.page.get_by_role("button", name="Accept").wait_for()
    user.control("lineBelow")
    user.use("rectangle").use("select")
    user.press("Escape", "r", "v")
    user.touch("#changes").press("Escape")
    user.touch("#mode").touch("#mode")
    for tool in ("Polygon", "Follow the lines"):
        user.page.get_by_role("button", name=f"{tool}, unfinished").wait_for()
    user.open().use("lines")
    user.page.get_by_role("button", name="Accept").wait_for()
    assert outlines[-1]["below"] == ["1"] and outlines[-1]["from"] == outlines[0]["from"]
    user.touch("#undo").page.get_by_role("button", name="Accept").wait_for()
    assert "below" not in outlines[-1]
    user.control("discard").use("polygon")
    assert user.hint.startswith("3 corners")
    user.control("finish")
    assert near(created(user.until_edit("addRegion"))[1], TRIANGLE, 12)


@both
def test_each_corner_can_be_undone_and_only_discarding_drops_the_shape(draw, kind):
    user = draw(kind).use("polygon")
    user.tap(*TRIANGLE)
    hints = []
    for key, button in [("Control+z", "#undo"), ("Control+z", "#undo"), ("Control+Shift+z", "#redo")]:
        user.touch(button) if kind == TOUCH else user.press(key)
        hints.append(user.hint.split(".")[0])
    assert hints == ["2 corners", "1 corner", "2 corners"]
    user.control("discard")
    assert user.hint == "Place each corner in turn."
    assert user.edits() == user.known


@both
def test_panning_and_zooming_work_while_a_shape_is_drawn(draw, kind):
    user = draw(kind).use("polygon")
    user.tap(*TRIANGLE[:2])
    before = user.spot(1000, 1000)
    width = lambda: user.spot(2000, 0)[0] - user.spot(0, 0)[0]  # noqa: E731
    first = width()
    x, y = user.spot(1000, 700)
    if kind == TOUCH:
        user.fingers("touchStart", (x - 30, y), (x + 30, y))
        for step in range(1, 8):
            user.fingers("touchMove", (x - 30 - 8 * step, y), (x + 30 + 8 * step, y))
        user.fingers("touchEnd")
    else:
        user.page.mouse.move(x, y)
        user.page.mouse.wheel(0, -400)
    user.page.wait_for_function("first => document.getElementById('paper').getBoundingClientRect().width > 1.2 * first", arg=first)
    if kind == MOUSE:
        user.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 400))")
        before = user.spot(1000, 1000)
        user.page.keyboard.down(" ")
        user.drag((1000, 700), (900, 650))
        user.page.keyboard.up(" ")
    assert math.dist(before, user.spot(1000, 1000)) > 5
    assert user.hint.startswith("2 corners")


def test_every_tool_can_be_used_by_keyboard_alone(draw):
    user = draw()
    user.page.focus("#drawing")

    def place(*corners) -> None:
        for corner in corners:
            user.aim(*corner)
            user.press("Enter")

    user.press("n", "r")
    place((1200, 900), (1600, 1200))
    assert near(created(user.until_edit("addRegion"))[1], box(1200, 900, 400, 300), 12)
    user.press("f")
    place((300, 1000), (700, 1000), (700, 1300))
    user.press("Enter")
    assert near(created(user.until_edit("addRegion"))[1], [[300, 1000], [700, 1000], [700, 1300]], 12)
    user.press("s")
    place((150, 300), (650, 380))
    user.press("Enter")
    clause, part = created(user.until_edit("split"))
    middle = sum(y for _, y in part) / len(part)
    user.press("j")
    place((400, middle))
    user.until_edit("join")
    assert user.regions(clause) == [] and len(user.regions("left")) == 1
    user.press("h")
    place((300, 250), (500, 250), (500, 400))
    user.press("Enter")
    user.until_edit("cut")
    assert len(user.regions("left")[0][1]) == 1
    # Borders are drawn from corner to corner; points snap to corners.
    user.press("n", "b")
    place((1000, 200), (1100, 350), (1000, 500))
    user.until_edit("redraw")
    user.press("n", "m")
    place((1500, 450), (1500, 700))
    user.until_edit("moveRegion")
    assert math.dist(user.polygon("round")[0], (1700, 700)) < 15
    user.press("i")
    user.page.get_by_label("Tolerance").focus()
    user.press(*["ArrowRight"] * 20)
    user.page.focus("#drawing")
    user.press("Enter")
    user.until_edit("simplify")
    user.press("d")
    clause, _ = created(user.until_edit("duplicate"))
    user.press("t")
    user.until_edit("trim")
    user.press("Delete")
    while user.regions(clause):
        user.until_edit("removeRegion")
        user.press("Delete")
    user.press("o", "a", "v")
    pressed = [name for name in ("snaps", "showsOverlap", "addsToClause", "select") if user.page.get_attribute(f"button[data-tool='{name}']", "aria-pressed") == "true"]
    assert pressed == ["showsOverlap", "addsToClause", "select"]


def test_a_region_on_another_page_is_added_to_the_selected_clause(draw):
    user = draw()
    user.tap((1500, 450))
    user.use("addsToClause").use("rectangle")
    user.page.click("#page-next")
    user.page.wait_for_function("() => document.getElementById('page-label').textContent.includes('Back')")
    user.drag((500, 500), (900, 900))
    (operation,) = user.until_edit("addRegion")
    assert operation["path"] == "clauses/round/regions/2"
    assert len(user.regions("round", 1)) == 1 and len(user.regions("round", 2)) == 1


def test_dragging_with_a_finger_shows_a_magnifier(draw):
    user = draw(TOUCH).use("reshape")
    user.tap((300, 300))
    user.drag((200, 200), (260, 260), is_held=True)
    user.page.wait_for_selector(".magnifier:not([hidden])")
    lens = user.page.locator(".magnifier").bounding_box()
    assert lens["y"] + lens["height"] < user.spot(260, 260)[1] or abs(lens["x"] + lens["width"] / 2 - user.spot(260, 260)[0]) > 60
    user.fingers("touchEnd")
    user.page.wait_for_selector(".magnifier", state="hidden")
    user.until_edit("moveCorner")


@both
def test_lines_are_followed_between_two_taps_and_corrected_with_handles(draw, kind):
    user = draw(kind).use("lines")
    requests = user.outlines()
    user.tap((1200, 950), (1800, 950))
    user.page.get_by_role("button", name="Accept").wait_for()
    assert user.hint.startswith("1 line found")
    assert [*violations(user.reader), *user.page.evaluate(SMALL)] == []
    user.control("lineBelow")
    user.control("lineBelow")
    user.control("noLineAbove")
    user.control("grip-right").tap((1700, 600))
    user.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('1 line')")
    user.drag((1800, 950), (1600, 980))
    user.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('1 line')")
    assert [requests[-2][name] for name in ("above", "below")] == [["-1"], ["2"]]
    assert abs(float(requests[-2]["right"][0]) - 1700) < 12 and requests[-1]["exact"] == ["to"]
    user.control("accept")
    assert near(created(user.until_edit("followLines"))[1], OUTLINE["polygon"], 0)


def test_accepting_an_outline_that_is_being_corrected_adds_the_corrected_one(draw):
    user = draw().use("lines")
    user.outlines()
    user.tap((1200, 950), (1800, 950))
    user.page.get_by_role("button", name="Accept").wait_for()
    corrected = box(1200, 900, 600, 200)
    waiting = []
    user.page.route("**/api/documents/*/pages/1/outline?*below=1", lambda route: waiting.append(route))
    with user.page.expect_request("**/outline?*below=1"):
        user.control("lineBelow")
    user.control("accept")
    assert user.hint.startswith("Following the lines")
    waiting[0].fulfill(json=OUTLINE | {"polygon": corrected})
    assert near(created(user.until_edit("followLines"))[1], corrected, 0)


def test_unavailable_line_detection_is_reported(draw):
    user = draw().use("lines")
    user.reader.allows_console_errors = True
    user.page.route("**/api/documents/*/pages/1/outline?*", lambda route: route.fulfill(status=404))
    user.tap((1200, 950), (1800, 950))
    user.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Not available')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both
def test_axe_finds_no_violations_with_any_tool_and_controls_are_large_enough(draw, kind, scheme):
    user = draw(kind, color_scheme=scheme)
    user.tap((1500, 450))
    faults = {}
    for tool in TOOLS:
        user.use(tool)
        if tool in ("polygon", "border"):
            user.tap((1700, 450), (1700, 700))
        found = [*violations(user.reader), *user.page.evaluate(SMALL)]
        # The toolbar on a phone scrolls sideways.
        found += [name for name in user.page.evaluate(CUT_OFF) if name] if kind == MOUSE else []
        if found:
            faults[tool] = found
    assert faults == {}


def test_reading_mode_hides_the_drawing_tools(draw):
    user = draw()
    user.page.click("#mode")
    user.page.wait_for_selector("#drawing-tools", state="hidden")
    user.page.click("#mode")
    user.page.wait_for_selector("#drawing-tools", state="visible")


def test_the_drawing_tools_are_named_in_french(draw):
    user = draw(locale="fr-FR")
    user.page.get_by_role("toolbar", name="Outils de dessin").get_by_role("button", name="Suivre les lignes").wait_for()
