"""Tolerance for touch: a touch near a clause opens it, and the page shows at once which one."""

import pytest

pytestmark = pytest.mark.calm

DETAILS = "#category=hidden-details"


def centre(someone, clause):
    box = someone.place_of(clause)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until_open(someone, clause):
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == clause


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180), (1180, 820)], ids=str)
def test_a_touch_beside_a_hidden_detail_of_a_few_pixels_opens_it(reader, size):
    someone = reader(*size).open(DETAILS)
    box = someone.place_of("abbreviation")
    if size == (390, 844):
        assert box["width"] < 14 and box["height"] < 14
    someone.tap((box["x"] + box["width"] + 12, box["y"] - 12))
    until_open(someone, "abbreviation")


def test_a_touch_more_than_22_pixels_away_opens_nothing(reader):
    someone = reader(390, 844).open(DETAILS)
    box = someone.place_of("abbreviation")
    someone.tap((box["x"] + box["width"] / 2, box["y"] - 24))
    someone.later(500)
    assert not someone.is_open("#panel")


def test_a_mouse_click_has_little_tolerance(reader):
    someone = reader(1440, 900, has_touch=False).open(DETAILS)
    box = someone.place_of("abbreviation")
    middle = box["y"] + box["height"] / 2
    someone.page.mouse.click(box["x"] + box["width"] + 12, middle)
    someone.later(500)
    assert not someone.is_open("#panel")
    someone.page.mouse.click(box["x"] + box["width"] + 4, middle)
    until_open(someone, "abbreviation")


def touch_in_the_margin(someone):
    """Finds a point in the margin that is equally near to two clauses; returns the point and the clauses."""
    first, second = someone.place_of("39"), someone.place_of("40")
    assert first and second
    return someone.page.evaluate(
        """async () => {
            const { distanceTo } = await import(window.viewerFolder + 'base/geometry.js');
            const paths = [...document.querySelectorAll('#overlays .clause')];
            const clauses = await (await fetch('/api/documents/magna-carta/clauses?include=regions')).json();
            const matrix = paths[0].getScreenCTM();
            const near = (x, y) => clauses.clauses
                .map(({ id, regions }) => [distanceTo(regions, { x, y }) * matrix.a, id]).sort(([a], [b]) => a - b);
            for (let y = 1000; y < 7000; y += 10) {
                const [[one], [other, ], [third]] = near(5850, y);
                if (other - one < 0.5 && third - one > 3 && one > 2 && one < 20) {
                    const point = new DOMPoint(5850, y).matrixTransform(matrix);
                    return [[point.x, point.y], near(5850, y).slice(0, 2).map(([, id]) => id)];
                }
            }
            return null;
        }"""
    )


@pytest.mark.server("it reads the outlines from the API")
def test_a_touch_equally_near_to_two_clauses_offers_a_choice(reader):
    someone = reader(820, 1180).open()
    point, clauses = touch_in_the_margin(someone)
    chooser = someone.page.get_by_role("dialog", name="Which one?")
    for way in ["touch", "keyboard", "escape", "elsewhere"]:
        someone.tap(point)
        chooser.wait_for()
        entries = chooser.get_by_role("button")
        assert entries.count() == 2, way
        assert all(entry.bounding_box()["height"] >= 43.9 for entry in entries.all()), way
        box, surface = chooser.bounding_box(), someone.surface()
        assert surface["x"] <= box["x"] and box["x"] + box["width"] <= surface["x"] + surface["width"], way
        if way == "touch":
            entries.nth(1).tap()
        elif way == "keyboard":
            someone.page.keyboard.press("ArrowDown")
            someone.page.keyboard.press("Enter")
        elif way == "escape":
            someone.page.keyboard.press("Escape")
        else:
            someone.tap(someone.point_inside("12"))
        chooser.wait_for(state="hidden")
        if way in ("touch", "keyboard"):
            someone.page.wait_for_selector("#panel.open")
            assert someone.fragment["clause"] in clauses, way
            someone.page.keyboard.press("Escape")
            someone.until("!document.querySelector('#panel.open')")
            someone.rest()
        else:
            someone.later(400)
            assert not someone.is_open("#panel"), way


@pytest.mark.server("it reads the outlines from the API")
def test_the_choice_closes_when_the_sheet_moves(reader):
    someone = reader(820, 1180, reduced_motion="no-preference").open()
    point, _ = touch_in_the_margin(someone)
    someone.tap(point)
    chooser = someone.page.get_by_role("dialog", name="Which one?")
    chooser.wait_for()
    # Redrawing, as when tiles arrive, is no movement.
    someone.later(300)
    assert chooser.is_visible()
    someone.page.mouse.move(300, 300)
    someone.page.mouse.wheel(0, -300)
    chooser.wait_for(state="hidden")


def test_a_touch_beside_a_tiny_detail_within_a_clause_offers_a_choice(reader):
    someone = reader(390, 844).open("#category=all,hidden-details")
    x, y = centre(someone, "abbreviation")
    someone.tap((x + 14, y))
    chooser = someone.page.get_by_role("dialog", name="Which one?")
    chooser.wait_for()
    chooser.get_by_role("button").first.tap()
    until_open(someone, "abbreviation")


def test_a_touched_detail_is_highlighted_at_once_until_the_finger_drags(reader):
    someone = reader(390, 844, reduced_motion="no-preference").open(DETAILS)
    x, y = centre(someone, "abbreviation")
    pressed = "[...document.querySelectorAll('#overlays .pressed')].map((path) => path.dataset.clause).join()"
    someone.touch("touchStart", [(x + 14, y)])
    someone.until(f"{pressed} === 'abbreviation'")
    strokes = "(id) => parseFloat(getComputedStyle(document.querySelector(`[data-clause='${id}']`)).fillOpacity)"
    assert someone.page.evaluate(strokes, "abbreviation") > someone.page.evaluate(strokes, "seal-marks")
    someone.touch("touchMove", [(x + 40, y + 30)])
    someone.until(f"{pressed} === ''")
    someone.touch("touchEnd", [])
