"""The editor's drawing layer: every tool by mouse, touch and keyboard, and unfinished shapes are kept."""

import math

import pytest

from drawing import MOUSE, OUTLINE, TOOLS, TOUCH, address, both, box, created, draw, near, server  # noqa: F401
from test_accessibility import CUT_OFF, SMALL, violations

pytestmark = [pytest.mark.server("a static site is not edited"), pytest.mark.calm]

TRIANGLE = [[1200, 900], [1700, 950], [1400, 1300]]


@both
def test_a_polygon_is_drawn_corner_by_corner_and_its_tool_stays_active(draw, kind):
    someone = draw(kind).without_snapping().use("polygon")
    someone.tap(*TRIANGLE, TRIANGLE[0])
    _, polygon = created(someone.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)
    assert all(value * 8 == int(value * 8) for corner in polygon for value in corner)
    assert someone.page.get_attribute("button[data-tool='polygon']", "aria-pressed") == "true"


def test_a_polygon_can_be_drawn_by_keyboard_alone(draw):
    someone = draw().without_snapping()
    someone.page.focus("#drawing")
    someone.press("p")
    for corner in TRIANGLE:
        someone.aim(*corner)
        someone.press("Enter")
    # Enter at the same place again finishes the shape.
    someone.press("Enter")
    _, polygon = created(someone.until_edit("addRegion"))
    assert near(polygon, TRIANGLE, 12)


@both
def test_a_rectangle_is_drawn_by_dragging_or_by_two_taps(draw, kind):
    someone = draw(kind).without_snapping().use("rectangle")
    someone.drag((1200, 900), (1600, 1200))
    assert near(created(someone.until_edit("addRegion"))[1], box(1200, 900, 400, 300), 12)
    someone.tap((300, 1000), (700, 1300))
    assert near(created(someone.until_edit("addRegion"))[1], box(300, 1000, 400, 300), 12)


@both
def test_a_freehand_stroke_becomes_a_region(draw, kind):
    someone = draw(kind).without_snapping().use("freehand")
    someone.drag((1200, 900), (1700, 900), (1700, 1300), (1200, 1300), (1200, 870))
    _, polygon = created(someone.until_edit("addRegion"))
    xs, ys = zip(*polygon)
    assert abs(min(xs) - 1200) < 15 and abs(max(xs) - 1700) < 15 and abs(min(ys) - 900) < 40 and len(polygon) < 12
    # Without dragging: corner by corner.
    someone.tap((300, 1000), (700, 1000), (700, 1300))
    someone.control("finish")
    assert near(created(someone.until_edit("addRegion"))[1], [[300, 1000], [700, 1000], [700, 1300]], 12)


@both
def test_unfinished_shapes_survive_other_tools_keys_and_a_reload(draw, kind):
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
def test_each_corner_can_be_undone_and_only_discarding_drops_the_shape(draw, kind):
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


def test_every_tool_can_be_used_by_keyboard_alone(draw):
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
    # Borders are drawn from corner to corner; points snap to corners.
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


def test_a_region_on_another_page_is_added_to_the_selected_clause(draw):
    someone = draw()
    someone.tap((1500, 450))
    someone.use("addsToClause").use("rectangle")
    someone.page.click("#page-next")
    someone.page.wait_for_function("() => document.getElementById('page-label').textContent.includes('Back')")
    someone.drag((500, 500), (900, 900))
    (operation,) = someone.until_edit("addRegion")
    assert operation["path"] == "clauses/round/regions/2"
    assert len(someone.regions("round", 1)) == 1 and len(someone.regions("round", 2)) == 1


def test_dragging_with_a_finger_shows_a_magnifier(draw):
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
def test_lines_are_followed_between_two_taps_and_corrected_with_handles(draw, kind):
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


def test_unavailable_line_detection_is_reported(draw):
    someone = draw().use("lines")
    someone.someone.is_forgiving = True
    someone.page.route("**/api/documents/*/pages/1/outline?*", lambda route: route.fulfill(status=404))
    someone.tap((1200, 950), (1800, 950))
    someone.page.wait_for_function("() => document.getElementById('drawing-hint').textContent.startsWith('Not available')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both
def test_axe_finds_no_violations_with_any_tool_and_controls_are_large_enough(draw, kind, scheme):
    someone = draw(kind, color_scheme=scheme)
    someone.tap((1500, 450))
    faults = {}
    for tool in TOOLS:
        someone.use(tool)
        if tool in ("polygon", "border"):
            someone.tap((1700, 450), (1700, 700))
        found = [*violations(someone.someone), *someone.page.evaluate(SMALL)]
        # The toolbar on a phone scrolls sideways.
        found += [name for name in someone.page.evaluate(CUT_OFF) if name] if kind == MOUSE else []
        if found:
            faults[tool] = found
    assert faults == {}


def test_reading_mode_hides_the_drawing_tools(draw):
    someone = draw()
    someone.page.click("#mode")
    someone.page.wait_for_selector("#drawing-tools", state="hidden")
    someone.page.click("#mode")
    someone.page.wait_for_selector("#drawing-tools", state="visible")


def test_the_drawing_tools_are_named_in_french(draw):
    someone = draw(locale="fr-FR")
    someone.page.get_by_role("toolbar", name="Outils de dessin").get_by_role("button", name="Suivre les lignes").wait_for()
